//! Names and patterns of dates of the Gregorian calendar.

use anyhow::Result;
use serde_json::Value;

use crate::packages::Packages;
use crate::table::ITEM;
use crate::table::Record;

const MONTHS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
const ENGLISH: &[&str] =
    &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: &[&str] = &["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const STYLES: &[&str] = &["full", "long", "medium", "short"];

pub(crate) fn read(packages: &Packages, locale: &str) -> Result<Record> {
    let all = packages.locale("cldr-dates-full", locale, "ca-gregorian.json")?;
    let gregorian = &all["dates"]["calendars"]["gregorian"];
    let mut record = Record::new();
    for (key, value, names) in [
        ("E", &gregorian["eras"]["eraAbbr"], &["0", "1"][..]),
        ("F", &gregorian["eras"]["eraNames"], &["0", "1"]),
        ("M", &gregorian["months"]["format"]["wide"], MONTHS),
        ("S", &gregorian["months"]["format"]["abbreviated"], MONTHS),
        ("L", &gregorian["months"]["stand-alone"]["wide"], MONTHS),
        ("l", &gregorian["months"]["stand-alone"]["abbreviated"], MONTHS),
        ("W", &gregorian["days"]["format"]["wide"], DAYS),
        ("w", &gregorian["days"]["format"]["abbreviated"], DAYS),
        ("a", &gregorian["dayPeriods"]["format"]["wide"], &["am", "pm"]),
    ] {
        put(&mut record, key, value, names, str::to_owned);
    }
    for (key, kind) in [("f", "dateFormats"), ("t", "timeFormats")] {
        put(&mut record, key, &gregorian[kind], STYLES, java_pattern);
    }
    put(&mut record, "j", &gregorian["dateTimeFormats"], STYLES, str::to_owned);
    Ok(record)
}

/// A list of those members, if all are there.
fn put(record: &mut Record, key: &str, value: &Value, names: &[&str], map: impl Fn(&str) -> String) {
    let items: Option<Vec<String>> = names
        .iter()
        .map(|name| match &value[name] {
            Value::String(text) => Some(map(text)),
            other => other["_value"].as_str().map(&map),
        })
        .collect();
    if let Some(mut items) = items {
        // Where CLDR has no names at all, Java's root speaks English.
        if items.iter().zip(1..).all(|(item, n)| *item == format!("M{n:02}")) {
            items = ENGLISH.iter().copied().map(str::to_owned).collect();
        }
        record.insert(key.into(), items.join(ITEM));
    }
}

/// A pattern in Java's letters, as far as they differ.
fn java_pattern(pattern: &str) -> String {
    let mut java = String::new();
    let mut quoted = false;
    let mut letters = pattern.chars().peekable();
    while let Some(c) = letters.next() {
        if c == '\'' {
            quoted = !quoted;
        }
        if quoted || !c.is_ascii_alphabetic() {
            java.push(c);
            continue;
        }
        let mut count = 1;
        while letters.next_if_eq(&c).is_some() {
            count += 1;
        }
        let (letter, count) = match c {
            // Days of the week by number or alone.
            'c' | 'e' => ('E', count),
            // Parts of the day are halves.
            'B' | 'b' => ('a', 1),
            // Zones: short or long.
            'v' | 'V' | 'O' => ('z', count),
            letter => (letter, count),
        };
        java.extend(std::iter::repeat_n(letter, count));
    }
    java
}

#[cfg(test)]
mod tests {
    use super::java_pattern;

    #[test]
    fn letters_are_those_of_java() {
        assert_eq!(java_pattern("cccc d 'de B' h:mm B vvvv y"), "EEEE d 'de B' h:mm a zzzz y");
    }
}
