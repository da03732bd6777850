//! `JspFactory`, what it gives, and `ErrorData` (Pages 4.1, 13.1).

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Property;

use super::super::table::Native;
use super::context;
use super::source_resolver;

pub(in super::super) const CLASSES: &[Native] = &[
    Native {
        statics: "getDefaultFactory:JspFactory setDefaultFactory/1:void",
        methods: "getEngineInfo:JspEngineInfo getJspApplicationContext/1:JspApplicationContext \
                  getPageContext/7:PageContext releasePageContext/1:void",
        call: Some(|cx, _, name, args| {
            Ok(Some(match (name, args) {
                ("getEngineInfo", []) => Value::new(Of(&ENGINE_INFO)),
                ("getJspApplicationContext", [application]) => source_resolver::of(application)?,
                ("getPageContext", [..]) => context::page_context(cx)?,
                ("releasePageContext", [_]) => Value::Null,
                _ => return Ok(None),
            }))
        }),
        call_static: Some(|_, name, args| {
            Ok(match (name, args) {
                ("getDefaultFactory", []) => Some(Value::new(Of(&FACTORY))),
                // There is one engine, and pages can't put another one in its place.
                ("setDefaultFactory", [_]) => Some(Value::Null),
                _ => None,
            })
        }),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspFactory")
    },
    Native {
        methods: "getSpecificationVersion:String",
        call: Some(|_, _, name, args| match (name, args) {
            ("getSpecificationVersion", []) => Ok(Some(Value::str("4.1"))),
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.JspEngineInfo")
    },
    Native {
        methods: "getStatusCode:int getThrowable:Throwable getRequestURI:String getServletName:String \
                  getQueryString:String getMethod:String",
        make: Some(|_, args| {
            let values: [Value; 6] = match args {
                [throwable, status, uri, servlet] => {
                    [throwable, status, uri, servlet, &Value::Null, &Value::Null].map(Value::clone)
                }
                [throwable, status, uri, servlet, method, query] => {
                    [throwable, status, uri, servlet, method, query].map(Value::clone)
                }
                _ => return Ok(None),
            };
            Ok(Some(Value::new(ErrorData(values))))
        }),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.ErrorData")
    },
];

static FACTORY: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspFactory", &[]));
static ENGINE_INFO: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspEngineInfo", &[]));

/// The one object of a class.
struct Of(&'static LazyLock<Class>);

impl Object for Of {
    fn class(&self) -> &Class {
        self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &Value) -> bool {
        other.downcast_ref::<Of>().is_some_and(|other| std::ptr::eq(other.0, self.0))
    }

    fn equals(&self, other: &Value) -> bool {
        self.is_same(other)
    }

    fn hash_code(&self) -> i32 {
        std::ptr::from_ref(self.0) as usize as i32
    }
}

/// An `ErrorData` that Java makes.
struct ErrorData([Value; 6]);

impl Object for ErrorData {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let properties = [
                ("throwable", "java.lang.Throwable"),
                ("statusCode", "int"),
                ("requestURI", "java.lang.String"),
                ("servletName", "java.lang.String"),
                ("method", "java.lang.String"),
                ("queryString", "java.lang.String"),
            ];
            let properties =
                properties.iter().map(|(name, java_type)| Property::read_only(name, java_type)).collect();
            Class::with_properties("jakarta.servlet.jsp.ErrorData", &[], properties)
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(self.0.get(index).cloned().unwrap_or_default())
    }
}
