//! Files in XML syntax in the XML view (Pages 4.1, 10.1.1): as they are, with included files in their places.

use roxmltree::Document;

use super::super::parser::Parser;
use super::JSP;
use super::Tag;
use super::XmlNode;
use super::is_root;
use crate::value::Str;

enum Step<'a> {
    Enter(XmlNode<'a>),
    End,
    EndRoot,
}

impl Parser<'_> {
    /// Records a document in the view that is made.
    pub(super) fn view_document(&mut self, document: &Document<'_>, number: u32) {
        if let Some(view) = &mut self.view {
            view.begin_document();
        }
        let mut steps = vec![Step::Enter(document.root_element())];
        while let Some(step) = steps.pop() {
            if self.stopped {
                break;
            }
            match step {
                Step::Enter(node) if node.is_element() => {
                    let tag = Tag::new(node, number);
                    let directive = node.tag_name().name().strip_prefix("directive.");
                    if let Some(directive) = directive.filter(|_| node.tag_name().namespace() == Some(JSP)) {
                        self.apply_directive(directive, tag.name_span(), &tag.attributes(), tag.span);
                        continue;
                    }
                    let Some(view) = &mut self.view else { return };
                    if is_root(node) && node.parent_element().is_none() {
                        if view.root(written(&tag)) {
                            steps.push(Step::EndRoot);
                        }
                    } else {
                        view.element(tag.written.name, written(&tag), tag.span);
                        steps.push(Step::End);
                    }
                    steps.extend(node.children().rev().map(Step::Enter));
                }
                Step::Enter(node) => {
                    if let (true, Some(view)) = (node.is_text(), &mut self.view) {
                        view.text(node.text().unwrap_or_default());
                    }
                }
                Step::End => {
                    if let Some(view) = &mut self.view {
                        view.end();
                    }
                }
                Step::EndRoot => {
                    if let Some(view) = &mut self.view {
                        view.end_root();
                    }
                }
            }
        }
        if let Some(view) = &mut self.view {
            view.end_document();
        }
    }
}

/// All attributes of an element, namespace declarations among them.
fn written(tag: &Tag<'_>) -> Vec<(Str, Str)> {
    let mut attributes = tag.node.attributes();
    let value = |written: &super::scan::Written<'_>| match written.declares() {
        Some(prefix) => tag.node.lookup_namespace_uri((!prefix.is_empty()).then_some(prefix)),
        None => attributes.next().map(|attribute| attribute.value()),
    };
    let values: Vec<_> = tag.written.attributes.iter().map(value).collect();
    let names = tag.written.attributes.iter().map(|written| Str::from(written.name));
    names.zip(values.into_iter().map(|value| value.unwrap_or_default().into())).collect()
}
