//! The ways to make the catalog page, behind one small trait.

use std::rc::Rc;
use std::sync::Arc;

use anyhow::Context;
use futures::StreamExt;
use tokio::runtime::Runtime;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::resources::MemoryResources;

use crate::catalog;
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
    let vespid = Vespid::application()?;
    Ok(vec![
        Box::new(Vespid::page(&vespid, "catalog.jsp")?),
        Box::new(Vespid::page(&vespid, "catalog-jstl.jsp")?),
        Box::new(Hand { catalog: Catalog::new() }),
        Box::new(Askama { catalog: Catalog::new() }),
        Box::new(Minijinja { page }),
    ])
}

/// A page of the application by Vespid, as a request runs it: page cache, exchange, session look-up, stream of chunks.
struct Vespid {
    name: &'static str,
    path: String,
    application: Arc<Application>,
    runtime: Rc<Runtime>,
}

impl Vespid {
    fn application() -> anyhow::Result<(Arc<Application>, Rc<Runtime>)> {
        let files = catalog::webapp().into_iter().collect::<MemoryResources>();
        let application = Application::builder(Arc::new(files))
            .registry(catalog::registry())
            .init_param("company", "Harbor Lane Goods")
            .build();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok((application, Rc::new(runtime)))
    }

    fn page(
        (application, runtime): &(Arc<Application>, Rc<Runtime>),
        name: &'static str,
    ) -> anyhow::Result<Self> {
        let path = format!("/{name}");
        runtime.block_on(application.page(&path)).with_context(|| format!("{name} does not compile"))?;
        Ok(Self { name, path, application: Arc::clone(application), runtime: Rc::clone(runtime) })
    }
}

impl Contender for Vespid {
    fn name(&self) -> &str {
        self.name
    }

    fn render(&mut self) -> anyhow::Result<usize> {
        let exchange = Exchange::builder(Arc::clone(&self.application)).build();
        let mut stream = self.application.render(&self.path, exchange);
        self.runtime.block_on(async {
            let mut bytes = 0;
            while let Some(chunk) = stream.next().await {
                bytes += chunk?.len();
            }
            Ok(bytes)
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_as_expected_to_the_byte() {
        let expected = [
            ("/catalog.jsp", include_str!("../../apps/catalog/expected/catalog.html")),
            ("/catalog-jstl.jsp", include_str!("../../apps/catalog/expected/catalog-jstl.html")),
        ];
        let (application, runtime) = Vespid::application().unwrap();
        for (path, expected) in expected {
            let exchange = Exchange::builder(Arc::clone(&application)).build();
            let text = runtime.block_on(application.render_to_string(path, exchange)).unwrap();
            assert!(text == expected, "{path} differs");
        }
    }
}
