//! Constructors, methods and fields of compiled classes by their names, for callers that have no more than values: the
//! page, expressions, the class library.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce::coerce;
use vespid_render::value::methods;

use super::ClassInfo;
use super::Cx;
use super::Instance;
use super::Method;
use super::MethodRef;
use super::Module;
use super::Run;
use super::calls::instance_of;
use super::calls::statics;
use super::editors;
use crate::library;

/// What a `java.lang.Class` of a compiled class stands for.
pub(crate) struct Mirror {
    pub(crate) module: Arc<Module>,
    pub(crate) slot: u32,
}

impl Mirror {
    pub(crate) fn info(&self) -> &ClassInfo {
        &self.module.classes[self.slot as usize]
    }

    /// The methods of a name that can be called, those of classes above included.
    pub(crate) fn methods(&self, name: &str) -> Vec<Reflected> {
        let found = self.info().by_name.get(name).into_iter().flatten();
        found.map(|method| Reflected(method.seen_from(&self.module))).collect()
    }
}

/// The `java.lang.Class` of a compiled class.
pub(crate) fn class_object(module: &Arc<Module>, slot: u32) -> Value {
    let mirror = Mirror { module: module.clone(), slot };
    let name = mirror.info().class.name().to_owned();
    methods::class_object_of(&name, Arc::new(mirror))
}

/// What a `java.lang.Class` stands for, if it is that of a compiled class.
pub(crate) fn mirror(class: &Value) -> Option<&Mirror> {
    methods::class_detail(class)?.downcast_ref()
}

/// A `java.lang.reflect.Method` of a compiled class.
pub(crate) struct Reflected(pub(crate) MethodRef);

impl Reflected {
    pub(crate) fn method(&self) -> &Method {
        let module = self.0.module.as_ref().expect("methods of mirrors name their module");
        &module.methods[self.0.index as usize]
    }
}

impl Object for Reflected {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.lang.reflect.Method", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Reflected>().is_some_and(|other| std::ptr::eq(other.method(), self.method()))
    }

    fn hash_code(&self) -> i32 {
        (std::ptr::from_ref(self.method()) as usize >> 4) as i32
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let method = self.method();
        write!(out, "{}.{}({})", method.class, method.name, method.types.join(","))
    }
}

/// What `Method.invoke` throws where the method throws.
#[cold]
pub(super) fn invocation_failed(error: Error) -> Error {
    Error::new("java.lang.reflect.InvocationTargetException", "")
        .with_supers([
            "java.lang.ReflectiveOperationException".into(),
            "java.lang.Exception".into(),
            "java.lang.Throwable".into(),
        ])
        .with_cause(error)
}

impl Run {
    /// Pushes a frame for `Method.invoke(object, arguments…)`; the method it finds is that of the object's own class.
    pub(super) fn push_reflected(
        &mut self,
        cx: &mut Cx<'_, '_>,
        reflected: &Reflected,
        args: &[Value],
        d: u16,
    ) -> Result<()> {
        let (this, args) =
            args.split_first().map_or((Value::Null, args), |(this, args)| (this.clone(), args));
        let given = match args {
            [one] => match one.as_object().and_then(|object| object.as_list()) {
                Some(list) => (0..list.len()).filter_map(|at| list.get(at)).collect(),
                None => args.to_vec(),
            },
            args => args.to_vec(),
        };
        let method = reflected.method();
        let mut found = reflected.0.clone();
        if method.is_static {
            let module = found.module.clone().expect("methods of mirrors name their module");
            if let Some(slot) = module.classes.iter().position(|info| info.has_own(found.index)) {
                statics(cx, &module, slot as u32)?;
            }
        } else {
            let Some(instance) = this.downcast_ref::<Instance>() else {
                let message = if this.is_null() { "there is no object" } else { "object is not an instance" };
                let class = if this.is_null() { class::NULL_POINTER } else { class::ILLEGAL_ARGUMENT };
                return Err(Error::new(class, message));
            };
            let own = instance.info().by_name.get(&method.name).into_iter().flatten();
            let own = own.map(|own| own.seen_from(&instance.module));
            let mut same = own.filter(|own| {
                own.module.as_ref().is_some_and(|module| {
                    let candidate = &module.methods[own.index as usize];
                    !candidate.is_abstract && candidate.types == method.types
                })
            });
            if let Some(same) = same.next() {
                found = same;
            }
        }
        let Some((found, given)) = choose(vec![found], None, &given) else {
            return Err(Error::illegal_argument("wrong number of arguments, or arguments of other types"));
        };
        let Some(module) = &found.module else { return Ok(()) };
        self.push_boxed(module, found.index, Some(this), &given, d)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.is_reflected = true;
        }
        Ok(())
    }
}

