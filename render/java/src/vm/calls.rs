//! Calls of methods of every kind.

use std::sync::Arc;
use std::sync::atomic::Ordering::AcqRel;
use std::sync::atomic::Ordering::Acquire;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Str;

use super::Closure;
use super::Cx;
use super::Instance;
use super::Kind;
use super::MethodRef;
use super::Module;
use super::array::Array;
use super::frames::Frame;
use super::frames::Run;

/// How deep Java may call Java.
const MAX_FRAMES: usize = 2800;

impl Run {
    /// A run of one method.
    ///
    /// # Errors
    /// Arguments that do not fit.
    pub(crate) fn method(method: &MethodRef, this: Option<Value>, args: &[Value]) -> Result<Self> {
        let mut run = Run::default();
        let Some(module) = &method.module else { unreachable!("who calls from outside names the module") };
        run.push_boxed(module, method.index, this, args, 0)?;
        Ok(run)
    }

    /// A run of a lambda.
    ///
    /// # Errors
    /// Arguments that do not fit.
    pub(crate) fn closure(closure: &Closure, args: &[Value]) -> Result<Self> {
        let mut run = Run::default();
        run.push_closure(closure, args, Kind::Ref, 0)?;
        Ok(run)
    }

    pub(super) fn top(&self) -> (usize, usize) {
        self.frames.last().map_or((0, 0), |frame| {
            let method = frame.method();
            (frame.p + method.prims as usize, frame.r + method.refs as usize)
        })
    }

