//! The catalog page by minijinja, a template language that is compiled at run time and interpreted by a small
//! machine, as Vespid's pages are.

use minijinja::AutoEscape;
use minijinja::Environment;
use minijinja::Error;
use minijinja::Value;
use minijinja::context;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;

use super::PageModel;
use crate::catalog::functions;

/// The page, compiled, with its model turned into the engine's values.
#[derive(Debug)]
pub struct CompiledPage {
    environment: Environment<'static>,
    catalog: Value,
    company: Value,
    user: Value,
}

impl CompiledPage {
    /// Compiles the templates and converts the model by serde, once for any number of renderings.
    ///
    /// # Errors
    /// A template that does not compile.
    pub fn new(model: &PageModel<'_>) -> Result<Self, Error> {
        let mut environment = Environment::new();
        environment.set_syntax(SyntaxConfig::builder().keep_trailing_newline(true).build()?);
        // The JSP page escapes by `cat:esc` where it means to, and nowhere else.
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.add_filter("esc", functions::escape);
        environment.add_filter("slug", functions::slug);
        environment.add_filter("money", functions::money);
        environment.add_filter("stars", functions::stars);
        environment.add_template("header.html", include_str!("../../templates/minijinja/header.html"))?;
        environment.add_template("footer.html", include_str!("../../templates/minijinja/footer.html"))?;
        environment.add_template("catalog.html", include_str!("../../templates/minijinja/catalog.html"))?;
        Ok(Self {
            environment,
            catalog: Value::from(Serde(model.catalog)),
            company: Value::from(model.company),
            user: Value::from(model.user),
        })
    }

    /// Renders the page.
    ///
    /// # Errors
    /// What goes wrong while the template runs.
    pub fn render(&self) -> Result<String, Error> {
        let context = context! {
            catalog => self.catalog.clone(),
            company => self.company.clone(),
            user => self.user.clone(),
        };
        self.environment.get_template("catalog.html")?.render(context)
    }
}
