//! Tables of locales, each less what its parent says.

use std::collections::BTreeMap;
use std::io::Read;
use std::io::Write;

use anyhow::Result;

use crate::packages::Packages;

/// What a locale says, by a key of one character, or more for what is looked up by name.
pub(crate) type Record = BTreeMap<String, String>;

/// Between the items of a list.
pub(crate) const ITEM: &str = "\u{1f}";

#[derive(Default)]
pub(crate) struct Table {
    records: BTreeMap<String, (Option<String>, Record)>,
}

impl Table {
    pub(crate) fn add(&mut self, packages: &Packages, locale: &str, record: Record) {
        self.records.insert(locale.into(), (packages.parent(locale), record));
    }

    /// The text of the table, behind lines of another kind.
    pub(crate) fn text(&self, head: &[String]) -> String {
        let mut text = head.join("\n");
        for (name, (parent, record)) in &self.records {
            let inherited =
                parent.as_ref().and_then(|parent| self.records.get(parent)).map(|(_, record)| record);
            text.push('\n');
            text.push_str(name);
            text.push('\t');
            text.push_str(parent.as_deref().unwrap_or(""));
            for (key, value) in record {
                if inherited.and_then(|inherited| inherited.get(key)) != Some(value) {
                    text.push('\t');
                    text.push_str(key);
                    text.push_str(value);
                }
            }
        }
        text
    }
}

pub(crate) fn deflate(text: &str) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    // The length comes first, so that readers allocate once.
    let mut bytes = u32::try_from(text.len())?.to_le_bytes().to_vec();
    encoder.write_all(text.as_bytes())?;
    bytes.extend(encoder.finish()?);
    Ok(bytes)
}

pub(crate) fn inflate(bytes: &[u8]) -> Result<String> {
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(bytes.get(4..).unwrap_or(&[])).read_to_string(&mut text)?;
    Ok(text)
}
