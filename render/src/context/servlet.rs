//! The servlet that a page is: its name and initialisation parameters (Servlet 6.1, 14.4: `servlet`; Pages 4.1, 1.8.3:
//! `config`).

use crate::value::Str;

/// What the deployment descriptor says of the servlet that answers: for a page that is named by `jsp-file`, its name
/// and parameters; for all other pages the container's own for pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServletInfo {
    /// `servlet-name`
    pub name: Str,
    /// `init-param` elements in order.
    pub init_params: Vec<(Str, Str)>,
}

impl Default for ServletInfo {
    fn default() -> Self {
        ServletInfo { name: "jsp".into(), init_params: Vec::new() }
    }
}

impl ServletInfo {
    /// An initialisation parameter.
    pub fn init_param(&self, name: &str) -> Option<&Str> {
        self.init_params.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}
