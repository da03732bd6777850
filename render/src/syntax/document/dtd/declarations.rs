//! Reads document type declarations: elements, attributes, parameter entities (XML 1.0, 2.8, 3.2, 3.3, 3.4 and 4.2.2).

use rustc_hash::FxHashMap;

use super::super::scan::is_xml_space;
use super::model::Model;
use crate::value::Str;

/// Most bytes that are read with all parameter entities in their places. The DTD of XHTML has 40 KB.
const MAX_BYTES: usize = 4 << 20;

/// Parameter entities within each other.
const MAX_DEPTH: usize = 40;

/// What a document type says.
#[derive(Debug, Default)]
pub(in super::super) struct DocumentType {
    pub(super) elements: FxHashMap<Str, Element>,
    /// The attributes of each element.
    pub(super) attributes: FxHashMap<Str, Vec<Attribute>>,
    /// A part of it can't be had, so that what is not declared may be declared there.
    pub(super) is_partial: bool,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) model: Model,
    /// As it is written.
    pub(super) written: Str,
}

#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) name: Str,
    pub(super) kind: AttributeType,
    pub(super) required: bool,
    pub(super) fixed: Option<Str>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum AttributeType {
    Text,
    Id,
    Reference,
    References,
    Token,
    Tokens,
    Name,
    Names,
    OneOf(Vec<Str>),
}

/// What is wrong with a document type.
#[derive(Debug)]
pub(in super::super) struct Problem(pub(in super::super) String);

/// Gives the text of an external file; `None`: it can't be had.
pub(in super::super) type Load<'a> = dyn FnMut(&str) -> Option<String> + 'a;

impl DocumentType {
    /// Reads the internal subset and then the external one.
    pub(in super::super) fn read(
        internal: &str,
        system: Option<&str>,
        load: &mut Load<'_>,
    ) -> Result<Self, Problem> {
        let mut reader =
            Reader { found: DocumentType::default(), entities: FxHashMap::default(), load, bytes: 0 };
        reader.subset(internal, false, 0)?;
        if let Some(system) = system {
            match (reader.load)(system) {
                Some(text) => reader.subset(without_declaration(&text), true, 0)?,
                None => reader.found.is_partial = true,
            }
        }
        Ok(reader.found)
    }
}

struct Reader<'a, 'l> {
    found: DocumentType,
    /// Parameter entities and whether they stand in an external file; `None`: it can't be had.
    entities: FxHashMap<Str, Option<(Str, bool)>>,
    load: &'a mut Load<'l>,
    bytes: usize,
}

impl Reader<'_, '_> {
    fn subset(&mut self, text: &str, external: bool, depth: usize) -> Result<(), Problem> {
        self.bytes += text.len();
        if self.bytes > MAX_BYTES || depth > MAX_DEPTH {
            return Err(Problem("the document type is too large".into()));
        }
        let mut scan = Scan::new(text);
        loop {
            scan.space();
            if scan.is_done() {
                return Ok(());
            }
            if scan.eat("%") {
                let name = scan.reference().ok_or_else(|| unreadable("a parameter entity"))?;
                match self.entities.get(name).cloned() {
                    Some(Some((text, inside))) => self.subset(&text, external || inside, depth + 1)?,
                    _ => self.found.is_partial = true,
                }
            } else if scan.eat("<!--") {
                scan.until("-->").ok_or_else(|| unreadable("a comment"))?;
            } else if scan.eat("<?") {
                scan.until("?>").ok_or_else(|| unreadable("a processing instruction"))?;
            } else if external && scan.eat("<![") {
                self.section(&mut scan, depth)?;
            } else if scan.eat("<!") {
                let declaration = scan.declaration().ok_or_else(|| unreadable("a declaration"))?;
                self.declaration(declaration, external)?;
            } else {
                return Err(unreadable("a declaration"));
            }
        }
    }

    /// A conditional section behind `<![`.
    fn section(&mut self, scan: &mut Scan<'_>, depth: usize) -> Result<(), Problem> {
        let problem = || unreadable("a conditional section");
        let keyword = scan.until("[").ok_or_else(problem)?;
        let keyword = self.expanded(keyword)?;
        let content = scan.section().ok_or_else(problem)?;
        match keyword.trim_matches(is_xml_space) {
            "INCLUDE" => self.subset(content, true, depth + 1),
            "IGNORE" => Ok(()),
            _ => Err(problem()),
        }
    }

