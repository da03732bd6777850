//! `c:param` (Jakarta Tags 3.1, 7.7): its parent, which may be further out than the next tag, collects it.

use super::Machine;
use super::state::OpenTag;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::program::UrlParams;
use crate::value::Str;

/// What an open `c:url` or its like has collected; an open tag, so that errors and early ends take it along.
#[derive(Default)]
struct Collected(Vec<(Str, Str)>);

impl Machine {
    /// Starts to collect.
    pub(super) fn collect_params(&mut self) {
        let heights = self.heights();
        self.state.open_tag(OpenTag::Provided(Some(Box::new(Collected::default()))), 0, false, heights);
    }

    /// A `c:param` that does not stand right in its parent.
    ///
    /// # Errors
    /// `JspTagException` if its parent has ended: a fragment that it stands in was kept for longer.
    pub(super) fn param(&mut self) -> Result<()> {
        let mut param = self.pop_params(1);
        let index = self.state.tags.len();
        let Some(collected) = self.state.parent::<Collected>(index) else {
            return Err(Error::new(class::JSP_TAG, "c:param runs outside of its parent"));
        };
        collected.0.append(&mut param);
        Ok(())
    }

    /// The parameters of the tag that ends.
    pub(super) fn url_params(&mut self, params: UrlParams) -> Vec<(Str, Str)> {
        match params {
            UrlParams::OnStack(count) => self.pop_params(count),
            UrlParams::Collected => match self.state.tags.pop().map(|entry| entry.tag) {
                Some(OpenTag::Provided(Some(collected))) => {
                    collected.downcast::<Collected>().map_or_else(|_| Vec::new(), |collected| collected.0)
                }
                _ => unreachable!("tags within the one that ends are closed"),
            },
        }
    }
}
