//! Resource bundles: messages by key, for a locale and those that it descends from (`java.util.ResourceBundle`).

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;

use rustc_hash::FxHashMap;

use super::properties;
use crate::Result;
use crate::error::Error;
use crate::paths::ARCHIVE;
use crate::registry::Registry;
use crate::resources::Resources;
use crate::resources::Stamp;
use crate::text::Locale;
use crate::value::Class;
use crate::value::Object;
use crate::value::Property;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

/// Where files of bundles are looked for: there and in the archives of `/WEB-INF/lib`.
const CLASSES: &str = "/WEB-INF/classes/";

const EXTENSION: &str = ".properties";

/// Folders within each other that are looked through; more is a circle of links.
const MAX_DEPTH: usize = 32;

/// The files of an application that hold bundles, as they were when they were last looked at.
///
/// Pages that need bundles depend on all of them: when one changes, such a page is compiled anew, and that is when the
/// files are looked at again.
#[derive(Default)]
pub(crate) struct BundleFiles(RwLock<Arc<FxHashMap<Str, File>>>, RwLock<Classes>);

/// Bundles that are classes of the application's sources.
#[derive(Default)]
struct Classes {
    /// The version of the sources that they are of.
    version: Option<u64>,
    entries: Arc<FxHashMap<Str, Arc<FxHashMap<Str, Value>>>>,
}

#[derive(Clone)]
struct File {
    path: Str,
    stamp: Option<Stamp>,
    entries: Arc<FxHashMap<Str, Value>>,
}

