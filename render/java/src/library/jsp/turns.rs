//! Turns: what only one request at a time may do, while others wait without a thread.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::PoisonError;

use tokio::sync::Mutex;
use tokio::sync::OwnedMutexGuard;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::CallFuture;
use vespid_render::value::Class;
use vespid_render::value::Object;

struct Turns(Arc<Mutex<()>>);

/// A turn that ends at the latest when nobody has it any more: a request that is broken off keeps it from no one.
struct Turn(std::sync::Mutex<Option<OwnedMutexGuard<()>>>);

impl Object for Turns {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("vespid.Engine$Turns", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Object for Turn {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("vespid.Engine$Turn", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(super) fn new() -> Value {
    Value::new(Turns(Arc::default()))
}

/// Gives the turn when it comes.
///
/// # Errors
/// These are no turns.
pub(super) fn wait(turns: &Value) -> Result<CallFuture> {
    let Some(turns) = turns.downcast_ref::<Turns>() else {
        return Err(Error::illegal_argument("turns are made by Engine.turns"));
    };
    let lock = turns.0.clone();
    Ok(Box::pin(async move {
        let turn = lock.lock_owned().await;
        Ok(Value::new(Turn(std::sync::Mutex::new(Some(turn)))))
    }))
}

pub(super) fn end(turn: &Value) {
    if let Some(turn) = turn.downcast_ref::<Turn>() {
        drop(turn.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
