//! `jakarta.el`: expressions as objects, and what makes them (Expression Language 6.1, chapter 2 of the API).

use std::any::Any;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::el::coerce_value;
use vespid_render::error::class;
use vespid_render::machine::MethodExpression;
use vespid_render::machine::ValueExpression;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::super::lang::class_of;
use super::super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;

pub(in super::super) const CLASSES: &[Native] = &[
    Native {
        methods: "getExpressionString:String isLiteralText:boolean",
        complete: true,
        ..Native::new("jakarta.el.Expression")
    },
    Native {
        supers: &["jakarta.el.Expression"],
        methods: "getValue/1:? setValue/2:void isReadOnly/1:boolean getType/1:Class getExpectedType:Class \
                  getValueReference/1:ValueReference",
        call: Some(value_expression),
        complete: true,
        ..Native::new("jakarta.el.ValueExpression")
    },
    Native {
        supers: &["jakarta.el.Expression"],
        methods: "invoke/2:Object getMethodInfo/1:MethodInfo getMethodReference/1:? isParametersProvided:boolean",
        call: Some(method_expression),
        complete: true,
        ..Native::new("jakarta.el.MethodExpression")
    },
    Native {
        methods: "getName:String getReturnType:Class getParamTypes:Class[]",
        make: Some(|_, args| match args {
            [name, returns, params] => Ok(Some(Value::new(MethodInfo {
                name: coerce::to_text(name).as_ref().into(),
                returns: returns.clone(),
                params: params.clone(),
            }))),
            _ => Ok(None),
        }),
        call: Some(method_info),
        complete: true,
        ..Native::new("jakarta.el.MethodInfo")
    },
    Native {
        methods: "getBase:Object getProperty:Object",
        make: Some(|_, args| match args {
            [base, property] => Ok(Some(Value::new(Reference(base.clone(), property.clone())))),
            _ => Ok(None),
        }),
        call: Some(|_, target, name, _| {
            let Some(reference) = target.downcast_ref::<Reference>() else { return Ok(None) };
            Ok(match name {
                "getBase" => Some(reference.0.clone()),
                "getProperty" => Some(reference.1.clone()),
                _ => None,
            })
        }),
        complete: true,
        ..Native::new("jakarta.el.ValueReference")
    },
    Native {
        statics: "newInstance/0,1:ExpressionFactory",
        methods: "createValueExpression/2,3:ValueExpression createMethodExpression/4:MethodExpression \
                  coerceToType/2:?",
        call: Some(expression_factory),
        call_static: Some(|_, name, _| Ok((name == "newInstance").then(factory))),
        complete: true,
        ..Native::new("jakarta.el.ExpressionFactory")
    },
    Native {
        methods: "setPropertyResolved/1,2:void isPropertyResolved:boolean getContext/1:? putContext/2:void \
                  getELResolver:ELResolver getFunctionMapper:FunctionMapper getVariableMapper:VariableMapper \
                  getLocale:Locale setLocale/1:void convertToType/2:?",
        make: Some(|_, args| Ok(args.is_empty().then(|| Value::new(Context::default())))),
        call: Some(context),
        complete: true,
        ..Native::new("jakarta.el.ELContext")
    },
    Native {
        methods: "resolveVariable/1:ValueExpression setVariable/2:ValueExpression",
        make: Some(|_, args| Ok(args.is_empty().then(|| Value::new(Plain(&VARIABLES))))),
        call: Some(variables),
        complete: true,
        ..Native::new("jakarta.el.VariableMapper")
    },
    Native {
        methods: "resolveFunction/2:?",
        make: Some(|_, args| Ok(args.is_empty().then(|| Value::new(Plain(&FUNCTIONS))))),
        ..Native::new("jakarta.el.FunctionMapper")
    },
];

static FACTORY: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.ExpressionFactory", &[]));
static VARIABLES: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.VariableMapper", &[]));
static FUNCTIONS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.FunctionMapper", &[]));

/// An object with nothing in it but its class.
struct Plain(&'static LazyLock<Class>);

impl Object for Plain {
    fn class(&self) -> &Class {
        self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &Value) -> bool {
        other.downcast_ref::<Plain>().is_some_and(|other| std::ptr::eq(other.0, self.0))
    }
}

macro_rules! plain_object {
    ($type:ty, $name:literal, $supers:expr) => {
        fn class(&self) -> &Class {
            static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new($name, $supers));
            &CLASS
        }

        fn as_any(&self) -> &dyn Any {
            self
        }
    };
}

pub(crate) fn factory() -> Value {
    Value::new(Plain(&FACTORY))
}

/// The name of the class that a `java.lang.Class` stands for; null stands for none.
pub(super) fn class_name(class: &Value) -> Result<Str> {
    if class.is_null() {
        return Err(Error::new(class::NULL_POINTER, "the expected type is null"));
    }
    let name = vespid_render::value::methods::call_method(class, "getName", &[])?;
    Ok(coerce::to_text(&name).as_ref().into())
}

