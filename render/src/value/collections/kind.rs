//! The classes of collections that differ in name and order only, and what else their old interfaces have.

use std::sync::LazyLock;

use crate::value::Class;

/// A class of lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// `java.util.ArrayList`
    #[default]
    Array,
    /// `java.util.LinkedList`
    Linked,
    /// `java.util.Stack`
    Stack,
    /// `java.util.Vector`
    Vector,
}

/// A class of maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MapKind {
    /// `java.util.concurrent.ConcurrentHashMap`
    Concurrent,
    /// `java.util.Hashtable`
    Hashtable,
    /// `java.util.LinkedHashMap`, which is a `HashMap`
    #[default]
    Linked,
    /// `java.util.Properties`
    Properties,
    /// `java.util.TreeMap`
    Tree,
}

/// A class of sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SetKind {
    /// `java.util.LinkedHashSet`, which is a `HashSet`
    #[default]
    Linked,
    /// `java.util.TreeSet`
    Tree,
}

/// What Java makes of a collection besides its own class.
macro_rules! class {
    ($name:literal $(, $super:literal)*) => {{
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new($name, &[$($super,)* "java.lang.Cloneable", "java.io.Serializable"])
        });
        &CLASS
    }};
}

impl ListKind {
    pub(super) fn class(self) -> &'static Class {
        match self {
            ListKind::Array => class!(
                "java.util.ArrayList",
                "java.util.AbstractList",
                "java.util.AbstractCollection",
                "java.util.List",
                "java.util.Collection",
                "java.lang.Iterable",
                "java.util.RandomAccess"
            ),
            ListKind::Linked => class!(
                "java.util.LinkedList",
                "java.util.AbstractSequentialList",
                "java.util.AbstractList",
                "java.util.AbstractCollection",
                "java.util.List",
                "java.util.Deque",
                "java.util.Queue",
                "java.util.Collection",
                "java.lang.Iterable"
            ),
            ListKind::Stack => class!(
                "java.util.Stack",
                "java.util.Vector",
                "java.util.AbstractList",
                "java.util.AbstractCollection",
                "java.util.List",
                "java.util.Collection",
                "java.lang.Iterable",
                "java.util.RandomAccess"
            ),
            ListKind::Vector => class!(
                "java.util.Vector",
                "java.util.AbstractList",
                "java.util.AbstractCollection",
                "java.util.List",
                "java.util.Collection",
                "java.lang.Iterable",
                "java.util.RandomAccess"
            ),
        }
    }
}

impl MapKind {
    pub(super) fn class(self) -> &'static Class {
        match self {
            MapKind::Concurrent => class!(
                "java.util.concurrent.ConcurrentHashMap",
                "java.util.concurrent.ConcurrentMap",
                "java.util.AbstractMap",
                "java.util.Map"
            ),
            MapKind::Hashtable => class!("java.util.Hashtable", "java.util.Dictionary", "java.util.Map"),
            MapKind::Linked => {
                class!(
                    "java.util.LinkedHashMap",
                    "java.util.HashMap",
                    "java.util.AbstractMap",
                    "java.util.Map"
                )
            }
            MapKind::Properties => {
                class!("java.util.Properties", "java.util.Hashtable", "java.util.Dictionary", "java.util.Map")
            }
            MapKind::Tree => class!(
                "java.util.TreeMap",
                "java.util.NavigableMap",
                "java.util.SortedMap",
                "java.util.AbstractMap",
                "java.util.Map"
            ),
        }
    }

    /// Whether neither keys nor values can be null.
    pub(super) fn refuses_null(self) -> bool {
        matches!(self, MapKind::Concurrent | MapKind::Hashtable | MapKind::Properties)
    }
}

impl SetKind {
    pub(super) fn class(self) -> &'static Class {
        match self {
            SetKind::Linked => class!(
                "java.util.LinkedHashSet",
                "java.util.HashSet",
                "java.util.AbstractSet",
                "java.util.AbstractCollection",
                "java.util.Set",
                "java.util.Collection",
                "java.lang.Iterable"
            ),
            SetKind::Tree => class!(
                "java.util.TreeSet",
                "java.util.NavigableSet",
                "java.util.SortedSet",
                "java.util.AbstractSet",
                "java.util.AbstractCollection",
                "java.util.Set",
                "java.util.Collection",
                "java.lang.Iterable"
            ),
        }
    }
}
