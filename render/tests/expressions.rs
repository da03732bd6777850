//! Expressions in pages: what they share with tags, beans and other pages.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::el::Evaluator;
use vespid_render::machine::Lambda;
use vespid_render::machine::MethodExpression;
use vespid_render::machine::TagContext;
use vespid_render::machine::ValueExpression;
use vespid_render::registry::Registry;
use vespid_render::resources::MemoryResources;
use vespid_render::tags::Start;
use vespid_render::tags::Tag;
use vespid_render::value::EnumClass;

/// Keeps an expression and evaluates it twice, with an assignment between.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "test.TwiceTag")]
struct Twice {
    #[attribute]
    value: Option<Arc<ValueExpression>>,
    #[attribute]
    action: Option<Arc<MethodExpression>>,
}

impl Tag for Twice {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        if let Some(expression) = &self.value {
            let before = expression.value(page)?;
            let read_only = expression.is_read_only(page)?;
            let java_type = expression.type_of(page)?;
            let set = expression.set(page, Value::str("set"));
            let after = expression.value(page)?;
            let outcome = match set {
                Ok(()) => "ok",
                Err(error) => error.class_name().rsplit('.').next().unwrap_or_default().to_owned().leak(),
            };
            let java_type = java_type.unwrap_or_else(|| "none".into());
            page.write_str(&format!(
                "{} {before} {read_only} {java_type} {outcome} {after}",
                expression.text()
            ))?;
        }
        if let Some(action) = &self.action {
            let result = action.invoke(page, &[Value::str("arg")])?;
            page.write_str(&format!("{result}"))?;
        }
        Ok(Start::SkipBody)
    }
}

/// A bean whose method takes a lambda.
#[derive(vespid_render::Bean)]
#[bean(class = "test.Staff", method(find_where(test), apply(function)))]
struct Staff {}

#[expect(clippy::needless_pass_by_value, reason = "what a page gives is the method's own")]
impl Staff {
    fn find_where(&self, test: Arc<Lambda>) -> Result<Value, Error> {
        let mut found = Vec::new();
        for name in ["Ada", "Bob", "Eve"] {
            if test.invoke(&[Value::str(name)])? == Value::Bool(true) {
                found.push(Value::str(name));
            }
        }
        Ok(Value::list(found))
    }

    fn apply(&self, function: Arc<Lambda>) -> Result<Value, Error> {
        function.invoke(&[])
    }
}

const TLD: &str = r#"<taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"><tlib-version>1</tlib-version>
<short-name>t</short-name><uri>urn:t</uri><tag><name>twice</name><tag-class>test.TwiceTag</tag-class>
<body-content>empty</body-content>
<attribute><name>value</name><deferred-value><type>java.lang.String</type></deferred-value></attribute>
<attribute><name>action</name><deferred-method><method-signature>java.lang.String f(java.lang.String)</method-signature></deferred-method></attribute>
</tag></taglib>"#;

fn render(files: &[(&str, &str)]) -> Result<String> {
    let mut registry = Registry::new();
    registry.tag::<Twice>();
    registry.enumeration(&EnumClass::new("cards.Suit", &["CLUB", "SPADE"]));
    registry.constructor_with("cards.Card", |args: &[Value]| Ok(Value::list(args.iter().cloned())));
    registry.function("cards.Deck", "size", |_: &[Value]| Ok(Value::Int(52)));
    let files: MemoryResources = files
        .iter()
        .copied()
        .chain([("/WEB-INF/t.tld", TLD)])
        .map(|(path, text)| (path, text.as_bytes().to_vec()))
        .collect();
    let application = Application::builder(Arc::new(files)).registry(registry).build();
    let staff = Value::new(Staff {});
    let exchange = Exchange::builder(application.clone()).attribute("staff", staff).build();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime of one thread needs nothing that can fail");
    runtime.block_on(application.render_to_string("/page.jsp", exchange))
}

fn page(text: &str) -> String {
    render(&[("/page.jsp", text)]).unwrap_or_else(|error| panic!("{error:#}"))
}

const TAG: &str = r#"<%@ taglib prefix="t" uri="urn:t" %>"#;

#[test]
fn lambdas_work_in_pages() {
    assert_eq!(page("${f = x -> x * 2; f(4)}|${f(5)}"), "8|10");
    assert_eq!(page("${[3, 1, 2].stream().sorted().map(x -> x += '!').toList()}"), "[1!, 2!, 3!]");
    let core = r#"<%@ taglib prefix="c" uri="jakarta.tags.core" %>"#;
    let text = format!("{core}<c:forEach items=\"${{[1, 2]}}\" var=\"i\">${{(x -> x + i)(10)}} </c:forEach>");
    assert_eq!(page(&text), "11 12 ");
}

#[test]
fn a_lambda_goes_to_another_page_with_what_it_captured() {
    let files = [
        (
            "/page.jsp",
            "${y = 5; requestScope['f'] = null; ''}<%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
          <c:set var=\"f\" scope=\"request\" value=\"${(a -> (x -> x + a + y))(100)}\"/><jsp:include page=\"/part.jsp\"/>",
        ),
        ("/part.jsp", "${y = 1000; f(1)}"),
    ];
    assert_eq!(render(&files).unwrap(), "106");
}

#[test]
fn rust_methods_call_lambdas() {
    assert_eq!(page("${last = 'Eve'; staff.findWhere(n -> n < 'B' or n == last)}"), "[Ada, Eve]");
    let error = render(&[("/page.jsp", "${f = () -> staff.apply(f); f()}")]).unwrap_err();
    assert!(error.message().contains("64 deep"), "{error:#}");
}