/// Makes an object by the constructor that takes these arguments.
///
/// # Errors
/// What the constructor throws; that there is none, or that there can be no objects.
pub(crate) fn instantiate(
    cx: &mut Cx<'_, '_>,
    module: &Arc<Module>,
    slot: u32,
    args: &[Value],
) -> Result<Value> {
    let info = &module.classes[slot as usize];
    let name = info.class.name();
    if info.is_abstract || info.is_inner {
        let why =
            if info.is_abstract { "it is abstract" } else { "it belongs to an object of another class" };
        return Err(Error::new("java.lang.InstantiationException", format!("{name} can't be made: {why}"))
            .with_supers(["java.lang.ReflectiveOperationException".into(), "java.lang.Exception".into()]));
    }
    let constructors = info.own.iter().filter(|(selector, _)| selector.starts_with("<init>("));
    let constructors = constructors.map(|(_, index)| MethodRef::own(*index).seen_from(module));
    let Some((constructor, args)) = choose(constructors.collect(), None, args) else {
        let message = format!("{name} has no constructor that takes {} such arguments", args.len());
        return Err(Error::new(class::METHOD_NOT_FOUND, message));
    };
    statics(cx, module, slot)?;
    let instance = Value::Object(Instance::new(module.clone(), slot));
    cx.call_method(&constructor, Some(instance.clone()), &args)?;
    Ok(instance)
}

/// Calls a static method; `types`: the classes of its parameters.
///
/// # Errors
/// What the method throws; that there is none.
pub(crate) fn call_static(
    cx: &mut Cx<'_, '_>,
    module: &Arc<Module>,
    slot: u32,
    name: &str,
    types: Option<&[Str]>,
    args: &[Value],
) -> Result<Value> {
    let info = &module.classes[slot as usize];
    let methods = info.by_name.get(name).into_iter().flatten().map(|found| found.seen_from(module));
    let methods = methods.filter(|found| found.method(module).is_static).collect();
    let Some((method, args)) = choose(methods, types, args) else {
        let message = format!(
            "{} has no static method '{name}' that takes {} such arguments",
            info.class.name(),
            args.len()
        );
        return Err(Error::new(class::METHOD_NOT_FOUND, message));
    };
    statics(cx, module, slot)?;
    cx.call_method(&method, None, &args)
}

/// The value of a static field, also of one of a class above; `None`: there is none.
///
/// # Errors
/// What the initialiser of the class throws.
pub(crate) fn static_field(
    cx: &mut Cx<'_, '_>,
    module: &Arc<Module>,
    slot: u32,
    name: &str,
) -> Result<Option<Value>> {
    let info = &module.classes[slot as usize];
    let Some(field) = info.own_fields().find(|field| field.name == name && field.is_static) else {
        return match &info.superclass {
            Some(above) => {
                let (module, slot) = above.resolve(module);
                static_field(cx, &module, slot, name)
            }
            None => Ok(None),
        };
    };
    let holder = statics(cx, module, slot)?;
    Ok(Some(if field.kind.is_primitive() {
        field.kind.boxed(holder.prim(field.index)?)
    } else {
        holder.reference(field.index)?
    }))
}

/// The method among some that takes arguments with the least change, and the arguments as it takes them.
pub(super) fn choose(
    methods: Vec<MethodRef>,
    types: Option<&[Str]>,
    args: &[Value],
) -> Option<(MethodRef, Vec<Value>)> {
    let mut best: Option<(u32, MethodRef, Vec<Value>)> = None;
    for found in methods {
        let Some(module) = &found.module else { continue };
        let method = &module.methods[found.index as usize];
        if types.is_some_and(|types| !same_types(types, &method.types)) {
            continue;
        }
        let Some((cost, taken)) = fit(module, method, args) else { continue };
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, found, taken));
        }
    }
    best.map(|(_, method, args)| (method, args))
}

/// Whether parameters are those that a descriptor names: `int`, `a.b.C[]`.
fn same_types(described: &[Str], types: &[Str]) -> bool {
    let same = |(described, own): (&Str, &Str)| {
        let mut name = described.trim().to_owned();
        let mut dimensions = 0;
        while let Some(item) = name.strip_suffix("[]").or_else(|| name.strip_suffix("...")) {
            name = item.trim_end().to_owned();
            dimensions += 1;
        }
        for _ in 0..dimensions {
            name = super::array_name(&name).into();
        }
        name == own.as_str() || library::find(&name).is_some_and(|native| native.name == own.as_str())
    };
    described.len() == types.len() && described.iter().zip(types).all(same)
}

