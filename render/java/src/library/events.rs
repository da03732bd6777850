//! What listeners of an application implement, and the events that they hear of.

use super::table::Native;

const LISTENER: &[&str] = &["java.util.EventListener"];
const EVENT: &[&str] = &["java.util.EventObject"];
const SESSION_EVENT: &[&str] = &["jakarta.servlet.http.HttpSessionEvent"];

const fn listener(name: &'static str) -> Native {
    Native { supers: LISTENER, complete: true, ..Native::new(name) }
}

pub(super) const CLASSES: &[Native] = &[
    Native { complete: true, ..Native::new("java.util.EventListener") },
    Native { methods: "getSource:Object", complete: true, ..Native::new("java.util.EventObject") },
    listener("jakarta.servlet.ServletContextListener"),
    listener("jakarta.servlet.ServletContextAttributeListener"),
    listener("jakarta.servlet.ServletRequestListener"),
    listener("jakarta.servlet.http.HttpSessionListener"),
    listener("jakarta.servlet.http.HttpSessionAttributeListener"),
    listener("jakarta.servlet.http.HttpSessionActivationListener"),
    Native {
        supers: EVENT,
        methods: "getServletContext:ServletContext",
        complete: true,
        ..Native::new("jakarta.servlet.ServletContextEvent")
    },
    Native {
        supers: &["jakarta.servlet.ServletContextEvent"],
        methods: "getName:String getValue:Object",
        complete: true,
        ..Native::new("jakarta.servlet.ServletContextAttributeEvent")
    },
    Native {
        supers: EVENT,
        methods: "getServletRequest:ServletRequest getServletContext:ServletContext",
        complete: true,
        ..Native::new("jakarta.servlet.ServletRequestEvent")
    },
    Native {
        supers: EVENT,
        methods: "getSession:HttpSession",
        complete: true,
        ..Native::new("jakarta.servlet.http.HttpSessionEvent")
    },
    Native {
        supers: SESSION_EVENT,
        methods: "getName:String getValue:Object",
        complete: true,
        ..Native::new("jakarta.servlet.http.HttpSessionBindingEvent")
    },
];
