//! `java.util.TimeZone`: ids, offsets and daylight time as Java knows them.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::AmbiguousOffset;
use jiff::tz::Offset;
use jiff::tz::TimeZone as Zone;

use crate::value::Str;

/// A `java.util.TimeZone`.
///
/// Cloning is cheap. Two zones are equal if their ids are.
#[derive(Clone, Debug)]
pub struct TimeZone {
    id: Str,
    zone: Zone,
    rearguard: Option<Rearguard>,
    /// Made from an offset: `GMT+03:00`.
    custom: bool,
}

/// A zone whose summer time is daylight time to Java, while the time zone database calls the winter's time daylight
/// time, with a negative saving.
#[derive(Clone, Copy, Debug)]
struct Rearguard {
    /// The offset of winter, in seconds.
    standard: i32,
    /// The seconds since 1970 between which that is so. Where it is so today, there is no daylight time afterwards.
    from: i64,
    to: i64,
}

impl PartialEq for TimeZone {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for TimeZone {}

/// Java calculates with today's standard time before 1900, in seconds since 1970.
const START: i64 = -2_208_988_800;

/// January and July of 2037, the last year that every database has transitions for.
const RECENT: [i64; 2] = [2_114_380_800, 2_130_019_200];

impl TimeZone {
    /// The zone `GMT`, which Java takes for every id that it does not know.
    pub fn gmt() -> Self {
        TimeZone { id: "GMT".into(), zone: Zone::UTC, rearguard: None, custom: false }
    }

    /// The zone of this machine.
    pub fn system() -> Self {
        static SYSTEM: LazyLock<TimeZone> = LazyLock::new(|| TimeZone::from_jiff(&Zone::system()));
        SYSTEM.clone()
    }

    /// `TimeZone.getTimeZone(id)`: a region's name (`Europe/Paris`), one of Java's old short ids (`PST`), or an offset
    /// (`GMT+3`, `GMT-02:30`, `GMT+0230`). Case counts. What is unknown is `GMT`.
    pub fn of_id(id: &str) -> Self {
        Self::known(id).unwrap_or_else(Self::gmt)
    }

    /// The same, but none for an unknown id.
    pub fn known(id: &str) -> Option<Self> {
        if id == "GMT" {
            return Some(Self::gmt());
        }
        if let Some(custom) = Self::custom(id) {
            return Some(custom);
        }
        let name = SHORT_IDS.iter().find(|(short, _)| *short == id).map_or(id, |(_, name)| name);
        let zone = Zone::get(name).ok()?;
        // Java tells capitals from small letters, the database does not.
        if zone.iana_name().is_some_and(|it| it != name) {
            return None;
        }
        Some(Self::of_zone(id.into(), name, zone))
    }

    /// What other parts of the program have as a zone.
    pub fn from_jiff(zone: &Zone) -> Self {
        if let Some(name) = zone.iana_name() {
            return Self::of_zone(name.into(), name, zone.clone());
        }
        match zone.to_fixed_offset() {
            Ok(offset) => Self::of_offset(offset.seconds()),
            Err(_) => TimeZone { id: "GMT".into(), zone: zone.clone(), rearguard: None, custom: false },
        }
    }

    fn of_zone(id: Str, name: &str, zone: Zone) -> Self {
        let rearguard = REARGUARD.iter().find(|(names, ..)| names.contains(&name)).map(|(_, it)| *it);
        TimeZone { id, zone, rearguard, custom: false }
    }

