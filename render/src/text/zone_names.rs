//! What time zones are called in a locale.

use std::sync::LazyLock;
use std::sync::OnceLock;

use super::Locale;
use super::TimeZone;
use super::data;
use super::data::ITEM;
use super::data::Table;
use super::parse_position::match_ignoring_case;
use super::zone_aliases;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(include_bytes!("data/zones.bin")));

/// Zones by id, and the metazone that each belongs to, whose names it bears.
static METAZONES: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| TABLE.special("@metazones").filter_map(|entry| entry.split_once('=')).collect());

fn line(locale: &Locale) -> usize {
    TABLE.nearest(locale)
}

impl TimeZone {
    /// `TimeZone.getDisplayName(daylight, style, locale)`: `Central European Summer Time` or, in short, `CEST`.
    pub fn display_name(&self, daylight: bool, long: bool, locale: &Locale) -> String {
        if self.is_custom() {
            return self.id().to_owned();
        }
        let zone = zone_aliases::canonical(self.region());
        name(zone, self, daylight, long, line(locale), data::of(locale).zero_digit)
    }
}

fn name(
    zone: &str,
    time_zone: &TimeZone,
    daylight: bool,
    long: bool,
    line: usize,
    zero_digit: char,
) -> String {
    let metazone = METAZONES.iter().find(|(name, _)| *name == zone).map(|(_, metazone)| *metazone);
    let place = 2 * usize::from(!long) + usize::from(daylight);
    let is_root = TABLE.is_root(line);
    let own = own_name(line, 'z', zone, place);
    let shared = metazone.and_then(|metazone| own_name(line, 'm', metazone, place));
    let known = own.or(shared).filter(|name| *name != NONE);
    if let Some(name) = known {
        return name.into();
    }
    if zone == "Etc/UTC"
        && let Some(name) = own_name(line, 'z', zone, place & 2).or((!long).then_some("UTC"))
    {
        return name.into();
    }
    if !long
        && own.or(shared) != Some(NONE)
        && let Some((standard, summer)) = own_abbreviation(time_zone.region())
    {
        return if daylight { summer } else { standard }.into();
    }
    let has_names = !is_root
        && own.or(shared) != Some(NONE)
        && metazone.is_none_or(|metazone| TABLE.find(line, &format!("m{metazone}{ITEM}")).is_some());
    let abbreviation =
        || own_of_islands(zone).filter(|_| !is_root).or_else(|| abbreviation(metazone).filter(|_| has_names));
    if !long && let Some((standard, summer)) = abbreviation() {
        return if daylight { summer } else { standard }.into();
    }
    if zone == "Etc/GMT"
        && daylight
        && let Some(name) = own_name(line, 'm', "GMT", place - 1).filter(|name| *name != NONE)
    {
        return name.into();
    }
    let formats: [&str; 5] = TABLE.list(line, "x");
    let [gmt, zero, hours, standard, summer] = formats;
    if long && time_zone.is_regional() && !zone.starts_with("Etc/") {
        let city = TABLE
            .find(line, &format!("c{zone}{ITEM}"))
            .map_or_else(|| zone.rsplit('/').next().unwrap_or(zone).replace('_', " "), str::to_owned);
        return if daylight { summer } else { standard }.replace("{0}", &city);
    }
    let offset = time_zone.raw_offset() / 1000 + if daylight { time_zone.saving() } else { 0 };
    if offset == 0 {
        return zero.into();
    }
    gmt.replace("{0}", &hour_text(hours, offset, zero_digit))
}

/// What CLDR has where a locale uses no name.
const NONE: &str = "∅∅∅";

fn own_name(line: usize, kind: char, zone: &str, place: usize) -> Option<&'static str> {
    let names = TABLE.find(line, &format!("{kind}{zone}{ITEM}"))?;
    names.split(ITEM).nth(place).filter(|name| !name.is_empty())
}

/// An offset by a pattern such as `+HH:mm;-HH:mm`.
fn hour_text(pattern: &str, seconds: i32, zero_digit: char) -> String {
    let (positive, negative) = pattern.split_once(';').unwrap_or((pattern, pattern));
    let minutes = seconds.abs() / 60;
    let pattern = if seconds < 0 { negative } else { positive };
    let (hours, minutes) = (minutes / 60, minutes % 60);
    let text = pattern
        .replace("HH", &format!("{hours:02}"))
        .replace('H', &hours.to_string())
        .replace("mm", &format!("{minutes:02}"));
    if zero_digit == '0' {
        return text;
    }
    let digit =
        |c: char| c.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero_digit) + digit)).unwrap_or(c);
    text.chars().map(digit).collect()
}

/// A zone whose name stands in a text.
pub(super) struct Found {
    pub(super) zone: TimeZone,
    /// Bytes of the name.
    pub(super) length: usize,
    /// Milliseconds that the name says are added; none where it does not tell.
    pub(super) saving: Option<i32>,
}

/// Long and short names of standard time, then of daylight time.
struct Names {
    id: &'static str,
    names: [String; 4],
}

/// The zone whose name stands at a place of the text: the format's own, or the first of all that bear the name.
pub(super) fn find(text: &str, at: usize, current: &TimeZone, locale: &Locale) -> Option<Found> {
    let own = [(false, true), (false, false), (true, true), (true, false)]
        .map(|(daylight, long)| current.display_name(daylight, long, locale));
    let matching = |names: &[String; 4]| {
        let n = names
            .iter()
            .position(|name| !name.is_empty() && match_ignoring_case(text, at, name).is_some())?;
        Some((n, match_ignoring_case(text, at, &names[n])?))
    };
    let found = |zone: TimeZone, names: &[String; 4], (n, length): (usize, usize)| {
        let saving = if n >= 2 { zone.saving_today() * 1000 } else { 0 };
        let same_name = n < 2 && names[n].to_lowercase() == names[n + 2].to_lowercase();
        let tells = if n < 2 { !same_name } else { saving != 0 };
        Found { zone, length, saving: tells.then_some(saving) }
    };
    if let Some(place) = matching(&own) {
        return Some(found(current.clone(), &own, place));
    }
    let all = all_names(line(locale), data::of(locale).zero_digit);
    let (names, place) = all.iter().find_map(|it| Some((it, matching(&it.names)?)))?;
    Some(found(TimeZone::of_id(names.id), &names.names, place))
}

