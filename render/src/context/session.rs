//! Sessions of clients.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::SystemTime;

use rustc_hash::FxHashMap;

use super::Attributes;
use crate::value::Str;

/// Where sessions live: in memory, or a store that several servers share.
///
/// Loading is the host's work and done before the page starts, so nothing here waits.
pub trait SessionStore: Send + Sync + 'static {
    /// A new session with an unguessable id.
    fn create(&self) -> Arc<Session>;

    /// The valid session of that id.
    fn find(&self, id: &str) -> Option<Arc<Session>>;

    /// Forgets a session.
    fn remove(&self, id: &str);
}

/// One client's session.
pub struct Session {
    id: Str,
    /// Its attributes.
    pub attributes: Attributes,
    created: SystemTime,
    last_accessed_ms: AtomicU64,
    max_inactive_secs: AtomicU64,
    new: AtomicBool,
    valid: AtomicBool,
    at_end: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Session {
    /// A new session.
    pub fn new(id: Str, max_inactive: Duration) -> Self {
        let session = Session {
            id,
            attributes: Attributes::new(),
            created: SystemTime::now(),
            last_accessed_ms: AtomicU64::new(0),
            max_inactive_secs: AtomicU64::new(max_inactive.as_secs()),
            new: AtomicBool::new(true),
            valid: AtomicBool::new(true),
            at_end: Mutex::default(),
        };
        session.last_accessed_ms.store(millis(session.created), Ordering::Relaxed);
        session
    }

    /// The id that the cookie holds.
    pub fn id(&self) -> &Str {
        &self.id
    }

    /// When it was made.
    pub fn created(&self) -> SystemTime {
        self.created
    }

    /// Milliseconds since 1970 of the last request with this session.
    pub fn last_accessed_ms(&self) -> u64 {
        self.last_accessed_ms.load(Ordering::Relaxed)
    }

    /// Notes a request of the client: the session is no longer new.
    pub fn access(&self) {
        self.new.store(false, Ordering::Relaxed);
        self.last_accessed_ms.store(millis(SystemTime::now()), Ordering::Relaxed);
    }

    /// Whether the client does not know of it yet.
    pub fn is_new(&self) -> bool {
        self.new.load(Ordering::Relaxed)
    }

    /// Seconds without a request after which it ends; 0: never.
    pub fn max_inactive_secs(&self) -> u64 {
        self.max_inactive_secs.load(Ordering::Relaxed)
    }

    /// Sets the seconds without a request after which it ends; 0: never.
    pub fn set_max_inactive_secs(&self, seconds: u64) {
        self.max_inactive_secs.store(seconds, Ordering::Relaxed);
    }

    /// What is called when the session ends, while its attributes are still there.
    pub fn at_end(&self, call: impl FnOnce() + Send + 'static) {
        *self.at_end.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(call));
    }

    /// Ends the session and drops its attributes.
    pub fn invalidate(&self) {
        let at_end = self.at_end.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(at_end) = at_end {
            at_end();
        }
        self.valid.store(false, Ordering::Release);
        self.attributes.clear();
    }

    /// Whether it has neither ended nor run out.
    pub fn is_valid(&self) -> bool {
        let limit = self.max_inactive_secs();
        self.valid.load(Ordering::Acquire)
            && (limit == 0 || millis(SystemTime::now()) < self.last_accessed_ms() + limit * 1000)
    }
}

fn millis(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as u64)
}

/// Sessions in memory.
pub struct MemorySessions {
    make_id: Box<dyn Fn() -> Str + Send + Sync>,
    max_inactive: Duration,
    sessions: Mutex<FxHashMap<Str, Arc<Session>>>,
    created: OnceLock<Created>,
}

/// Hears of new sessions.
type Created = Box<dyn Fn(&Arc<Session>) + Send + Sync>;

impl MemorySessions {
    /// Sessions that end after `max_inactive` without a request (zero: never). `make_id` gives ids that nobody can guess:
    /// at least 128 bits from the operating system's generator.
    pub fn new(max_inactive: Duration, make_id: impl Fn() -> Str + Send + Sync + 'static) -> Self {
        MemorySessions {
            make_id: Box::new(make_id),
            max_inactive,
            sessions: Mutex::default(),
            created: OnceLock::new(),
        }
    }

    /// What is called with every new session from now on; the first one stays.
    pub fn when_created(&self, call: impl Fn(&Arc<Session>) + Send + Sync + 'static) {
        // Whoever made the store says so once.
        let _ = self.created.set(Box::new(call));
    }

    /// Removes sessions that have ended or run out; to be called now and then. Gives how many remain.
    pub fn sweep(&self) -> usize {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let ended: Vec<Arc<Session>> =
            sessions.extract_if(|_, session| !session.is_valid()).map(|(_, session)| session).collect();
        let left = sessions.len();
        drop(sessions);
        for session in ended {
            session.invalidate();
        }
        left
    }
}

impl SessionStore for MemorySessions {
    fn create(&self) -> Arc<Session> {
        let session = Arc::new(Session::new((self.make_id)(), self.max_inactive));
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.insert(session.id.clone(), session.clone());
        drop(sessions);
        if let Some(created) = self.created.get() {
            created(&session);
        }
        session
    }

    fn find(&self, id: &str) -> Option<Arc<Session>> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let session = sessions.get(id)?;
        if session.is_valid() {
            return Some(session.clone());
        }
        let ended = sessions.remove(id);
        drop(sessions);
        if let Some(ended) = ended {
            ended.invalidate();
        }
        None
    }

    fn remove(&self, id: &str) {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn an_ended_session_is_not_found_again() {
        let store = MemorySessions::new(Duration::ZERO, || "only".into());
        let session = store.create();
        session.attributes.set("user", Value::str("x"));
        assert!(store.find("only").is_some());
        session.invalidate();
        assert!(store.find("only").is_none());
        assert!(session.attributes.get("user").is_none());
        assert_eq!(store.sweep(), 0);
    }
}
