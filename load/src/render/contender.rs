//! The ways to make the catalog page, behind one small trait.

use anyhow::Context;

use crate::catalog::Catalog;
use crate::yardsticks::PageModel;
use crate::yardsticks::askama;
use crate::yardsticks::hand;
use crate::yardsticks::minijinja;

/// One way to make the page. Everything that a server does once, such as compiling, is done before.
pub trait Contender {
    /// The name in options and reports.
    fn name(&self) -> &str;

    /// Makes the page once, as for one request, and returns its length in bytes.
    ///
    /// # Errors
    /// Whatever keeps the page from being made; it ends the run.
    fn render(&mut self) -> anyhow::Result<usize>;
}

/// All there are, in the order of the report.
///
/// # Errors
/// A page that does not compile.
pub fn all_contenders() -> anyhow::Result<Vec<Box<dyn Contender>>> {
    let page = minijinja::CompiledPage::new(&PageModel::new(&Catalog::new()))
        .context("the minijinja page does not compile")?;
    Ok(vec![
        Box::new(Hand { catalog: Catalog::new() }),
        Box::new(Askama { catalog: Catalog::new() }),
        Box::new(Minijinja { page }),
    ])
}

struct Hand {
    catalog: Catalog,
}

impl Contender for Hand {
    fn name(&self) -> &str {
        "hand"
    }

    fn render(&mut self) -> anyhow::Result<usize> {
        Ok(hand::render(&PageModel::new(&self.catalog)).len())
    }
}

struct Askama {
    catalog: Catalog,
}

impl Contender for Askama {
    fn name(&self) -> &str {
        "askama"
    }

    fn render(&mut self) -> anyhow::Result<usize> {
        Ok(askama::render(&PageModel::new(&self.catalog))?.len())
    }
}

struct Minijinja {
    page: minijinja::CompiledPage,
}

impl Contender for Minijinja {
    fn name(&self) -> &str {
        "minijinja"
    }

    fn render(&mut self) -> anyhow::Result<usize> {
        Ok(self.page.render()?.len())
    }
}
