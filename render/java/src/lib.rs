//! Java in pages without a JVM: scripting elements are parsed, checked, compiled to instructions and run by a machine of
//! our own, in a sandbox.
//!
//! ```text
//! scriptlets ─▶ tokens ─▶ tree ─▶ instructions ─▶ Run, which takes turns with the page's machine
//!              syntax            compile         vm, library
//! ```
//!
//! | module | what lives there |
//! | --- | --- |
//! | `syntax` | Java's syntax: text to tree |
//! | `annotations` | what sources say of themselves |
//! | `classpath` | classes of the application that lie there as sources |
//! | `compile` | names, types, code |
//! | `vm` | the machine |
//! | `library` | the classes that Java finds, natively |
//! | `handlers` | tag handlers; `runs` what takes turns with a page |
//! | `translation` | classes that look at tags and pages at translation |
//! | `engine` | [`Java`], which joins `vespid-render` as its [`ScriptEngine`](vespid_render::script::ScriptEngine) |
#![forbid(unsafe_code)]

mod annotations;
mod classpath;
mod compile;
mod engine;
mod handlers;
mod library;
mod runs;
mod syntax;
#[cfg(test)]
mod tests;
mod translation;
mod vm;

pub use annotations::Annotation;
pub use annotations::ElementValue;
pub use annotations::Elements;
pub use annotations::annotations;
pub use engine::Java;
