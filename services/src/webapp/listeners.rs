//! Listeners of the application (Servlet 6.1, chapter 11): classes of its own sources that `web.xml` and the descriptors
//! of tag libraries name.
//!
//! They start with the application, that is, before its first request, and hear of the end when it goes. What one throws
//! is logged and keeps nothing from going on.

use std::sync::Arc;
use std::sync::Weak;

use vespid_render::Error;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::context::MemorySessions;
use vespid_render::context::RequestHead;
use vespid_render::context::Session;
use vespid_render::context::event;
use vespid_render::context::request_object;
use vespid_render::context::servlet_context;
use vespid_render::context::session_object;
use vespid_render::script::ScriptPage;
use vespid_render::value::Str;

use super::WebApp;

/// A listener with the name of its class.
struct Listener {
    class: Str,
    object: Value,
    kinds: Vec<&'static str>,
}

const CONTEXT: &str = "jakarta.servlet.ServletContextListener";
const CONTEXT_ATTRIBUTES: &str = "jakarta.servlet.ServletContextAttributeListener";
const REQUEST: &str = "jakarta.servlet.ServletRequestListener";
const SESSION: &str = "jakarta.servlet.http.HttpSessionListener";
const SESSION_ATTRIBUTES: &str = "jakarta.servlet.http.HttpSessionAttributeListener";

const KINDS: [&str; 5] = [CONTEXT, CONTEXT_ATTRIBUTES, REQUEST, SESSION, SESSION_ATTRIBUTES];

/// The listeners of an application.
pub(super) struct Listeners {
    application: Weak<Application>,
    all: Vec<Listener>,
}

impl WebApp {
    /// Starts the application's listeners, once.
    pub(super) async fn start(&self) {
        if self.listeners.initialized() {
            return;
        }
        let started = self.listeners.get_or_init(|| async {
            let mut classes: Vec<Str> =
                self.web_xml.listeners.iter().map(|class| class.name.clone()).collect();
            let (application, sessions) = (self.application.clone(), self.sessions.clone());
            let started = tokio::task::spawn_blocking(move || {
                classes.extend(application.library_listeners());
                Listeners::start(&application, &sessions, &classes)
            });
            started.await.unwrap_or_else(|error| {
                tracing::error!(%error, "starting the listeners was broken off");
                Arc::new(Listeners { application: Weak::new(), all: Vec::new() })
            })
        });
        // Boxed, since all requests but the first would only have the room for it.
        Box::pin(started).await;
    }
}

impl Drop for WebApp {
    fn drop(&mut self) {
        self.destroy_servlets();
        if let Some(listeners) = self.listeners.get() {
            listeners.context("contextDestroyed", &self.application, true);
        }
    }
}

impl Listeners {
    fn start(application: &Arc<Application>, sessions: &MemorySessions, classes: &[Str]) -> Arc<Self> {
        let mut all: Vec<Listener> = Vec::new();
        for class in classes {
            if all.iter().any(|known| known.class == *class) {
                continue;
            }
            match make(application, class) {
                Ok(listener) => all.push(listener),
                Err(error) => tracing::error!(%class, %error, "the listener can't be made"),
            }
        }
        let listeners = Arc::new(Listeners { application: Arc::downgrade(application), all });
        if listeners.has(CONTEXT_ATTRIBUTES) {
            let hears = listeners.clone();
            application.attributes().observe(Box::new(move |name, before, now| {
                hears.attribute(
                    CONTEXT_ATTRIBUTES,
                    &["attributeAdded", "attributeReplaced", "attributeRemoved"],
                    || {
                        Some((
                            "jakarta.servlet.ServletContextAttributeEvent",
                            "servletContext",
                            hears.context_object()?,
                        ))
                    },
                    name,
                    before,
                    now,
                );
            }));
        }
        if listeners.has(SESSION) || listeners.has(SESSION_ATTRIBUTES) {
            let hears = listeners.clone();
            sessions.when_created(move |session| hears.session_created(session));
        }
        listeners.context("contextInitialized", application, false);
        listeners
    }

    fn has(&self, kind: &str) -> bool {
        self.all.iter().any(|listener| listener.kinds.contains(&kind))
    }

    fn tell(&self, kind: &str, method: &str, event: &Value) {
        for listener in self.all.iter().filter(|listener| listener.kinds.contains(&kind)) {
            listener.tell(method, event);
        }
    }

    /// Tells of the application's start or end, of the latter in the opposite order.
    fn context(&self, method: &str, application: &Arc<Application>, reverse: bool) {
        if !self.has(CONTEXT) {
            return;
        }
        let context = servlet_context(&exchange(application));
        let event = event(
            "jakarta.servlet.ServletContextEvent",
            vec![("servletContext", context.clone()), ("source", context)],
        );
        let concerned = self.all.iter().filter(|listener| listener.kinds.contains(&CONTEXT));
        if reverse {
            concerned.rev().for_each(|listener| listener.tell(method, &event));
        } else {
            concerned.for_each(|listener| listener.tell_and_wait(method, &event, exchange(application)));
        }
    }

