//! Calls made up from a seed: each a line of its kind and arguments, separated by tabs.

use vespid_render::text::Locale;

use crate::ours;

const LOCALES: &[&str] = &[
    "en-US", "en-US", "en-US", "en-GB", "de-DE", "de-CH", "de-AT", "fr-FR", "fr-CA", "es-ES", "es-MX",
    "it-IT", "pt-BR", "ja-JP", "zh-CN", "zh-TW", "ko-KR", "ru-RU", "pl-PL", "sv-SE", "nl-NL", "ar-EG",
    "hi-IN", "th-TH", "tr-TR", "und", "xx-YY", "en-IN", "fa-IR", "he-IL",
];
const ZONES: &[&str] = &[
    "UTC",
    "GMT",
    "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Europe/Paris",
    "Europe/London",
    "Europe/Dublin",
    "Europe/Berlin",
    "Europe/Moscow",
    "Europe/Istanbul",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tehran",
    "Asia/Kathmandu",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Apia",
    "America/St_Johns",
    "GMT+5",
    "GMT-03:30",
    "PST",
    "EST",
    "CST",
    "Etc/GMT+3",
    "Nowhere/Land",
    "Asia/Kabul",
    "Antarctica/Troll",
    "Europe/Kyiv",
    "America/Argentina/Buenos_Aires",
];
const MODES: &[&str] = &[
    "HALF_EVEN",
    "HALF_EVEN",
    "HALF_EVEN",
    "HALF_UP",
    "HALF_DOWN",
    "UP",
    "DOWN",
    "CEILING",
    "FLOOR",
    "UNNECESSARY",
];
const NUMBER_PATTERNS: &[&str] = &[
    "@number",
    "@number",
    "@integer",
    "@percent",
    "@currency",
    "@currency",
    "@currency EUR",
    "@currency JPY",
    "@currency USD",
    "#,##0.00",
    "0",
    "0.00",
    "#",
    "#.##",
    "#,##0.###",
    "#,###",
    "0000",
    "00.00",
    "#,##0.00;(#,##0.00)",
    "0.0E0",
    "##0.##E0",
    "00.###E00",
    "0.###E0",
    "#,##0%",
    "0.0%",
    "0‰",
    "¤#,##0.00",
    "¤¤ 0.00",
    "#,##0.00 ¤",
    "'#'0",
    "0' units'",
    "#,##,##0.00",
    "#,####.0",
    "-0",
    "+0;-0",
    "0.00-",
    "$0.00",
    "0;0",
    "",
    ".00",
    "#.",
    "0.",
    "0E0",
    "#E0",
    "0'",
    "0.0.0",
    "#0#",
    "0;;",
    "%0",
    "0%%",
    "#,##0.0#;[#]",
];
const DATE_PATTERNS: &[&str] = &[
    "@0-",
    "@1-",
    "@2-",
    "@3-",
    "@-0",
    "@-1",
    "@-2",
    "@-3",
    "@00",
    "@11",
    "@22",
    "@33",
    "@03",
    "@30",
    "@13",
    "@21",
    "yyyy-MM-dd",
    "yyyy-MM-dd HH:mm:ss",
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "yyyy-MM-dd'T'HH:mm:ssZ",
    "dd/MM/yyyy",
    "MM/dd/yy",
    "M/d/y",
    "d MMM yyyy",
    "d MMMM yyyy",
    "EEEE, d MMMM yyyy",
    "EEE MMM dd HH:mm:ss zzz yyyy",
    "h:mm a",
    "hh:mm:ss a z",
    "KK:mm aa",
    "kk:mm",
    "HHmmss",
    "yyyyMMdd",
    "yyMMddHHmm",
    "yyyy.MM.dd G 'at' HH:mm:ss z",
    "EEE, d MMM yyyy HH:mm:ss Z",
    "YYYY-'W'ww-u",
    "yyyy-DDD",
    "yyyy w E",
    "yyyy MM W E",
    "yyyy M F E",
    "LLLL yyyy",
    "MMMM",
    "LLL",
    "MMM",
    "y",
    "yy",
    "GGGG y",
    "X",
    "XX",
    "z",
    "zzzz",
    "S",
    "SSSSS",
    "h 'o''clock' a, zzzz",
    "dMMMy",
    "D y",
    "E",
    "a h",
    "H:m:s.S",
    "yyyyy.MMMMM.dd GGG hh:mm aaa",
    "b",
    "'open",
    "XXXX",
    "d.M.yy H:mm",
    "yyyy年M月d日",
];
const MESSAGES: &[&str] = &[
    "{0}",
    "{0} {1} {2}",
    "It''s {0}",
    "It's {0}",
    "'{0}' {1}",
    "{0,number}",
    "{0,number,integer} of {1,number,#.##}",
    "{0,number,percent}",
    "{0,number,currency}",
    "{2,date}",
    "{2,date,short} {2,time,short}",
    "{2,time,full}",
    "{2,date,yyyy-MM-dd}",
    "{2,date,full}",
    "{0,choice,0#none|1#one|1<many {0}}",
    "{0,choice,0#a|1#b'|'c|2#{1}}",
    "{3} {4} {9}",
    "{0,number,#'#'}",
    "{ 0}",
    "{0 }",
    "{0",
    "}",
    "'{",
    "{a}",
    "{0,foo}",
    "{0,number,0.0.0}",
    "{1,number,'{'0'}'}",
    "{0, number}",
    "{0,NUMBER}",
    "{2,date,'o''clock' H}",
    "a''b'c''d'",
    "{0,choice,x}",
    "{2}",
];
const CHOICES: &[&str] = &[
    "0#zero|1#one|1<many",
    "-∞<neg|0#zero|0<pos",
    "0\u{2264}a|2\u{2264}b",
    "1#b|0#a",
    "0.5#half|1.5#more",
    "'0'#x",
    "0#a''b",
    "0#a'|'b|1#c",
    "",
    "x",
    "#",
    "1#",
    "1E3#k|1E6#m",
    "0#a|0#b",
    "NaN#x",
];
const CODES: &[&str] = &[
    "USD", "EUR", "JPY", "GBP", "CHF", "CAD", "AUD", "INR", "CNY", "KWD", "MXN", "BRL", "XXX", "XAF", "SEK",
];
const TEXTS: &[&str] = &[
    "",
    "1",
    "-1",
    "1,234.5",
    "1.234,5",
    "12%",
    "$5",
    "(5)",
    "1E5",
    "1E",
    "1e5",
    ".5",
    "-.5",
    ".",
    "-",
    "5.",
    "abc",
    "12abc",
    "∞",
    "-∞",
    "NaN",
    "-0",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "0.1",
    "1,,2",
    "1,",
    ",1",
    "007",
    "1 234",
    "1\u{a0}234,5",
    "1\u{202f}234,5",
    "+5",
    "١٢٣",
    "€ 5",
    "5 €",
    "USD 5",
    "100,000,000.005",
    "1.5E-3",
    "1E400",
];
const DATE_TEXTS: &[&str] = &[
    "",
    "2020-02-29",
    "2020-02-30",
    "2020-2-9 1:2:3",
    " 2020-01-01",
    "20200131",
    "1/2/03",
    "31/12/1999",
    "12/31/99",
    "1582-10-10",
    "0-0-0",
    "-5-1-1",
    "12:34 PM",
    "0:00 am",
    "25:61",
    "5 Jan 2020",
    "Jan 5, 2020",
    "Tue",
    "2021-03-14 02:30:00",
    "12:00:00 PM EST",
    "2020-01-01T00:00:00.000Z",
    "2020-01-01T00:00:00.5+01:30",
    "2020-01-01T00:00:00-0800",
    "2020-W01-1",
    "2020-366",
    "Sun Mar 14 02:30:00 PST 2021",
    "1",
    "99999999999",
    "2020 53 Mon",
    "BC 5",
    "12 GMT+1:00",
    "+05:30",
    "Z",
];

