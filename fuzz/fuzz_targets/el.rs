//! Parses and evaluates any text as an expression, and in a page as deferred expressions: no panic, no hang, no
//! overflow of the stack.
#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::application::Limits;
use vespid_render::context::Exchange;
use vespid_render::el::Evaluator;
use vespid_render::el::OptionalResolver;
use vespid_render::machine::MethodExpression;
use vespid_render::machine::TagContext;
use vespid_render::machine::ValueExpression;
use vespid_render::registry::Registry;
use vespid_render::resources::MemoryResources;
use vespid_render::tags::Start;
use vespid_render::tags::Tag;
use vespid_render::value::coerce;

/// Does everything that can be done with a deferred expression.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "fuzz.UseTag")]
struct Use {
    #[attribute]
    value: Option<Arc<ValueExpression>>,
    #[attribute]
    action: Option<Arc<MethodExpression>>,
}

impl Tag for Use {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        if let Some(expression) = &self.value {
            let value = expression.value(page);
            let _ = expression.type_of(page);
            let _ = expression.set(page, value.unwrap_or_default());
        }
        if let Some(action) = &self.action {
            let _ = action.invoke(page, &[Value::Int(1)]);
        }
        Ok(Start::SkipBody)
    }
}

const TLD: &str = "<taglib version=\"4.0\"><tlib-version>1</tlib-version><short-name>t</short-name><uri>urn:t</uri>\
<tag><name>use</name><tag-class>fuzz.UseTag</tag-class><body-content>empty</body-content>\
<attribute><name>value</name><deferred-value/></attribute><attribute><name>action</name><deferred-method>\
<method-signature>java.lang.Object f(int)</method-signature></deferred-method></attribute></tag></taglib>";

fn limits() -> Limits {
    Limits { max_steps: 20_000, max_time: Duration::from_secs(2), ..Limits::default() }
}

fn evaluator(resolve: bool) -> Evaluator {
    let builder = Application::builder(Arc::new(MemoryResources::default())).limits(limits());
    let builder = if resolve { builder.el_resolver(OptionalResolver) } else { builder };
    ["java.util.*", "java.math.*", "java.time.*", "static java.lang.Math.*"]
        .into_iter()
        .fold(Evaluator::over(builder.build()), |evaluator, import| evaluator.import(import))
}

thread_local! {
    static EVALUATORS: [Evaluator; 2] = [evaluator(false), evaluator(true)];
    static RUNTIME: tokio::runtime::Runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it needs nothing");
}

fn variables() -> [(&'static str, Value); 4] {
    [
        ("a", Value::Int(7)),
        ("b", Value::str("Grüße 𝄞")),
        ("l", Value::list([Value::Long(1), Value::Double(2.5), Value::Null, Value::str("x")])),
        ("m", Value::map([(Value::str("k"), Value::Bool(true)), (Value::Long(1), Value::list([]))])),
    ]
}

/// The text as deferred expressions of a page.
fn in_page(text: &str) {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace("%>", "%\\>");
    let page = format!(
        "<%@ taglib prefix=\"t\" uri=\"urn:t\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
         <c:set var=\"d\" value=\"#{{{text}}}\"/>${{d}}${{d = a}}<t:use value=\"#{{d}}\"/><t:use action=\"#{{{text}}}\"/>\
         <c:forEach items=\"#{{l}}\" var=\"a\"><t:use value=\"#{{{text}}}\"/>${{a}}</c:forEach>\
         <c:forEach items=\"#{{{text}}}\" var=\"a\" end=\"3\">${{a}}<t:use value=\"#{{a}}\"/></c:forEach>"
    );
    let mut registry = Registry::new();
    registry.tag::<Use>();
    let files: MemoryResources = [("/p.jsp", page.as_str()), ("/WEB-INF/t.tld", TLD)]
        .into_iter()
        .map(|(path, text)| (path, text.as_bytes().to_vec()))
        .collect();
    let application = Application::builder(Arc::new(files)).registry(registry).limits(limits()).build();
    let exchange = Exchange::builder(application.clone());
    let exchange = variables().into_iter().fold(exchange, |exchange, (name, value)| exchange.attribute(name, value));
    let exchange = exchange.build();
    RUNTIME.with(|runtime| {
        let _ = runtime.block_on(application.render_to_string("/p.jsp", exchange));
    });
}

fuzz_target!(|text: &str| {
    let mut compiles = false;
    EVALUATORS.with(|evaluators| {
        for evaluator in evaluators {
            let mut context = evaluator.context();
            for (name, value) in variables() {
                context.set(name, value);
            }
            for compiled in [evaluator.compile(text), evaluator.compile_template(text)] {
                let Ok(expression) = compiled else { continue };
                compiles = true;
                if let Ok(value) = context.evaluate(&expression) {
                    let mut out = String::new();
                    let _ = coerce::write_el_text(&value, &mut out);
                    let _ = context.assign(&expression, value);
                }
                let _ = context.type_of(&expression);
                let _ = context.is_read_only(&expression);
            }
        }
    });
    if compiles {
        in_page(text);
    }
});