    /// A declaration between `<!` and `>`.
    fn declaration(&mut self, text: &str, external: bool) -> Result<(), Problem> {
        let expanded;
        let mut scan = Scan::new(text);
        let keyword = scan.name().unwrap_or_default();
        let rest = if external && keyword != "ENTITY" && scan.rest().contains('%') {
            expanded = self.expanded(scan.rest())?;
            expanded.as_str()
        } else {
            scan.rest()
        };
        let mut scan = Scan::new(rest);
        match keyword {
            "ELEMENT" => {
                let name = scan.name().ok_or_else(|| unreadable("the declaration of an element"))?;
                let written = scan.rest().trim_matches(is_xml_space);
                let model = Model::parse(written)
                    .ok_or_else(|| unreadable(&format!("the declaration of the element {name}")))?;
                let element = Element { model, written: written.into() };
                if self.found.elements.insert(name.into(), element).is_some() {
                    return Err(Problem(format!("the element {name} is declared twice")));
                }
                Ok(())
            }
            "ATTLIST" => {
                let name = scan.name().ok_or_else(|| unreadable("the declaration of attributes"))?;
                let list = attributes(&mut scan)
                    .ok_or_else(|| unreadable(&format!("the declaration of the attributes of {name}")))?;
                let known = self.found.attributes.entry(name.into()).or_default();
                for attribute in list {
                    // The first one counts.
                    if known.iter().all(|other| other.name != attribute.name) {
                        known.push(attribute);
                    }
                }
                Ok(())
            }
            "ENTITY" => self.entity(&mut scan).ok_or_else(|| unreadable("the declaration of an entity")),
            "NOTATION" => Ok(()),
            _ => Err(unreadable("a declaration")),
        }
    }

    /// A declaration of an entity; the XML parser knows general ones.
    fn entity(&mut self, scan: &mut Scan<'_>) -> Option<()> {
        scan.space();
        if !scan.eat("%") {
            return Some(());
        }
        let name = scan.name()?;
        let at_literal = {
            scan.space();
            scan.rest().starts_with(['"', '\''])
        };
        let value = if at_literal {
            Some((characters(scan.literal()?)?, false))
        } else {
            if scan.name()? == "PUBLIC" {
                scan.literal()?;
            }
            let text = (self.load)(scan.literal()?);
            text.map(|text| (without_declaration(&text).into(), true))
        };
        // The first one counts.
        self.entities.entry(name.into()).or_insert(value);
        Some(())
    }

    /// Text with its parameter entities in their places, with blanks around them.
    fn expanded(&mut self, text: &str) -> Result<String, Problem> {
        let mut out = text.to_owned();
        for _ in 0..MAX_DEPTH {
            if !out.contains('%') {
                return Ok(out);
            }
            let mut next = String::with_capacity(out.len());
            let mut rest = out.as_str();
            while let Some((before, after)) = rest.split_once('%') {
                next.push_str(before);
                let mut scan = Scan::new(after);
                let Some(name) = scan.reference() else { return Err(unreadable("a parameter entity")) };
                match self.entities.get(name) {
                    Some(Some((value, _))) => {
                        next.push(' ');
                        next.push_str(value);
                        next.push(' ');
                    }
                    _ => self.found.is_partial = true,
                }
                rest = scan.rest();
                if self.bytes + next.len() > MAX_BYTES {
                    return Err(Problem("the document type is too large".into()));
                }
            }
            next.push_str(rest);
            out = next;
        }
        Err(Problem("the document type is too large".into()))
    }
}

fn unreadable(what: &str) -> Problem {
    Problem(format!("{what} can't be read"))
}

/// The attributes of one declaration.
fn attributes(scan: &mut Scan<'_>) -> Option<Vec<Attribute>> {
    let mut list = Vec::new();
    loop {
        scan.space();
        if scan.is_done() {
            return Some(list);
        }
        let name = scan.name()?.into();
        scan.space();
        let kind = if scan.eat("(") {
            AttributeType::OneOf(scan.names()?)
        } else {
            match scan.name()? {
                "CDATA" => AttributeType::Text,
                "ID" => AttributeType::Id,
                "IDREF" => AttributeType::Reference,
                "IDREFS" => AttributeType::References,
                "NMTOKEN" => AttributeType::Token,
                "NMTOKENS" => AttributeType::Tokens,
                "ENTITY" => AttributeType::Name,
                "ENTITIES" => AttributeType::Names,
                "NOTATION" => {
                    scan.space();
                    if !scan.eat("(") {
                        return None;
                    }
                    AttributeType::OneOf(scan.names()?)
                }
                _ => return None,
            }
        };
        scan.space();
        let (mut required, mut fixed) = (false, None);
        if scan.eat("#REQUIRED") {
            required = true;
        } else if scan.eat("#FIXED") {
            fixed = Some(scan.literal()?.into());
        } else if !scan.eat("#IMPLIED") {
            scan.literal()?;
        }
        list.push(Attribute { name, kind, required, fixed });
    }
}

