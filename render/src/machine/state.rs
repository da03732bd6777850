//! The state of a running page that tags and functions may touch: output, scopes, open tags, the exchange.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;
use vespid_streams::PageWriter;

use super::frame::Heights;
use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::l10n::Localization;
use crate::program::Program;
use crate::program::Unit;
use crate::tags::stepwise::Handler;
use crate::value::Str;
use crate::value::Value;
use crate::writer::TextSink;

/// Output, scopes and open tags of one running page.
pub(crate) struct PageState {
    pub(crate) out: PageWriter,
    /// Page-scope variables of all active scopes, each scope's slots in a row.
    pub(crate) vars: Vec<Value>,
    /// Variables of callers that NESTED variables of the tag files that run hide, each with its slot.
    pub(crate) hidden: Vec<(u32, Value)>,
    /// The pages that run, each with its tag files.
    pub(crate) units: Vec<Arc<Unit>>,
    pub(crate) scopes: Vec<PageScope>,
    /// The scope whose code runs.
    pub(crate) scope: usize,
    pub(crate) tags: Vec<TagEntry>,
    pub(crate) exchange: Arc<Exchange>,
    /// For expressions on their own: what their variables are, by slot.
    pub(crate) bound: Bound,
    /// What the engine of scripting elements keeps with the page.
    pub(crate) attachment: Option<Box<dyn Any + Send>>,
}

/// Pushes what is made right where it is to lie (see [`Value::replace_with`]); `Vec::push` makes it first and moves it.
#[inline(always)]
pub(super) fn push_in_place<T>(stack: &mut Vec<T>, make: impl FnOnce() -> T) -> &mut T {
    // An iterator whose length is known is written to where there is room for it already.
    stack.extend(std::iter::once(make).map(|make| make()));
    stack.last_mut().expect("just pushed")
}

/// Copies of request attributes for the slots of the first scope's program, as long as no attribute changes.
#[derive(Default)]
pub(crate) struct Bound {
    values: Vec<Value>,
    version: u64,
}

/// The page scope of one page or tag file, alive while it runs.
pub(crate) struct PageScope {
    /// The index of its unit in [`PageState::units`].
    pub(crate) unit: u32,
    /// The index of the program in its unit.
    pub(crate) index: u32,
    /// Where its slots start in [`PageState::vars`].
    pub(crate) base: usize,
    /// Variables whose names were not known at translation.
    pub(crate) extra: Option<Box<FxHashMap<Str, Value>>>,
    /// For a tag file: how it was called.
    pub(crate) call: Option<TagFileCall>,
    /// Whether it is a page that another one includes.
    pub(crate) is_included: bool,
    /// Not 0 once a lambda refers to it: a number that no other scope has.
    pub(crate) serial: u64,
    /// The number of open tags when the scope was opened: tags of a page have no parents outside of it.
    pub(crate) first_tag: usize,
    /// The languages that it speaks, once something asked for them.
    pub(crate) localization: Option<Box<Localization>>,
}

/// How a tag file was called.
pub(crate) struct TagFileCall {
    /// The caller's scope, where fragments and the body run.
    pub(crate) caller: usize,
    /// The call in the caller's program.
    pub(crate) site: u32,
    /// Where those of [`PageState::hidden`] start that are to be put back into the caller's scope.
    pub(crate) hidden: u32,
}

impl PageScope {
    /// The page or tag file.
    #[inline]
    pub(crate) fn program<'u>(&self, units: &'u [Arc<Unit>]) -> &'u Arc<Program> {
        &units[self.unit as usize].programs[self.index as usize]
    }
}

/// An open tag.
pub(crate) struct TagEntry {
    pub(crate) tag: OpenTag,
    pub(crate) site: u32,
    pub(crate) buffered: bool,
    /// A buffered body's text.
    pub(crate) body: String,
    /// The machine's heights when it was opened.
    pub(super) heights: Heights,
}

/// What an open tag offers to those within it.
pub(crate) enum OpenTag {
    /// A stepwise handler; none while it is at work.
    Steps(Option<Box<dyn Handler>>),
    /// What an asynchronous tag gives to the tags in its body.
    Provided(Option<Box<dyn Any + Send>>),
    /// The handler of the engine for scripting elements.
    Script(Value),
}

impl PageState {
    pub(crate) fn new(out: PageWriter, exchange: Arc<Exchange>) -> Self {
        PageState {
            out,
            vars: Vec::new(),
            hidden: Vec::new(),
            units: Vec::new(),
            scopes: Vec::new(),
            scope: 0,
            tags: Vec::new(),
            exchange,
            bound: Bound::default(),
            attachment: None,
        }
    }

    #[inline]
    pub(crate) fn base(&self) -> usize {
        self.scopes[self.scope].base
    }

