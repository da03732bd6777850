//! What is known of native classes.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use vespid_render::Result;
use vespid_render::Value;

use crate::vm::Cx;

/// A class that is there natively.
///
/// `methods` and `statics` list what it has, as `name/counts:type`: the numbers of arguments (`0,1`, `2+` for two and
/// more) and the type of the result, `?` where only the call tells. Types of `java.lang`, and of classes listed here whose
/// simple name is unique, are written without their package.
pub(crate) struct Native {
    pub(crate) name: &'static str,
    pub(crate) supers: &'static [&'static str],
    pub(crate) methods: &'static str,
    pub(crate) statics: &'static str,
    /// Static fields, as `name:type`.
    pub(crate) fields: &'static str,
    /// A constructor; `None`: what `render` has, if it has one.
    pub(crate) make: Option<Make>,
    /// Calls a method of an instance; gives nothing where `render` knows it.
    pub(crate) call: Option<Call>,
    /// Calls a static method; gives nothing where `render` knows it.
    pub(crate) call_static: Option<CallStatic>,
    /// The value of a static field; gives nothing where `render` knows it.
    pub(crate) field: Option<fn(&str) -> Option<Value>>,
    /// Whether the tables are complete, so that what they lack is an error when the page is translated.
    pub(crate) complete: bool,
}

/// Calls a method of an instance.
pub(crate) type Call = fn(&mut Cx<'_, '_>, &Value, &str, &[Value]) -> Result<Option<Value>>;

/// Calls a constructor.
pub(crate) type Make = fn(&mut Cx<'_, '_>, &[Value]) -> Result<Option<Value>>;

/// Calls a static method.
pub(crate) type CallStatic = fn(&mut Cx<'_, '_>, &str, &[Value]) -> Result<Option<Value>>;

impl Native {
    /// A class of which nothing but the name is known.
    pub(super) const fn new(name: &'static str) -> Self {
        Native {
            name,
            supers: &[],
            methods: "",
            statics: "",
            fields: "",
            make: None,
            call: None,
            call_static: None,
            field: None,
            complete: false,
        }
    }
}

impl PartialEq for Native {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// One line of a table.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) least: usize,
    pub(crate) most: usize,
    counts: Vec<usize>,
    /// The type of the result, as written.
    pub(crate) returns: &'static str,
}

impl Signature {
    pub(crate) fn takes(&self, argc: usize) -> bool {
        self.counts.contains(&argc) || (self.most == usize::MAX && argc >= self.least)
    }
}

type Methods = FxHashMap<&'static str, Vec<Signature>>;

/// What the tables of a class say.
struct Known {
    native: &'static Native,
    methods: Methods,
    statics: Methods,
    fields: FxHashMap<&'static str, &'static str>,
}

/// The classes by area.
const AREAS: &[&[Native]] = &[
    super::arrays::CLASSES,
    super::atomics::CLASSES,
    super::builders::CLASSES,
    super::bundles::CLASSES,
    super::bytes::CLASSES,
    super::calendars::CLASSES,
    super::collections::CLASSES,
    super::collectors::CLASSES,
    super::cookies::CLASSES,
    super::dates::CLASSES,
    super::events::CLASSES,
    super::functions::CLASSES,
    super::io::CLASSES,
    super::jsp::context::CLASSES,
    super::jsp::expressions::CLASSES,
    super::jsp::factory::CLASSES,
    super::jsp::jstl::CLASSES,
    super::jsp::resolvers::CLASSES,
    super::jsp::source_resolver::CLASSES,
    super::jsp::tags::CLASSES,
    super::jsp::writer::CLASSES,
    super::lang::CLASSES,
    super::locales::CLASSES,
    super::optionals::CLASSES,
    super::pages::CLASSES,
    super::properties::CLASSES,
    super::random::CLASSES,
    super::reflect::CLASSES,
    super::regex::CLASSES,
    super::responses::CLASSES,
    super::servlet::CLASSES,
    super::sql::CLASSES,
    super::streams::CLASSES,
    super::strings::CLASSES,
    super::system::CLASSES,
    super::text::CLASSES,
    super::throwables::CLASSES,
    super::tokenizer::CLASSES,
    super::urls::CLASSES,
    super::util::CLASSES,
];

static KNOWN: LazyLock<FxHashMap<&'static str, Known>> = LazyLock::new(|| {
    let all = AREAS.iter().copied().flatten();
    all.map(|native| {
        let known = Known {
            native,
            methods: methods(native.methods),
            statics: methods(native.statics),
            fields: native.fields.split_whitespace().filter_map(|field| field.split_once(':')).collect(),
        };
        (native.name, known)
    })
    .collect()
});

