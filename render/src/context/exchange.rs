//! One request and its response, shared by every page that takes part.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use vespid_streams::Charset;

use super::Attributes;
use super::Params;
use super::Paths;
use super::RequestHead;
use super::Response;
use super::ServletInfo;
use super::Session;
use super::SessionStore;
use crate::Result;
use crate::application::Application;
use crate::error::Error;
use crate::value::Str;
use crate::value::Throwable;
use crate::value::Value;

/// One request and its response: what implicit objects show and include and forward change.
pub struct Exchange {
    application: Arc<Application>,
    /// The parts of the request that stay the same.
    pub request: RequestHead,
    /// Request scope.
    pub attributes: Attributes,
    /// The response.
    pub response: Response,
    servlet: Arc<ServletInfo>,
    paths: Mutex<Arc<Paths>>,
    params: Mutex<Arc<Params>>,
    session: Mutex<Option<Arc<Session>>>,
    requested_session_id: Option<Str>,
    sessions: Option<Arc<dyn SessionStore>>,
    error: Mutex<Option<Error>>,
    form: Option<Form>,
    request_charset: Mutex<Option<Charset>>,
    /// The request and response that filters gave in place of these.
    wrapped: Mutex<Option<Box<Wrapped>>>,
    /// Filters have left the answer to whoever comes behind them, which is no page.
    passed: AtomicBool,
}

/// A request and a response that filters have made of those of an exchange (Servlet 6.1, 6.2.2).
#[derive(Clone, Debug)]
pub struct Wrapped {
    /// What stands for the request.
    pub request: Value,
    /// What stands for the response.
    pub response: Value,
}

/// Parameters that can be read once more in another charset.
struct Form {
    /// As they were read first.
    params: Arc<Params>,
    read: Box<dyn Fn(Charset) -> Result<Params> + Send + Sync>,
}

/// Makes an [`Exchange`].
pub struct ExchangeBuilder {
    exchange: Exchange,
}

impl Exchange {
    /// An exchange for a request of `application`.
    pub fn builder(application: Arc<Application>) -> ExchangeBuilder {
        ExchangeBuilder {
            exchange: Exchange {
                application,
                request: RequestHead::default(),
                attributes: Attributes::new(),
                response: Response::default(),
                servlet: Arc::default(),
                paths: Mutex::default(),
                params: Mutex::default(),
                session: Mutex::default(),
                requested_session_id: None,
                sessions: None,
                error: Mutex::default(),
                form: None,
                request_charset: Mutex::default(),
                wrapped: Mutex::default(),
                passed: AtomicBool::new(false),
            },
        }
    }

    /// What pages see in place of the request and response, if filters have wrapped them.
    pub fn wrapped(&self) -> Option<Wrapped> {
        self.wrapped.lock().unwrap_or_else(PoisonError::into_inner).as_deref().cloned()
    }

    /// Puts others in place of request and response, or takes them away.
    pub fn set_wrapped(&self, wrapped: Option<Wrapped>) {
        *self.wrapped.lock().unwrap_or_else(PoisonError::into_inner) = wrapped.map(Box::new);
    }

    /// Notes that the filters of the request have let it pass to what is no page.
    pub(crate) fn pass(&self) {
        self.passed.store(true, Ordering::Relaxed);
    }

    /// Whether filters have let the request pass to what is no page: a file, or code of the host.
    pub fn has_passed(&self) -> bool {
        self.passed.load(Ordering::Relaxed)
    }

    /// The web application.
    pub fn application(&self) -> &Arc<Application> {
        &self.application
    }

    /// The servlet that answers the request.
    pub fn servlet(&self) -> &Arc<ServletInfo> {
        &self.servlet
    }