impl BundleFiles {
    /// Looks at the files again and reads those that have changed; gives all files and folders that were looked at,
    /// with their versions. Blocks.
    pub(crate) fn refresh(&self, resources: &dyn Resources) -> Vec<(Str, Option<Stamp>)> {
        let before = self.files();
        let mut seen = Vec::new();
        let mut files: FxHashMap<Str, File> = FxHashMap::default();
        let mut roots = vec![Str::from(CLASSES)];
        let lib = "/WEB-INF/lib/";
        let mut archives = resources.list(lib).ok().flatten().unwrap_or_default();
        archives.sort_unstable();
        for archive in archives.iter().map(|name| name.strip_suffix(ARCHIVE).unwrap_or(name)) {
            if archive.ends_with(".jar") {
                roots.push(format!("{lib}{archive}{ARCHIVE}").into());
            }
        }
        for root in roots {
            let mut folders = vec![(root.clone(), 0)];
            while let Some((folder, depth)) = folders.pop() {
                // Folders in archives change with the archive.
                if !folder.contains(ARCHIVE) || folder == root {
                    let name = folder.trim_end_matches('/').trim_end_matches('!');
                    seen.push((name.into(), resources.stamp(name)));
                }
                for name in resources.list(&folder).ok().flatten().unwrap_or_default() {
                    let path: Str = format!("{folder}{name}").into();
                    if name.ends_with('/') {
                        if depth < MAX_DEPTH {
                            folders.push((path, depth + 1));
                        }
                    } else if let Some(key) = path[root.len()..].strip_suffix(EXTENSION) {
                        let stamp = resources.stamp(&path);
                        seen.push((path.clone(), stamp));
                        // What comes first on the class path wins.
                        if !files.contains_key(key)
                            && let Some(file) = read(resources, &path, stamp, before.get(key))
                        {
                            files.insert(key.into(), file);
                        }
                    }
                }
            }
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(files);
        seen
    }

    /// Takes the bundles that are classes, unless they are of that version already.
    pub(crate) fn refresh_classes(&self, version: u64, load: impl FnOnce() -> Vec<(Str, Vec<(Str, Value)>)>) {
        let is_known = |classes: &RwLock<Classes>| {
            classes.read().unwrap_or_else(PoisonError::into_inner).version == Some(version)
        };
        if is_known(&self.1) {
            return;
        }
        let entries =
            load().into_iter().map(|(name, entries)| (name, Arc::new(entries.into_iter().collect())));
        let entries = Arc::new(entries.collect());
        *self.1.write().unwrap_or_else(PoisonError::into_inner) = Classes { version: Some(version), entries };
    }

    fn files(&self) -> Arc<FxHashMap<Str, File>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The bundle of a base name that fits a locale best, down to the root bundle, which fits all
    /// (`ResourceBundle.getBundle` without the machine's own locale).
    pub(crate) fn find(
        &self,
        registry: &Registry,
        base: &str,
        locale: &Locale,
    ) -> Option<Arc<ResourceBundle>> {
        let files = self.files();
        let classes = self.1.read().unwrap_or_else(PoisonError::into_inner).entries.clone();
        let base_path = base.replace('.', "/");
        let mut found: Option<Arc<ResourceBundle>> = None;
        for candidate in locale.candidates().into_iter().rev() {
            let suffix = suffix(&candidate);
            let name: Str = format!("{base}{suffix}").into();
            // A class goes before a file.
            let (class, entries) = if let Some(entries) =
                registry.find_bundle(&name).or_else(|| classes.get(&name))
            {
                (
                    Class::new(name.clone(), &["java.util.ListResourceBundle", "java.util.ResourceBundle"]),
                    entries.clone(),
                )
            } else if let Some(file) = files.get(format!("{base_path}{suffix}").as_str()) {
                (
                    Class::new("java.util.PropertyResourceBundle", &["java.util.ResourceBundle"]),
                    file.entries.clone(),
                )
            } else {
                continue;
            };
            found = Some(Arc::new(ResourceBundle {
                class: Arc::new(with_properties(&class)),
                name: base.into(),
                locale: candidate,
                entries,
                parent: found,
            }));
        }
        found
    }
}

fn with_properties(class: &Class) -> Class {
    let supers: &[&str] = if class.is_a("java.util.ListResourceBundle") {
        &["java.util.ListResourceBundle", "java.util.ResourceBundle"]
    } else {
        &["java.util.ResourceBundle"]
    };
    let properties = vec![
        Property::read_only("baseBundleName", "java.lang.String"),
        Property::read_only("locale", "java.util.Locale"),
    ];
    Class::with_properties(class.name(), supers, properties)
}

/// A file's entries, unless they are known.
fn read(resources: &dyn Resources, path: &Str, stamp: Option<Stamp>, before: Option<&File>) -> Option<File> {
    if let Some(before) =
        before.filter(|before| before.path == *path && before.stamp == stamp && stamp.is_some())
    {
        return Some(before.clone());
    }
    let bytes = match resources.read(path) {
        Ok(bytes) => bytes?,
        Err(error) => {
            tracing::warn!(%path, %error, "a resource bundle can't be read");
            return None;
        }
    };
    let entries =
        properties::of_file(&bytes).into_iter().map(|(key, value)| (key, Value::Str(value))).collect();
    Some(File { path: path.clone(), stamp, entries: Arc::new(entries) })
}

/// What stands behind the base name in the name of a bundle (`ResourceBundle.Control.toBundleName`).
fn suffix(locale: &Locale) -> String {
    let parts = [locale.language(), locale.script(), locale.country(), locale.variant()];
    let Some(last) = parts.iter().rposition(|part| !part.is_empty()) else { return String::new() };
    let kept = parts[..=last].iter().enumerate().filter(|(index, part)| *index != 1 || !part.is_empty());
    kept.map(|(_, part)| format!("_{part}")).collect()
}

/// A `java.util.ResourceBundle`: messages and other objects by key; what it lacks its parents may have.
pub struct ResourceBundle {
    class: Arc<Class>,
    name: Str,
    locale: Locale,
    entries: Arc<FxHashMap<Str, Value>>,
    parent: Option<Arc<ResourceBundle>>,
}

impl ResourceBundle {
    /// The locale that the bundle itself is made for.
    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// The same bundle, where only a reference to it is at hand.
    pub fn shared(&self) -> Arc<Self> {
        Arc::new(ResourceBundle {
            class: self.class.clone(),
            name: self.name.clone(),
            locale: self.locale.clone(),
            entries: self.entries.clone(),
            parent: self.parent.clone(),
        })
    }

    /// The object of a key, here or in a parent.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let mut bundle = self;
        loop {
            match (bundle.entries.get(key), &bundle.parent) {
                (Some(found), _) => return Some(found),
                (None, Some(parent)) => bundle = parent,
                (None, None) => return None,
            }
        }
    }