/// Full names by simple ones, for the tables; of two classes with one simple name, that of the first area.
static SIMPLE: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut simple = FxHashMap::default();
    for native in AREAS.iter().copied().flatten() {
        simple.entry(native.name.rsplit('.').next().unwrap_or(native.name)).or_insert(native.name);
    }
    simple
});

fn methods(table: &'static str) -> Methods {
    let mut methods: Methods = FxHashMap::default();
    for line in table.split_whitespace() {
        let Some((head, returns)) = line.split_once(':') else { continue };
        let (name, counts) = head.split_once('/').unwrap_or((head, "0"));
        let open = counts.ends_with('+');
        let counts: Vec<usize> =
            counts.trim_end_matches('+').split(',').filter_map(|count| count.parse().ok()).collect();
        let least = counts.iter().copied().min().unwrap_or(0);
        let most = if open { usize::MAX } else { counts.iter().copied().max().unwrap_or(0) };
        methods.entry(name).or_default().push(Signature { least, most, counts, returns });
    }
    methods
}

/// The class of that full name; `javax` stands for `jakarta` where the classes moved.
pub(crate) fn find(name: &str) -> Option<&'static Native> {
    if let Some(known) = KNOWN.get(name) {
        return Some(known.native);
    }
    let moved = name.strip_prefix("javax.")?;
    KNOWN.get(format!("jakarta.{moved}").as_str()).map(|known| known.native)
}

/// The full name that a table means by a simple one.
pub(crate) fn full_name(simple: &'static str) -> &'static str {
    SIMPLE.get(simple).copied().unwrap_or(simple)
}

impl Native {
    /// The class and everything above it.
    pub(crate) fn lineage(&'static self) -> Vec<&'static Native> {
        let mut all = vec![self];
        let mut at = 0;
        while at < all.len() {
            for name in all[at].supers {
                if let Some(native) = find(name)
                    && !all.contains(&native)
                {
                    all.push(native);
                }
            }
            at += 1;
        }
        if let Some(object) = find("java.lang.Object")
            && !all.contains(&object)
        {
            all.push(object);
        }
        all
    }

    /// Whether instances have a method of that name, and what it gives for so many arguments.
    pub(crate) fn method(&'static self, name: &str, argc: usize) -> Option<Option<&'static Signature>> {
        let mut seen = false;
        for native in self.lineage() {
            let Some(found) = KNOWN.get(native.name).and_then(|known| known.methods.get(name)) else {
                continue;
            };
            seen = true;
            if let Some(signature) = found.iter().find(|signature| signature.takes(argc)) {
                return Some(Some(signature));
            }
        }
        seen.then_some(None)
    }

    /// Whether there is a static method of that name, and what it gives for so many arguments.
    pub(crate) fn static_method(
        &'static self,
        name: &str,
        argc: usize,
    ) -> Option<Option<&'static Signature>> {
        let found = KNOWN.get(self.name)?.statics.get(name)?;
        Some(found.iter().find(|signature| signature.takes(argc)))
    }

    /// The type of a static field.
    pub(crate) fn field_type(&'static self, name: &str) -> Option<&'static str> {
        self.lineage().into_iter().find_map(|native| KNOWN.get(native.name)?.fields.get(name).copied())
    }

    /// The names of all methods.
    pub(crate) fn names(&'static self) -> Vec<&'static str> {
        let of = |native: &'static Native| {
            let known = KNOWN.get(native.name);
            known.map_or(Vec::new(), |known| {
                known.methods.keys().chain(known.statics.keys()).copied().collect()
            })
        };
        self.lineage().into_iter().flat_map(of).collect()
    }

    /// Whether the tables of the class and of all above it are complete.
    pub(crate) fn is_complete(&'static self) -> bool {
        self.complete && self.lineage().iter().all(|native| native.complete)
    }

    /// Whether this is that class or one below it.
    pub(crate) fn is_a(&'static self, name: &str) -> bool {
        self.lineage().iter().any(|native| native.name == name)
    }
}

/// Whether one class is below another, as far as the tables know.
pub(crate) fn is_subclass(class: &str, name: &str) -> bool {
    let name = find(name).map_or(name, |native| native.name);
    class == name || find(class).is_some_and(|native| native.is_a(name))
}

/// The full name of the class that somebody may mean by a simple name.
pub(crate) fn closest_class(name: &str) -> Option<&'static str> {
    let simple = name.rsplit('.').next().unwrap_or(name);
    if let Some(full) = SIMPLE.get(simple) {
        return Some(full);
    }
    let near = vespid_render::diagnostic::closest(simple, SIMPLE.keys().copied())?;
    SIMPLE.get(near).copied()
}

impl Native {
    /// Whether its objects can be thrown.
    pub(crate) fn is_subclass_of_throwable(&'static self) -> bool {
        self.is_a("java.lang.Throwable")
    }
}
