//! `sql:setDataSource` (10.6).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Tag;
use vespid_render::machine::PageHandle;
use vespid_render::tags::AsyncTag;
use vespid_render::tags::End;
use vespid_render::value::Value;

use super::DATA_SOURCE;
use super::Given;
use super::data_source_of;
use super::failure;
use super::link::Source;
use super::scope_by_name;
use crate::sources::DataSources;

/// `sql:setDataSource`: a data source becomes a variable, or the one that is taken where none is given.
///
/// `driver` is taken and has no meaning: the URL tells which database it is.
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.sql.SetDataSourceTag")]
pub struct SetDataSourceTag {
    #[attribute]
    var: Option<String>,
    #[attribute]
    scope: Option<String>,
    #[attribute]
    data_source: Given,
    #[attribute]
    driver: Given,
    #[attribute]
    url: Option<String>,
    #[attribute]
    user: Option<String>,
    #[attribute]
    password: Option<String>,
}

impl AsyncTag for SetDataSourceTag {
    async fn run(self, page: PageHandle) -> Result<End> {
        let _ = self.driver;
        let source = match (&self.data_source.0, &self.url) {
            (Some(Value::Null), _) => return Err(Error::jsp("the attribute 'dataSource' is null")),
            (Some(value), _) => data_source_of(page.exchange(), value)?,
            (None, Some(url)) => {
                let (user, password) =
                    (self.user.as_deref().unwrap_or(""), self.password.as_deref().unwrap_or(""));
                DataSources::with(page.exchange().application(), |sources| {
                    sources.by_url(url, user, password)
                })
                .map(Source::Own)
                .map_err(|error| failure("the data source can't be used", error))?
            }
            (None, None) => {
                return Err(Error::jsp("sql:setDataSource has neither 'dataSource' nor 'url'"));
            }
        };
        let scope = self.scope.as_deref().map(scope_by_name).transpose()?.unwrap_or_default();
        match self.var.as_deref() {
            Some("") => return Err(Error::jsp("the attribute 'var' is empty")),
            Some(var) => page.set(var, scope, source.value())?,
            None => DATA_SOURCE.set(&page, scope, source.value())?,
        }
        Ok(End::EvalPage)
    }
}