#[test]
fn imports_of_the_page_directive_serve_expressions() {
    let text = "<%@ page import=\"cards.*, java.util.List, static java.lang.Math.max\" %>${Suit.SPADE}|\
                ${Suit.valueOf('CLUB').ordinal()}|${Card(1, 'x')}|${Deck.size()}|${List.of(1).size()}|${max(1, 2)}";
    assert_eq!(page(text), "SPADE|0|[1, x]|52|1|2");
}

#[test]
fn names_that_nothing_knows_can_be_errors() {
    assert_eq!(page("[${nobody}]"), "[]");
    let error = render(&[("/page.jsp", "<%@ page errorOnELNotFound=\"true\" %>\n${staf}")]).unwrap_err();
    assert_eq!(error.class_name(), "jakarta.el.PropertyNotFoundException");
    assert_eq!((error.places()[0].line, error.places()[0].column), (2, 3));
    assert_eq!(error.hint().map(vespid_render::value::Str::as_str), Some("did you mean 'staff'?"));
}

#[test]
fn deferred_values_are_kept_read_and_set() {
    let text = format!("{TAG}${{m = {{'a': 'old'}}; ''}}<t:twice value=\"#{{m.a}}\"/>|${{m.a}}");
    assert_eq!(page(&text), "#{m.a} old false java.lang.Object ok set|set");
    let text = format!("{TAG}${{name = 'old'; ''}}<t:twice value=\"#{{name}}\"/>|${{name}}");
    assert_eq!(page(&text), "#{name} old false java.lang.Object ok set|set");
    let text = format!("{TAG}<t:twice value=\"#{{1 + 1}}\"/>");
    assert_eq!(page(&text), "#{1 + 1} 2 true none PropertyNotWritableException 2");
    let text = format!("{TAG}<t:twice value=\"plain\"/>");
    assert_eq!(page(&text), "plain plain true none PropertyNotWritableException plain");
}

#[test]
fn deferred_methods_are_called() {
    let text = format!(
        "{TAG}${{l = 'given '; ''}}<t:twice action=\"#{{l.concat}}\"/>|<t:twice action=\"#{{l.length()}}\"/>"
    );
    assert_eq!(page(&text), "given arg|6");
    let text = format!("{TAG}${{f = x -> x += '!'; ''}}<t:twice action=\"#{{f}}\"/>");
    assert_eq!(page(&text), "arg!");
    let text = format!("{TAG}<t:twice action=\"#{{nothing.there}}\"/>");
    let error = render(&[("/page.jsp", &text)]).unwrap_err();
    assert_eq!(error.class_name(), "jakarta.el.PropertyNotFoundException");
}

#[test]
fn a_context_keeps_what_expressions_assign() {
    let evaluator = Evaluator::new();
    let mut context = evaluator.context();
    let mut value = |text: &str| context.evaluate(&evaluator.compile(text).unwrap()).unwrap().to_string();
    assert_eq!(
        value("comparing = map -> (x, y) -> map(x).compareTo(map(y))").len(),
        "LambdaExpression(map) at expression:1:20".len()
    );
    assert_eq!(value("fact = n -> n < 2 ? 1 : n * fact(n - 1); fact(3)"), "6");
    assert_eq!(value("fact(5)"), "120");
    assert_eq!(value("['bb', 'a'].stream().min(comparing(s -> s.length())).get()"), "a");
    let name = evaluator.compile("box.name").unwrap();
    context.set("box", Value::map([(Value::str("name"), Value::str("x"))]));
    context.assign(&name, Value::str("y")).unwrap();
    assert_eq!(context.evaluate(&name).unwrap(), Value::str("y"));
    assert!(!context.is_read_only(&name).unwrap());
    let class = evaluator.compile("'text'.length").unwrap();
    assert_eq!(context.type_of(&class).unwrap_err().class_name(), "jakarta.el.PropertyNotFoundException");
}

#[test]
fn deep_recursion_ends_with_an_error() {
    // On a small stack, as a worker thread of a debug build has it.
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let evaluator = Evaluator::new();
        let text =
            "f = n -> [n].stream().map(x -> [x].stream().filter(y -> f(y + 1) > 0).toList()).toList(); f(0)";
        let error = evaluator.context().evaluate(&evaluator.compile(text).unwrap()).unwrap_err();
        assert!(error.is_budget(), "{error:#}");
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn an_expression_sees_what_became_of_its_variables() {
    let evaluator = Evaluator::new();
    let mut context = evaluator.context();
    let sum = evaluator.compile("a + b").unwrap();
    context.set("a", Value::Int(1));
    context.set("b", Value::Int(2));
    assert_eq!(context.evaluate(&sum).unwrap(), Value::Long(3));
    context.set("b", Value::Int(5));
    assert_eq!(context.evaluate(&sum).unwrap(), Value::Long(6));
    // Another way to the same variable, within one expression and between two.
    let changed = evaluator.compile("a; requestScope.a = 10; a + b").unwrap();
    assert_eq!(context.evaluate(&changed).unwrap(), Value::Long(15));
    assert_eq!(context.evaluate(&sum).unwrap(), Value::Long(15));
    let assigned = evaluator.compile("a = a + 1; a").unwrap();
    assert_eq!(context.evaluate(&assigned).unwrap(), Value::Long(11));
    assert_eq!(context.evaluate(&assigned).unwrap(), Value::Long(12));
    let new = evaluator.compile("c = empty c ? 1 : c + 1").unwrap();
    assert_eq!(context.evaluate(&new).unwrap(), Value::Long(1));
    assert_eq!(context.evaluate(&new).unwrap(), Value::Long(2));
    assert_eq!(context.get("c"), Value::Long(2));
    context.set("a", Value::Null);
    assert_eq!(context.evaluate(&sum).unwrap(), Value::Long(5));
}
