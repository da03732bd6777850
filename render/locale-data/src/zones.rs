//! Names of time zones.

use std::collections::BTreeSet;

use anyhow::Context;
use anyhow::Result;
use serde_json::Value;

use crate::packages::Packages;
use crate::table::ITEM;
use crate::table::Record;

/// What a locale calls zones: `x` with the formats, `m` and a metazone with its names, `z` and a zone with its own
/// names, `c` and a zone with its city where no metazone gives it a name. The name `∅∅∅` is none, not even that of the
/// time zone database.
pub(crate) fn read(packages: &Packages, locale: &str, known: &Known) -> Result<Record> {
    let all = packages.locale("cldr-dates-full", locale, "timeZoneNames.json")?;
    let names = &all["dates"]["timeZoneNames"];
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let mut record = Record::new();
    record.insert(
        "x".into(),
        [
            text(&names["gmtFormat"]),
            text(&names["gmtZeroFormat"]),
            text(&names["hourFormat"]),
            text(&names["regionFormat-type-standard"]),
            text(&names["regionFormat-type-daylight"]),
        ]
        .join(ITEM),
    );
    let ancestors = ancestors(packages, locale)?;
    if let Some(metazones) = names["metazone"].as_object() {
        for (name, value) in metazones {
            put(&mut record, 'm', name, value);
            let is_abbreviated = |it: &Value| it["metazone"][name]["short"]["standard"].is_string();
            if !is_abbreviated(names) && ancestors.iter().any(is_abbreviated) {
                // The abbreviation of the more general locale is not used in this one.
                let long = &value["long"];
                let names = [text(&long["standard"]), text(&long["daylight"]), NONE.into(), NONE.into()];
                record.insert(format!("m{name}{ITEM}"), names.join(ITEM));
            }
        }
    }
    zones(&names["zone"], "", &mut |name, value| {
        put(&mut record, 'z', name, value);
        if let Some(city) = value["exemplarCity"].as_str()
            && known.needs_city(name, &names["metazone"])
        {
            record.insert(format!("c{name}{ITEM}"), city.to_owned());
        }
    });
    Ok(record)
}

/// What CLDR writes for no name.
const NONE: &str = "∅∅∅";

/// The names of zones of the more general locales, but for the root.
fn ancestors(packages: &Packages, locale: &str) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    let mut next = packages.parent(locale);
    while let Some(name) = next.filter(|name| name != "und") {
        let mut file = packages.locale("cldr-dates-full", &name, "timeZoneNames.json")?;
        all.push(file["dates"]["timeZoneNames"].take());
        next = packages.parent(&name);
    }
    Ok(all)
}

/// Long and short names of standard and daylight time.
fn put(record: &mut Record, kind: char, name: &str, value: &Value) {
    let text = |length: &str, time: &str| value[length][time].as_str().unwrap_or("");
    let names = [
        text("long", "standard"),
        text("long", "daylight"),
        text("short", "standard"),
        text("short", "daylight"),
    ];
    if names.iter().any(|it| !it.is_empty()) {
        record.insert(format!("{kind}{name}{ITEM}"), names.join(ITEM).trim_end_matches(ITEM).to_owned());
    }
}

/// What there is in English.
pub(crate) struct Known {
    /// Zones of metazones with a name.
    named: BTreeSet<String>,
    /// Zones and their metazones.
    metazones: Vec<(String, String)>,
}

impl Known {
    pub(crate) fn read(packages: &Packages) -> Result<Self> {
        let all = packages.locale("cldr-dates-full", "en", "timeZoneNames.json")?;
        let names = &all["dates"]["timeZoneNames"]["metazone"];
        let metazones = current(packages)?;
        let named = metazones.iter().filter(|(_, metazone)| !names[metazone]["long"].is_null());
        Ok(Known { named: named.map(|(zone, _)| zone.clone()).collect(), metazones })
    }

    /// Whether the locale needs a zone's city for its name.
    fn needs_city(&self, zone: &str, metazones: &Value) -> bool {
        let metazone = self.metazones.iter().find(|(name, _)| name == zone);
        // The only one with daylight time whose metazone has none.
        zone == "Antarctica/Troll"
            || !self.named.contains(zone)
            || metazone.is_none_or(|(_, metazone)| metazones[metazone]["long"].is_null())
    }
}

/// Visits the zones in a tree of their names' parts.
fn zones(tree: &Value, prefix: &str, visit: &mut impl FnMut(&str, &Value)) {
    for (name, value) in tree.as_object().into_iter().flatten() {
        let name = format!("{prefix}{name}");
        if value["_type"] == "zone" {
            visit(&name, value);
        } else {
            zones(value, &format!("{name}/"), visit);
        }
    }
}

/// The metazone that each zone belongs to today.
fn current(packages: &Packages) -> Result<Vec<(String, String)>> {
    fn walk(tree: &Value, prefix: &str, all: &mut Vec<(String, String)>) {
        for (name, value) in tree.as_object().into_iter().flatten() {
            let name = format!("{prefix}{name}");
            match value.as_array().and_then(|uses| uses.last()) {
                None => walk(value, &format!("{name}/"), all),
                Some(last) => {
                    let last = &last["usesMetazone"];
                    if let Some(metazone) = last["_mzone"].as_str()
                        && last["_to"].is_null()
                    {
                        all.push((name, metazone.into()));
                    }
                }
            }
        }
    }
    let mut all = Vec::new();
    walk(&packages.supplemental("metaZones.json")?["metaZones"]["metazoneInfo"]["timezone"], "", &mut all);
    all.sort();
    Ok(all)
}

/// `@metazones`: zones and their metazones.
pub(crate) fn metazones(packages: &Packages) -> Result<String> {
    let mut line = String::from("@metazones");
    for (zone, metazone) in current(packages).context("no metazones")? {
        line.push_str(&format!("\t{zone}={metazone}"));
    }
    Ok(line)
}