    /// `GMT±h[h][[:]mm]`.
    fn custom(id: &str) -> Option<Self> {
        let rest = id.strip_prefix("GMT")?;
        let (sign, digits) = match rest.split_at_checked(1)? {
            ("+", digits) => (1, digits),
            ("-", digits) => (-1, digits),
            _ => return None,
        };
        let (hours, minutes) = match digits.split_once(':') {
            Some((hours, minutes)) if minutes.len() == 2 && matches!(hours.len(), 1 | 2) => (hours, minutes),
            Some(_) => return None,
            None if digits.len() <= 2 => (digits, "0"),
            None => digits.split_at_checked(digits.len().checked_sub(2)?)?,
        };
        let number = |text: &str| -> Option<i32> {
            (!text.is_empty() && text.len() <= 2 && text.bytes().all(|it| it.is_ascii_digit()))
                .then(|| text.parse().ok())?
        };
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        (hours <= 23 && minutes <= 59).then(|| Self::of_offset(sign * (hours * 3600 + minutes * 60)))
    }

    fn of_offset(seconds: i32) -> Self {
        let id = if seconds == 0 { "GMT".into() } else { offset_text(seconds, "GMT") };
        let zone = Offset::from_seconds(seconds).map_or(Zone::UTC, Zone::fixed);
        TimeZone { id: id.into(), zone, rearguard: None, custom: true }
    }

    /// The id: `Europe/Paris`, `GMT+03:00`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the zone in the time zone database.
    pub(super) fn region(&self) -> &str {
        SHORT_IDS.iter().find(|(short, _)| *short == self.id).map_or(self.id(), |(_, name)| name)
    }

    /// Whether this is no short id of Java's, but for those that the time zone database has as well.
    pub(super) fn is_regional(&self) -> bool {
        matches!(&*self.id, "EST" | "HST" | "MST") || !SHORT_IDS.iter().any(|(short, _)| *short == self.id)
    }

    /// What daylight time adds nowadays, in seconds.
    pub(super) fn saving_today(&self) -> i32 {
        RECENT.into_iter().map(|second| self.offsets(second).1).max().unwrap_or(0)
    }

    /// The same, or what it added when there was some.
    pub(super) fn saving(&self) -> i32 {
        let today = self.saving_today();
        if today > 0 {
            return today;
        }
        self.zone
            .preceding(timestamp(RECENT[1]))
            .map(|transition| transition.timestamp().as_second())
            .take_while(|second| *second >= START)
            .map(|second| self.offsets(second).1)
            .find(|saving| *saving > 0)
            .unwrap_or(0)
    }

    /// The zone for calculations elsewhere.
    pub fn as_jiff(&self) -> &Zone {
        &self.zone
    }

    /// Whether this was made from an offset.
    pub(super) fn is_custom(&self) -> bool {
        self.custom
    }

    /// Milliseconds to add to UTC at a point in time (milliseconds since 1970).
    pub fn offset_at(&self, millis: i64) -> i32 {
        let (standard, saving) = self.offsets(millis.div_euclid(1000));
        (standard + saving) * 1000
    }

    /// Milliseconds to add to UTC for today's standard time.
    pub fn raw_offset(&self) -> i32 {
        self.raw_seconds() * 1000
    }

    /// Whether daylight time is in force at a point in time (milliseconds since 1970).
    pub fn in_daylight_time(&self, millis: i64) -> bool {
        self.offsets(millis.div_euclid(1000)).1 != 0
    }

    fn raw_seconds(&self) -> i32 {
        if let Some(rearguard) = self.rearguard
            && rearguard.to > RECENT[1]
        {
            return rearguard.standard;
        }
        RECENT
            .into_iter()
            .map(|at| self.zone.to_offset_info(timestamp(at)))
            .find(|info| !info.dst().is_dst())
            .map_or(0, |info| info.offset().seconds())
    }

