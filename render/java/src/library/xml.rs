//! XML documents as arrays of pieces, which `vespid.XmlReader` tells to handlers.

use std::sync::Arc;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::syntax::XmlName;
use vespid_render::syntax::XmlPiece;
use vespid_render::syntax::xml_pieces;
use vespid_render::syntax::xml_text;
use vespid_render::value::coerce;

use crate::vm::Array;
use crate::vm::Cx;

/// The pieces of a document, given as text or bytes; the last one says what is wrong with it, if anything is.
///
/// # Errors
/// It takes too much memory.
pub(super) fn pieces(cx: &mut Cx<'_, '_>, document: &Value) -> Result<Value> {
    let text: Arc<str> = match super::strings::bytes(document) {
        Some(bytes) => xml_text(&bytes).into(),
        None => coerce::to_text(document).as_ref().into(),
    };
    cx.allocate(text.len() * 4)?;
    cx.spend(u32::try_from(text.len() / 64).unwrap_or(u32::MAX))?;
    let pieces = match xml_pieces(&text) {
        Ok(pieces) => pieces,
        Err(problem) => {
            let place = [problem.line, problem.column].map(|number| Value::Int(number as i32));
            let error = [Value::str("error"), Value::str(problem.message)].into_iter().chain(place);
            return Ok(objects(vec![objects(error.collect())]));
        }
    };
    cx.allocate(pieces.len() * 256)?;
    Ok(objects(pieces.iter().map(piece).collect()))
}

fn objects(items: Vec<Value>) -> Value {
    Array::of("java.lang.Object", items)
}

fn piece(piece: &XmlPiece) -> Value {
    let texts = |kind: &str, texts: &[&str]| {
        objects(std::iter::once(&kind).chain(texts).map(|text| Value::str(*text)).collect())
    };
    match piece {
        XmlPiece::Map(prefix, uri) => texts("map", &[prefix, uri]),
        XmlPiece::Unmap(prefix) => texts("unmap", &[prefix]),
        XmlPiece::Start(name, attributes) => {
            let mut all = vec![Value::str("start")];
            all.extend(parts(name));
            for (name, value) in attributes {
                all.extend(parts(name));
                all.push(Value::str(value));
            }
            objects(all)
        }
        XmlPiece::End(name) => objects(std::iter::once(Value::str("end")).chain(parts(name)).collect()),
        XmlPiece::Text(text) => texts("text", &[text]),
        XmlPiece::Instruction(target, data) => texts("instruction", &[target, data]),
    }
}

fn parts(name: &XmlName) -> [Value; 3] {
    [&name.uri, &name.local, &name.written].map(Value::str)
}
