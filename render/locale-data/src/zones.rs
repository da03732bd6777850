//! Names of time zones.

use std::collections::BTreeSet;

use anyhow::Context;
use anyhow::Result;
use serde_json::Value;

use crate::packages::Packages;
use crate::table::ITEM;
use crate::table::Record;

/// What a locale calls zones: `x` with the formats, `m` and a metazone with its names, `z` and a zone with its own
/// names, `c` and a zone with its city where it belongs to no metazone.
pub(crate) fn read(packages: &Packages, locale: &str, without: &BTreeSet<String>) -> Result<Record> {
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
    if let Some(metazones) = names["metazone"].as_object() {
        for (name, value) in metazones {
            put(&mut record, 'm', name, value);
        }
    }
    zones(&names["zone"], "", &mut |name, value| {
        put(&mut record, 'z', name, value);
        if let Some(city) = value["exemplarCity"].as_str()
            && without.contains(name)
        {
            record.insert(format!("c{name}{ITEM}"), city.to_owned());
        }
    });
    Ok(record)
}

/// Long and short names of standard and daylight time.
fn put(record: &mut Record, kind: char, name: &str, value: &Value) {
    let text =
        |length: &str, time: &str| value[length][time].as_str().filter(|it| *it != "∅∅∅").unwrap_or("");
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

/// Zones whose names are made of a city's, for want of a metazone with a name in English.
pub(crate) fn without_names(packages: &Packages) -> Result<BTreeSet<String>> {
    let all = packages.locale("cldr-dates-full", "en", "timeZoneNames.json")?;
    let metazones = &all["dates"]["timeZoneNames"]["metazone"];
    let named: BTreeSet<String> = current(packages)?
        .into_iter()
        .filter(|(_, metazone)| !metazones[metazone]["long"].is_null())
        .map(|(zone, _)| zone)
        .collect();
    let mut without = BTreeSet::new();
    // Each locale tells only the cities that it writes in a way of its own; German tells most.
    let all = packages.locale("cldr-dates-full", "de", "timeZoneNames.json")?;
    zones(&all["dates"]["timeZoneNames"]["zone"], "", &mut |name, _| {
        if !named.contains(name) {
            without.insert(name.to_owned());
        }
    });
    Ok(without)
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