    /// Offset of standard time and what daylight time adds, in seconds, at a second since 1970.
    pub(super) fn offsets(&self, second: i64) -> (i32, i32) {
        if second < START {
            return (self.raw_seconds(), 0);
        }
        let second = near(second);
        let at = timestamp(second);
        let info = self.zone.to_offset_info(at);
        let offset = info.offset().seconds();
        if let Some(rearguard) = self.rearguard
            && (rearguard.from..rearguard.to).contains(&second)
        {
            return (rearguard.standard, offset - rearguard.standard);
        }
        if let Some(rearguard) = self.rearguard
            && rearguard.to > RECENT[1]
            && second >= rearguard.to
        {
            return (rearguard.standard, 0);
        }
        if !info.dst().is_dst() {
            return (offset, 0);
        }
        let standard = self
            .zone
            .preceding(at)
            .map(|transition| transition.timestamp())
            .take(8)
            .map(|start| {
                self.zone
                    .to_offset_info(start.saturating_sub(jiff::SignedDuration::from_secs(1)).unwrap_or(start))
            })
            .find(|info| !info.dst().is_dst())
            .map(|info| info.offset().seconds());
        // Where summer time began together with a change of standard time, one hour is the rule.
        match standard {
            Some(standard) if (1..=7200).contains(&(offset - standard)) => (standard, offset - standard),
            _ => (offset - 3600, 3600),
        }
    }

    /// The same at a local time, in seconds since 1970 as if it was UTC: within a gap the time before it counts, of two
    /// the later (standard) one.
    pub(super) fn offsets_by_wall(&self, second: i64) -> (i32, i32) {
        let second = near(second);
        let local = Offset::UTC.to_datetime(timestamp(second));
        let offset = match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset,
            // By the offset behind the gap, the time lies before it.
            AmbiguousOffset::Gap { after, .. } | AmbiguousOffset::Fold { after, .. } => after,
        };
        self.offsets(second - i64::from(offset.seconds()))
    }
}

/// The same time of a year before 3000: after 400 years all dates have their days of the week again.
fn near(second: i64) -> i64 {
    const CYCLE: i64 = 146_097 * 86_400;
    const END: i64 = 32_503_680_000;
    if second < END { second } else { (second - END).rem_euclid(CYCLE) + END - CYCLE }
}

/// The nearest time that can be told.
fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(if second < 0 { Timestamp::MIN } else { Timestamp::MAX })
}

