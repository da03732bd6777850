use super::*;
use proptest::prelude::*;

fn by_label(label: &str) -> Charset {
    Charset::for_label(label).unwrap_or_else(|| panic!("no {label}"))
}

#[test]
fn labels_of_java_iana_and_the_web() {
    for (label, name) in [
        ("utf8", "UTF-8"),
        (" UTF-8\n", "UTF-8"),
        ("ISO8859_1", "ISO-8859-1"),
        ("latin1", "ISO-8859-1"),
        ("ISO_8859-1:1987", "ISO-8859-1"),
        ("ISO-8859-9", "ISO-8859-9"),
        ("ASCII", "US-ASCII"),
        ("ANSI_X3.4-1968", "US-ASCII"),
        ("UTF-16", "UTF-16"),
        ("UnicodeBigUnmarked", "UTF-16BE"),
        ("utf_16le", "UTF-16LE"),
        ("csUnicode", "UTF-16LE"),
        ("unicode11utf8", "UTF-8"),
        ("iso88591", "ISO-8859-1"),
        ("UTF-32", "UTF-32"),
        ("Cp1252", "windows-1252"),
        ("windows-1251", "windows-1251"),
        ("ISO8859_15", "ISO-8859-15"),
        ("8859_2", "ISO-8859-2"),
        ("SJIS", "Shift_JIS"),
        ("shift-jis", "Shift_JIS"),
        ("Windows-31J", "Shift_JIS"),
        ("MS932", "Shift_JIS"),
        ("EUC_JP", "EUC-JP"),
        ("ISO-2022-JP", "ISO-2022-JP"),
        ("gb2312", "GBK"),
        ("EUC_CN", "GBK"),
        ("GB18030", "gb18030"),
        ("Big5", "Big5"),
        ("euc-kr", "EUC-KR"),
        ("KS_C_5601-1987", "EUC-KR"),
        ("KOI8_R", "KOI8-R"),
        ("TIS620", "windows-874"),
    ] {
        assert_eq!(by_label(label).name(), name, "{label}");
        assert_eq!(by_label(name), by_label(label), "the name of {label} is a label");
    }
}

#[test]
fn unknown_and_dangerous_labels_are_refused() {
    let long = "x".repeat(100_000);
    for label in
        ["", "utf-9", "iso-8859-99", "hz-gb-2312", "iso-2022-kr", "replacement", "x-user-defined", "ü", &long]
    {
        assert_eq!(Charset::for_label(label), None);
    }
}

#[test]
fn latin1_is_not_windows_1252() {
    let (text, malformed) = Charset::ISO_8859_1.decode(b"\x80\xE9");
    assert_eq!((&*text, malformed), ("\u{80}é", false));
    assert_eq!(Charset::ISO_8859_1.encode("é€\u{80}"), b"\xE9?\x80".as_slice());
    assert_eq!(by_label("windows-1252").encode("é€"), b"\xE9\x80".as_slice());
}

#[test]
fn latin5_has_the_turkish_letters() {
    let latin5 = by_label("latin5");
    assert_eq!(latin5.encode("ĞİŞğışéÐ"), b"\xD0\xDD\xDE\xF0\xFD\xFE\xE9?".as_slice());
    assert_eq!(latin5.decode(b"\xD0\xDD\x80").0, "Ğİ\u{80}");
}

#[test]
fn ascii_has_nothing_beyond() {
    assert_eq!(Charset::US_ASCII.decode(b"a\xE9"), ("a\u{FFFD}".into(), true));
    assert_eq!(Charset::US_ASCII.encode("aé😀z"), b"a??z".as_slice());
}

#[test]
fn utf16_with_and_without_a_mark() {
    assert_eq!(Charset::UTF_16.encode("aé"), b"\xFE\xFF\0a\0\xE9".as_slice());
    assert_eq!(Charset::UTF_16.encode(""), b"".as_slice());
    assert_eq!(Charset::UTF_16LE.encode("😀"), b"\x3D\xD8\x00\xDE".as_slice());
    assert_eq!(Charset::UTF_16.decode(b"\xFF\xFEa\0"), ("a".into(), false));
    assert_eq!(Charset::UTF_16.decode(b"\xFE\xFF\0a"), ("a".into(), false));
    assert_eq!(Charset::UTF_16.decode(b"\0a"), ("a".into(), false));
    assert_eq!(Charset::UTF_16BE.decode(b"\xFE\xFF\0a"), ("\u{FEFF}a".into(), false));
    assert_eq!(Charset::UTF_16BE.decode(b"\xD8\x3D\0a"), ("\u{FFFD}a".into(), true), "lone surrogate");
    assert_eq!(Charset::UTF_16BE.decode(b"\0a\0"), ("a\u{FFFD}".into(), true), "odd length");
}

#[test]
fn utf32() {
    assert_eq!(Charset::UTF_32.encode("a😀"), b"\0\0\0a\0\x01\xF6\0".as_slice());
    assert_eq!(Charset::UTF_32.decode(b"\xFF\xFE\0\0a\0\0\0"), ("a".into(), false));
    assert_eq!(Charset::UTF_32LE.decode(b"\0\xD8\0\0a\0\0"), ("\u{FFFD}\u{FFFD}".into(), true));
}

