//! Parses and evaluates any text as an expression: no panic, no hang, no overflow of the stack.
#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::application::Limits;
use vespid_render::el::Evaluator;
use vespid_render::resources::MemoryResources;
use vespid_render::value::coerce;

thread_local! {
    static EVALUATOR: Evaluator = {
        let limits = Limits { max_steps: 20_000, max_time: Duration::from_secs(2), ..Limits::default() };
        let application = Application::builder(Arc::new(MemoryResources::default())).limits(limits).build();
        ["java.util.*", "java.math.*", "java.time.*", "static java.lang.Math.*"]
            .into_iter()
            .fold(Evaluator::over(application), |evaluator, import| evaluator.import(import))
    };
}

fuzz_target!(|text: &str| {
    EVALUATOR.with(|evaluator| {
        let mut context = evaluator.context();
        context.set("a", Value::Int(7));
        context.set("b", Value::str("Grüße 𝄞"));
        context.set("l", Value::list([Value::Long(1), Value::Double(2.5), Value::Null, Value::str("x")]));
        context
            .set("m", Value::map([(Value::str("k"), Value::Bool(true)), (Value::Long(1), Value::list([]))]));
        for compiled in [evaluator.compile(text), evaluator.compile_template(text)] {
            let Ok(expression) = compiled else { continue };
            if let Ok(value) = context.evaluate(&expression) {
                let mut out = String::new();
                let _ = coerce::write_el_text(&value, &mut out);
                let _ = context.assign(&expression, value);
            }
            let _ = context.type_of(&expression);
            let _ = context.is_read_only(&expression);
        }
    });
});
