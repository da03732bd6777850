//! Whether a document is as its type says (XML 1.0, "Validity constraints").

use roxmltree::Document;
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

use super::super::XmlNode;
use super::super::scan;
use super::super::scan::is_xml_space;
use super::declarations::Attribute;
use super::declarations::AttributeType;
use super::declarations::DocumentType;
use super::declarations::Element;
use super::model::Model;
use crate::value::Str;

/// All that is wrong with a document whose top element should be `root`: where, and what.
pub(in super::super) fn invalid<'a>(
    document: &'a Document<'a>,
    root: &str,
    document_type: &DocumentType,
) -> Vec<(XmlNode<'a>, String)> {
    if document_type.elements.is_empty() {
        return Vec::new();
    }
    let mut check = Check {
        text: document.input_text(),
        document_type,
        ids: FxHashSet::default(),
        references: Vec::new(),
        found: Vec::new(),
    };
    let top = document.root_element();
    let name = check.name(top);
    if name != root {
        check.found.push((top, format!("the top element is <{name}>, not <{root}>")));
    }
    for element in document.descendants().filter(XmlNode::is_element) {
        check.element(element);
    }
    for (element, id) in std::mem::take(&mut check.references) {
        if !check.ids.contains(&id) {
            check.found.push((element, format!("no element has the id `{id}`")));
        }
    }
    check.found
}

struct Check<'a, 'd> {
    text: &'a str,
    document_type: &'d DocumentType,
    ids: FxHashSet<Str>,
    references: Vec<(XmlNode<'a>, Str)>,
    found: Vec<(XmlNode<'a>, String)>,
}

impl<'a> Check<'a, '_> {
    /// The name of an element as it is written.
    fn name(&self, element: XmlNode<'a>) -> &'a str {
        scan::start_tag(self.text, element.range().start).name
    }

    fn element(&mut self, element: XmlNode<'a>) {
        let tag = scan::start_tag(self.text, element.range().start);
        match self.document_type.elements.get(tag.name) {
            Some(declared) => self.content(element, tag.name, declared),
            None if self.document_type.is_partial => return,
            None => {
                self.found.push((element, format!("the document type has no element <{}>", tag.name)));
                return;
            }
        }
        let declared = self.document_type.attributes.get(tag.name).map_or(&[][..], Vec::as_slice);
        let mut values = FxHashMap::default();
        let mut attributes = element.attributes();
        for written in &tag.attributes {
            let value = match written.declares() {
                Some(prefix) => element.lookup_namespace_uri((!prefix.is_empty()).then_some(prefix)),
                None => attributes.next().map(|attribute| attribute.value()),
            };
            values.insert(written.name, value.unwrap_or_default());
            if !self.document_type.is_partial && declared.iter().all(|it| it.name != written.name) {
                self.found.push((element, format!("<{}> has no attribute `{}`", tag.name, written.name)));
            }
        }
        for attribute in declared {
            match values.get(attribute.name.as_str()) {
                Some(value) => self.value(element, tag.name, attribute, value),
                None if attribute.required => {
                    self.found
                        .push((element, format!("<{}> needs the attribute `{}`", tag.name, attribute.name)));
                }
                None => {}
            }
        }
    }

    fn content(&mut self, element: XmlNode<'a>, name: &str, declared: &Element) {
        let holds = || format!("<{name}> holds {}", declared.written);
        let is_text =
            |node: &XmlNode<'_>| node.is_text() && !node.text().unwrap_or_default().chars().all(is_xml_space);
        match &declared.model {
            Model::Any => {}
            Model::Empty => {
                if element.has_children() {
                    self.found.push((element, format!("<{name}> must be empty")));
                }
            }
            Model::Mixed(names) => {
                for child in element.children().filter(XmlNode::is_element) {
                    let child_name = self.name(child);
                    if !names.contains(child_name) {
                        self.found.push((child, format!("<{child_name}> can't stand here: {}", holds())));
                    }
                }
            }
            Model::Children(automaton) => {
                if element.children().any(|child| is_text(&child)) {
                    self.found.push((element, format!("text can't stand here: {}", holds())));
                }
                let mut at = automaton.start();
                for child in element.children().filter(XmlNode::is_element) {
                    let child_name = self.name(child);
                    at = automaton.step(&at, child_name);
                    if at.is_empty() {
                        self.found.push((child, format!("<{child_name}> can't stand here: {}", holds())));
                        return;
                    }
                }
                if !automaton.ends(&at) {
                    let message = format!("<{name}> ends too early: it holds {}", declared.written);
                    self.found.push((element, message));
                }
            }
        }
    }

    fn value(&mut self, element: XmlNode<'a>, tag: &str, attribute: &Attribute, value: &str) {
        let words: Vec<&str> = value.split(is_xml_space).filter(|word| !word.is_empty()).collect();
        // All but text is without white space around it.
        let normal: Str = match attribute.kind {
            AttributeType::Text => value.into(),
            _ => words.join(" ").into(),
        };
        let name = &attribute.name;
        if let Some(fixed) = &attribute.fixed
            && normal != *fixed
        {
            self.found.push((element, format!("`{name}` of <{tag}> is `{fixed}`, not `{normal}`")));
            return;
        }
        let is_token = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "-._:·".contains(c));
        let is_name =
            |word: &&str| is_token(word) && word.starts_with(|c: char| c.is_alphabetic() || "_:".contains(c));
        let fits = match &attribute.kind {
            AttributeType::Text => true,
            AttributeType::Id | AttributeType::Reference | AttributeType::Name => {
                words.len() == 1 && words.iter().all(is_name)
            }
            AttributeType::References | AttributeType::Names => {
                !words.is_empty() && words.iter().all(is_name)
            }
            AttributeType::Token => words.len() == 1 && words.iter().all(is_token),
            AttributeType::Tokens => !words.is_empty() && words.iter().all(is_token),
            AttributeType::OneOf(values) => {
                if !values.contains(&normal) {
                    let values = values.join(" or ");
                    self.found.push((element, format!("`{name}` of <{tag}> is {values}, not `{normal}`")));
                }
                return;
            }
        };
        if !fits {
            self.found.push((element, format!("`{name}` of <{tag}> can't be `{normal}`")));
            return;
        }
        match attribute.kind {
            AttributeType::Id if !self.ids.insert(normal.clone()) => {
                self.found.push((element, format!("two elements have the id `{normal}`")));
            }
            AttributeType::Reference | AttributeType::References => {
                self.references.extend(words.iter().map(|word| (element, Str::from(*word))));
            }
            _ => {}
        }
    }
}
