//! The classes that Java in pages finds: Java's own and Jakarta's, natively.
//!
//! | file | what is there |
//! | --- | --- |
//! | `table` | what is known of a class: super types, methods with the types of their results, fields |
//! | `dispatch` | calls by name: natives here, then those that `render` has for expressions |
//! | `lang` | `java.lang`: objects, boxes, classes; `strings`, `builders`, `system`, `throwables` |
//! | `events` | listeners and their events |
//! | `reflect` | `java.lang.Class`, methods of the application's own classes |
//! | `regex`, `matcher` | `java.util.regex`, methods of strings that take regular expressions |
//! | `format` | `String.format` |
//! | `collections` | the classes of collections; `lists`, `maps` (and sets) and `iterators` do the work |
//! | `properties` | `java.util.Properties` |
//! | `util` | the rest of `java.util`: `arrays`, `tokenizer`, `locales`, `random`, `atomics`, `dates`, `calendars` |
//! | `streams` | streams; `stages` does the pulling, `collectors` the collecting; `optionals` |
//! | `functions` | functional interfaces, comparators |
//! | `text` | `java.text` |
//! | `bundles` | resource bundles |
//! | `bytes` | streams of bytes over memory |
//! | `xml` | documents, for parsers |
//! | `urls` | `java.net.URL` |
//! | `io` | readers and writers over memory; `java.net`'s coders |
//! | `servlet` | requests, sessions, the application; `responses`, `cookies` |
//! | `sql` | `java.sql`, `javax.sql`, JNDI |
//! | `pages` | the implicit objects, dispatchers |
//! | `jsp` | `jakarta.servlet.jsp`: writers, contexts, factories, expressions |
//!
//! The values and most of their methods are `render`'s; this adds what only scripts use.

mod arrays;
mod atomics;
mod builders;
mod bundles;
mod bytes;
mod calendars;
mod collections;
mod collectors;
mod cookies;
mod dates;
mod dispatch;
mod events;
mod format;
mod functions;
mod io;
mod iterators;
mod jsp;
mod lang;
mod lists;
mod locales;
mod maps;
mod matcher;
mod optionals;
mod pages;
mod properties;
mod random;
mod reflect;
mod regex;
mod responses;
mod servlet;
mod sql;
mod stages;
mod streams;
mod strings;
mod system;
mod table;
mod text;
mod throwables;
mod tokenizer;
mod urls;
mod util;
mod xml;

pub(crate) use builders::quick;
pub(crate) use bundles::pairs;
pub(crate) use bytes::input_stream;
pub(crate) use collections::all as items;
pub(crate) use dispatch::call;
pub(crate) use dispatch::call_static;
pub(crate) use dispatch::construct;
pub(crate) use dispatch::get_field;
pub(crate) use dispatch::is_default_method;
pub(crate) use dispatch::iterator;
pub(crate) use dispatch::next;
pub(crate) use dispatch::set_field;
pub(crate) use dispatch::static_field;
pub(crate) use dispatch::text;
pub(crate) use dispatch::too_long;
pub(crate) use functions::interface_of;
pub(crate) use functions::parameters_of;
pub(crate) use jsp::Kept;
pub(crate) use jsp::context::page_context;
pub(crate) use jsp::writer::is_current as is_current_writer;
pub(crate) use lang::class_of;
pub(crate) use table::Native;
pub(crate) use table::closest_class;
pub(crate) use table::find;
pub(crate) use table::full_name;
pub(crate) use table::is_subclass;
pub(crate) use throwables::error_of;

/// The longest text that a script makes, in bytes.
pub(crate) const MAX_TEXT_BYTES: usize = 16 << 20;