/// The names of all zones, in the order that Java looks in.
fn all_names(line: usize, zero_digit: char) -> &'static [Names] {
    static ALL: LazyLock<Vec<OnceLock<Vec<Names>>>> =
        LazyLock::new(|| std::iter::repeat_with(OnceLock::new).take(TABLE.len()).collect());
    ALL[line].get_or_init(|| {
        let mut ids: Vec<&str> = FIRST.to_vec();
        let mut rest: Vec<&str> =
            METAZONES.iter().map(|(zone, _)| *zone).chain(zone_aliases::others()).collect();
        rest.sort_unstable();
        ids.extend(rest.into_iter().filter(|id| !FIRST.contains(id)));
        ids.into_iter()
            .filter_map(|id| {
                let zone = TimeZone::known(id)?;
                let canonical = zone_aliases::canonical(zone.region());
                let name = |daylight, long| name(canonical, &zone, daylight, long, line, zero_digit);
                Some(Names {
                    id,
                    names: [name(false, true), name(false, false), name(true, true), name(true, false)],
                })
            })
            .collect()
    })
}

/// Zones that Java looks at before all others: where several share a name, it means the first.
const FIRST: &[&str] = &[
    "America/Los_Angeles",
    "America/Denver",
    "America/Phoenix",
    "America/Chicago",
    "America/New_York",
    "America/Indianapolis",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Halifax",
    "America/Sitka",
    "America/St_Johns",
    "Europe/Paris",
    "GMT",
    "Africa/Casablanca",
    "Asia/Jerusalem",
    "Asia/Tokyo",
    "Europe/Bucharest",
    "Asia/Shanghai",
    "UTC",
];

/// The abbreviations of the time zone database, which Java takes where a locale has none of its own.
fn abbreviation(metazone: Option<&str>) -> Option<(&'static str, &'static str)> {
    ABBREVIATIONS.iter().find(|(name, _)| Some(*name) == metazone).map(|(_, names)| *names)
}

/// Those of zones that share a metazone with others that have no daylight time.
fn own_of_islands(zone: &str) -> Option<(&'static str, &'static str)> {
    match zone {
        "Europe/Dublin" => Some(("GMT", "IST")),
        "Europe/London" | "Europe/Guernsey" | "Europe/Isle_of_Man" | "Europe/Jersey" => Some(("GMT", "BST")),
        _ => None,
    }
}

/// Those of zones that CLDR knew nothing of, which are used everywhere.
fn own_abbreviation(region: &str) -> Option<(&'static str, &'static str)> {
    match region {
        "Asia/Famagusta" | "Europe/Kyiv" => Some(("EET", "EEST")),
        "Europe/Kirov" => Some(("MSK", "MSK")),
        _ => None,
    }
}

/// By metazone, those of standard and daylight time. Java has one for both in some places of North America.
const ABBREVIATIONS: &[(&str, (&str, &str))] = &[
    ("Africa_Central", ("CAT", "CAT")),
    ("Africa_Eastern", ("EAT", "EAT")),
    ("Africa_Southern", ("SAST", "SAST")),
    ("Africa_Western", ("WAT", "WAT")),
    ("Alaska", ("AKST", "AKDT")),
    ("America_Central", ("CST", "CDT")),
    ("America_Eastern", ("EST", "EST")),
    ("America_Mountain", ("MST", "MST")),
    ("America_Pacific", ("PST", "PDT")),
    ("Atlantic", ("AST", "AST")),
    ("Australia_Central", ("ACST", "ACDT")),
    ("Australia_Eastern", ("AEST", "AEDT")),
    ("Australia_Western", ("AWST", "AWDT")),
    ("Chamorro", ("ChST", "ChST")),
    ("China", ("CST", "CDT")),
    ("Cuba", ("CST", "CDT")),
    ("Europe_Central", ("CET", "CEST")),
    ("Europe_Eastern", ("EET", "EEST")),
    ("Europe_Western", ("WET", "WEST")),
    ("GMT", ("GMT", "GMT")),
    ("Hawaii_Aleutian", ("HST", "HST")),
    ("Hong_Kong", ("HKT", "HKST")),
    ("India", ("IST", "IST")),
    ("Indonesia_Central", ("WITA", "WITA")),
    ("Indonesia_Eastern", ("WIT", "WIT")),
    ("Indonesia_Western", ("WIB", "WIB")),
    ("Israel", ("IST", "IDT")),
    ("Japan", ("JST", "JDT")),
    ("Korea", ("KST", "KST")),
    ("Mexico_Pacific", ("MST", "MDT")),
    ("Moscow", ("MSK", "MSK")),
    ("New_Zealand", ("NZST", "NZDT")),
    ("Newfoundland", ("NST", "NDT")),
    ("Pakistan", ("PKT", "PKST")),
    ("Philippines", ("PST", "PDT")),
    ("Samoa", ("SST", "SST")),
    ("Taipei", ("CST", "CDT")),
    ("Volgograd", ("MSK", "MSK")),
    ("Yukon", ("MST", "MST")),
];
