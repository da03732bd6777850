//! `java.util.Locale`, without extensions.

use std::fmt;

use crate::value::Str;

/// A `java.util.Locale`: language, script, country and variant, each of which may be empty.
///
/// `Display` gives Java's `toString`: `en_US`, `zh_TW_#Hant`, `_US`, nothing at all for [`Locale::ROOT`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locale {
    language: Str,
    script: Str,
    country: Str,
    variant: Str,
}

impl Locale {
    /// The locale of no language and no country.
    pub const ROOT: Locale =
        Locale { language: Str::new(), script: Str::new(), country: Str::new(), variant: Str::new() };

    /// `new Locale(language, country, variant)`: any text is taken, languages in lower case and under their present
    /// codes (`iw` is `he`), countries in upper case.
    pub fn new(language: &str, country: &str, variant: &str) -> Self {
        Locale {
            language: present_language(language.to_ascii_lowercase().into()),
            script: Str::new(),
            country: country.to_ascii_uppercase().into(),
            variant: variant.into(),
        }
    }

    /// `Locale.US`, which is also what a server without settings uses.
    pub fn us() -> Self {
        Self::new("en", "US", "")
    }

    /// Reads `en`, `en_US`, `en-US`, `zh-Hant-TW`, `de_DE_POSIX` or what [`Locale`] prints (Tags 8.1 "Locale").
    ///
    /// `None` if the language is missing, or the country behind a separator (`en_`). The parts may be any text, as
    /// in Java: a locale that nobody knows is formatted like the root.
    pub fn parse(text: &str) -> Option<Self> {
        let is_separator = |c: char| c == '_' || c == '-';
        let (text, printed_script) = match text.split_once("_#") {
            Some((text, script)) => (text.strip_suffix('_').unwrap_or(text), Some(script)),
            None => (text, None),
        };
        let (language, mut rest) = match text.split_once(is_separator) {
            Some((language, rest)) => (language, Some(rest)),
            None => (text, None),
        };
        if language.is_empty() {
            return None;
        }
        let mut script = printed_script.unwrap_or("");
        if let Some(text) = rest {
            let (first, behind) = match text.split_once(is_separator) {
                Some((first, behind)) => (first, Some(behind)),
                None => (text, None),
            };
            if script.is_empty() && is_script(first) {
                script = first;
                rest = behind;
            }
        }
        let (country, variant) = match rest {
            None => ("", ""),
            Some(rest) => rest.split_once(is_separator).unwrap_or((rest, "")),
        };
        // `de__1996`: no country, but a variant.
        if rest.is_some() && country.is_empty() && variant.is_empty() {
            return None;
        }
        Some(Locale { script: title_case(script), ..Self::new(language, country, variant) })
    }

    /// `Locale.forLanguageTag(tag)`: reads as far as the tag is well-formed (BCP 47), and never fails. Extensions are
    /// left out.
    pub fn for_language_tag(tag: &str) -> Self {
        let mut locale = Locale::ROOT;
        let mut subtags = tag.split('-').peekable();
        let Some(mut language) = subtags.next_if(|subtag| is_alphabetic(subtag, 2..=8)) else {
            return locale;
        };
        // An extended language stands for itself: `zh-yue` is `yue`.
        for n in 0..3 {
            let Some(extended) = subtags.next_if(|subtag| is_alphabetic(subtag, 3..=3)) else { break };
            if n == 0 {
                language = extended;
            }
        }
        if !language.eq_ignore_ascii_case("und") {
            locale.language = present_language(language.to_ascii_lowercase().into());
        }
        if let Some(script) = subtags.next_if(|subtag| is_script(subtag)) {
            locale.script = title_case(script);
        }
        if let Some(country) = subtags.next_if(|subtag| is_country(subtag)) {
            locale.country = country.to_ascii_uppercase().into();
        }
        while let Some(variant) = subtags.next_if(|subtag| is_variant(subtag)) {
            if !locale.variant.is_empty() {
                locale.variant.push('_');
            }
            locale.variant.push_str(variant);
        }
        locale
    }

    /// The locales that there is data for, by their tags.
    pub fn available() -> Vec<Locale> {
        let mut tags: Vec<&str> = super::data::names().collect();
        tags.sort_unstable();
        tags.into_iter().map(Self::for_language_tag).collect()
    }

    /// The language's code in lower case: `en`.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The script's code with a capital: `Hant`.
    pub fn script(&self) -> &str {
        &self.script
    }

    /// The country's code in upper case: `US`, or a region's number: `419`.
    pub fn country(&self) -> &str {
        &self.country
    }

