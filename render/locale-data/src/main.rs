//! Makes `render/src/text/data/locales.bin` and `zones.bin` from the CLDR packages.
//!
//! ```text
//! npm pack cldr-core@47.0.0 cldr-numbers-full@47.0.0 cldr-dates-full@47.0.0
//! # unpack each into a folder of its name, then
//! cargo run -p vespid-locale-data -- FOLDER           # writes the tables
//! cargo run -p vespid-locale-data -- FOLDER --check   # fails if they are not what the packages give
//! ```
//!
//! Each table is deflated text: a line of its own for the packages' version and what it was made of and by, then a line
//! for each locale with its name, its parent's, and what differs from the parent's, separated by tabs.
//! `render/src/text/data` reads it.

mod dates;
mod numbers;
mod packages;
mod regions;
mod table;
mod zones;

use std::path::PathBuf;

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use clap::Parser;

use packages::Packages;
use table::Table;

/// Makes the locale tables of the render crate from the CLDR packages.
#[derive(Parser)]
struct Options {
    /// The folder with the unpacked packages cldr-core, cldr-numbers-full and cldr-dates-full.
    packages: PathBuf,
    /// Compare with the tables that are there instead of writing them.
    #[arg(long)]
    check: bool,
    /// The folder of the tables.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/text/data"))]
    tables: PathBuf,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let packages = Packages::open(&options.packages)?;
    let (mut locales, mut zones) = (Table::default(), Table::default());
    let known = zones::Known::read(&packages)?;
    for locale in packages.locales() {
        let mut record = numbers::read(&packages, locale)?;
        record.extend(dates::read(&packages, locale)?);
        locales.add(&packages, locale, record);
        zones.add(&packages, locale, zones::read(&packages, locale, &known)?);
    }
    let (weeks, metazones) = (regions::read(&packages)?, zones::metazones(&packages)?);
    let version =
        format!("cldr {} {:016x} {:016x}", packages.version(), packages.fingerprint(), of_generator());
    let (head, zone_head) = ([version.clone(), weeks], [version, metazones]);
    for (name, text) in [("locales.bin", locales.text(&head)), ("zones.bin", zones.text(&zone_head))] {
        let path = options.tables.join(name);
        if options.check {
            let there = std::fs::read(&path).with_context(|| format!("{} can't be read", path.display()))?;
            ensure!(
                table::inflate(&there)? == text,
                "{} is not what the packages give: run this without --check",
                path.display()
            );
        } else {
            let bytes = table::deflate(&text)?;
            std::fs::write(&path, &bytes).with_context(|| format!("{} can't be written", path.display()))?;
        }
    }
    Ok(())
}

/// What the sources of this program are told by.
fn of_generator() -> u64 {
    let sources = [
        include_str!("dates.rs"),
        include_str!("numbers.rs"),
        include_str!("packages.rs"),
        include_str!("regions.rs"),
        include_str!("table.rs"),
        include_str!("zones.rs"),
    ];
    packages::fingerprint(sources.concat().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_made_by_these_sources() {
        for bytes in [
            &include_bytes!("../../src/text/data/locales.bin")[..],
            include_bytes!("../../src/text/data/zones.bin"),
        ] {
            let text = table::inflate(bytes).unwrap();
            let version = text.lines().next().unwrap();
            let of_generator = format!("{:016x}", of_generator());
            assert!(
                version.ends_with(&of_generator),
                "{version}: run the program again, see its documentation"
            );
        }
    }
}