/// The text of an external file without its text declaration.
fn without_declaration(text: &str) -> &str {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    match text.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        Some((_, rest)) => rest,
        None => text,
    }
}

/// The value of an entity, character references resolved.
fn characters(value: &str) -> Option<Str> {
    let mut out = Str::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("&#") {
        out.push_str(before);
        let (number, after) = after.split_once(';')?;
        let code = match number.strip_prefix('x') {
            Some(number) => u32::from_str_radix(number, 16),
            None => number.parse(),
        };
        out.push(char::from_u32(code.ok()?)?);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// A walk through declarations.
pub(super) struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Scan { text, at: 0 }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest().trim_start_matches(is_xml_space).is_empty()
    }

    pub(super) fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(is_xml_space).len();
    }

    pub(super) fn eat(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// The text up to `end`, which is stepped over.
    pub(super) fn until(&mut self, end: &str) -> Option<&'t str> {
        let length = self.rest().find(end)?;
        let text = &self.rest()[..length];
        self.at += length + end.len();
        Some(text)
    }

    /// A name, after white space.
    pub(super) fn name(&mut self) -> Option<&'t str> {
        self.space();
        let ends = |c: char| is_xml_space(c) || "()|,?*+<>\"'[]%;#&=".contains(c);
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        let name = &self.rest()[..length];
        self.at += length;
        (!name.is_empty()).then_some(name)
    }

    /// The name of a reference behind its `%`, and its `;`.
    fn reference(&mut self) -> Option<&'t str> {
        if self.rest().starts_with(is_xml_space) {
            return None;
        }
        let name = self.name()?;
        self.eat(";").then_some(name)
    }

    /// Text in quotes, after white space.
    pub(super) fn literal(&mut self) -> Option<&'t str> {
        self.space();
        let quote = ["\"", "'"].into_iter().find(|quote| self.eat(quote))?;
        self.until(quote)
    }

    /// Names between `|`, behind `(`.
    fn names(&mut self) -> Option<Vec<Str>> {
        let mut names = Vec::new();
        loop {
            names.push(self.name()?.into());
            self.space();
            if self.eat(")") {
                return Some(names);
            }
            if !self.eat("|") {
                return None;
            }
        }
    }

    /// A declaration behind `<!`, up to its `>`.
    fn declaration(&mut self) -> Option<&'t str> {
        let start = self.at;
        loop {
            let length = self.rest().find(['>', '"', '\''])?;
            self.at += length + 1;
            match self.text.as_bytes()[self.at - 1] {
                b'>' => return Some(&self.text[start..self.at - 1]),
                b'"' => drop(self.until("\"")?),
                _ => drop(self.until("'")?),
            }
        }
    }

    /// The content of a conditional section, in which there may be others.
    fn section(&mut self) -> Option<&'t str> {
        let start = self.at;
        let mut open = 1_usize;
        loop {
            let rest = self.rest();
            let close = rest.find("]]>")?;
            match rest.find("<![").filter(|next| *next < close) {
                Some(next) => {
                    open += 1;
                    self.at += next + 3;
                }
                None => {
                    open -= 1;
                    self.at += close + 3;
                    if open == 0 {
                        return Some(&self.text[start..self.at - 3]);
                    }
                }
            }
        }
    }

    /// The internal subset behind `[`, up to its `]`.
    pub(super) fn subset(&mut self) -> Option<&'t str> {
        let start = self.at;
        loop {
            let length = self.rest().find([']', '<'])?;
            self.at += length;
            if self.eat("]") {
                return Some(&self.text[start..self.at - 1]);
            } else if self.eat("<!--") {
                self.until("-->")?;
            } else if self.eat("<?") {
                self.until("?>")?;
            } else {
                self.at += 1;
                self.declaration()?;
            }
        }
    }
}