#[test]
fn unmappable_characters_become_question_marks() {
    assert_eq!(by_label("Shift_JIS").encode("日😀本"), b"\x93\xFA?\x96\x7B".as_slice());
    assert_eq!(by_label("GBK").encode("中😀"), b"\xD6\xD0?".as_slice());
    // The substitute is ASCII, so the encoder has to leave the two-byte set for it, and again at the end.
    assert_eq!(by_label("ISO-2022-JP").encode("日😀日"), b"\x1B$BF|\x1B(B?\x1B$BF|\x1B(B".as_slice());
}

#[test]
fn malformed_utf8_is_told() {
    assert_eq!(Charset::UTF_8.decode(b"a\xFFb"), ("a\u{FFFD}b".into(), true));
    assert_eq!(Charset::UTF_8.decode("aé".as_bytes()), ("aé".into(), false));
}

#[test]
fn byte_order_marks() {
    assert_eq!(Charset::for_bom(b"\xEF\xBB\xBF<"), Some((Charset::UTF_8, 3)));
    assert_eq!(Charset::for_bom(b"\xFE\xFF\0<"), Some((Charset::UTF_16BE, 2)));
    assert_eq!(Charset::for_bom(b"\xFF\xFE<\0"), Some((Charset::UTF_16LE, 2)));
    assert_eq!(Charset::for_bom(b"\xFF\xFE\0\0"), Some((Charset::UTF_32LE, 4)));
    assert_eq!(Charset::for_bom(b"\0\0\xFE\xFF"), Some((Charset::UTF_32BE, 4)));
    assert_eq!(Charset::for_bom(b"<%@"), None);
}

#[test]
fn only_wide_and_shifting_encodings_hide_ascii() {
    for (label, expected) in [("UTF-16", false), ("UTF-32LE", false), ("ISO-2022-JP", false), ("GBK", true)] {
        assert_eq!(by_label(label).is_ascii_compatible(), expected, "{label}");
    }
}

const UNICODE: &[&str] =
    &["UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE", "gb18030"];

proptest! {
    #[test]
    fn unicode_encodings_keep_every_text(text in "\\PC{0,40}") {
        // gb18030 gives a handful of private-use characters away; U+FEFF at the start is a mark.
        prop_assume!(!text.starts_with('\u{FEFF}') && !text.contains(['\u{E5E5}', '\u{E7C7}']));
        for label in UNICODE {
            let charset = by_label(label);
            let bytes = charset.encode(&text).into_owned();
            if *label != "gb18030" || text.chars().all(|c| !('\u{E000}'..'\u{F8FF}').contains(&c)) {
                prop_assert_eq!(charset.decode(&bytes), (text.as_str().into(), false), "{}", label);
            }
        }
    }

    #[test]
    fn every_encoding_keeps_ascii(text in "[ -~\\n]{0,40}") {
        for label in ["US-ASCII", "ISO-8859-1", "ISO-8859-9", "windows-1252", "Shift_JIS", "GBK", "Big5", "EUC-KR"] {
            let charset = by_label(label);
            prop_assert_eq!(&*charset.encode(&text), text.as_bytes());
            prop_assert_eq!(charset.decode(text.as_bytes()), (text.as_str().into(), false));
        }
    }

    #[test]
    fn pieces_encode_like_the_whole(pieces in prop::collection::vec("[a-cäéłЖ日本한😀]{0,5}", 0..6)) {
        let whole = pieces.concat();
        for label in ["UTF-8", "UTF-16", "UTF-32", "ISO-8859-1", "ISO-8859-9", "windows-1251", "ISO-2022-JP", "EUC-KR"] {
            let charset = by_label(label);
            let mut encoder = charset.new_encoder();
            let mut out = Vec::new();
            for piece in &pieces {
                encoder.encode(piece, &mut out);
            }
            encoder.finish(&mut out);
            prop_assert_eq!(&*charset.encode(&whole), &*out, "{}", label);
        }
    }

    #[test]
    fn single_byte_decoding_is_undone_by_encoding(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        for label in ["ISO-8859-1", "ISO-8859-9"] {
            let charset = by_label(label);
            let (text, malformed) = charset.decode(&bytes);
            prop_assert!(!malformed);
            prop_assert_eq!(&*charset.encode(&text), &*bytes);
        }
    }
}

#[test]
fn ebcdic_is_ibm037() {
    let charset = Charset::for_label("Cp037").expect("known");
    assert_eq!((charset.name(), charset.is_ascii_compatible()), ("IBM037", false));
    let text = "<?xml version='1.0'?>\n[é] ¬";
    let bytes = charset.encode(text).into_owned();
    assert_eq!(bytes[..6], [0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40]);
    assert_eq!(charset.decode(&bytes), (text.into(), false));
    assert_eq!(charset.encode("€").as_ref(), [0x6F]);
}
