//! Constructors and static methods of `java.sql.Date`, `Time` and `Timestamp`.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::registry::Registry;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use crate::temporal::DAY;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;
use crate::temporal::days_from_civil;

/// Registers the three classes.
pub(crate) fn register(registry: &mut Registry) {
    let classes = [
        ("java.sql.Date", TemporalKind::Date),
        ("java.sql.Time", TemporalKind::Time),
        ("java.sql.Timestamp", TemporalKind::Timestamp),
    ];
    for (class, kind) in classes {
        registry
            .constructor_with(class, move |args: &[Value]| make(kind, args))
            .function(class, "valueOf", move |args: &[Value]| match args {
                [value] => value_of(kind, value),
                _ => Err(Error::illegal_argument("valueOf takes one argument")),
            })
            .function(class, "from", move |args: &[Value]| match args {
                [value] => value_of(kind, value),
                _ => Err(Error::illegal_argument("from takes one argument")),
            });
    }
}

/// Of milliseconds since 1970, or of fields: years from 1900, months from 0.
fn make(kind: TemporalKind, args: &[Value]) -> Result<Value> {
    let numbers = args.iter().map(coerce::to_long).collect::<Result<Vec<i64>>>()?;
    let day = |year: i64, month: i64, day: i64| {
        let year = 1900 + year + month.div_euclid(12);
        // Numbers beyond what a date can be are no dates anyway.
        days_from_civil(year.clamp(-200_000, 200_000), month.rem_euclid(12) + 1, 1)
            + (day - 1).clamp(-1 << 24, 1 << 24)
    };
    let seconds =
        |hour: i64, minute: i64, second: i64| (hour.wrapping_mul(60) + minute).wrapping_mul(60) + second;
    let micros = match (kind, &numbers[..]) {
        (_, [millis]) => millis.saturating_mul(1000),
        (TemporalKind::Date, [year, month, date]) => day(*year, *month, *date) * DAY,
        (TemporalKind::Time, [hour, minute, second]) => {
            seconds(*hour, *minute, *second).saturating_mul(1_000_000)
        }
        (TemporalKind::Timestamp, [year, month, date, hour, minute, second, nanos]) => {
            (day(*year, *month, *date) * DAY)
                .saturating_add(seconds(*hour, *minute, *second).saturating_mul(1_000_000))
                .saturating_add(nanos / 1000)
        }
        _ => return Err(Error::illegal_argument("there is no such constructor")),
    };
    Ok(Value::new(Temporal::from_micros(kind, micros)))
}

/// Of a text, or of one of `java.time`'s dates, which print as such texts.
fn value_of(kind: TemporalKind, value: &Value) -> Result<Value> {
    if let Some(temporal) = Temporal::from_value(value, kind)? {
        return Ok(Value::new(temporal));
    }
    Temporal::parse(kind, &coerce::to_text(value)).map(Value::new).ok_or_else(|| {
        Error::illegal_argument(match kind {
            TemporalKind::Timestamp => "Timestamp format must be yyyy-mm-dd hh:mm:ss[.fffffffff]",
            TemporalKind::Date => "Date format must be yyyy-mm-dd",
            TemporalKind::Time => "Time format must be hh:mm:ss",
        })
    })
}