    fn keys(&self) -> Vec<Value> {
        let mut keys: Vec<Str> = Vec::new();
        let mut bundle = Some(self);
        while let Some(at) = bundle {
            keys.extend(at.entries.keys().cloned());
            bundle = at.parent.as_deref();
        }
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(Value::Str).collect()
    }
}

#[cold]
fn missing(bundle: &ResourceBundle, key: &str) -> Error {
    Error::new(
        "java.util.MissingResourceException",
        format!("there is no '{key}' in the bundle {} for '{}'", bundle.name, bundle.locale),
    )
}

impl Object for ResourceBundle {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(match index {
            0 => Value::Str(self.name.clone()),
            _ => Value::new(self.locale.clone()),
        })
    }

    /// A message: expressions find them by key, as in Java (Pages 4.1, `ResourceBundleELResolver` of EL 6.1).
    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        Ok(Some(self.get(name).cloned().unwrap_or_else(|| Value::str(format!("???{name}???")))))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("getString" | "getObject", [key]) => {
                let key = coerce::to_text(key);
                self.get(&key).cloned().ok_or_else(|| missing(self, &key))?
            }
            ("containsKey", [key]) => Value::Bool(self.get(&coerce::to_text(key)).is_some()),
            ("getKeys" | "keySet", []) => Value::list(self.keys()),
            ("getLocale", []) => Value::new(self.locale.clone()),
            ("getBaseBundleName", []) => Value::Str(self.name.clone()),
            _ => return Ok(None),
        }))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.class.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::MemoryResources;

    #[test]
    fn the_best_bundle_is_found_with_its_parents() {
        let files: MemoryResources = [
            ("/WEB-INF/classes/a/Messages.properties", "k=root\nr=root"),
            ("/WEB-INF/classes/a/Messages_de.properties", "k=de"),
            ("/WEB-INF/classes/a/Messages_de_AT_x.properties", "k=at"),
            ("/WEB-INF/lib/b.jar!/a/Messages_de.properties", "k=hidden"),
            ("/WEB-INF/lib/b.jar!/Other_fr.properties", "k=fr"),
        ]
        .into_iter()
        .collect();
        let bundles = BundleFiles::default();
        let seen = bundles.refresh(&files);
        assert_eq!(seen.iter().filter(|(path, _)| path.ends_with(EXTENSION)).count(), 5);
        let mut registry = Registry::new();
        registry.bundle("a.Messages_en", [("k", Value::str("class"))]);
        let found = |base: &str, locale: &str| {
            let bundle = bundles.find(&registry, base, &Locale::parse(locale).unwrap())?;
            Some((bundle.locale().to_string(), bundle.get("k").cloned(), bundle.get("r").cloned()))
        };
        let expected = |locale: &str, k: &str, r: Option<&str>| {
            Some((locale.to_owned(), Some(Value::str(k)), r.map(Value::str)))
        };
        assert_eq!(found("a.Messages", "de_AT_x"), expected("de_AT_x", "at", Some("root")));
        assert_eq!(found("a.Messages", "de_AT"), expected("de", "de", Some("root")));
        assert_eq!(found("a.Messages", "en_GB"), expected("en", "class", Some("root")));
        assert_eq!(found("a.Messages", "fr"), expected("", "root", Some("root")));
        assert_eq!(found("Other", "fr_CA"), expected("fr", "fr", None));
        assert_eq!(found("Other", "de"), None);
        files.insert("/WEB-INF/classes/a/Messages_de.properties", "k=new");
        assert_eq!(found("a.Messages", "de"), expected("de", "de", Some("root")));
        bundles.refresh(&files);
        assert_eq!(found("a.Messages", "de"), expected("de", "new", Some("root")));
    }

    #[test]
    fn names_of_bundles_have_their_parts_in_order() {
        for (locale, expected) in [
            (Locale::ROOT, ""),
            (Locale::new("de", "", ""), "_de"),
            (Locale::new("de", "AT", "x"), "_de_AT_x"),
            (Locale::new("de", "", "x"), "_de__x"),
            (Locale::for_language_tag("zh-Hant-TW"), "_zh_Hant_TW"),
        ] {
            assert_eq!(suffix(&locale), expected);
        }
    }
}