    fn context_object(&self) -> Option<Value> {
        self.application.upgrade().map(|application| servlet_context(&exchange(&application)))
    }

    fn session_created(self: &Arc<Self>, session: &Arc<Session>) {
        if self.has(SESSION_ATTRIBUTES) {
            let (hears, of) = (self.clone(), Arc::downgrade(session));
            session.attributes.observe(Box::new(move |name, before, now| {
                hears.attribute(
                    SESSION_ATTRIBUTES,
                    &["attributeAdded", "attributeReplaced", "attributeRemoved"],
                    || {
                        Some((
                            "jakarta.servlet.http.HttpSessionBindingEvent",
                            "session",
                            hears.session_object(&of.upgrade()?)?,
                        ))
                    },
                    name,
                    before,
                    now,
                );
            }));
        }
        if !self.has(SESSION) {
            return;
        }
        let (hears, of) = (self.clone(), Arc::downgrade(session));
        session.at_end(move || {
            if let Some(session) = of.upgrade() {
                hears.session("sessionDestroyed", &session);
            }
        });
        self.session("sessionCreated", session);
    }

    fn session(&self, method: &str, session: &Arc<Session>) {
        let Some(object) = self.session_object(session) else { return };
        let event = event(
            "jakarta.servlet.http.HttpSessionEvent",
            vec![("session", object.clone()), ("source", object)],
        );
        self.tell(SESSION, method, &event);
    }

    fn session_object(&self, session: &Arc<Session>) -> Option<Value> {
        self.application.upgrade().map(|application| session_object(session, &exchange(&application)))
    }

    /// Tells of a changed attribute: its methods for one that is new, has another value, is gone.
    fn attribute<'e>(
        &self,
        kind: &str,
        methods: &[&str; 3],
        owner: impl Fn() -> Option<(&'e str, &'e str, Value)>,
        name: &str,
        before: Option<&Value>,
        now: Option<&Value>,
    ) {
        let Some((class, property, owner)) = owner() else { return };
        let (method, value) = match (before, now) {
            (None, now) => (methods[0], now),
            (before, Some(_)) => (methods[1], before),
            (before, None) => (methods[2], before),
        };
        let value = value.cloned().unwrap_or_default();
        let event = event(
            class,
            vec![(property, owner.clone()), ("source", owner), ("name", Value::str(name)), ("value", value)],
        );
        self.tell(kind, method, &event);
    }

    /// Tells that a request comes in or goes out.
    pub(super) fn request(&self, method: &str, exchange: &Arc<Exchange>) {
        if !self.has(REQUEST) {
            return;
        }
        let context = servlet_context(exchange);
        let event = event(
            "jakarta.servlet.ServletRequestEvent",
            vec![
                ("servletRequest", request_object(exchange)),
                ("servletContext", context.clone()),
                ("source", context),
            ],
        );
        self.tell(REQUEST, method, &event);
    }
}

impl Listener {
    /// As [`tell`](Self::tell) on a thread that may block: the listener may wait, for a database say.
    fn tell_and_wait(&self, method: &str, event: &Value, exchange: Arc<Exchange>) {
        let Some(object) = self.object.as_object() else { return };
        match object.clone().call_async(method, std::slice::from_ref(event)) {
            Some(told) => {
                let told = ScriptPage::lend_vacant(exchange, told);
                self.log(method, tokio::runtime::Handle::current().block_on(told).map(drop));
            }
            None => self.tell(method, event),
        }
    }

    fn tell(&self, method: &str, event: &Value) {
        let Some(object) = self.object.as_object() else { return };
        self.log(method, object.call(method, std::slice::from_ref(event)).map(drop));
    }

    fn log(&self, method: &str, told: Result<(), Error>) {
        if let Err(error) = told {
            tracing::error!(listener = %self.class, method, %error, "the listener failed");
        }
    }
}

fn make(application: &Application, class: &Str) -> Result<Listener, Error> {
    let Some(found) = application.class(class) else {
        return Err(Error::new(vespid_render::error::class::CLASS_NOT_FOUND, class.clone())
            .with_hint("put its source into /WEB-INF/classes"));
    };
    let object = found.instantiate(&[])?;
    let kinds = KINDS.into_iter().filter(|kind| found.class().is_a(kind)).collect();
    Ok(Listener { class: class.clone(), object, kinds })
}

/// An exchange for what happens outside of any request.
fn exchange(application: &Arc<Application>) -> Arc<Exchange> {
    let context_path = application.context_path().clone();
    Exchange::builder(application.clone())
        .request(RequestHead { context_path, ..RequestHead::default() })
        .build()
}
