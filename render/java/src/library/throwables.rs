//! Exceptions.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::Throwable;

use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Instance;

const fn exception(name: &'static str, supers: &'static [&'static str]) -> Native {
    Native { supers, complete: true, ..Native::new(name) }
}

const EXCEPTION: &[&str] = &["java.lang.Exception"];
const RUNTIME: &[&str] = &["java.lang.RuntimeException"];
const ERROR: &[&str] = &["java.lang.Error"];
const IO: &[&str] = &["java.io.IOException"];
const ARGUMENT: &[&str] = &["java.lang.IllegalArgumentException"];
const INDEX: &[&str] = &["java.lang.IndexOutOfBoundsException"];
const SQL: &[&str] = &["java.sql.SQLException"];
const JSP: &[&str] = &["jakarta.servlet.jsp.JspException"];
const EL: &[&str] = &["jakarta.el.ELException"];

pub(super) const CLASSES: &[Native] = &[
    Native {
        supers: &["java.io.Serializable"],
        methods: "getMessage:String getLocalizedMessage:String getCause:Throwable initCause/1:Throwable \
                  printStackTrace/0,1:void getStackTrace:StackTraceElement[] setStackTrace/1:void \
                  fillInStackTrace:Throwable addSuppressed/1:void getSuppressed:Throwable[]",
        complete: true,
        ..Native::new("java.lang.Throwable")
    },
    Native {
        methods: "getClassName:String getMethodName:String getFileName:String getLineNumber:int",
        complete: true,
        ..Native::new("java.lang.StackTraceElement")
    },
    exception("java.lang.Exception", &["java.lang.Throwable"]),
    exception("java.lang.Error", &["java.lang.Throwable"]),
    exception("java.lang.RuntimeException", EXCEPTION),
    exception("java.lang.IllegalArgumentException", RUNTIME),
    exception("java.lang.IllegalStateException", RUNTIME),
    exception("java.lang.NullPointerException", RUNTIME),
    exception("java.lang.ArithmeticException", RUNTIME),
    exception("java.lang.ClassCastException", RUNTIME),
    exception("java.lang.IndexOutOfBoundsException", RUNTIME),
    exception("java.lang.ArrayIndexOutOfBoundsException", INDEX),
    exception("java.lang.StringIndexOutOfBoundsException", INDEX),
    exception("java.lang.NegativeArraySizeException", RUNTIME),
    exception("java.lang.ArrayStoreException", RUNTIME),
    exception("java.lang.NumberFormatException", ARGUMENT),
    exception("java.lang.UnsupportedOperationException", RUNTIME),
    exception("java.lang.SecurityException", RUNTIME),
    exception("java.lang.CloneNotSupportedException", EXCEPTION),
    exception("java.lang.InterruptedException", EXCEPTION),
    exception("java.lang.ReflectiveOperationException", EXCEPTION),
    exception("java.lang.ClassNotFoundException", &["java.lang.ReflectiveOperationException"]),
    exception("java.lang.InstantiationException", &["java.lang.ReflectiveOperationException"]),
    exception("java.lang.IllegalAccessException", &["java.lang.ReflectiveOperationException"]),
    exception("java.lang.NoSuchMethodException", &["java.lang.ReflectiveOperationException"]),
    exception("java.lang.NoSuchFieldException", &["java.lang.ReflectiveOperationException"]),
    Native {
        supers: &["java.lang.ReflectiveOperationException"],
        methods: "getTargetException:Throwable",
        complete: true,
        ..Native::new("java.lang.reflect.InvocationTargetException")
    },
    exception("java.lang.VirtualMachineError", ERROR),
    exception("java.lang.StackOverflowError", &["java.lang.VirtualMachineError"]),
    exception("java.lang.OutOfMemoryError", &["java.lang.VirtualMachineError"]),
    exception("java.lang.LinkageError", ERROR),
    exception("java.lang.NoClassDefFoundError", &["java.lang.LinkageError"]),
    exception("java.lang.ExceptionInInitializerError", &["java.lang.LinkageError"]),
    exception("java.lang.AssertionError", ERROR),
    exception("java.beans.IntrospectionException", EXCEPTION),
    exception("java.io.IOException", EXCEPTION),
    exception("java.io.FileNotFoundException", IO),
    exception("java.io.UnsupportedEncodingException", IO),
    exception("java.io.UncheckedIOException", RUNTIME),
    exception("java.net.MalformedURLException", IO),
    exception("java.net.URISyntaxException", EXCEPTION),
    Native {
        supers: EXCEPTION,
        methods: "getSQLState:String getErrorCode:int getNextException:SQLException setNextException/1:void",
        complete: true,
        ..Native::new("java.sql.SQLException")
    },
    exception("java.sql.SQLWarning", SQL),
    exception("java.sql.SQLTimeoutException", SQL),
    exception("java.sql.SQLFeatureNotSupportedException", SQL),
    exception("java.sql.SQLIntegrityConstraintViolationException", SQL),
    exception("java.sql.SQLSyntaxErrorException", SQL),
    exception("java.sql.SQLClientInfoException", SQL),
    exception("java.sql.BatchUpdateException", SQL),
    exception("java.text.ParseException", EXCEPTION),
    exception("java.util.NoSuchElementException", RUNTIME),
    exception("java.util.EmptyStackException", RUNTIME),
    exception("java.util.ConcurrentModificationException", RUNTIME),
    exception("java.util.MissingResourceException", RUNTIME),
    exception("java.util.InputMismatchException", &["java.util.NoSuchElementException"]),
    exception("java.time.DateTimeException", RUNTIME),
    exception("java.time.format.DateTimeParseException", &["java.time.DateTimeException"]),
    exception("javax.naming.NamingException", EXCEPTION),
    exception("javax.naming.NameNotFoundException", &["javax.naming.NamingException"]),
    Native {
        supers: EXCEPTION,
        methods: "getRootCause:Throwable",
        complete: true,
        ..Native::new("jakarta.servlet.ServletException")
    },
    exception("jakarta.servlet.UnavailableException", &["jakarta.servlet.ServletException"]),
    Native {
        supers: EXCEPTION,
        methods: "getRootCause:Throwable",
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspException")
    },
    exception("jakarta.servlet.jsp.JspTagException", JSP),
    exception("jakarta.servlet.jsp.SkipPageException", JSP),
    exception("jakarta.el.ELException", RUNTIME),
    exception("jakarta.el.PropertyNotFoundException", EL),
    exception("jakarta.el.PropertyNotWritableException", EL),
    exception("jakarta.el.MethodNotFoundException", EL),
    exception("jakarta.servlet.jsp.el.ELException", JSP),
];

/// The names of everything above a class, nearest first.
fn supers(native: &'static Native) -> Vec<Str> {
    native.lineage().into_iter().skip(1).map(|native| native.name.into()).collect()
}

/// An exception of a native class.
pub(super) fn make(native: &'static Native, args: &[Value]) -> Value {
    let (mut message, mut cause) = (Str::new(), None);
    // Of an SQLException, codes stand behind the message.
    let (args, code) = match args {
        [message, state @ (Value::Str(_) | Value::Null), number @ ..]
            if native.is_a("java.sql.SQLException") =>
        {
            (std::slice::from_ref(message), Some((state, number.first())))
        }
        args => (args, None),
    };
    for arg in args {
        match arg {
            Value::Str(text) => message = text.clone(),
            Value::Null => {}
            other => match thrown(other) {
                Some(error) => cause = Some(error),
                None => message = other.to_string().into(),
            },
        }
    }
    if let (Some(cause), 1) = (&cause, args.len()) {
        message = describe(cause).into();
    }
    let mut error = Error::new(native.name, message).with_supers(supers(native));
    if let Some(cause) = cause {
        error = error.with_cause(cause);
    }
    if let Some((Value::Str(state), number)) = code {
        let number = if let Some(Value::Int(number)) = number { *number } else { 0 };
        error = error.with_code(state.clone(), number);
    }
    Value::new(Throwable::new(error))
}

/// `Throwable.toString`
fn describe(error: &Error) -> String {
    if error.message().is_empty() {
        error.class_name().to_string()
    } else {
        format!("{}: {}", error.class_name(), error.message())
    }
}

/// The error that an exception object stands for.
fn thrown(value: &Value) -> Option<Error> {
    if let Some(throwable) = value.downcast_ref::<Throwable>() {
        return Some(throwable.error().clone());
    }
    let instance: &Instance = value.downcast_ref()?;
    if !instance.class().is_a("java.lang.Throwable") {
        return None;
    }
    let native = instance.native().and_then(|native| native.as_any().downcast_ref::<Throwable>());
    let message = native.map_or_else(Str::new, |native| native.error().message().clone());
    let mut supers: Vec<Str> = Vec::new();
    let lineage = instance.info().native_super.map_or(Vec::new(), super::table::Native::lineage);
    supers.extend(instance.info().supers.iter().cloned());
    supers.extend(lineage.into_iter().map(|native| Str::from(native.name)));
    let mut error =
        Error::new(instance.class().name(), message).with_supers(supers).with_thrown(value.clone());
    if let Some(cause) = native.and_then(|native| native.error().cause()) {
        error = error.with_cause(cause.clone());
    }
    Some(error)
}

/// The error that throwing a value means.
pub(crate) fn error_of(value: &Value) -> Error {
    match thrown(value) {
        Some(error) => error,
        None if value.is_null() => Error::new(class::NULL_POINTER, "null can't be thrown"),
        None => {
            Error::new(class::CLASS_CAST, format!("{} can't be thrown", value.class_name().unwrap_or("null")))
        }
    }
}

/// Methods of exceptions.
pub(super) fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(throwable) = target.downcast_ref::<Throwable>() else { return Ok(None) };
    let error = throwable.error();
    let message =
        || if error.message().is_empty() { Value::Null } else { Value::Str(error.message().clone()) };
    let cause = || error.cause().map_or(Value::Null, |cause| Throwable::value(cause.clone()));
    Ok(Some(match (name, args) {
        ("getMessage" | "getLocalizedMessage", []) => message(),
        ("getCause" | "getRootCause" | "getTargetException", []) => cause(),
        ("getDescription", []) => message(),
        ("getSQLState", []) => error.code().map_or(Value::Null, |(state, _)| Value::Str(state.clone())),
        ("getErrorCode", []) => Value::Int(error.code().map_or(0, |(_, number)| number)),
        ("getNextException", []) | ("setNextException", [_]) => Value::Null,
        ("toString", []) => Value::str(describe(error)),
        ("fillInStackTrace", []) => target.clone(),
        ("initCause", [cause]) => {
            let error = match thrown(cause) {
                Some(cause) => error.clone().with_cause(cause),
                None => error.clone(),
            };
            Value::new(Throwable::new(error))
        }
        ("addSuppressed" | "setStackTrace", [_]) => Value::Null,
        ("getSuppressed", []) => Array::of("java.lang.Throwable", Vec::new()),
        // Where Java writes to the console of the server, there is nobody to read it.
        ("printStackTrace", []) => Value::Null,
        ("printStackTrace", [writer]) => {
            let mut text = describe(error);
            for place in error.places() {
                text.push_str(&format!(
                    "\n\tat {}({}:{})",
                    place.path,
                    place.path.rsplit('/').next().unwrap_or(""),
                    place.line
                ));
            }
            text.push('\n');
            let mut cause = error.cause();
            while let Some(error) = cause {
                text.push_str(&format!("Caused by: {}\n", describe(error)));
                cause = error.cause();
            }
            cx.invoke(writer, "print", &[Value::str(text)])?
        }
        ("getStackTrace", []) => Array::of(
            "java.lang.StackTraceElement",
            error
                .places()
                .iter()
                .map(|place| {
                    Value::map([
                        (Value::str("fileName"), Value::Str(place.path.clone())),
                        (Value::str("lineNumber"), Value::Int(place.line as i32)),
                    ])
                })
                .collect(),
        ),
        _ => return Ok(None),
    }))
}
