//! A line on the weeks of regions.

use std::collections::BTreeSet;

use anyhow::Context;
use anyhow::Result;

use crate::packages::Packages;

const DAYS: &[&str] = &["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/// `@weeks`: a region's first day of the week (Sunday is 1) and how many days its first week has at least.
pub(crate) fn read(packages: &Packages) -> Result<String> {
    let all = packages.supplemental("weekData.json")?;
    let (first, least) = (&all["weekData"]["firstDay"], &all["weekData"]["minDays"]);
    let mut weeks = String::from("@weeks");
    let regions: BTreeSet<&String> =
        [first, least].into_iter().filter_map(|it| it.as_object()).flat_map(|it| it.keys()).collect();
    for region in regions.into_iter().filter(|region| !region.contains('-')) {
        let day = first[region].as_str().or(first["001"].as_str()).context("no week of the world")?;
        let day = DAYS.iter().position(|it| *it == day).context("an unknown day")? + 1;
        let least = least[region].as_str().or(least["001"].as_str()).unwrap_or("1");
        weeks.push_str(&format!("\t{region}{day}{least}"));
    }
    Ok(weeks)
}