/// `prefix+hh:mm`
fn offset_text(seconds: i32, prefix: &str) -> String {
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    format!("{prefix}{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

const REARGUARD: &[(&[&str], Rearguard)] = &[
    (&["Europe/Dublin", "Eire"], Rearguard { standard: 0, from: -37_242_000, to: i64::MAX }),
    (
        &["Africa/Casablanca", "Africa/El_Aaiun"],
        Rearguard { standard: 0, from: 1_540_692_000, to: 3_704_000_000 },
    ),
    (&["Africa/Windhoek"], Rearguard { standard: 3600, from: 764_200_800, to: 1_508_803_200 }),
    (
        &["Europe/Prague", "Europe/Bratislava"],
        Rearguard { standard: 3600, from: -728_514_000, to: -721_260_000 },
    ),
];

/// Java's ids of three letters that are none of the time zone database, or mean something else there.
const SHORT_IDS: &[(&str, &str)] = &[
    ("ACT", "Australia/Darwin"),
    ("AET", "Australia/Sydney"),
    ("AGT", "America/Argentina/Buenos_Aires"),
    ("ART", "Africa/Cairo"),
    ("AST", "America/Anchorage"),
    ("BET", "America/Sao_Paulo"),
    ("BST", "Asia/Dhaka"),
    ("CAT", "Africa/Harare"),
    ("CNT", "America/St_Johns"),
    ("CST", "America/Chicago"),
    ("CTT", "Asia/Shanghai"),
    ("EAT", "Africa/Addis_Ababa"),
    ("ECT", "Europe/Paris"),
    ("EST", "America/Panama"),
    ("HST", "Pacific/Honolulu"),
    ("IET", "America/Indiana/Indianapolis"),
    ("IST", "Asia/Kolkata"),
    ("JST", "Asia/Tokyo"),
    ("MIT", "Pacific/Apia"),
    ("MST", "America/Phoenix"),
    ("NET", "Asia/Yerevan"),
    ("NST", "Pacific/Auckland"),
    ("PLT", "Asia/Karachi"),
    ("PNT", "America/Phoenix"),
    ("PRT", "America/Puerto_Rico"),
    ("PST", "America/Los_Angeles"),
    ("SST", "Pacific/Guadalcanal"),
    ("VST", "Asia/Ho_Chi_Minh"),
    ("SystemV/AST4", "America/Puerto_Rico"),
    ("SystemV/AST4ADT", "America/Halifax"),
    ("SystemV/CST6", "America/Regina"),
    ("SystemV/CST6CDT", "America/Chicago"),
    ("SystemV/EST5", "America/Indianapolis"),
    ("SystemV/EST5EDT", "America/New_York"),
    ("SystemV/HST10", "Pacific/Honolulu"),
    ("SystemV/MST7", "America/Phoenix"),
    ("SystemV/MST7MDT", "America/Denver"),
    ("SystemV/PST8", "Pacific/Pitcairn"),
    ("SystemV/PST8PDT", "America/Los_Angeles"),
    ("SystemV/YST9", "Pacific/Gambier"),
    ("SystemV/YST9YDT", "America/Anchorage"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_java() {
        for (id, java) in [
            ("Europe/Paris", "Europe/Paris"),
            ("europe/paris", "GMT"),
            ("Mars/Olympus", "GMT"),
            ("PST", "PST"),
            ("UTC", "UTC"),
            ("GMT", "GMT"),
            ("GMT+3", "GMT+03:00"),
            ("GMT-02:30", "GMT-02:30"),
            ("GMT+0230", "GMT+02:30"),
            ("GMT+230", "GMT+02:30"),
            ("GMT+24", "GMT"),
            ("GMT+2:3", "GMT"),
            ("GMT+1:60", "GMT"),
            ("UTC+3", "GMT"),
            ("", "GMT"),
        ] {
            assert_eq!(TimeZone::of_id(id).id(), java, "{id}");
        }
    }

    /// What `java.util.TimeZone` of Java 25 says.
    #[test]
    fn daylight_time_is_what_java_takes_for_it() {
        for (id, millis, offset, daylight) in [
            ("Europe/Paris", 0, 3_600_000, false),
            ("Europe/Paris", 1_720_000_000_000, 7_200_000, true),
            ("Europe/Paris", 200_000_000_000_000, 7_200_000, true),
            ("Europe/Paris", -2_208_988_800_001, 3_600_000, false),
            ("Europe/London", 0, 3_600_000, false),
            ("Europe/Dublin", 1_720_000_000_000, 3_600_000, true),
            ("Europe/Dublin", 1_705_000_000_000, 0, false),
            ("Africa/Casablanca", 1_720_000_000_000, 3_600_000, true),
            ("Africa/Casablanca", 1_710_288_000_000, 0, false),
            ("Antarctica/Troll", 1_720_000_000_000, 7_200_000, true),
            ("Australia/Lord_Howe", 1_705_000_000_000, 39_600_000, true),
        ] {
            let zone = TimeZone::of_id(id);
            assert_eq!(
                (zone.offset_at(millis), zone.in_daylight_time(millis)),
                (offset, daylight),
                "{id} {millis}"
            );
        }
        assert_eq!(TimeZone::of_id("Africa/Casablanca").raw_offset(), 0);
        assert_eq!(TimeZone::of_id("America/New_York").raw_offset(), -18_000_000);
    }

    #[test]
    fn gaps_and_overlaps_are_resolved_as_in_java() {
        let zone = TimeZone::of_id("America/New_York");
        // 2021-03-14 02:30 and 2021-11-07 01:30.
        assert_eq!(zone.offsets_by_wall(1_615_689_000), (-18_000, 0));
        assert_eq!(zone.offsets_by_wall(1_636_248_600), (-18_000, 0));
    }
}
