//! The demo's tag library, which `WEB-INF/demo.tld` describes.

use std::time::Duration;
use std::time::SystemTime;
use std::time::UNIX_EPOCH;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::TextSink;
use vespid_render::Value;
use vespid_render::machine::PageHandle;
use vespid_render::machine::TagContext;
use vespid_render::registry::Registry;
use vespid_render::tags::AsyncTag;
use vespid_render::tags::End;
use vespid_render::tags::Start;
use vespid_render::tags::Tag;
use vespid_render::value::FromValue;

use super::source::Language;
use super::source::write_lines;

/// How long a page may wait by `demo:wait`, in seconds.
const LONGEST_WAIT: f64 = 60.0;

/// Lets pages name the tags and functions.
pub(super) fn register(registry: &mut Registry) {
    registry
        .async_tag::<Flush>()
        .async_tag::<Wait>()
        .tag::<Source>()
        .function("demo.Clock", "now", |_: &[Value]| Ok(Value::Long(now())))
        .text_function("demo.Clock", "clock", |args: &[Value], out: &mut TextSink<'_>| {
            out.write_str(&clock(i64::from_value(&args[0])?))
        });
}

/// `demo:flush`: sends what there is of the page.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "demo.FlushTag")]
struct Flush {}

impl AsyncTag for Flush {
    async fn run(self, page: PageHandle) -> Result<End> {
        page.flush().await?;
        Ok(End::EvalPage)
    }
}

/// `demo:wait`: lets the page wait.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "demo.WaitTag")]
struct Wait {
    #[attribute(required)]
    seconds: f64,
}

impl AsyncTag for Wait {
    async fn run(self, _page: PageHandle) -> Result<End> {
        if !(0.0..=LONGEST_WAIT).contains(&self.seconds) {
            return Err(Error::illegal_argument(format!("a page can't wait for {} seconds", self.seconds))
                .with_hint(format!("give 'seconds' a number from 0 to {LONGEST_WAIT}")));
        }
        tokio::time::sleep(Duration::from_secs_f64(self.seconds)).await;
        Ok(End::EvalPage)
    }
}

/// `demo:source`: the text of one of the demo's files.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "demo.SourceTag")]
struct Source {
    #[attribute(required)]
    file: String,
}

impl Tag for Source {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let Some(text) = super::file(&self.file) else {
            return Err(Error::illegal_argument(format!("the demo has no file {}", self.file)));
        };
        let mut out = page.out();
        // To be scrolled it must have the focus, and what has the focus must have a name.
        out.write_str("<pre tabindex=\"0\" role=\"region\" aria-label=\"")?;
        out.write_escaped(&self.file)?;
        out.write_str("\"><code>")?;
        write_lines(text, Language::of(&self.file), &mut out)?;
        out.write_str("</code></pre>")?;
        Ok(Start::SkipBody)
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The time of day, in UTC, of milliseconds since 1970.
fn clock(millis: i64) -> String {
    let (seconds, millis) = (millis.div_euclid(1000), millis.rem_euclid(1000));
    let (hours, minutes) = (seconds.div_euclid(3600).rem_euclid(24), seconds.div_euclid(60).rem_euclid(60));
    format!("{hours:02}:{minutes:02}:{:02}.{millis:03}", seconds.rem_euclid(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_the_time_of_day() {
        assert_eq!(clock(0), "00:00:00.000");
        assert_eq!(clock(86_399_999), "23:59:59.999");
        assert_eq!(clock(1_784_121_845_067), "13:24:05.067");
        assert_eq!(clock(-1), "23:59:59.999");
    }
}