/// Arguments as a method takes them, and how much they had to change.
fn fit(module: &Arc<Module>, method: &Method, args: &[Value]) -> Option<(u32, Vec<Value>)> {
    let count = method.types.len();
    if args.len() == count
        && let Some(fitting) = fit_each(module, &method.types, args)
    {
        return Some(fitting);
    }
    if !method.varargs || args.len() + 1 < count {
        return None;
    }
    let (fixed, last) = method.types.split_at(count - 1);
    let component = component(last.first()?)?;
    let (cost, mut taken) = fit_each(module, fixed, &args[..fixed.len()])?;
    let rest = &args[fixed.len()..];
    let (more, items) = fit_each(module, &vec![component.clone(); rest.len()], rest)?;
    taken.push(super::Array::of(&component, items));
    Some((100 + cost + more, taken))
}

fn fit_each(module: &Arc<Module>, types: &[Str], args: &[Value]) -> Option<(u32, Vec<Value>)> {
    let mut cost = 0;
    let mut taken = Vec::with_capacity(args.len());
    for (java_type, arg) in types.iter().zip(args) {
        let (more, value) = fit_one(module, java_type, arg)?;
        cost += more;
        taken.push(value);
    }
    Some((cost, taken))
}

fn fit_one(module: &Arc<Module>, java_type: &str, arg: &Value) -> Option<(u32, Value)> {
    let own = arg.class_name();
    let boxed = super::Kind::by_name(java_type).map(super::Kind::box_class);
    Some(match arg {
        Value::Null if boxed.is_none() => (1, Value::Null),
        _ if own == Some(boxed.unwrap_or(java_type)) => (0, arg.clone()),
        _ if java_type == "java.lang.Object" => (5, arg.clone()),
        _ if boxed.is_none() && instance_of(arg, java_type) => (1, arg.clone()),
        _ if java_type.starts_with('[')
            && arg.as_object().is_some_and(|object| object.as_list().is_some()) =>
        {
            (2, arg.clone())
        }
        // What expressions make of values for parameters, but nothing becomes an object of a class by that.
        _ => {
            let value = convert(module, java_type, arg.clone()).ok()?;
            let is_text = matches!(arg, Value::Str(_)) || matches!(value, Value::Str(_));
            (if is_text { 20 } else { 10 }, value)
        }
    })
}

/// A value as a parameter or property of that type takes it from an expression; enums are known to the module whose code
/// names them.
///
/// # Errors
/// It can't be converted.
pub(crate) fn convert(module: &Arc<Module>, java_type: &str, value: Value) -> Result<Value> {
    if let Value::Str(text) = &value
        && let Some((owner, slot)) = enumeration(module, java_type)
    {
        if text.is_empty() {
            return Ok(Value::Null);
        }
        let constant = Cx::outside(|cx| static_field(cx, &owner, slot, text))?;
        return constant.ok_or_else(|| Error::el(format!("'{text}' is no constant of {java_type}")));
    }
    let text = match &value {
        Value::Str(text) => Some(text.clone()),
        _ => None,
    };
    coerce(value, java_type).or_else(|error| {
        let edited = text.map_or(Ok(None), |text| editors::of_type(module, java_type, &text))?;
        edited.ok_or(error)
    })
}

/// The enum of that name which a module's code knows.
fn enumeration(module: &Arc<Module>, name: &str) -> Option<(Arc<Module>, u32)> {
    let mut known = module.class_refs.iter().map(|class| class.resolve(module));
    let is_it = |(owner, slot): &(Arc<Module>, u32)| owner.classes[*slot as usize].class.name() == name;
    let found = module.class(name).map(|slot| (module.clone(), slot)).or_else(|| known.find(is_it))?;
    found.0.classes[found.1 as usize].class.is_a("java.lang.Enum").then_some(found)
}

/// The component of an array's class: `[Ljava.lang.String;`, `[I`.
fn component(array: &str) -> Option<Str> {
    let inner = array.strip_prefix('[')?;
    Some(match inner {
        "Z" => "boolean".into(),
        "B" => "byte".into(),
        "S" => "short".into(),
        "C" => "char".into(),
        "I" => "int".into(),
        "J" => "long".into(),
        "F" => "float".into(),
        "D" => "double".into(),
        inner => match inner.strip_prefix('L') {
            Some(name) => name.trim_end_matches(';').into(),
            None => inner.into(),
        },
    })
}