/// An expression that is a value already.
struct Constant {
    value: Value,
    expected: Str,
}

impl Object for Constant {
    plain_object!(Constant, "jakarta.el.ValueExpression", &["jakarta.el.Expression"]);

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Constant>().is_some_and(|other| other.value == self.value)
    }

    fn hash_code(&self) -> i32 {
        hash_of(&self.value)
    }
}

fn hash_of(value: &Value) -> i32 {
    match vespid_render::value::methods::call_method(value, "hashCode", &[]) {
        Ok(Value::Int(hash)) => hash,
        _ => 0,
    }
}

struct Reference(Value, Value);

impl Object for Reference {
    plain_object!(Reference, "jakarta.el.ValueReference", &[]);
}

struct MethodInfo {
    name: Str,
    returns: Value,
    params: Value,
}

impl Object for MethodInfo {
    plain_object!(MethodInfo, "jakarta.el.MethodInfo", &[]);

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<MethodInfo>().is_some_and(|other| {
            other.name == self.name
                && other.returns == self.returns
                && super::super::collections::all(&other.params).ok()
                    == super::super::collections::all(&self.params).ok()
        })
    }

    fn hash_code(&self) -> i32 {
        hash_of(&Value::Str(self.name.clone()))
    }
}

fn method_info(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(info) = target.downcast_ref::<MethodInfo>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("getName", []) => Value::Str(info.name.clone()),
        ("getReturnType", []) => info.returns.clone(),
        ("getParamTypes", []) => info.params.clone(),
        _ => return Ok(None),
    }))
}

fn no_context(args: &[Value]) -> Result<()> {
    match args.first() {
        Some(Value::Null) => Err(Error::new(class::NULL_POINTER, "the ELContext is null")),
        _ => Ok(()),
    }
}

fn value_expression(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    if let Some(constant) = target.downcast_ref::<Constant>() {
        return Ok(Some(match (name, args) {
            ("getValue", [_]) => {
                no_context(args)?;
                coerce_value(cx.page()?.exchange(), constant.value.clone(), &constant.expected)?
            }
            ("setValue", [_, _]) => {
                return Err(Error::new(class::PROPERTY_NOT_WRITABLE, "a value can't be assigned to"));
            }
            ("isReadOnly", [_]) => Value::Bool(true),
            ("getType", [_]) => constant.value.class_name().map_or(Value::Null, class_of),
            ("getExpectedType", []) => class_of(&constant.expected),
            ("getExpressionString" | "getValueReference", _) => Value::Null,
            ("isLiteralText", []) => Value::Bool(true),
            _ => return Ok(None),
        }));
    }
    let Some(expression) = target.downcast_ref::<ValueExpression>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("getValue", [_]) => {
            no_context(args)?;
            expression.value(cx.page()?)?
        }
        ("setValue", [_, value]) => {
            no_context(args)?;
            expression.set(cx.page()?, value.clone())?;
            Value::Null
        }
        ("isReadOnly", [_]) => {
            no_context(args)?;
            Value::Bool(expression.is_read_only(cx.page()?)?)
        }
        ("getType", [_]) => {
            no_context(args)?;
            expression.type_of(cx.page()?)?.map_or(Value::Null, |name| class_of(&name))
        }
        ("getExpectedType", []) => class_of(expression.expected_type()),
        ("isLiteralText", []) => Value::Bool(expression.is_literal()),
        ("getValueReference", [_]) => match expression.target(cx.page()?)? {
            Some((base, property)) => Value::new(Reference(base, property)),
            None => Value::Null,
        },
        _ => return Ok(None),
    }))
}

fn method_expression(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let Some(expression) = target.downcast_ref::<MethodExpression>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("invoke", [_, given]) => {
            no_context(args)?;
            let given = if given.is_null() { Vec::new() } else { super::super::collections::all(given)? };
            expression.invoke(cx.page()?, &given)?
        }
        ("getMethodInfo", [_]) => {
            no_context(args)?;
            let method = expression.target(cx.page()?)?;
            let name = method.map_or_else(|| Str::from(expression.text()), |(_, name)| name);
            let params = expression.param_types().iter().map(|name| class_of(name)).collect();
            Value::new(MethodInfo {
                name,
                returns: class_of(expression.return_type()),
                params: Array::of("java.lang.Class", params),
            })
        }
        ("isLiteralText", []) => Value::Bool(expression.is_literal()),
        ("isParametersProvided", []) => Value::Bool(expression.text().contains('(')),
        _ => return Ok(None),
    }))
}

