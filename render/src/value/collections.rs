//! Java's collections, and Rust's own as if they were Java's.
//!
//! [`List`], [`Map`] and [`Set`] are what pages make and change. Rust's `Vec`, `IndexMap`, `BTreeMap` and `HashMap` are
//! objects too: in an `Arc` they are unmodifiable lists and maps, read where they are with nothing copied.
//!
//! `toString`, `equals` and `hashCode` are those of Java's `AbstractList`, `AbstractSet` and `AbstractMap`. A collection
//! that holds itself, or nests absurdly deep, prints `(this Collection)` or `...` where Java would overflow its stack.

mod abstracts;
mod array;
mod depth;
mod entry;
mod kind;
mod list;
mod map;
mod native;
mod release;
mod set;
mod table;
#[cfg(test)]
mod tests;
mod views;

pub use array::Array;
pub use entry::Entry;
pub(crate) use kind::ListKind;
pub(crate) use kind::MapKind;
pub(crate) use kind::SetKind;
pub use list::List;
pub use map::Map;
pub use set::Set;
pub use views::MapPart;
pub use views::MapPartKind;
pub use views::list_items;
pub use views::map_entries;

pub(crate) use abstracts::hash_code;
pub use release::release;

/// Maps of up to so many entries are looked through one by one, which costs less than hashing.
const FEW_ENTRIES: usize = 8;
