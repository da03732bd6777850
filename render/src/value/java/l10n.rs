//! `java.util.Locale` and `java.util.TimeZone`.

use super::NativeClass;
use crate::text::Locale;
use crate::text::TimeZone;
use crate::value::Value;
use crate::value::coerce;

/// The constants of `Locale`: name, language, country.
const LOCALES: &[(&str, &str, &str)] = &[
    ("CANADA", "en", "CA"),
    ("CANADA_FRENCH", "fr", "CA"),
    ("CHINA", "zh", "CN"),
    ("CHINESE", "zh", ""),
    ("ENGLISH", "en", ""),
    ("FRANCE", "fr", "FR"),
    ("FRENCH", "fr", ""),
    ("GERMAN", "de", ""),
    ("GERMANY", "de", "DE"),
    ("ITALIAN", "it", ""),
    ("ITALY", "it", "IT"),
    ("JAPAN", "ja", "JP"),
    ("JAPANESE", "ja", ""),
    ("KOREA", "ko", "KR"),
    ("KOREAN", "ko", ""),
    ("PRC", "zh", "CN"),
    ("ROOT", "", ""),
    ("SIMPLIFIED_CHINESE", "zh", "CN"),
    ("TAIWAN", "zh", "TW"),
    ("TRADITIONAL_CHINESE", "zh", "TW"),
    ("UK", "en", "GB"),
    ("US", "en", "US"),
];

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        name: "java.util.Locale",
        fields: &[
            "CANADA",
            "CANADA_FRENCH",
            "CHINA",
            "CHINESE",
            "ENGLISH",
            "FRANCE",
            "FRENCH",
            "GERMAN",
            "GERMANY",
            "ITALIAN",
            "ITALY",
            "JAPAN",
            "JAPANESE",
            "KOREA",
            "KOREAN",
            "PRC",
            "ROOT",
            "SIMPLIFIED_CHINESE",
            "TAIWAN",
            "TRADITIONAL_CHINESE",
            "UK",
            "US",
        ],
        methods: &["forLanguageTag", "getDefault"],
        field: |name| {
            let (_, language, country) = LOCALES.iter().find(|(known, ..)| *known == name)?;
            Some(Value::new(Locale::new(language, country, "")))
        },
        call: |method, args| {
            Ok(match (method, args) {
                ("forLanguageTag", [tag]) => {
                    Some(Value::new(Locale::for_language_tag(&coerce::to_text(tag))))
                }
                ("getDefault", []) => Some(Value::new(Locale::us())),
                _ => None,
            })
        },
        make: Some(|args| {
            let part = |index: usize| args.get(index).map(coerce::to_text).unwrap_or_default();
            Ok((1..=3).contains(&args.len()).then(|| Value::new(Locale::new(&part(0), &part(1), &part(2)))))
        }),
    },
    NativeClass {
        name: "java.util.TimeZone",
        fields: &[],
        methods: &["getDefault", "getTimeZone"],
        field: |_| None,
        call: |method, args| {
            Ok(match (method, args) {
                ("getTimeZone", [id]) => Some(Value::new(TimeZone::of_id(&coerce::to_text(id)))),
                ("getDefault", []) => Some(Value::new(TimeZone::system())),
                _ => None,
            })
        },
        make: None,
    },
];
