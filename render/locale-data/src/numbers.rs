//! Symbols and patterns of numbers, and the symbols of currencies.

use anyhow::Context;
use anyhow::Result;
use serde_json::Value;

use crate::packages::Packages;
use crate::table::ITEM;
use crate::table::Record;

pub(crate) fn read(packages: &Packages, locale: &str) -> Result<Record> {
    let all = packages.locale("cldr-numbers-full", locale, "numbers.json")?;
    let numbers = &all["numbers"];
    let systems = packages.supplemental("numberingSystems.json")?;
    let zero = |system: &str| systems["numberingSystems"][system]["_digits"].as_str()?.chars().next();
    let own = numbers["defaultNumberingSystem"].as_str().unwrap_or("latn");
    // A digit of Java is one UTF-16 unit. Where a locale's are not, it takes European ones.
    let (system, digit) = match zero(own) {
        Some(zero) if zero.len_utf16() == 1 => (own, zero),
        _ => ("latn", '0'),
    };
    let part = |kind: &str| &numbers[format!("{kind}-numberSystem-{system}")];
    let symbols = part("symbols");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut record = Record::new();
    let mut put = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            record.insert(key.into(), value);
        }
    };
    let (decimal, group) = (text(&symbols["decimal"]), text(&symbols["group"]));
    put("D", text(&symbols["currencyDecimal"]).or_else(|| decimal.clone()));
    put("G", text(&symbols["currencyGroup"]).or_else(|| group.clone()));
    put("d", decimal);
    put("g", group);
    put("0", Some(digit.into()));
    for (key, name) in [
        ("-", "minusSign"),
        ("%", "percentSign"),
        ("m", "perMille"),
        ("e", "exponential"),
        ("i", "infinity"),
        ("n", "nan"),
    ] {
        put(key, text(&symbols[name]));
    }
    if own != system {
        // Then Java mixes the symbols.
        put("e", text(&numbers[format!("symbols-numberSystem-{own}")]["exponential"]));
        put("g", Some(",".into()));
        put("G", Some(",".into()));
    }
    for (key, kind) in [("N", "decimalFormats"), ("P", "percentFormats")] {
        put(key, text(&part(kind)["standard"]));
    }
    // With digits of its own, Java takes a locale's pattern for letters beside digits.
    let currency = part("currencyFormats");
    let spaced = text(&currency["standard-alphaNextToNumber"]).filter(|_| system != "latn" && locale != "fa");
    put("C", spaced.or_else(|| text(&currency["standard"])));
    let currencies = packages.locale("cldr-numbers-full", locale, "currencies.json")?;
    let currencies = currencies["numbers"]["currencies"].as_object().context("no currencies")?;
    for (code, currency) in currencies {
        if let Some(symbol) = currency["symbol"].as_str()
            && (symbol != code || locale != "und")
        {
            record.insert(format!("c{code}{ITEM}"), symbol.into());
        }
    }
    Ok(record)
}
