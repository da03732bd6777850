//! What `java.text.SimpleDateFormat` of Java 25 writes and reads.

use super::*;
use crate::text::ParsePosition;

fn format(pattern: &str, tag: &str, zone: &str) -> SimpleDateFormat {
    SimpleDateFormat::new(pattern, &Locale::for_language_tag(tag), &TimeZone::of_id(zone)).unwrap()
}

#[test]
fn dates_are_written() {
    for (tag, zone, pattern, millis, expected) in [
        ("ru", "UTC", "LLLL", 0, "январь"),
        ("ru", "UTC", "MMMM", 0, "январь"),
        ("ru", "UTC", "MMMM yyyy", 0, "января 1970"),
        ("ru", "UTC", "d LLL", 0, "1 янв."),
        (
            "en-US",
            "UTC",
            "EEEEE a aaaa GGGG yyyyy y YY YYYY u uu D F W w S SSSS k K h H Z X XX XXX z zzzz",
            -62_198_755_200_000,
            "Friday AM AM BC 00002 2 -01 -0001 5 05 3 1 1 1 0 0000 24 0 12 0 +0000 Z Z Z UTC Coordinated Universal Time",
        ),
        (
            "en-US",
            "America/New_York",
            "yyyy-MM-dd HH:mm:ss Z z zzzz",
            -2_400_000_000_000,
            "1893-12-12 00:20:00 -0500 EST Eastern Standard Time",
        ),
        ("en-US", "GMT+5", "z zzzz X", 0, "GMT+05:00 GMT+05:00 +05"),
        ("en-US", "Europe/Dublin", "z zzzz X", 1_720_000_000_000, "IST Irish Standard Time +01"),
        ("en-US", "Africa/Casablanca", "z zzzz X", 1_710_288_000_000, "GMT Casablanca Standard Time Z"),
        ("th-TH", "UTC", "yyyy-MM-dd G", 0, "2513-01-01 พ.ศ."),
        ("ar-EG", "UTC", "yyyy", 0, "١٩٧٠"),
        ("de-AT", "UTC", "---MMM", 5_184_000_000, "---Mär"),
        ("th-TH", "UTC", "yyyy G", -75_057_452_050_367, "0953 BC"),
        ("en-US", "UTC", "yyyy-MM-dd", i64::MAX, "292278994-08-17"),
        ("en-US", "UTC", "yyyy-MM-dd", i64::MIN, "292269055-12-02"),
    ] {
        let mut out = String::new();
        format(pattern, tag, zone).format(millis, &mut out);
        assert_eq!(out, expected, "{tag} {pattern}");
    }
}