    /// The variant as it was given: `POSIX`.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Java's `toLanguageTag`: `en-US`; `und` for the root. What BCP 47 does not allow is left out, of a variant it
    /// goes behind `x-lvariant`.
    pub fn to_language_tag(&self) -> String {
        let (mut language, mut variant) = (self.language.as_str(), self.variant.as_str());
        if (language, self.country.as_str(), variant) == ("no", "NO", "NY") {
            (language, variant) = ("nn", "");
        }
        let mut tag = String::new();
        let mut add = |part: &str| {
            if !tag.is_empty() {
                tag.push('-');
            }
            tag.push_str(part);
        };
        if is_alphabetic(language, 2..=8) {
            add(language);
        }
        let has_language = is_alphabetic(language, 2..=8);
        let country = Some(self.country.as_str()).filter(|country| is_country(country));
        let mut variants = variant.split(['_', '-']).filter(|part| !part.is_empty()).peekable();
        let well_formed = variants.peek().is_some_and(|part| is_variant(part));
        if !has_language && (country.is_some() || !self.script.is_empty() || well_formed) {
            add("und");
        }
        if !self.script.is_empty() {
            add(&self.script);
        }
        if let Some(country) = country {
            add(country);
        }
        while let Some(part) = variants.next_if(|part| is_variant(part)) {
            add(part);
        }
        // Java drops a variant as soon as a part is too long for a private subtag.
        let mut private = variants.take_while(|part| is_alphanumeric(part, 1..=8)).peekable();
        if private.peek().is_some() {
            add("x-lvariant");
            private.for_each(add);
        }
        if tag.is_empty() { "und".into() } else { tag }
    }

    /// This locale and the more general ones to look for data or a bundle in, ending with the root
    /// (`ResourceBundle.Control.getCandidateLocales`).
    ///
    /// Chinese gets the script of its country, and Norwegian is looked for under the codes of its two languages, too.
    pub fn candidates(&self) -> Vec<Locale> {
        let mut all = Vec::with_capacity(8);
        let parts =
            (self.language.as_str(), self.script.as_str(), self.country.as_str(), self.variant.as_str());
        match parts {
            ("zh", "", "TW" | "HK" | "MO", _) => self.with_script("Hant").add_candidates(&mut all),
            ("zh", "", "CN" | "SG", _) => self.with_script("Hans").add_candidates(&mut all),
            ("zh", "Hant", "", variant) => {
                self.add_with_script(&mut all);
                Self::new("zh", "TW", variant).add_candidates(&mut all);
            }
            ("zh", "Hans", "", variant) => {
                self.add_with_script(&mut all);
                Self::new("zh", "CN", variant).add_candidates(&mut all);
            }
            ("nn", ..) | ("no", _, "NO", "NY") => {
                let variant = if self.variant == "NY" { "" } else { &self.variant };
                let nynorsk = Locale { language: "nn".into(), variant: variant.into(), ..self.clone() };
                nynorsk.add_candidates(&mut all);
                Self::new("no", "NO", "NY").add_candidates(&mut all);
            }
            ("nb" | "no", ..) => {
                self.add_candidates(&mut all);
                let other = if self.language == "nb" { "no" } else { "nb" };
                let both =
                    all.iter().flat_map(|it| [it.clone(), Locale { language: other.into(), ..it.clone() }]);
                all = both.collect();
            }
            _ => self.add_candidates(&mut all),
        }
        if all.last() != Some(&Locale::ROOT) {
            all.push(Locale::ROOT);
        }
        all
    }

    fn with_script(&self, script: &str) -> Locale {
        Locale { script: script.into(), ..self.clone() }
    }

    /// With the script, and then without.
    fn add_candidates(&self, all: &mut Vec<Locale>) {
        self.add_with_script(all);
        if !self.script.is_empty() {
            self.with_script("").add_with_script(all);
        }
    }

    /// The variant, which is shortened part by part, and the country.
    fn add_with_script(&self, all: &mut Vec<Locale>) {
        let mut add = |country: &str, variant: &str| {
            let (language, script) = (self.language.clone(), self.script.clone());
            let candidate = Locale { language, script, country: country.into(), variant: variant.into() };
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        };
        let mut variant = Some(self.variant.as_str()).filter(|variant| !variant.is_empty());
        while let Some(text) = variant {
            add(&self.country, text);
            variant = text.rsplit_once('_').map(|(shorter, _)| shorter);
        }
        add(&self.country, "");
        add("", "");
    }
}

/// Java's `toString`.
impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Locale { language, script, country, variant } = self;
        f.write_str(language)?;
        if language.is_empty() && country.is_empty() {
            return Ok(());
        }
        // A variant or script stays in its place, behind an empty country if need be.
        if !(country.is_empty() && variant.is_empty() && script.is_empty()) {
            write!(f, "_{country}")?;
        }
        if !variant.is_empty() {
            write!(f, "_{variant}")?;
        }
        if !script.is_empty() {
            write!(f, "_#{script}")?;
        }
        Ok(())
    }
}

/// Java 17 changed to the codes that ISO 639 has had since 1989.
fn present_language(language: Str) -> Str {
    match language.as_str() {
        "iw" => "he".into(),
        "in" => "id".into(),
        "ji" => "yi".into(),
        _ => language,
    }
}

fn title_case(script: &str) -> Str {
    let mut script = script.to_ascii_lowercase();
    if let Some(first) = script.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    script.into()
}

