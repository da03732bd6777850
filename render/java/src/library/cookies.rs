//! `jakarta.servlet.http.Cookie`.

use std::any::Any;
use std::sync::LazyLock;
use std::time::SystemTime;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::servlet::text;
use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[Native {
    methods: "getName:String getValue:String setValue/1:void getPath:String setPath/1:void getDomain:String \
                  setDomain/1:void getMaxAge:int setMaxAge/1:void getSecure:boolean setSecure/1:void \
                  getComment:String setComment/1:void getVersion:int setVersion/1:void isHttpOnly:boolean \
                  setHttpOnly/1:void setAttribute/2:void getAttribute/1:String",
    make: Some(|_, args| match args {
        [name, value] => Ok(Some(cookie(&coerce::to_text(name), &coerce::to_text(value)))),
        _ => Ok(None),
    }),
    call: Some(cookie_call),
    complete: true,
    ..Native::new("jakarta.servlet.http.Cookie")
}];

/// A `jakarta.servlet.http.Cookie`.
pub(super) struct Cookie {
    name: Str,
    fields: std::sync::Mutex<Fields>,
}

#[derive(Clone, Default)]
struct Fields {
    value: Str,
    path: Option<Str>,
    domain: Option<Str>,
    comment: Option<Str>,
    max_age: Option<i32>,
    secure: bool,
    http_only: bool,
}

impl Cookie {
    fn fields(&self) -> std::sync::MutexGuard<'_, Fields> {
        self.fields.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(super) fn header(&self) -> String {
        let fields = self.fields();
        let mut text = format!("{}={}", self.name, fields.value);
        if let Some(age) = fields.max_age.filter(|age| *age >= 0) {
            text.push_str(&format!("; Max-Age={age}; Expires="));
            let now = SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(0, |now| now.as_millis() as i64);
            let until = if age == 0 { 10_000 } else { now + i64::from(age) * 1000 };
            text.push_str(&super::dates::http_date(until));
        }
        for (name, value) in [("Domain", &fields.domain), ("Path", &fields.path)] {
            if let Some(value) = value {
                text.push_str(&format!("; {name}={value}"));
            }
        }
        if fields.secure {
            text.push_str("; Secure");
        }
        if fields.http_only {
            text.push_str("; HttpOnly");
        }
        text
    }
}

impl Object for Cookie {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.servlet.http.Cookie", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(super) fn cookie(name: &str, value: &str) -> Value {
    let fields = Fields { value: value.into(), ..Fields::default() };
    Value::new(Cookie { name: name.into(), fields: std::sync::Mutex::new(fields) })
}

fn cookie_call(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(cookie) = target.downcast_ref::<Cookie>() else { return Ok(None) };
    let mut fields = cookie.fields();
    let optional = |text: &Option<Str>| text.clone().map_or(Value::Null, Value::Str);
    let given = |value: &Value| (!value.is_null()).then(|| text(value));
    Ok(Some(match (name, args) {
        ("getName", []) => Value::Str(cookie.name.clone()),
        ("getValue", []) => Value::Str(fields.value.clone()),
        ("getPath", []) => optional(&fields.path),
        ("getDomain", []) => optional(&fields.domain),
        ("getComment", []) => optional(&fields.comment),
        ("getMaxAge", []) => Value::Int(fields.max_age.unwrap_or(-1)),
        ("getSecure", []) => Value::Bool(fields.secure),
        ("isHttpOnly", []) => Value::Bool(fields.http_only),
        ("getVersion", []) => Value::Int(0),
        ("getAttribute", [_]) => Value::Null,
        (setter, [value, ..]) => {
            match setter {
                "setValue" => fields.value = given(value).unwrap_or_default(),
                "setPath" => fields.path = given(value),
                "setDomain" => fields.domain = given(value),
                "setComment" => fields.comment = given(value),
                "setMaxAge" => fields.max_age = Some(coerce::to_int(value)?),
                "setSecure" => fields.secure = *value == Value::Bool(true),
                "setHttpOnly" => fields.http_only = *value == Value::Bool(true),
                "setVersion" | "setAttribute" => {}
                _ => return Ok(None),
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}
