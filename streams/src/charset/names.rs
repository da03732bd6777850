//! Names of encodings: IANA's, Java's (canonical, `java.io` style and aliases) and the web's.

use encoding_rs::Encoding;

use super::Kind;
use super::ebcdic::Ebcdic;
use super::single_byte::SingleByte;
use super::wide::ByteOrder;

/// Finds an encoding by name, without regard to case.
pub(super) fn find(label: &str) -> Option<Kind> {
    /// Longer than any name, so that hostile input costs nothing.
    const MAX_LABEL_BYTES: usize = 64;
    if label.len() > MAX_LABEL_BYTES {
        return None;
    }
    // What nearly every page says.
    if label.eq_ignore_ascii_case("utf-8") {
        return Some(Kind::Utf8);
    }
    // Java and IANA spell the same names with `_` and with `-`.
    let name = label.to_ascii_lowercase().replace('_', "-");
    own(&name).or_else(|| web(&name)).or_else(|| web(label)).or_else(|| java(&name))
}

/// Encodings that are not encoding_rs's, or that it takes for others.
fn own(name: &str) -> Option<Kind> {
    Some(match name {
        "utf-8" | "utf8" | "unicode-1-1-utf-8" | "cp65001" => Kind::Utf8,
        "iso-8859-1" | "iso8859-1" | "iso88591" | "8859-1" | "iso-8859-1:1987" | "iso-ir-100" | "latin1"
        | "l1" | "latin-1" | "ibm819" | "ibm-819" | "cp819" | "819" | "csisolatin1" => {
            Kind::Single(SingleByte::Latin1)
        }
        "iso-8859-9" | "iso8859-9" | "iso88599" | "8859-9" | "iso-8859-9:1989" | "iso-ir-148" | "latin5"
        | "l5" | "ibm920" | "ibm-920" | "cp920" | "920" | "csisolatin5" => Kind::Single(SingleByte::Latin5),
        "us-ascii" | "ascii" | "ascii7" | "iso646-us" | "646" | "iso-646.irv:1991" | "iso-646.irv:1983"
        | "iso-ir-6" | "ansi-x3.4-1968" | "ansi-x3.4-1986" | "cp367" | "ibm367" | "us" | "csascii" => {
            Kind::Single(SingleByte::Ascii)
        }
        "utf-16" | "utf16" | "unicode" | "unicodebig" | "csutf16" => Kind::Utf16(None),
        "utf-16be" | "x-utf-16be" | "utf16be" | "unicodebigunmarked" | "iso-10646-ucs-2" | "csutf16be" => {
            Kind::Utf16(Some(ByteOrder::Big))
        }
        "utf-16le" | "x-utf-16le" | "utf16le" | "unicodelittleunmarked" | "csutf16le" => {
            Kind::Utf16(Some(ByteOrder::Little))
        }
        "utf-32" | "utf32" | "iso-10646-ucs-4" | "csutf32" => Kind::Utf32(None),
        "utf-32be" | "x-utf-32be" | "utf32be" | "csutf32be" => Kind::Utf32(Some(ByteOrder::Big)),
        "utf-32le" | "x-utf-32le" | "utf32le" | "csutf32le" => Kind::Utf32(Some(ByteOrder::Little)),
        name => return Ebcdic::find(name).map(|it| Kind::Single(SingleByte::Ebcdic(it))),
    })
}

/// What encoding_rs knows under this label, save the encodings that are none (it maps dangerous
/// labels to one that decodes nothing).
fn web(label: &str) -> Option<Kind> {
    match Encoding::for_label_no_replacement(label.as_bytes())? {
        it if it == encoding_rs::X_USER_DEFINED => None,
        it if it == encoding_rs::UTF_8 => Some(Kind::Utf8),
        it if it == encoding_rs::UTF_16BE => Some(Kind::Utf16(Some(ByteOrder::Big))),
        it if it == encoding_rs::UTF_16LE => Some(Kind::Utf16(Some(ByteOrder::Little))),
        it => Some(Kind::Legacy(it)),
    }
}

/// Java's own names for what encoding_rs has.
fn java(name: &str) -> Option<Kind> {
    if let Some(part) = name.strip_prefix("iso8859-").or_else(|| name.strip_prefix("8859-")) {
        return web(&format!("iso-8859-{part}"));
    }
    let encoding = match name {
        "cp932" | "ms932" | "windows-932" | "x-ms932-0213" => encoding_rs::SHIFT_JIS,
        "cp936" | "ms936" | "windows-936" | "euc-cn" | "euccn" | "x-euc-cn" => encoding_rs::GBK,
        "gb18030-2022" | "gb18030-2000" => encoding_rs::GB18030,
        "cp949" | "ms949" | "windows949" | "x-windows-949" | "euckr" | "ksc5601" => encoding_rs::EUC_KR,
        "cp950" | "ms950" | "windows-950" | "x-windows-950" | "big5-hkscs2" => encoding_rs::BIG5,
        "eucjp" | "eucjis" | "x-eucjp" => encoding_rs::EUC_JP,
        "iso2022jp" | "jis" | "jis-encoding" => encoding_rs::ISO_2022_JP,
        "tis620" | "tis620.2533" | "ms874" | "cp874" | "x-windows-874" | "x-iso-8859-11" => {
            encoding_rs::WINDOWS_874
        }
        "ansi-1251" => encoding_rs::WINDOWS_1251,
        "ibm-866" => encoding_rs::IBM866,
        "macroman" | "x-macroman" => encoding_rs::MACINTOSH,
        "maccyrillic" | "x-maccyrillic" => encoding_rs::X_MAC_CYRILLIC,
        _ => return None,
    };
    Some(Kind::Legacy(encoding))
}
