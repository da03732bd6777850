//! Rust types under Java class names: what `jsp:useBean class="…"` and a TLD's `tag-class` and `function-class` find.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Result;
use crate::error::Error;
use crate::tags::AsyncTag;
use crate::tags::Tag;
use crate::tags::TagCheck;
use crate::tags::TagExtraInfo;
use crate::tags::TagLibraryValidator;
use crate::tags::stepwise::TagClass;
use crate::value::Bean;
use crate::value::BeanCell;
use crate::value::EnumClass;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::java;
use crate::writer::TextSink;

type Constructor = Arc<dyn Fn() -> Result<Value> + Send + Sync>;

/// An EL function in Rust.
///
/// Closures over `&[Value]` are functions; where a function's text can be written straight to the page, implement
/// [`write`](Function::write) as well, which `${f(x)}` in template text uses.
pub trait Function: Send + Sync {
    /// Calls it; the number of arguments was checked at translation.
    ///
    /// # Errors
    /// What the function throws; `ELException` for arguments that can't be coerced.
    fn call(&self, args: &[Value]) -> Result<Value>;

    /// Writes the result as EL does: null as nothing.
    ///
    /// # Errors
    /// As [`call`](Function::call), and what the output reports.
    fn write(&self, args: &[Value], out: &mut TextSink<'_>) -> Result<()> {
        let value = self.call(args)?;
        out.write_value(&value)
    }
}

impl<F: Fn(&[Value]) -> Result<Value> + Send + Sync> Function for F {
    fn call(&self, args: &[Value]) -> Result<Value> {
        self(args)
    }
}

/// A function that writes text: its value is the text.
struct TextFunction<F>(F);

impl<F: Fn(&[Value], &mut TextSink<'_>) -> Result<()> + Send + Sync> Function for TextFunction<F> {
    fn call(&self, args: &[Value]) -> Result<Value> {
        let mut text = String::new();
        (self.0)(args, &mut TextSink::string(&mut text))?;
        Ok(Value::str(text))
    }

    fn write(&self, args: &[Value], out: &mut TextSink<'_>) -> Result<()> {
        (self.0)(args, out)
    }
}

/// What is registered under one Java class name.
#[derive(Default, Clone)]
struct Entry {
    constructor: Option<Constructor>,
    constructor_with: Option<Arc<dyn Function>>,
    tag: Option<TagClass>,
    functions: FxHashMap<Str, Arc<dyn Function>>,
    constants: Vec<(Str, Value)>,
    enumeration: Option<Arc<EnumClass>>,
    extra_info: Option<TagCheck>,
    validator: Option<Arc<dyn TagLibraryValidator>>,
    bundle: Option<Arc<FxHashMap<Str, Value>>>,
}

/// Rust types and functions under Java class names. Filled once, before the application starts.
#[derive(Default, Clone)]
pub struct Registry {
    classes: FxHashMap<Str, Entry>,
}

impl Registry {
    /// Nothing registered.
    pub fn new() -> Self {
        Self::default()
    }

    fn entry(&mut self, class: &str) -> &mut Entry {
        self.classes.entry(Str::from(class)).or_default()
    }

    /// A bean under the class name of its derive; `jsp:useBean` makes it with `Default`, and pages can set its properties.
    pub fn bean<T: Bean + Default>(&mut self) -> &mut Self {
        let class = T::bean_class().name().to_owned();
        self.constructor(&class, || Ok(BeanCell::value(T::default())))
    }

    /// How `jsp:useBean` makes an instance of `class`.
    pub fn constructor(
        &mut self,
        class: &str,
        make: impl Fn() -> Result<Value> + Send + Sync + 'static,
    ) -> &mut Self {
        self.entry(class).constructor = Some(Arc::new(make));
        self
    }

    /// How EL's constructor reference `Name(a, b)` makes an instance of an imported class. The number of arguments is
    /// the function's own to check.
    pub fn constructor_with(&mut self, class: &str, make: impl Function + 'static) -> &mut Self {
        self.entry(class).constructor_with = Some(Arc::new(make));
        self
    }

    /// A public static field of a class, which EL reads as `Name.field` where the class is imported.
    pub fn constant(&mut self, class: &str, name: &str, value: Value) -> &mut Self {
        self.entry(class).constants.push((name.into(), value));
        self
    }

    /// A Java enum: its constants become static fields of the class, `values` and `valueOf` its static methods.
    ///
    /// ```
    /// use vespid_render::registry::Registry;
    /// use vespid_render::value::EnumClass;
    /// let mut registry = Registry::new();
    /// registry.enumeration(&EnumClass::new("cards.Suit", &["CLUB", "DIAMOND", "HEART", "SPADE"]));
    /// ```
    pub fn enumeration(&mut self, class: &Arc<EnumClass>) -> &mut Self {
        self.entry(class.name()).enumeration = Some(class.clone());
        for constant in class.values() {
            let name = coerce::to_text(&constant).into_owned();
            self.constant(class.name(), &name, constant);
        }
        let own = class.clone();
        self.function(class.name(), "values", move |args: &[Value]| match args {
            [] => Ok(Value::list(own.values())),
            _ => Err(Error::illegal_argument("values() takes no arguments")),
        });
        let own = class.clone();
        self.function(class.name(), "valueOf", move |args: &[Value]| match args {
            [name] => own.value_of(&coerce::to_text(name)),
            _ => Err(Error::illegal_argument("valueOf(name) takes one argument")),
        })
    }

