//! Reads any bytes as the descriptor of a tag library and as an `implicit.tld`: no panic, no hang.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vespid_render::tags::tld;

fuzz_target!(|bytes: &[u8]| {
    let (_, mut diagnostics) = tld::read("/WEB-INF/fuzz.tld", bytes);
    diagnostics.extend(tld::implicit_problems("/WEB-INF/tags/implicit.tld", bytes));
    let _ = tld::version(bytes);
    for diagnostic in diagnostics {
        let _ = diagnostic.report().to_text();
    }
});
