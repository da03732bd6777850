//! Benchmarks of Vespid: the shared catalog application, the same page by other means, and a load generator.
//!
//! The binary `vespid-load` has five commands, one module each: [`render`] compares ways to make the catalog page inside
//! one process, [`el`] evaluates single expressions, [`java`] runs a hot loop of Java, [`http`] puts load on servers and
//! compares them, [`serve`] is the servers to put load on. Every figure is a ratio against something measured in the same run.

pub mod allocations;
pub mod catalog;
pub mod el;
pub mod http;
pub mod java;
pub mod render;
pub mod report;
pub mod serve;
pub mod shipments;
mod stats;
pub mod yardsticks;