    /// A stepwise tag handler under the class name of its derive.
    pub fn tag<T: Tag>(&mut self) -> &mut Self {
        self.entry(T::tag_class()).tag = Some(TagClass::stepwise::<T>());
        self
    }

    /// An asynchronous tag handler under the class name of its derive.
    pub fn async_tag<T: AsyncTag>(&mut self) -> &mut Self {
        self.entry(T::tag_class()).tag = Some(TagClass::asynchronous::<T>());
        self
    }

    /// An EL function: the static method `method` of `class`.
    pub fn function(&mut self, class: &str, method: &str, function: impl Function + 'static) -> &mut Self {
        self.entry(class).functions.insert(method.into(), Arc::new(function));
        self
    }

    /// An EL function whose result is text that it writes: no string is made where a page only prints it.
    pub fn text_function(
        &mut self,
        class: &str,
        method: &str,
        function: impl Fn(&[Value], &mut TextSink<'_>) -> Result<()> + Send + Sync + 'static,
    ) -> &mut Self {
        self.function(class, method, TextFunction(function))
    }

    /// What knows more of tags than their descriptions: the `tei-class` of a TLD.
    pub fn extra_info(&mut self, class: &str, info: impl TagExtraInfo + 'static) -> &mut Self {
        self.entry(class).extra_info = Some(TagCheck::new(info));
        self
    }

    /// What looks at every page that uses a library: the `validator-class` of a TLD.
    pub fn validator(&mut self, class: &str, validator: impl TagLibraryValidator + 'static) -> &mut Self {
        self.entry(class).validator = Some(Arc::new(validator));
        self
    }

    /// A resource bundle in place of a Java class: `class` is its whole name with the locale, `shop.Messages_de`.
    pub fn bundle<K: Into<Str>>(
        &mut self,
        class: &str,
        entries: impl IntoIterator<Item = (K, Value)>,
    ) -> &mut Self {
        let entries = entries.into_iter().map(|(key, value)| (key.into(), value)).collect();
        self.entry(class).bundle = Some(Arc::new(entries));
        self
    }

    pub(crate) fn find_bundle(&self, class: &str) -> Option<&Arc<FxHashMap<Str, Value>>> {
        self.classes.get(class)?.bundle.as_ref()
    }

    pub(crate) fn find_extra_info(&self, class: &str) -> Option<&TagCheck> {
        self.classes.get(class)?.extra_info.as_ref()
    }

    pub(crate) fn find_validator(&self, class: &str) -> Option<&Arc<dyn TagLibraryValidator>> {
        self.classes.get(class)?.validator.as_ref()
    }

    /// Makes an instance of a registered class, or of one of Java's own; `None`: it has no constructor here.
    pub fn instantiate(&self, class: &str) -> Option<Result<Value>> {
        match self.classes.get(class).and_then(|entry| entry.constructor.as_ref()) {
            Some(make) => Some(make()),
            None => java::instantiate(class),
        }
    }

    /// Whether [`instantiate`](Self::instantiate) can make that class.
    pub fn has_constructor(&self, class: &str) -> bool {
        self.classes.get(class).is_some_and(|entry| entry.constructor.is_some())
            || java::instantiate(class).is_some_and(|made| made.is_ok())
    }

    /// What EL can reach of a class without an instance; `None`: the class is not registered.
    pub(crate) fn statics(&self, class: &str) -> Option<Statics<'_>> {
        let entry = self.classes.get(class)?;
        Some(Statics {
            make: entry.constructor_with.clone().or_else(|| entry.constructor.clone().map(without_arguments)),
            functions: &entry.functions,
            constants: &entry.constants,
        })
    }

    pub(crate) fn tag_class(&self, class: &str) -> Option<&TagClass> {
        self.classes.get(class)?.tag.as_ref()
    }

    /// The enum of that class name.
    pub(crate) fn find_enumeration(&self, class: &str) -> Option<&Arc<EnumClass>> {
        self.classes.get(class)?.enumeration.as_ref()
    }

    pub(crate) fn find_function(&self, class: &str, method: &str) -> Option<&Arc<dyn Function>> {
        self.classes.get(class)?.functions.get(method)
    }

    /// The names of all registered classes, for hints.
    pub fn class_names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(Str::as_str)
    }
}

/// The static members of a registered class.
pub(crate) struct Statics<'a> {
    pub(crate) make: Option<Arc<dyn Function>>,
    pub(crate) functions: &'a FxHashMap<Str, Arc<dyn Function>>,
    pub(crate) constants: &'a [(Str, Value)],
}

fn without_arguments(make: Constructor) -> Arc<dyn Function> {
    Arc::new(move |args: &[Value]| {
        if args.is_empty() {
            make()
        } else {
            Err(Error::illegal_argument("the constructor takes no arguments"))
        }
    })
}
