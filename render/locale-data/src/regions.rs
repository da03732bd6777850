//! Lines on regions: weeks, and the scripts that languages are written in there.

use std::collections::BTreeMap;

use anyhow::Context;
use anyhow::Result;

use crate::packages::Packages;

const DAYS: &[&str] = &["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/// `@weeks`: a region's first day of the week (Sunday is 1) and how many days its first week has at least;
/// `@scripts`: locales that stand for one with a script.
pub(crate) fn read(packages: &Packages) -> Result<[String; 2]> {
    let all = packages.supplemental("weekData.json")?;
    let (first, least) = (&all["weekData"]["firstDay"], &all["weekData"]["minDays"]);
    let mut weeks = String::from("@weeks");
    let regions: std::collections::BTreeSet<&String> =
        [first, least].into_iter().filter_map(|it| it.as_object()).flat_map(|it| it.keys()).collect();
    for region in regions.into_iter().filter(|region| !region.contains('-')) {
        let day = first[region].as_str().or(first["001"].as_str()).context("no week of the world")?;
        let day = DAYS.iter().position(|it| *it == day).context("an unknown day")? + 1;
        let least = least[region].as_str().or(least["001"].as_str()).unwrap_or("1");
        weeks.push_str(&format!("\t{region}{day}{least}"));
    }
    let all = packages.supplemental("likelySubtags.json")?;
    let likely = all["likelySubtags"].as_object().context("no likely subtags")?;
    let mut scripts = String::from("@scripts");
    let is_known =
        |name: &str| packages.locales().binary_search_by(|locale| locale.as_str().cmp(name)).is_ok();
    let mut entries = BTreeMap::new();
    // Where a language has a script of its own in a region,
    for (short, full) in likely {
        let parts: Vec<&str> = full.as_str().unwrap_or("").split('-').collect();
        let [language, script, region] = parts[..] else { continue };
        if *short == format!("{language}-{region}") && !is_known(short) {
            entries.insert(
                short.clone(),
                [format!("{language}-{script}-{region}"), format!("{language}-{script}")],
            );
        }
    }
    // or there is one with its usual script only.
    for locale in packages.locales() {
        let parts: Vec<&str> = locale.split('-').collect();
        let [language, script, region] = parts[..] else { continue };
        let short = format!("{language}-{region}");
        let usual = likely.get(language).and_then(|it| it.as_str()).and_then(|it| it.split('-').nth(1));
        if script.len() == 4 && usual == Some(script) && !is_known(&short) {
            entries.entry(short).or_insert_with(|| [locale.clone(), locale.clone()]);
        }
    }
    for (short, full) in entries {
        if let Some(full) = full.into_iter().find(|name| is_known(name)) {
            scripts.push_str(&format!("\t{short}={full}"));
        }
    }
    Ok([weeks, scripts])
}