#[test]
fn dates_are_read() {
    for (tag, lenient, pattern, text, expected) in [
        ("en-US", true, "yyyy-MM-dd", "2020-1-1", Ok((1_577_836_800_000, 8))),
        ("en-US", true, "yyyy-MM-dd", " 2020- 1- 1", Ok((1_577_836_800_000, 11))),
        ("en-US", true, "MMM d", " Jan 5", Err(1)),
        ("en-US", true, "yyyyMMdd", "20200131", Ok((1_580_428_800_000, 8))),
        ("en-US", true, "dMMMyyyy", "5Jan2020", Ok((1_578_182_400_000, 8))),
        ("en-US", true, "HHmm", "123", Ok((43_380_000, 3))),
        ("en-US", true, "dLL", "1503", Ok((1_320_105_600_000, 4))),
        ("en-US", true, "h:mm a", "3:04\u{202f}PM", Ok((54_240_000, 9))),
        ("en-US", false, "h:mm a", "3:04\u{202f}PM", Err(4)),
        ("en-US", true, "h:mm a", "3:04PM", Err(4)),
        ("en-US", false, "yyyy-MM-dd", "2020-02-30", Err(10)),
        ("en-US", true, "yyyy-MM-dd", "2020-13-45", Ok((1_613_260_800_000, 10))),
        ("en-US", true, "M/d/yyyy", "1/1/20", Ok((-61_536_240_000_000, 6))),
        ("en-US", true, "M/d/y", "1/1/20", Ok((1_577_836_800_000, 6))),
        ("en-US", true, "HH:mm z", "12:00 EDT", Ok((57_600_000, 9))),
        ("en-US", true, "HH:mm z", "12:00 BST", Ok((36_000_000, 9))),
        ("en-US", true, "HH:mm z", "12:00 GMT+3", Err(11)),
        ("en-US", true, "HH:mm z", "12:00 XYZ", Err(6)),
        ("en-US", true, "HH:mm XXX", "12:00 +03:30", Ok((30_600_000, 12))),
        ("en-US", true, "HH:mm XXX", "12:00 +0330", Err(9)),
        ("en-US", true, "YYYY w u", "2020 1 1", Ok((1_577_664_000_000, 8))),
        ("en-US", true, "yyyy MMM W E", "2020 Jan 2 Tue", Ok((1_578_355_200_000, 14))),
        ("en-US", true, "yyyy M F E", "2020 1 2 Tue", Ok((1_578_960_000_000, 12))),
        ("en-US", true, "E", "Tue", Ok((432_000_000, 3))),
        ("en-US", true, "yyyy G", "44 BC", Ok((-63_524_304_000_000, 5))),
        ("en-US", true, "hh a", "13 PM", Ok((90_000_000, 5))),
        ("en-US", false, "hh a", "13 PM", Err(2)),
        ("en-US", true, "yyyy-MM-dd", "1582-10-10", Ok((-12_218_860_800_000, 10))),
        ("en-US", true, "yyyy", "99999999999", Ok((1_471_883_220_702_496_768, 11))),
        ("de-AT", true, "yyyy-MM-dd HH", "2022-01-31 05", Ok((1_643_605_200_000, 13))),
        ("ru", true, "LLLL d", "января 3", Ok((172_800_000, 14))),
        ("ru", true, "MMMM d", "январь 3", Err(0)),
        ("ru", true, "MMMM", "января", Err(0)),
        ("de", true, "HH z", "12 MESZ", Ok((36_000_000, 7))),
        ("th-TH", true, "yy", "63", Ok((1_577_836_800_000, 2))),
        ("th-TH", true, "d MMM G yyyy", "1 ม.ค. พ.ศ. 2563", Ok((1_577_836_800_000, 24))),
    ] {
        let mut format = format(pattern, tag, "UTC");
        format.set_lenient(lenient);
        let mut position = ParsePosition::default();
        let result = match format.parse(text, &mut position) {
            Some(millis) => Ok((millis, position.index)),
            None => Err(position.error_index.unwrap()),
        };
        assert_eq!(result, expected, "{tag} {pattern} {text}");
    }
}

#[test]
fn times_that_clocks_leave_out_are_those_behind_the_gap() {
    for (lenient, text, expected) in [
        (true, "2021-03-14 02:30", Some(1_615_707_000_000)),
        (false, "2021-03-14 02:30", None),
        (false, "2021-11-07 01:30", Some(1_636_266_600_000)),
    ] {
        let mut format = format("yyyy-MM-dd HH:mm", "en-US", "America/New_York");
        format.set_lenient(lenient);
        assert_eq!(format.parse_all(text).ok(), expected, "{text}");
    }
}

#[test]
fn locales_have_their_styles() {
    let gmt = TimeZone::gmt();
    let us = Locale::us();
    let text = |format: SimpleDateFormat| {
        let mut out = String::new();
        format.format(0, &mut out);
        out
    };
    assert_eq!(text(SimpleDateFormat::date(Style::Full, &us, &gmt)), "Thursday, January 1, 1970");
    assert_eq!(text(SimpleDateFormat::time(Style::Short, &us, &gmt)), "12:00\u{202f}AM");
    let format = SimpleDateFormat::date_time(Style::Short, Style::Full, &Locale::new("fa", "IR", ""), &gmt);
    assert_eq!(format.to_pattern(), "y/M/d،\u{200f} H:mm:ss (zzzz)");
    assert_eq!(Style::parse("FULL"), Some(Style::Full));
    assert_eq!(Style::parse("fuller"), None);
}

#[test]
fn every_pattern_of_every_locale_is_well_formed() {
    for name in data::names() {
        let locale = Locale::for_language_tag(name);
        for style in [Style::Full, Style::Long, Style::Medium, Style::Short] {
            for time in [Style::Full, Style::Short] {
                SimpleDateFormat::date_time(style, time, &locale, &TimeZone::gmt());
            }
        }
        let _ = (
            DecimalFormat::number(&locale),
            DecimalFormat::percent(&locale),
            DecimalFormat::currency(&locale),
        );
    }
}
