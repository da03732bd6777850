//! A document piece by piece, for code that listens to a parser (SAX).

use roxmltree::Document;
use roxmltree::Node;
use roxmltree::NodeType;
use roxmltree::ParsingOptions;

use super::MAX_NODES;
use super::scan;
use crate::syntax::UnitKind;
use crate::syntax::encoding;

/// A piece of a document, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XmlPiece {
    /// A prefix, empty for none, gets a meaning within the next element.
    Map(String, String),
    /// A prefix loses it.
    Unmap(String),
    /// An element begins, with its attributes and namespace declarations.
    Start(XmlName, Vec<(XmlName, String)>),
    /// It ends.
    End(XmlName),
    /// Text, references resolved.
    Text(String),
    /// A processing instruction: its target and what it says.
    Instruction(String, String),
}

/// A name in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlName {
    /// Its namespace, empty for none.
    pub uri: String,
    /// Without its prefix.
    pub local: String,
    /// As it is written.
    pub written: String,
}

/// Why a document can't be read, and the line and column where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlProblem {
    /// What is wrong.
    pub message: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
}

/// The text of a document, by its mark, its first bytes or its declaration.
pub fn xml_text(bytes: &[u8]) -> String {
    encoding::xml::decode(bytes, UnitKind::Page, None).text
}

/// The pieces of a document. Nothing outside of it is read.
///
/// # Errors
/// It is not well-formed, or has more than a million nodes.
pub fn xml_pieces(text: &str) -> Result<Vec<XmlPiece>, XmlProblem> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, entity_resolver: None };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let (position, message) = (error.pos(), error.to_string());
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message).to_owned();
        XmlProblem { message, line: position.row, column: position.col }
    })?;
    let mut pieces = Vec::new();
    let mut at = document.root().first_child();
    while let Some(node) = at {
        begin(node, &mut pieces);
        at = node.first_child();
        let mut left = node;
        while at.is_none() {
            end(left, &mut pieces);
            at = left.next_sibling();
            match left.parent() {
                Some(parent) if at.is_none() && !parent.is_root() => left = parent,
                _ => break,
            }
        }
    }
    Ok(pieces)
}

fn name_of(uri: Option<&str>, local: &str, written: &str) -> XmlName {
    XmlName { uri: uri.unwrap_or_default().into(), local: local.into(), written: written.into() }
}

fn element<'n>(node: Node<'n, 'n>) -> (XmlName, scan::StartTag<'n>) {
    let tag = scan::start_tag(node.document().input_text(), node.range().start);
    (name_of(node.tag_name().namespace(), node.tag_name().name(), tag.name), tag)
}

fn begin(node: Node<'_, '_>, pieces: &mut Vec<XmlPiece>) {
    match node.node_type() {
        NodeType::Element => {
            let (name, tag) = element(node);
            let mut attributes = Vec::with_capacity(tag.attributes.len());
            let mut plain = node.attributes();
            for written in &tag.attributes {
                match written.declares() {
                    Some(prefix) => {
                        let uri = node.lookup_namespace_uri((!prefix.is_empty()).then_some(prefix));
                        let uri = uri.unwrap_or_default().to_owned();
                        pieces.push(XmlPiece::Map(prefix.into(), uri.clone()));
                        attributes.push((name_of(None, "", written.name), uri));
                    }
                    None => {
                        let Some(attribute) = plain.next() else { continue };
                        let name = name_of(attribute.namespace(), attribute.name(), written.name);
                        attributes.push((name, attribute.value().into()));
                    }
                }
            }
            pieces.push(XmlPiece::Start(name, attributes));
        }
        NodeType::Text => pieces.push(XmlPiece::Text(node.text().unwrap_or_default().into())),
        NodeType::PI => {
            if let Some(instruction) = node.pi() {
                let value = instruction.value.unwrap_or_default();
                pieces.push(XmlPiece::Instruction(instruction.target.into(), value.into()));
            }
        }
        NodeType::Comment | NodeType::Root => {}
    }
}

fn end(node: Node<'_, '_>, pieces: &mut Vec<XmlPiece>) {
    if !node.is_element() {
        return;
    }
    let (name, tag) = element(node);
    pieces.push(XmlPiece::End(name));
    pieces.extend(
        tag.attributes.iter().rev().filter_map(|written| Some(XmlPiece::Unmap(written.declares()?.into()))),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_the_order_of_the_text() {
        let text = "<?p a b?><a xmlns='u' xmlns:x=\"v\" x:k='1&amp;2'>t&lt;<x:b/><c>d</c><!-- n --></a>";
        let shown: Vec<String> = xml_pieces(text)
            .expect("well-formed")
            .iter()
            .map(|piece| match piece {
                XmlPiece::Map(prefix, uri) => format!("+{prefix}={uri}"),
                XmlPiece::Unmap(prefix) => format!("-{prefix}"),
                XmlPiece::Start(name, attributes) => {
                    let attributes: Vec<String> = attributes
                        .iter()
                        .map(|(name, value)| format!("{}|{}|{}={value}", name.uri, name.local, name.written))
                        .collect();
                    format!("<{}|{}|{} {}>", name.uri, name.local, name.written, attributes.join(" "))
                }
                XmlPiece::End(name) => format!("</{}>", name.written),
                XmlPiece::Text(text) => text.clone(),
                XmlPiece::Instruction(target, data) => format!("?{target} {data}"),
            })
            .collect();
        assert_eq!(
            shown,
            [
                "?p a b",
                "+=u",
                "+x=v",
                "<u|a|a ||xmlns=u ||xmlns:x=v v|k|x:k=1&2>",
                "t<",
                "<v|b|x:b >",
                "</x:b>",
                "<u|c|c >",
                "d",
                "</c>",
                "</a>",
                "-x",
                "-"
            ]
        );
        let problem = xml_pieces("<a>\n <b></a>").expect_err("broken");
        assert_eq!(problem.line, 2);
    }
}