fn is_alphabetic(text: &str, len: std::ops::RangeInclusive<usize>) -> bool {
    len.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_alphanumeric(text: &str, len: std::ops::RangeInclusive<usize>) -> bool {
    len.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_script(text: &str) -> bool {
    is_alphabetic(text, 4..=4)
}

fn is_country(text: &str) -> bool {
    is_alphabetic(text, 2..=2) || text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_variant(text: &str) -> bool {
    is_alphanumeric(text, 5..=8)
        || text.starts_with(|c: char| c.is_ascii_digit()) && is_alphanumeric(text, 4..=4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `java.util.Locale` of Java 25 says.
    #[test]
    fn text_and_tag_are_those_of_java() {
        for (language, country, variant, text, tag) in [
            ("en", "US", "", "en_US", "en-US"),
            ("EN", "us", "Posix", "en_US_Posix", "en-US-Posix"),
            ("iw", "IL", "", "he_IL", "he-IL"),
            ("in", "", "", "id", "id"),
            ("ji", "", "", "yi", "yi"),
            ("", "US", "", "_US", "und-US"),
            ("", "", "", "", "und"),
            ("", "", "x", "", "x-lvariant-x"),
            ("en", "", "WIN", "en__WIN", "en-x-lvariant-WIN"),
            ("no", "NO", "NY", "no_NO_NY", "nn-NO"),
            ("de", "DE", "POSIX_Abc", "de_DE_POSIX_Abc", "de-DE-POSIX-x-lvariant-Abc"),
            ("abcdefghi", "XYZ1", "", "abcdefghi_XYZ1", "und"),
            ("e", "U", "", "e_U", "und"),
            ("de", "", "1996", "de__1996", "de-1996"),
            ("sl", "IT", "rozaj_nedis", "sl_IT_rozaj_nedis", "sl-IT-rozaj-nedis"),
            ("de", "DE", "foo_bar_1234_x", "de_DE_foo_bar_1234_x", "de-DE-x-lvariant-foo-bar-1234-x"),
        ] {
            let locale = Locale::new(language, country, variant);
            assert_eq!((locale.to_string().as_str(), locale.to_language_tag().as_str()), (text, tag));
        }
    }

    /// What `Locale.forLanguageTag` of Java 25 says.
    #[test]
    fn tags_are_read_as_far_as_they_are_well_formed() {
        for (tag, text) in [
            ("en-US", "en_US"),
            ("EN-us", "en_US"),
            ("zh-hant-tw", "zh_TW_#Hant"),
            ("zh-Hant", "zh__#Hant"),
            ("sr-Latn-RS-foobar", "sr_RS_foobar_#Latn"),
            ("und", ""),
            ("und-US", "_US"),
            ("en_US", ""),
            ("en--US", "en"),
            ("de-1996", "de__1996"),
            ("zh-cmn-Hans-CN", "cmn_CN_#Hans"),
            ("sl-rozaj-biske", "sl__rozaj_biske"),
            ("e", ""),
            ("123", ""),
            ("en-US-posix", "en_US_posix"),
            ("iw", "he"),
            ("zh-yue-HK", "yue_HK"),
            ("abcdefghi", ""),
            ("es-419", "es_419"),
            ("", ""),
            ("no-NO-NY", "no_NO"),
            ("en-US-US", "en_US"),
            ("en-Latn-Latn", "en__#Latn"),
        ] {
            assert_eq!(Locale::for_language_tag(tag).to_string(), text, "{tag}");
        }
    }

    #[test]
    fn both_separators_are_read() {
        for (given, text) in [
            ("en", "en"),
            ("en_US", "en_US"),
            ("en-us", "en_US"),
            ("EN-US", "en_US"),
            ("zh-Hant-TW", "zh_TW_#Hant"),
            ("zh_TW_#Hant", "zh_TW_#Hant"),
            ("zh__#Hant", "zh__#Hant"),
            ("de__1996", "de__1996"),
            ("de_DE_POSIX", "de_DE_POSIX"),
            ("sl_IT_rozaj_nedis", "sl_IT_rozaj_nedis"),
            ("xx_YY", "xx_YY"),
        ] {
            let locale = Locale::parse(given).expect(given);
            assert_eq!(locale.to_string(), text, "{given}");
            assert_eq!(Locale::parse(text), Some(locale), "{text}");
        }
        for malformed in ["", "_US", "-", "en_", "en-", "zh-Hant-"] {
            assert_eq!(Locale::parse(malformed), None, "{malformed}");
        }
    }

    #[test]
    fn candidates_go_from_the_locale_to_the_root() {
        let texts = |locale: &Locale| locale.candidates().iter().map(Locale::to_string).collect::<Vec<_>>();
        assert_eq!(texts(&Locale::us()), ["en_US", "en", ""]);
        assert_eq!(texts(&Locale::new("de", "", "1996")), ["de__1996", "de", ""]);
        assert_eq!(texts(&Locale::ROOT), [""]);
        assert_eq!(
            texts(&Locale::for_language_tag("sr-Latn-RS-foobar")),
            ["sr_RS_foobar_#Latn", "sr_RS_#Latn", "sr__#Latn", "sr_RS_foobar", "sr_RS", "sr", ""]
        );
    }
}
