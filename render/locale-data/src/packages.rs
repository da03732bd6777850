//! The unpacked npm packages.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use serde_json::Value;

/// Languages, and scripts of languages, that a JDK leaves out: CLDR has no more than drafts of them.
const DRAFTS: &[&str] = &[
    "aa", "ab", "an", "apc", "arn", "az-Arab", "ba", "bew", "bgn", "blt", "bm-Nkoo", "bss", "byn", "cad",
    "cch", "cho", "cic", "co", "cop", "cu", "dv", "en-Dsrt", "en-Shaw", "gez", "gn", "ha-Arab", "hnj", "io",
    "iu", "jbo", "kaa", "kaj", "kcg", "ken", "kk-Arab", "kpe", "la", "lld", "ltg", "mhn", "mic", "mn-Mong",
    "mni-Mtei", "moh", "ms-Arab", "mus", "myv", "nr", "nv", "ny", "osa", "pap", "prg", "quc", "rhg", "rif",
    "sat-Deva", "scn", "sdh", "shn", "sid", "skr", "sma", "smj", "ss", "ssy", "tig", "tpi", "trv", "trw",
    "ts", "tyv", "ve", "vo", "wa", "wal", "wbp", "bal-Arab",
];

pub(crate) struct Packages {
    root: PathBuf,
    version: String,
    locales: Vec<String>,
    parents: BTreeMap<String, String>,
    /// The sum of the fingerprints of the files that were read.
    read: Cell<u64>,
}

impl Packages {
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let mut version = String::new();
        for package in ["cldr-core", "cldr-numbers-full", "cldr-dates-full"] {
            let its =
                json(&root.join(package).join("package.json"))?["version"].as_str().unwrap_or("").to_owned();
            ensure!(
                version.is_empty() || version == its,
                "the packages are of different versions: {version}, {its}"
            );
            version = its;
        }
        let mut locales = Vec::new();
        let main = root.join("cldr-dates-full/main");
        for entry in std::fs::read_dir(&main).with_context(|| format!("{} can't be read", main.display()))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let is_draft = |draft: &str| {
                name.strip_prefix(draft).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            };
            if !DRAFTS.iter().any(|draft| is_draft(draft)) {
                locales.push(name);
            }
        }
        locales.sort();
        let all = json(&root.join("cldr-core/supplemental/parentLocales.json"))?;
        let parents =
            all["supplemental"]["parentLocales"]["parentLocale"].as_object().cloned().unwrap_or_default();
        let parents = parents
            .into_iter()
            .filter_map(|(child, parent)| Some((child, parent.as_str()?.to_owned())))
            .collect();
        Ok(Packages { root: root.into(), version, locales, parents, read: Cell::new(0) })
    }

    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// All locales, as BCP 47 has them; the root is `und`.
    pub(crate) fn locales(&self) -> &[String] {
        &self.locales
    }

    /// Where a locale takes from what it does not say itself; none for the root.
    pub(crate) fn parent(&self, locale: &str) -> Option<String> {
        if locale == "und" {
            return None;
        }
        let mut name = locale.to_owned();
        loop {
            name = match self.parents.get(&name) {
                Some(parent) => parent.clone(),
                None => name.rsplit_once('-').map_or("und", |(parent, _)| parent).to_owned(),
            };
            if name == "root" {
                name = "und".into();
            }
            if self.locales.binary_search(&name).is_ok() {
                return Some(name);
            }
        }
    }

    /// What a file of a locale says, such as `numbers` of `cldr-numbers-full`.
    pub(crate) fn locale(&self, package: &str, locale: &str, file: &str) -> Result<Value> {
        let mut all = self.json(&self.root.join(package).join("main").join(locale).join(file))?;
        Ok(all["main"][locale].take())
    }

    /// What a supplemental file says.
    pub(crate) fn supplemental(&self, file: &str) -> Result<Value> {
        let mut all = self.json(&self.root.join("cldr-core/supplemental").join(file))?;
        Ok(all["supplemental"].take())
    }

    /// Tells the files that were read from others.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.read.get()
    }

    fn json(&self, path: &Path) -> Result<Value> {
        let text = std::fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
        self.read.set(self.read.get().wrapping_add(fingerprint(&text)));
        serde_json::from_slice(&text).with_context(|| format!("{} is no JSON", path.display()))
    }
}

/// FNV-1a.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

fn json(path: &Path) -> Result<Value> {
    let text = std::fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no JSON", path.display()))
}