    /// A number of the scope whose code runs that no other scope has, ever.
    pub(crate) fn serial(&mut self) -> u64 {
        static SERIALS: AtomicU64 = AtomicU64::new(1);
        let scope = &mut self.scopes[self.scope];
        if scope.serial == 0 {
            scope.serial = SERIALS.fetch_add(1, Ordering::Relaxed);
        }
        scope.serial
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        self.scopes[self.scope].program(&self.units)
    }

    /// Opens the scope of a page, or of a program of its unit that runs without a caller, and makes it the current one.
    pub(crate) fn open_page(&mut self, unit: Arc<Unit>, index: u32) {
        self.units.push(unit);
        let first_tag = self.tags.len();
        self.open_scope(self.units.len() - 1, index, None, first_tag);
    }

    /// Opens the scope of a tag file, makes it the current one and gives where its slots start.
    pub(crate) fn open_tag_file(&mut self, index: u32, call: TagFileCall) -> usize {
        let unit = self.scopes[call.caller].unit as usize;
        let first_tag = self.scopes.last().map_or(0, |scope| scope.first_tag);
        self.open_scope(unit, index, Some(call), first_tag)
    }

    fn open_scope(&mut self, unit: usize, index: u32, call: Option<TagFileCall>, first_tag: usize) -> usize {
        let base = self.vars.len();
        let slots = self.units[unit].programs[index as usize].slots.len();
        self.vars.extend(std::iter::repeat_n((), slots).map(|()| Value::Null));
        self.scope = self.scopes.len();
        push_in_place(&mut self.scopes, || PageScope {
            unit: unit as u32,
            index,
            base,
            extra: None,
            call,
            is_included: false,
            serial: 0,
            first_tag,
            localization: None,
        });
        base
    }

    /// Pushes an open tag.
    #[inline(always)]
    pub(super) fn open_tag(&mut self, tag: OpenTag, site: u32, buffered: bool, heights: Heights) {
        push_in_place(&mut self.tags, || TagEntry { tag, site, buffered, body: String::new(), heights });
    }

    /// Closes all scopes from `scope` on.
    pub(crate) fn close_scopes(&mut self, scope: usize) {
        if let Some(first) = self.scopes.get(scope) {
            let base = first.base;
            for value in &mut self.vars[base..] {
                value.clear();
            }
            while self.vars.len() > base {
                // Nothing is behind it any more.
                std::mem::forget(self.vars.pop());
            }
        }
        self.scopes.truncate(scope);
        // The topmost scope is of the page that was opened last among those left.
        let units = self.scopes.last().map_or(0, |scope| scope.unit as usize + 1);
        if units < self.units.len() {
            self.units.truncate(units);
        }
    }

    /// The variable of a slot that the page scope does not have: request, session, application.
    #[cold]
    #[inline(never)]
    pub(crate) fn var_outside(&self, slot: u32) -> Value {
        if let Some(value) = self.bound_var(slot) {
            return value.clone();
        }
        self.outside(&self.program().slots.names()[slot as usize]).unwrap_or_default()
    }

    /// The variable of a slot among those that are bound, where it lies.
    #[inline]
    pub(crate) fn bound_var(&self, slot: u32) -> Option<&Value> {
        let value = self.bound.values.get(slot as usize)?;
        (self.scope == 0 && !value.is_null() && self.is_bound()).then_some(value)
    }

    /// Whether the copies of request attributes are those of now.
    pub(crate) fn is_bound(&self) -> bool {
        self.bound.version == self.exchange.attributes.version()
    }

    /// Copies the request attributes that the first scope's program names.
    pub(crate) fn bind(&mut self) {
        let attributes = &self.exchange.attributes;
        self.bound.version = attributes.version();
        self.bound.values.clear();
        let names = self.scopes[0].program(&self.units).slots.names();
        self.bound.values.extend(names.iter().map(|name| attributes.get(name).unwrap_or_default()));
    }

    /// A name in request, session and application scope (`PageContext.findAttribute` without the page).
    fn outside(&self, name: &str) -> Option<Value> {
        let exchange = &self.exchange;
        exchange
            .attributes
            .get(name)
            .or_else(|| exchange.session().and_then(|session| session.attributes.get(name)))
            .or_else(|| exchange.application().attributes().get(name))
    }

    /// A name in the first scope that has it (`PageContext.findAttribute`).
    pub(crate) fn find(&self, name: &str) -> Value {
        self.page_var(self.scope, name).or_else(|| self.outside(name)).unwrap_or_default()
    }

    fn page_var(&self, scope: usize, name: &str) -> Option<Value> {
        let scope = &self.scopes[scope];
        if let Some(slot) = scope.program(&self.units).slots.get(name) {
            let value = &self.vars[scope.base + slot as usize];
            return (!value.is_null()).then(|| value.clone());
        }
        scope.extra.as_ref()?.get(name).cloned()
    }

