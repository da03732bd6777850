//! Resolvers of an application's own: they may be added up to the first expression that is compiled.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;

use crate::Result;
use crate::el::ElResolver;
use crate::error::Error;

/// The resolvers of an application.
#[derive(Default)]
pub(super) struct ElResolvers {
    added: Mutex<Vec<Arc<dyn ElResolver>>>,
    settled: OnceLock<Vec<Arc<dyn ElResolver>>>,
}

impl ElResolvers {
    /// Adds a resolver behind the others.
    ///
    /// # Errors
    /// `IllegalStateException`: they are settled.
    pub(super) fn add(&self, resolver: Arc<dyn ElResolver>) -> Result<()> {
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if self.settled.get().is_some() {
            return Err(Error::illegal_state("resolvers are added before the application answers requests")
                .with_hint("call addELResolver in contextInitialized of a ServletContextListener"));
        }
        added.push(resolver);
        Ok(())
    }

    /// All of them; from now on there are no others.
    #[inline]
    pub(super) fn settled(&self) -> &[Arc<dyn ElResolver>] {
        self.settled
            .get_or_init(|| std::mem::take(&mut *self.added.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
