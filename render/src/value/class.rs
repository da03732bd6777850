//! What is known of a Java class by name: its super types and its properties, for `instanceof` and inline caches.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;

use super::Str;

/// A number that names a [`Class`] for inline caches; never given twice in a process, never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassId(u32);

impl ClassId {
    fn next() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        ClassId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The bare number.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A bean property as an inline cache keeps it: the class that it was last found in, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    class: ClassId,
    index: u32,
}

impl Member {
    /// The property of that index in `class.properties()`.
    pub fn new(class: &Class, index: usize) -> Self {
        Member { class: class.id, index: index as u32 }
    }

    /// As one number, which is never below 2^32.
    #[inline]
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.class.0) << 32 | u64::from(self.index)
    }

    /// The inverse of [`to_bits`](Self::to_bits).
    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Self {
        Member { class: ClassId((bits >> 32) as u32), index: bits as u32 }
    }

    /// The index in the properties of this class; `None`: it belongs to another class.
    #[inline]
    pub fn index_in(self, class: &Class) -> Option<usize> {
        (self.class == class.id).then_some(self.index as usize)
    }
}

/// Where a class that is made once lies, as `#[derive(Bean)]` has it.
///
/// Inline caches ask it with a single load: before the class is made there is no number to compare with.
#[doc(hidden)]
#[derive(Debug)]
pub struct ClassCell {
    id: AtomicU32,
    class: OnceLock<Class>,
}

impl ClassCell {
    /// A cell without its class.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it lies in a static")]
    pub const fn new() -> Self {
        ClassCell { id: AtomicU32::new(0), class: OnceLock::new() }
    }

    /// The class, made if it is asked for the first time.
    pub fn get_or_init(&self, make: impl FnOnce() -> Class) -> &Class {
        self.class.get_or_init(|| {
            let class = make();
            self.id.store(class.id.0, Ordering::Relaxed);
            class
        })
    }

    /// The index of a property of this class; `None`: it belongs to another class.
    #[inline]
    pub fn index(&self, member: Member) -> Option<usize> {
        (self.id.load(Ordering::Relaxed) == member.class.0).then_some(member.index as usize)
    }
}

/// One property of a bean class.
#[derive(Clone, Debug)]
pub struct Property {
    /// The name as EL writes it (`unitPrice`).
    pub name: Str,
    /// The Java type name (`int`, `java.lang.String`, `java.lang.Object`).
    pub java_type: Str,
    /// Whether there is a setter.
    pub writable: bool,
}

impl Property {
    /// A property without a setter.
    pub fn read_only(name: &str, java_type: &str) -> Self {
        Property { name: name.into(), java_type: java_type.into(), writable: false }
    }
}

/// A class as pages see it: Java name, super types, bean properties.
#[derive(Debug)]
pub struct Class {
    id: ClassId,
    name: Str,
    supers: Vec<Str>,
    properties: Vec<Property>,
}

impl Class {
    /// A class without properties.
    pub fn new(name: impl Into<Str>, supers: &[&str]) -> Self {
        Self::with_properties(name, supers, Vec::new())
    }

    /// A class with bean properties; [`Object::property`](super::Object::property) takes the index in `properties`.
    pub fn with_properties(name: impl Into<Str>, supers: &[&str], properties: Vec<Property>) -> Self {
        Class {
            id: ClassId::next(),
            name: name.into(),
            supers: supers.iter().map(|name| Str::from(*name)).collect(),
            properties,
        }
    }

    /// The number used by inline caches.
    #[inline]
    pub fn id(&self) -> ClassId {
        self.id
    }

    /// The Java class name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bean properties, in the order of their indices.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The index of a property.
    pub fn property(&self, name: &str) -> Option<usize> {
        self.properties.iter().position(|property| property.name == name)
    }

    /// Whether this is that class or has it among its super classes and interfaces.
    pub fn is_a(&self, name: &str) -> bool {
        self.name == name || name == "java.lang.Object" || self.supers.iter().any(|class| class == name)
    }
}