/// A generator of numbers that all computers have alike.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn double(&mut self) -> f64 {
        let whole = f64::from(self.next() as i32);
        match self.below(8) {
            0 => whole / 10_f64.powi(self.below(9) as i32),
            1 => whole / f64::from(1 << self.below(12)),
            2 => (f64::from(self.next() as i16) + 0.5) / 10_f64.powi(self.below(5) as i32),
            3 => f64::from_bits(self.next()),
            4 => f64::from(self.next() as i8),
            5 => whole * 10_f64.powi(self.below(20) as i32),
            6 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-7, 0.1 + 0.2][self.below(7)],
            _ => f64::from(self.next() as i16) / 100.0,
        }
    }

    fn number(&mut self) -> String {
        match self.below(6) {
            0 => format!("l{}", self.next() as i64 >> self.below(60)),
            1 => format!("b{}E{}", self.next() as i64 >> self.below(40), self.below(30) as i32 - 20),
            2 => format!("g{}{}", self.next() as i64, self.next() % 1_000_000),
            _ => self.double_text(),
        }
    }

    fn double_text(&mut self) -> String {
        // All that are no numbers look alike in Java, too.
        let double = self.double();
        format!("d{:x}", if double.is_nan() { f64::NAN.to_bits() } else { double.to_bits() })
    }

    fn millis(&mut self) -> i64 {
        let random = self.next() as i64;
        match self.below(8) {
            0 => random >> self.below(30),
            1 => random % 100_000_000_000_000,
            2 | 3 => random % 4_000_000_000_000,
            _ => random.rem_euclid(2_100_000_000_000),
        }
    }

    fn locale(&mut self, all: &[String]) -> String {
        if self.below(2) == 0 { self.pick(LOCALES).into() } else { all[self.below(all.len())].clone() }
    }

    /// A pattern of such characters.
    fn pattern(&mut self, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let mut pattern = String::new();
        for _ in 0..1 + self.below(6) {
            let c = letters[self.below(letters.len())];
            for _ in 0..=self.below(4) {
                pattern.push(c);
            }
        }
        pattern
    }

    /// Perhaps a bit different.
    fn spoilt(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        if letters.is_empty() {
            return String::new();
        }
        let at = self.below(letters.len());
        match self.below(10) {
            0 => letters.truncate(at),
            1 => letters.insert(at, ' '),
            2 => letters[at] = letters[at].to_uppercase().next().unwrap_or(' '),
            3 => letters.push('7'),
            4 => letters.retain(|c| *c != '.'),
            _ => {}
        }
        letters.into_iter().collect()
    }
}