    /// A name in one scope.
    pub(crate) fn get(&self, name: &str, scope: Scope) -> Option<Value> {
        match scope {
            Scope::Page => self.page_var(self.scope, name),
            Scope::Request => self.exchange.attributes.get(name),
            Scope::Session => self.exchange.session()?.attributes.get(name),
            Scope::Application => self.exchange.application().attributes().get(name),
        }
    }

    /// Sets a name in one scope; null removes it.
    pub(crate) fn set(&mut self, name: &str, scope: Scope, value: Value) -> Result<()> {
        match scope {
            Scope::Page => self.set_page_var(self.scope, name, value),
            Scope::Request => self.exchange.attributes.set(name, value),
            Scope::Session => {
                if value.is_null() {
                    if let Some(session) = self.exchange.session() {
                        session.attributes.remove(name);
                    }
                } else {
                    self.exchange.session_or_create()?.attributes.set(name, value);
                }
            }
            Scope::Application => self.exchange.application().attributes().set(name, value),
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn set_page_var(&mut self, scope: usize, name: &str, value: Value) {
        let known = &self.scopes[scope];
        match known.program(&self.units).slots.get(name) {
            Some(slot) => self.vars[known.base + slot as usize].replace_with(value),
            None => self.set_extra_var(scope, name, value),
        }
    }

    /// Sets a variable whose name was not known at translation.
    #[inline(never)]
    fn set_extra_var(&mut self, scope: usize, name: &str, value: Value) {
        let extra = &mut self.scopes[scope].extra;
        if !value.is_null() {
            extra.get_or_insert_default().insert(name.into(), value);
        } else if let Some(extra) = extra {
            extra.remove(name);
        }
    }

    /// Removes a name from one scope, or from all four.
    pub(crate) fn remove(&mut self, name: &str, scope: Option<Scope>) -> Result<()> {
        match scope {
            Some(scope) => self.set(name, scope, Value::Null),
            None => {
                for scope in [Scope::Page, Scope::Request, Scope::Session, Scope::Application] {
                    self.set(name, scope, Value::Null)?;
                }
                Ok(())
            }
        }
    }

    /// The scope that has a name.
    pub(crate) fn scope_of(&self, name: &str) -> Option<Scope> {
        [Scope::Page, Scope::Request, Scope::Session, Scope::Application]
            .into_iter()
            .find(|scope| self.get(name, *scope).is_some())
    }

    /// The variables of the current page scope, in no order.
    pub(crate) fn page_vars(&self) -> Vec<(Str, Value)> {
        let scope = &self.scopes[self.scope];
        let slots = scope.program(&self.units).slots.names().iter().zip(&self.vars[scope.base..]);
        let extra = scope.extra.iter().flat_map(|extra| extra.iter());
        slots
            .chain(extra)
            // Slots that no page can name are not variables.
            .filter(|(name, value)| !value.is_null() && !name.starts_with('\0'))
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect()
    }

    /// Makes request attributes of the variables of the current page scope.
    pub(crate) fn keep_page_vars(&self) {
        for (name, value) in self.page_vars() {
            self.exchange.attributes.set(name, value);
        }
    }

    pub(crate) fn sink(&mut self) -> TextSink<'_> {
        TextSink::page(&mut self.out)
    }

    /// The nearest open tag, below `index`, that is or provides a `T`.
    pub(crate) fn parent<T: 'static>(&mut self, index: usize) -> Option<&mut T> {
        let first = self.scopes[self.scope].first_tag;
        self.tags.get_mut(first..index)?.iter_mut().rev().find_map(|entry| match &mut entry.tag {
            OpenTag::Steps(Some(handler)) => handler.as_any().downcast_mut(),
            OpenTag::Provided(Some(provided)) => (&mut **provided as &mut dyn Any).downcast_mut(),
            OpenTag::Steps(None) | OpenTag::Provided(None) | OpenTag::Script(_) => None,
        })
    }

    /// The nearest handler of the engine's, below `index`.
    pub(crate) fn parent_object(&self, index: usize) -> Value {
        self.objects_around(index).next().cloned().unwrap_or_default()
    }

    /// The objects of open tags below `index`, the nearest first.
    pub(super) fn objects_around(&self, index: usize) -> impl Iterator<Item = &Value> {
        let first = self.scopes[self.scope].first_tag;
        let around = self.tags.get(first..index).unwrap_or_default().iter().rev();
        around.filter_map(|entry| match &entry.tag {
            OpenTag::Script(handler) if !handler.is_null() => Some(handler),
            _ => None,
        })
    }

    pub(crate) fn set_tag_object(&mut self, handler: Value) {
        if let Some(TagEntry { tag: OpenTag::Script(own), .. }) = self.tags.last_mut() {
            *own = handler;
        }
    }
}
