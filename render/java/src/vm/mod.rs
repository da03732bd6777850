//! The machine that runs compiled Java.
//!
//! | file | what is there |
//! | --- | --- |
//! | `op` | instructions |
//! | `module` | compiled classes and methods |
//! | `kind` | primitive types, and values as they lie in registers |
//! | `arith` | arithmetic of Java's primitive types |
//! | `dynamic` | operators on values whose types are known only at run time |
//! | `object` | instances of compiled classes, lambdas |
//! | `array` | arrays |
//! | `frames` | what runs: frames, how they are left, where errors go |
//! | `run` | the loop; `access` to fields, items and texts |
//! | `calls` | calls of methods of every kind |
//! | `reflect` | constructors, methods and fields by name, with arguments that expressions give |
//! | `context` | what native methods get to see |
//!
//! Registers come in two files: primitives, as 64 bits each, and references, as values. Types are static, so every
//! instruction knows which file it means; only what the compiler could not type is a reference whatever it holds.
//!
//! Calls of Java by Java push a frame and need no native stack, so a run can stop anywhere and go on later. Only native
//! methods that call back (comparators, `toString` within a collection) run nested, with a bound.

mod access;
mod arith;
mod array;
mod calls;
mod context;
pub(crate) mod dynamic;
mod editors;
mod frames;
mod kind;
mod module;
mod object;
mod op;
pub(crate) mod reflect;
mod run;

pub(crate) use array::Array;
pub(crate) use array::Items;
pub(crate) use array::array_name;
pub(crate) use calls::instance_of;
pub(crate) use context::Cx;
pub(crate) use context::Pending;
pub(crate) use frames::Outcome;
pub(crate) use frames::Run;
pub(crate) use kind::Kind;
pub(crate) use module::CallSite;
pub(crate) use module::ClassInfo;
pub(crate) use module::ClassRef;
pub(crate) use module::ClosureSite;
pub(crate) use module::FieldInfo;
pub(crate) use module::Handler;
pub(crate) use module::Method;
pub(crate) use module::MethodRef;
pub(crate) use module::Module;
pub(crate) use module::Quick;
pub(crate) use object::Closure;
pub(crate) use object::Instance;
pub(crate) use op::Arith;
pub(crate) use op::Cmp;
pub(crate) use op::Convert;
pub(crate) use op::Op;