pub(crate) fn make(count: usize, seed: u64) -> Vec<Vec<String>> {
    let mut random = Random(seed);
    let locales: Vec<String> = Locale::available().iter().map(Locale::to_language_tag).collect();
    (0..count).map(|_| one(&mut random, &locales)).collect()
}

fn one(random: &mut Random, locales: &[String]) -> Vec<String> {
    let locale = random.locale(locales);
    let kind = random.below(20);
    let number_pattern = match random.below(6) {
        0 => random.pattern("#0,.;'%¤E-x"),
        _ => random.pick(NUMBER_PATTERNS).into(),
    };
    let date_pattern = match random.below(6) {
        0 => random.pattern("GyYMLdDFEuwWahHkKmsSzZX -:/'"),
        _ => random.pick(DATE_PATTERNS).into(),
    };
    let zone: String = random.pick(ZONES).into();
    let mut call = match kind {
        0..=4 => vec!["number".into(), locale, number_pattern, random.pick(MODES).into(), random.number()],
        5..=7 => {
            let text = if random.below(3) == 0 {
                random.pick(TEXTS).into()
            } else {
                let number = random.number();
                let call =
                    ["number".into(), locale.clone(), number_pattern.clone(), "HALF_EVEN".into(), number];
                random.spoilt(&ours::call(&call))
            };
            let flags = ["", "", "", "i", "b", "ib"][random.below(6)];
            vec!["parse-number".into(), locale, number_pattern, flags.into(), text]
        }
        8..=11 => vec!["date".into(), locale, date_pattern, zone, random.millis().to_string()],
        12..=15 => {
            let text = if random.below(4) == 0 {
                random.pick(DATE_TEXTS).into()
            } else {
                let millis = random.millis().to_string();
                let call = ["date".into(), locale.clone(), date_pattern.clone(), zone.clone(), millis];
                random.spoilt(&ours::call(&call))
            };
            let lenient = ["lenient", "strict"][random.below(2)];
            vec!["parse-date".into(), locale, date_pattern, zone, lenient.into(), text]
        }
        16 => {
            let mut call = vec!["message".into(), locale, random.pick(MESSAGES).into(), random.number()];
            call.push(random.number());
            call.push(format!("t{}", random.millis()));
            call.push("stext".into());
            call.push("n".into());
            call
        }
        17 => match random.below(5) {
            0 if !number_pattern.is_empty() => vec!["number-pattern".into(), locale, number_pattern],
            0 | 1 => vec!["choice-pattern".into(), locale, random.pick(CHOICES).into()],
            _ => vec!["choice".into(), locale, random.pick(CHOICES).into(), random.double_text()],
        },
        18 => {
            let daylight = ["standard", "daylight"][random.below(2)];
            vec!["zone".into(), locale, zone, daylight.into(), ["long", "short"][random.below(2)].into()]
        }
        _ => vec!["symbol".into(), locale, random.pick(CODES).into()],
    };
    // Lines are read back.
    for part in &mut call {
        part.retain(|c| c != '\u{85}' && c != '\u{2028}');
    }
    call
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