    /// The paths as they stand.
    pub fn paths(&self) -> Arc<Paths> {
        self.paths.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the paths (forward) and gives those before.
    pub fn set_paths(&self, paths: Arc<Paths>) -> Arc<Paths> {
        std::mem::replace(&mut self.paths.lock().unwrap_or_else(PoisonError::into_inner), paths)
    }

    /// The parameters as they stand.
    pub fn params(&self) -> Arc<Params> {
        self.params.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the parameters (include, forward) and gives those before.
    pub fn set_params(&self, params: Arc<Params>) -> Arc<Params> {
        std::mem::replace(&mut self.params.lock().unwrap_or_else(PoisonError::into_inner), params)
    }

    /// The first value of a parameter.
    pub fn param(&self, name: &str) -> Option<Str> {
        self.params.lock().unwrap_or_else(PoisonError::into_inner).first(name).cloned()
    }

    /// The charset of the request's body, if the request named it or [`set_request_charset`](Self::set_request_charset)
    /// did (`ServletRequest.getCharacterEncoding`).
    pub fn request_charset(&self) -> Option<Charset> {
        *self.request_charset.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the parameters of a form in another charset (`ServletRequest.setCharacterEncoding`). Those that an include
    /// or forward has added to stay as they are.
    ///
    /// # Errors
    /// The form is not in that charset.
    pub fn set_request_charset(&self, charset: Charset) -> Result<()> {
        *self.request_charset.lock().unwrap_or_else(PoisonError::into_inner) = Some(charset);
        if let Some(form) = &self.form
            && Arc::ptr_eq(&form.params, &self.params())
        {
            self.set_params(Arc::new((form.read)(charset)?));
        }
        Ok(())
    }

    /// The session id that the client sent.
    pub fn requested_session_id(&self) -> Option<&Str> {
        self.requested_session_id.as_ref()
    }

    /// The session, if there is a valid one.
    pub fn session(&self) -> Option<Arc<Session>> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if session.as_ref().is_some_and(|session| !session.is_valid()) {
            *session = None;
        }
        session.clone()
    }

    /// The session, made if there is none.
    ///
    /// # Errors
    /// `IllegalStateException` where the host has no sessions, or the response is committed so that no cookie can go out.
    pub fn session_or_create(&self) -> Result<Arc<Session>> {
        if let Some(session) = self.session() {
            return Ok(session);
        }
        let Some(sessions) = &self.sessions else {
            return Err(Error::illegal_state("there are no sessions here")
                .with_hint("give the page session=\"false\""));
        };
        if self.response.is_committed() {
            return Err(Error::illegal_state("a session can't be made after the response is committed"));
        }
        let session = sessions.create();
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = Some(session.clone());
        Ok(session)
    }

    /// Whether sessions can be made here.
    pub fn has_sessions(&self) -> bool {
        self.sessions.is_some()
    }

    /// The exception that an error page is to show.
    pub fn error(&self) -> Option<Error> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the exception for an error page.
    pub fn set_error(&self, error: Option<Error>) {
        *self.error.lock().unwrap_or_else(PoisonError::into_inner) = error;
    }
}

impl ExchangeBuilder {
    /// The request's head.
    #[must_use]
    pub fn request(mut self, request: RequestHead) -> Self {
        self.exchange.request = request;
        self
    }

    /// The servlet that answers the request; the container's own for pages if not set.
    #[must_use]
    pub fn servlet(mut self, servlet: Arc<ServletInfo>) -> Self {
        self.exchange.servlet = servlet;
        self
    }

    /// The request's paths.
    #[must_use]
    pub fn paths(mut self, paths: Paths) -> Self {
        self.exchange.paths = Mutex::new(Arc::new(paths));
        self
    }

    /// The request's parameters.
    #[must_use]
    pub fn params(mut self, params: Params) -> Self {
        self.exchange.params = Mutex::new(Arc::new(params));
        self
    }

    /// The charset that the request names for its body.
    #[must_use]
    pub fn request_charset(mut self, charset: Option<Charset>) -> Self {
        self.exchange.request_charset = Mutex::new(charset);
        self
    }

    /// How to read the [parameters](Self::params) once more, in another charset.
    #[must_use]
    pub fn form(mut self, read: impl Fn(Charset) -> Result<Params> + Send + Sync + 'static) -> Self {
        self.exchange.form = Some(Form { params: self.exchange.params(), read: Box::new(read) });
        self
    }

    /// Where sessions come from, and the id that the client sent.
    #[must_use]
    pub fn sessions(mut self, store: Arc<dyn SessionStore>, requested_id: Option<Str>) -> Self {
        if let Some(session) = requested_id.as_ref().and_then(|id| store.find(id)) {
            session.access();
            self.exchange.session = Mutex::new(Some(session));
        }
        self.exchange.requested_session_id = requested_id;
        self.exchange.sessions = Some(store);
        self
    }

    /// A request attribute, such as the model for the page.
    #[must_use]
    pub fn attribute(self, name: &str, value: crate::Value) -> Self {
        self.exchange.attributes.set(name, value);
        self
    }

    /// The exchange.
    pub fn build(self) -> Arc<Exchange> {
        Arc::new(self.exchange)
    }
}

impl Exchange {
    /// Sets the request attributes by which error pages learn of a failure (Servlet 6.1, 10.9.1).
    pub fn expose_error(&self, error: &Error, status: u16) {
        let paths = self.paths();
        // One object under both names.
        let exception = Value::new(Throwable::new(error.clone()));
        let query = paths.query_string.clone().map_or(Value::Null, Value::Str);
        for (name, value) in [
            ("jakarta.servlet.error.status_code", Value::Int(i32::from(status))),
            ("jakarta.servlet.error.exception", exception.clone()),
            ("jakarta.servlet.error.exception_type", Value::Str(error.class_name().clone())),
            ("jakarta.servlet.error.message", Value::Str(error.message().clone())),
            ("jakarta.servlet.error.request_uri", Value::Str(paths.request_uri.clone())),
            ("jakarta.servlet.error.servlet_name", Value::Str(self.servlet.name.clone())),
            ("jakarta.servlet.error.query_string", query),
            ("jakarta.servlet.error.method", Value::Str(self.request.method.clone())),
            ("jakarta.servlet.jsp.jspException", exception),
        ] {
            self.attributes.set(name, value);
        }
    }
}