fn expression_factory(cx: &mut Cx<'_, '_>, _: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let text = |value: &Value| Str::from(coerce::to_text(value).as_ref());
    Ok(Some(match (name, args) {
        ("createValueExpression", [value, expected]) => {
            Value::new(Constant { value: value.clone(), expected: class_name(expected)? })
        }
        ("createValueExpression", [_, expression, expected]) => {
            let expected = class_name(expected)?;
            let application = cx.page()?.exchange().application().clone();
            ValueExpression::compile(&application, &text(expression), &expected)?
        }
        ("createMethodExpression", [_, expression, returns, params]) => {
            if params.is_null() {
                return Err(Error::new(class::NULL_POINTER, "the types of the parameters are null"));
            }
            let returns = if returns.is_null() { "java.lang.Object".into() } else { class_name(returns)? };
            let params: Vec<Str> =
                super::super::collections::all(params)?.iter().map(class_name).collect::<Result<_>>()?;
            let application = cx.page()?.exchange().application().clone();
            MethodExpression::compile(&application, &text(expression), &returns, &params)?
        }
        ("coerceToType", [value, to]) => {
            let to = class_name(to)?;
            coerce_value(cx.page()?.exchange(), value.clone(), &to)?
        }
        _ => return Ok(None),
    }))
}

/// An `ELContext`: that of a page, or what a class of the application extends.
#[derive(Default)]
struct Context(Mutex<ContextState>);

#[derive(Default)]
struct ContextState {
    resolved: bool,
    locale: Value,
    contexts: Vec<(Value, Value)>,
}

impl Object for Context {
    plain_object!(Context, "jakarta.el.ELContext", &[]);
}

/// The page's `ELContext` and the names that Java has mapped to expressions.
#[derive(Default)]
pub(crate) struct PageExpressions {
    context: Option<Value>,
    variables: Vec<(Str, Value)>,
}

/// The page's `ELContext`.
pub(crate) fn el_context(cx: &mut Cx<'_, '_>) -> Result<Value> {
    let page = super::context::page_context(cx)?;
    if let Some(known) = &cx.kept()?.expressions.context {
        return Ok(known.clone());
    }
    let contexts = vec![(class_of("jakarta.servlet.jsp.JspContext"), page)];
    let state = ContextState { contexts, ..ContextState::default() };
    let context = Value::new(Context(Mutex::new(state)));
    cx.kept()?.expressions.context = Some(context.clone());
    super::source_resolver::context_created(cx, &context)?;
    Ok(context)
}

/// The page's `ELContext`, or an empty one where there is no page.
pub(super) fn any_context(cx: &mut Cx<'_, '_>) -> Result<Value> {
    match cx.page {
        Some(_) => el_context(cx),
        None => Ok(Value::new(Context::default())),
    }
}

fn context(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(object) = target.downcast_ref::<Context>() else { return Ok(None) };
    let mut state = object.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(match (name, args) {
        ("setPropertyResolved", [resolved]) => {
            state.resolved = coerce::to_boolean(resolved)?;
            Value::Null
        }
        ("setPropertyResolved", [_, _]) => {
            state.resolved = true;
            Value::Null
        }
        ("isPropertyResolved", []) => Value::Bool(state.resolved),
        ("getContext" | "putContext", [Value::Null, ..]) => {
            return Err(Error::new(class::NULL_POINTER, "the key of a context is null"));
        }
        ("getContext", [key]) => {
            let found = state.contexts.iter().find(|(own, _)| own == key);
            found.map_or(Value::Null, |(_, value)| value.clone())
        }
        ("putContext", [key, value]) => {
            state.contexts.retain(|(own, _)| own != key);
            state.contexts.push((key.clone(), value.clone()));
            Value::Null
        }
        ("getLocale", []) => state.locale.clone(),
        ("setLocale", [locale]) => {
            state.locale = locale.clone();
            Value::Null
        }
        ("getELResolver", []) => Value::new(super::resolvers::PageResolver),
        ("getVariableMapper", []) => Value::new(Plain(&VARIABLES)),
        ("getFunctionMapper", []) => Value::new(Plain(&FUNCTIONS)),
        ("convertToType", [value, to]) => {
            let to = class_name(to)?;
            coerce_value(cx.page()?.exchange(), value.clone(), &to)?
        }
        _ => return Ok(None),
    }))
}

fn variables(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    if target.downcast_ref::<Plain>().is_none() {
        return Ok(None);
    }
    let text = |value: &Value| Str::from(coerce::to_text(value).as_ref());
    Ok(Some(match (name, args) {
        ("resolveVariable", [name]) => {
            let name = text(name);
            let kept = &cx.kept()?.expressions;
            match kept.variables.iter().find(|(own, _)| *own == name) {
                Some((_, expression)) => expression.clone(),
                None => cx.page()?.mapped(&name).unwrap_or_default(),
            }
        }
        ("setVariable", [name, expression]) => {
            let name = text(name);
            let kept = &mut cx.kept()?.expressions;
            let before = kept.variables.iter().position(|(own, _)| *own == name);
            let before = before.map(|at| kept.variables.remove(at).1);
            if !expression.is_null() {
                kept.variables.push((name, expression.clone()));
            }
            before.unwrap_or_default()
        }
        _ => return Ok(None),
    }))
}