    /// Pushes a frame whose parameters lie in their registers already.
    #[inline]
    pub(super) fn push(&mut self, frame: Frame) -> Result<()> {
        if self.frames.len() >= MAX_FRAMES {
            return Err(overflow());
        }
        let method = frame.method();
        let (prims, refs) = (frame.p + method.prims as usize, frame.r + method.refs as usize);
        if self.prims.len() < prims {
            self.prims.resize(prims, 0);
        }
        if self.refs.len() < refs {
            self.refs.resize(refs, Value::Null);
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Pushes a frame for a method with objects as arguments, whose result is an object, too.
    pub(super) fn push_boxed(
        &mut self,
        module: &Arc<Module>,
        index: u32,
        this: Option<Value>,
        args: &[Value],
        d: u16,
    ) -> Result<()> {
        let (p, r) = self.top();
        let frame = Frame {
            module: module.clone(),
            method: index,
            pc: 0,
            p,
            r,
            d,
            want: Kind::Ref,
            is_reflected: false,
        };
        self.push(frame)?;
        let method = &module.methods[index as usize];
        let mut at = r;
        if !method.is_static {
            self.refs[at] = this.unwrap_or_default();
            at += 1;
        }
        let packed;
        let args = if method.varargs {
            packed = pack(module, index, args)?;
            &packed[..]
        } else {
            args
        };
        self.fill(&method.params, args, p, at).inspect_err(|_| {
            self.frames.pop();
        })
    }

    pub(super) fn push_closure(
        &mut self,
        closure: &Closure,
        args: &[Value],
        want: Kind,
        d: u16,
    ) -> Result<()> {
        let (p, r) = self.top();
        let frame = Frame {
            module: closure.module.clone(),
            method: closure.method,
            pc: 0,
            p,
            r,
            d,
            want,
            is_reflected: false,
        };
        self.push(frame)?;
        let method = &closure.module.methods[closure.method as usize];
        self.prims[p..p + closure.prims.len()].copy_from_slice(&closure.prims);
        self.refs[r..r + closure.refs.len()].clone_from_slice(&closure.refs);
        // A lambda of fewer parameters takes what it has a name for.
        let params = &method.params;
        let args = &args[..params.len().min(args.len())];
        self.fill(params, args, p + closure.prims.len(), r + closure.refs.len()).inspect_err(|_| {
            self.frames.pop();
        })
    }

    /// Puts arguments into registers.
    fn fill(&mut self, params: &[Kind], args: &[Value], mut p: usize, mut r: usize) -> Result<()> {
        for (kind, value) in params.iter().zip(args) {
            if kind.is_primitive() {
                self.prims[p] = kind.unbox(value)?;
                p += 1;
            } else {
                self.refs[r] = value.clone();
                r += 1;
            }
        }
        Ok(())
    }
}

/// Packs the last arguments into the array that a method takes.
fn pack(module: &Module, index: u32, args: &[Value]) -> Result<Vec<Value>> {
    let params = module.methods[index as usize].params.len();
    let fixed = params - 1;
    if args.len() == params
        && args.last().is_some_and(|last| last.is_null() || last.downcast_ref::<Array>().is_some())
    {
        return Ok(args.to_vec());
    }
    if args.len() < fixed {
        return Err(Error::illegal_argument("too few arguments"));
    }
    let mut packed = args[..fixed].to_vec();
    packed.push(Array::of("java.lang.Object", args[fixed..].to_vec()));
    Ok(packed)
}

#[cold]
fn overflow() -> Error {
    Error::new("java.lang.StackOverflowError", format!("methods call each other more than {MAX_FRAMES} deep"))
        .with_supers([
            "java.lang.VirtualMachineError".into(),
            "java.lang.Error".into(),
            "java.lang.Throwable".into(),
        ])
}

/// Whether a value is of a class, by its name; null is of none.
pub(crate) fn instance_of(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => false,
        Value::Object(_) => {
            value.is_instance(name)
                || crate::library::is_subclass(value.class_name().unwrap_or(""), name)
                || (value.downcast_ref::<Closure>().is_some())
        }
        _ => value.is_instance(name),
    }
}

/// The object that holds the static fields of a class, which is initialised first.
///
/// # Errors
/// What its initialiser throws.
pub(super) fn statics(cx: &mut Cx<'_, '_>, module: &Arc<Module>, index: u32) -> Result<Arc<Instance>> {
    let info = &module.classes[index as usize];
    let statics = info.statics.get_or_init(|| Instance::statics(module.clone(), index)).clone();
    match info.initialised.load(Acquire) {
        1 => return Ok(statics),
        2 => return Err(not_initialised(info.class.name())),
        _ => {}
    }
    // Whoever comes first runs the initialiser; another request sees what is there so far, as Java's own thread would.
    if info.initialised.compare_exchange(0, 1, AcqRel, Acquire).is_err() {
        return Ok(statics);
    }
    if let Some(parent) = &info.superclass {
        let (module, index) = parent.resolve(module);
        self::statics(cx, &module, index)?;
    }
    if let Some(initialiser) = info.initialiser {
        let method = MethodRef { module: Some(module.clone()), index: initialiser };
        if let Err(error) = cx.call_method(&method, None, &[]) {
            info.initialised.store(2, std::sync::atomic::Ordering::Release);
            if error.is_budget() {
                return Err(error);
            }
            let name = info.class.name();
            return Err(Error::new(
                "java.lang.ExceptionInInitializerError",
                format!("the static initialiser of {name} failed: {}: {error}", error.class_name()),
            )
            .with_supers([
                "java.lang.LinkageError".into(),
                "java.lang.Error".into(),
                "java.lang.Throwable".into(),
            ])
            .with_cause(error));
        }
    }
    Ok(statics)
}

#[cold]
fn not_initialised(name: &str) -> Error {
    no_class(&format!("Could not initialize class {name}"))
}

/// A class that can't be used.
#[cold]
pub(super) fn no_class(message: &str) -> Error {
    Error::new("java.lang.NoClassDefFoundError", message).with_supers([
        "java.lang.LinkageError".into(),
        "java.lang.Error".into(),
        "java.lang.Throwable".into(),
    ])
}

/// A failed cast.
#[cold]
pub(super) fn no_cast(value: &Value, name: &str) -> Error {
    let class = value.class_name().unwrap_or("null");
    Error::new(class::CLASS_CAST, format!("class {class} cannot be cast to class {name}"))
}

/// A call on null.
#[cold]
pub(super) fn null_call(name: &Str) -> Error {
    Error::new(class::NULL_POINTER, format!("Cannot invoke \"{name}()\" because the value is null"))
}
