//! Expressions in pages: what they share with tags, beans and other pages.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::el::ElResolver;
use vespid_render::el::Evaluator;
use vespid_render::el::OptionalResolver;
use vespid_render::machine::Lambda;
use vespid_render::machine::MethodExpression;
use vespid_render::machine::TagContext;
use vespid_render::machine::ValueExpression;
use vespid_render::registry::Registry;
use vespid_render::resources::MemoryResources;
use vespid_render::tags::Start;
use vespid_render::tags::Tag;
use vespid_render::value::EnumClass;
use vespid_render::value::ops;

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

/// Keeps an expression in the request; without one, evaluates all that were kept, and sets them if it says to what.
#[derive(Default, vespid_render::Tag)]
#[tag(class = "test.KeepTag")]
struct Keep {
    #[attribute]
    value: Option<Arc<ValueExpression>>,
    #[attribute]
    action: Option<Arc<MethodExpression>>,
    #[attribute]
    set: Option<String>,
}

impl Tag for Keep {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let attributes = &page.exchange().attributes;
        let kept = attributes.get("kept").unwrap_or_else(|| Value::list([]));
        let list = kept.as_object().and_then(|object| object.as_list()).expect("a list is kept");
        if let Some(value) = &self.value {
            list.insert(list.len(), Value::object(value.clone()))?;
            attributes.set("kept", kept.clone());
        } else if let Some(action) = &self.action {
            list.insert(list.len(), Value::object(action.clone()))?;
            attributes.set("kept", kept.clone());
        } else {
            for at in 0..list.len() {
                let kept = list.get(at).unwrap_or_default();
                let text = if let Some(action) = kept.downcast_ref::<MethodExpression>() {
                    action.invoke(page, &[])?
                } else {
                    let value = kept.downcast_ref::<ValueExpression>().expect("expressions are kept");
                    if let Some(set) = &self.set {
                        value.set(page, Value::str(set))?;
                    }
                    value.value(page)?
                };
                page.write_str(&format!("{text};"))?;
            }
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
</tag><tag><name>keep</name><tag-class>test.KeepTag</tag-class><body-content>empty</body-content>
<attribute><name>value</name><deferred-value/></attribute>
<attribute><name>action</name><deferred-method><method-signature>java.lang.Object f()</method-signature></deferred-method></attribute>
<attribute><name>set</name></attribute></tag>
<function><name>plus</name><function-class>test.F</function-class><function-signature>int plus(int, java.lang.Integer)</function-signature></function>
<function><name>all</name><function-class>test.F</function-class><function-signature>java.lang.String all(java.lang.String, long...)</function-signature></function>
<function><name>test</name><function-class>test.F</function-class><function-signature>boolean test(java.util.function.Predicate)</function-signature></function>
<function><name>suit</name><function-class>test.F</function-class><function-signature>cards.Suit suit(cards.Suit)</function-signature></function>
<function><name>flags</name><function-class>test.F</function-class><function-signature>int flags(boolean[])</function-signature></function>
</taglib>"#;

fn render(files: &[(&str, &str)]) -> Result<String> {
    let mut registry = Registry::new();
    registry.tag::<Twice>();
    registry.tag::<Keep>();
    registry.function("test.F", "plus", |args: &[Value]| ops::add(&args[0], &args[1]));
    registry.function("test.F", "all", |args: &[Value]| {
        Ok(Value::str(format!("{:?}", args.iter().map(Value::class_name).collect::<Vec<_>>())))
    });
    registry.function("test.F", "test", |args: &[Value]| match args[0].downcast_ref::<Lambda>() {
        Some(lambda) => lambda.invoke(&[Value::str("data")]),
        None => unreachable!("only lambdas are functions"),
    });
    registry.function("test.F", "suit", |args: &[Value]| Ok(args[0].clone()));
    registry.function("test.F", "flags", |args: &[Value]| {
        Ok(Value::Int(args[0].as_object().and_then(|array| array.size()).map_or(-1, |size| size as i32)))
    });
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
    assert_eq!(value("out = 'a'; note = x -> (out = out += x; seen = x); note('b')"), "b");
    assert_eq!(value("note('c'); out += seen"), "abcc");
    assert_eq!(value("out += seen"), "abcc");
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

const LIBS: &str = r#"<%@ taglib prefix="t" uri="urn:t" %><%@ taglib prefix="c" uri="jakarta.tags.core" %>"#;

fn kept(text: &str) -> String {
    page(&format!("{LIBS}{text}"))
}

#[test]
fn deferred_expressions_keep_what_names_were_mapped_to() {
    // Each round maps the variable anew; what was made in a round refers to its item.
    let loops = "<c:forEach items=\"#{l}\" var=\"i\">[${i.x}]<t:keep value=\"#{i.x}\"/></c:forEach>";
    assert_eq!(
        kept(&format!(
            "${{l = [{{'x': 1}}, {{'x': 2}}]; ''}}{loops}<t:keep/>|${{i}}|<t:keep set=\"new\"/>|${{l}}"
        )),
        "[1][2]1;2;||new;new;|[{x=new}, {x=new}]"
    );
    // A loop over a value maps nothing: later, its variable is gone.
    assert_eq!(
        kept("<c:forEach items=\"${[1, 2]}\" var=\"i\"><t:keep value=\"#{i}\"/></c:forEach><t:keep/>"),
        "null;null;"
    );
    // An item itself is assigned to through its list.
    assert_eq!(
        kept(
            "${l = [1, 2]; ''}<c:forEach items=\"#{l}\" var=\"i\" begin=\"1\"><t:keep value=\"#{i}\"/></c:forEach><t:keep set=\"z\"/>${l}"
        ),
        "z;[1, z]"
    );
    assert_eq!(
        kept(
            "<c:forTokens items=\"#{'a-b'}\" delims=\"-\" var=\"i\"><t:keep value=\"#{i += '!'}\"/></c:forTokens><t:keep/>"
        ),
        "a!;b!;"
    );
    // Names keep their mapping, whatever becomes of it; what the mapped expression names is looked up when evaluated.
    assert_eq!(
        kept(
            "<c:set var=\"d\" value=\"#{n * 2}\"/>${n = 4; d}<t:keep value=\"#{d + 1}\"/><c:set var=\"d\" value=\"plain\"/>${d}|${n = 5; ''}<t:keep/>"
        ),
        "8plain|11;"
    );
    assert_eq!(
        kept("${m = {'k': 1}; ''}<c:set var=\"d\" value=\"#{m.k}\"/>${d = 7; m}<c:remove var=\"d\"/>[${d}]"),
        "{k=7}[]"
    );
    // A mapping may lead to a mapping, also of its own name from before.
    let chain = "<c:set var=\"a\" value=\"#{a}x\"/>".repeat(3);
    assert_eq!(
        kept(&format!("{chain}${{a}}<t:keep value=\"#{{[1].stream().map(i -> a).toList()}}\"/><t:keep/>")),
        "xxx[xxx];"
    );
}

#[test]
fn tag_files_map_their_deferred_attributes() {
    let tag = "<%@ attribute name=\"v\" deferredValue=\"true\" %><%@ attribute name=\"m\" deferredMethod=\"true\" \
               deferredMethodSignature=\"int f()\" %><%@ taglib prefix=\"t\" uri=\"urn:t\" %>${v.x}\
               <t:keep value=\"#{v.x}\"/><t:keep action=\"#{m}\"/>[${pageScope.v}]";
    let text = format!(
        "{LIBS}<%@ taglib prefix=\"f\" tagdir=\"/WEB-INF/tags\" %>${{b = {{'x': 1}}; l = [1, 2]; ''}}\
         <f:tagf v=\"#{{b}}\" m=\"#{{l.size}}\"/>${{b.x = 5; ''}}<t:keep/>"
    );
    let version = "<taglib version=\"3.0\"><tlib-version>1</tlib-version><short-name>f</short-name></taglib>";
    let implicit = ("/WEB-INF/tags/implicit.tld", version);
    let files = [("/page.jsp", text.as_str()), ("/WEB-INF/tags/tagf.tag", tag), implicit];
    assert_eq!(render(&files).unwrap(), "1[]5;2;");
}

#[test]
fn functions_get_arguments_of_their_types() {
    let text = format!(
        "{TAG}${{t:plus('4', 3.0)}} ${{t:plus(null, null)}} ${{t:all(1, '2', 3)}} ${{t:all(true)}} \
         ${{t:test(x -> x == 'data')}} ${{t:suit('CLUB').ordinal()}} ${{t:suit('')}} \
         ${{t:flags(['true', false, null, ''].toArray())}} ${{t:flags(null)}}"
    );
    assert_eq!(
        page(&text),
        "7 0 [Some(\"java.lang.String\"), Some(\"java.lang.Long\"), Some(\"java.lang.Long\")] \
         [Some(\"java.lang.String\")] true 0  4 -1"
    );
    for (wrong, message) in [
        ("t:plus('x', 1)", "can't be converted to int"),
        ("t:test('data')", "can't be converted to java.util.function.Predicate"),
        ("t:suit('CLUBS')", "has no constant 'CLUBS'"),
        ("t:flags([true])", "can't be converted to boolean"),
        ("t:flags([1234].toArray())", "can't be converted to boolean"),
    ] {
        let error = render(&[("/page.jsp", &format!("{TAG}${{{wrong}}}"))]).unwrap_err();
        assert_eq!(error.class_name(), "jakarta.el.ELException", "{wrong}");
        assert!(error.message().contains(message), "{wrong}: {error:#}");
    }
}

/// Knows the name `planet`, the property `shout` of texts, the method `twice` of texts; takes assignments to `sink`;
/// converts `~4` to numbers, `yes` to true, and shows numbers with a sign.
struct Own;

impl ElResolver for Own {
    fn value(&self, _: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<Value>> {
        Ok(match (base, property.as_str()) {
            (Value::Null, Some("planet")) => Some(Value::str("Mars")),
            (Value::Null, Some("void")) => Some(Value::Null),
            (Value::Str(text), Some("shout")) => Some(Value::str(text.to_uppercase())),
            _ => None,
        })
    }

    fn set(&self, exchange: &Arc<Exchange>, base: &Value, property: &Value, value: &Value) -> Result<bool> {
        let mine = base.is_null() && property.as_str() == Some("sink");
        if mine {
            exchange.attributes.set("sunk", value.clone());
        } else if self.value(exchange, base, property)?.is_some() {
            return Err(Error::new("jakarta.el.PropertyNotWritableException", "only looked at"));
        }
        Ok(mine)
    }

    fn is_read_only(&self, exchange: &Arc<Exchange>, base: &Value, property: &Value) -> Result<Option<bool>> {
        if base.is_null() && property.as_str() == Some("sink") {
            return Ok(Some(false));
        }
        Ok(self.value(exchange, base, property)?.map(|_| true))
    }

    fn type_of(&self, _: &Arc<Exchange>, _: &Value, _: &Value) -> Result<vespid_render::value::Str> {
        Ok("test.Anchor".into())
    }

    fn invoke(&self, _: &Arc<Exchange>, base: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(match (base, method, args) {
            (Value::Str(text), "twice", []) => Some(Value::str(text.repeat(2))),
            (Value::Str(_), "with", [lambda]) => Some(
                lambda
                    .downcast_ref::<Lambda>()
                    .expect("a lambda is given")
                    .invoke(std::slice::from_ref(base))?,
            ),
            _ => None,
        })
    }

    fn convert(&self, _: &Arc<Exchange>, value: &Value, java_type: &str) -> Result<Option<Value>> {
        Ok(match (value, java_type) {
            (Value::Str(text), "java.lang.Long") => {
                text.strip_prefix('~').and_then(|rest| rest.parse().ok()).map(Value::Long)
            }
            (Value::Str(text), "java.lang.Boolean") if text == "yes" => Some(Value::Bool(true)),
            (Value::Long(number), "java.lang.String") => Some(Value::str(format!("+{number}"))),
            _ => None,
        })
    }
}

#[test]
fn resolvers_of_the_application_are_asked_first() {
    let application = Application::builder(Arc::new(MemoryResources::default())).el_resolver(Own).build();
    for strict in [false, true] {
        let evaluator = Evaluator::over(application.clone()).error_on_not_found(strict);
        let mut context = evaluator.context();
        context.set("planet", Value::str("hidden"));
        context.set("m", Value::map([(Value::str("k"), Value::str("v"))]));
        for (text, expected) in [
            ("planet", "Mars"),
            ("void", ""),
            ("planet.shout", "MARS"),
            ("planet['shout'].twice()", "MARSMARS"),
            ("planet.with(x -> x += planet)", "MarsMars"),
            ("planet.length()", "4"),
            ("m.k += m['k'].shout += m.size()", "vV1"),
            ("sink = 3; sunk", "3"),
            ("m.n = 4; m['n'] + 0", "4"),
            ("(x -> x.shout)('a')", "A"),
            ("(planet -> planet)('inner')", "inner"),
            ("param.planet", ""),
            ("'x' < planet.shout ? 'y' : planet", "Mars"),
            ("1 + '~4'", "5"),
            ("'~4' > 3 and 'yes'", "true"),
            ("not 'yes'", "false"),
            ("'yes' ? 'a' : 'b'", "a"),
            ("1 += ''", "+1"),
            ("[1].size()", "1"),
            ("[1, 2] += [3]", "[1, 2, 3]"),
        ] {
            let expression = evaluator.compile(text).unwrap();
            let value = context.evaluate(&expression).unwrap_or_else(|error| panic!("{text}: {error:#}"));
            let shown = if value.is_null() { String::new() } else { value.to_string() };
            assert_eq!(shown, expected, "{text}");
        }
        let template = evaluator.compile_template("${1}|${planet}").unwrap();
        assert_eq!(context.evaluate(&template).unwrap().to_string(), "+1|Mars");
        let mut outside = |text: &str| {
            let expression = evaluator.compile(text).unwrap();
            let set =
                context.assign(&expression, Value::str("w")).map_err(|error| error.class_name().to_string());
            (context.type_of(&expression).unwrap(), context.is_read_only(&expression).unwrap(), set)
        };
        let refused = Err("jakarta.el.PropertyNotWritableException".to_owned());
        assert_eq!(outside("planet"), (None, true, refused.clone()));
        assert_eq!(outside("planet.shout"), (None, true, refused));
        assert_eq!(outside("sink"), (Some("test.Anchor".into()), false, Ok(())));
        assert_eq!(outside("m.k"), (Some("java.lang.Object".into()), false, Ok(())));
        assert_eq!(context.get("sunk"), Value::str("w"));
        let wide = evaluator.compile("'~7'").unwrap();
        assert_eq!(context.evaluate_to(&wide, "java.lang.Long").unwrap(), Value::Long(7));
    }
}

#[test]
fn resolvers_serve_pages_and_tags() {
    let files: MemoryResources = [
        (
            "/page.jsp",
            "${planet}|<%@ taglib prefix=\"t\" uri=\"urn:t\" %><t:twice value=\"#{planet.shout}\"/>",
        ),
        ("/WEB-INF/t.tld", TLD),
    ]
    .into_iter()
    .map(|(path, text)| (path, text.as_bytes().to_vec()))
    .collect();
    let mut registry = Registry::new();
    registry.tag::<Twice>();
    let application = Application::builder(Arc::new(files)).registry(registry).el_resolver(Own).build();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let exchange = Exchange::builder(application.clone()).build();
    let text = runtime.block_on(application.render_to_string("/page.jsp", exchange)).unwrap();
    assert_eq!(text, "Mars|#{planet.shout} MARS true none PropertyNotWritableException MARS");
}

#[test]
fn optionals_are_looked_into_where_the_application_wants_it() {
    let application =
        Application::builder(Arc::new(MemoryResources::default())).el_resolver(OptionalResolver).build();
    let evaluator = Evaluator::over(application).import("java.util.Optional");
    let mut context = evaluator.context();
    let bean = Value::map([(Value::str("propertyA"), Value::str("data"))]);
    context.set("bean", bean);
    for (text, expected) in [
        ("Optional.of(bean).propertyA", "data"),
        ("Optional.of(Optional.of(bean))['propertyA']", "data"),
        ("Optional.of(bean).get('propertyA')", "data"),
        ("Optional.of('x').length()", "1"),
        ("Optional.ofNullable(null).propertyA", "null"),
        ("Optional.ofNullable(null).unknownMethod()", "null"),
        ("Optional.of('3') + 1", "4"),
        ("Optional.of('a') += Optional.ofNullable(null)", "a"),
        ("empty Optional.ofNullable(null)", "true"),
    ] {
        let value = context.evaluate(&evaluator.compile(text).unwrap());
        assert_eq!(value.unwrap_or_else(|error| panic!("{text}: {error:#}")).to_string(), expected, "{text}");
    }
    let full = context.evaluate(&evaluator.compile("Optional.of(bean)").unwrap()).unwrap();
    context.set("full", full);
    let property = evaluator.compile("full.propertyA").unwrap();
    assert!(context.is_read_only(&property).unwrap());
    let error = context.assign(&property, Value::Null).unwrap_err();
    assert_eq!(error.class_name(), "jakarta.el.PropertyNotWritableException");
    let error = context.evaluate(&evaluator.compile("full.unknownMethod()").unwrap()).unwrap_err();
    assert_eq!(error.class_name(), "jakarta.el.MethodNotFoundException");
}

#[test]
fn literals_are_methods() {
    // In a signature that returns a text, a number or a boolean, a literal is what the method returns.
    for (returns, literal, expected) in [
        ("java.lang.String", "true", "true java.lang.String"),
        ("java.lang.Boolean", "true", "true java.lang.Boolean"),
        ("java.lang.Integer", "496", "496 java.lang.Integer"),
    ] {
        let tld = TLD.replace("java.lang.String f(java.lang.String)", &format!("{returns} f()"));
        let text = format!("{TAG}<t:twice action=\"{literal}\"/>");
        let files: MemoryResources = [("/page.jsp", text.as_str()), ("/WEB-INF/t.tld", tld.as_str())]
            .into_iter()
            .map(|(path, text)| (path, text.as_bytes().to_vec()))
            .collect();
        let mut registry = Registry::new();
        registry.tag::<Twice>();
        let application = Application::builder(Arc::new(files)).registry(registry).build();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let exchange = Exchange::builder(application.clone()).build();
        let shown = runtime.block_on(application.render_to_string("/page.jsp", exchange)).unwrap();
        assert_eq!(shown, expected.split(' ').next().unwrap(), "{returns}");
    }
}

#[test]
fn methods_that_are_not_there_fail() {
    for (action, class) in [
        ("#{l.noSuchMethod}", "jakarta.el.MethodNotFoundException"),
        ("#{wect.add}", "jakarta.el.PropertyNotFoundException"),
        ("#{l}", "jakarta.el.MethodNotFoundException"),
    ] {
        let text = format!("{TAG}${{l = [1]; ''}}<t:twice action=\"{action}\"/>");
        let error = render(&[("/page.jsp", &text)]).unwrap_err();
        assert_eq!(error.class_name(), class, "{action}");
    }
}

#[test]
fn a_compiled_expression_serves_many_contexts() {
    let evaluator = Evaluator::new();
    let expression = evaluator.compile_template("${foo}").unwrap();
    for value in [Value::str("bar"), Value::Int(1), Value::Bool(true), Value::Null] {
        let mut context = evaluator.context();
        context.set("foo", value.clone());
        assert_eq!(context.evaluate(&expression).unwrap(), value);
        assert_eq!(context.evaluate(&expression).unwrap(), value);
    }
}

#[test]
fn enums_are_coerced_to() {
    let mut registry = Registry::new();
    registry.enumeration(&EnumClass::new("test.Planet", &["EARTH", "MARS"]));
    let application = Application::builder(Arc::new(MemoryResources::default())).registry(registry).build();
    let evaluator = Evaluator::over(application).import("test.Planet");
    let mut context = evaluator.context();
    let mut coerced = |text: &str| context.evaluate_to(&evaluator.compile(text).unwrap(), "test.Planet");
    assert_eq!(coerced("Planet.EARTH").unwrap().to_string(), "EARTH");
    assert_eq!(coerced("null").unwrap(), Value::Null);
    assert_eq!(coerced("''").unwrap(), Value::Null);
    assert_eq!(coerced("'MARS'").unwrap().class_name(), Some("test.Planet"));
    for wrong in ["'PLUTO'", "1"] {
        assert_eq!(coerced(wrong).unwrap_err().class_name(), "jakarta.el.ELException", "{wrong}");
    }
}

/// A record: its components are read, and nothing sets them.
#[derive(vespid_render::Bean)]
#[bean(class = "test.Pair")]
struct Pair {
    #[bean(readonly)]
    property_a: String,
}

#[test]
fn records_are_read_only() {
    let evaluator = Evaluator::new();
    let mut context = evaluator.context();
    context.set("pair", Value::new(Pair { property_a: "valueA".to_owned() }));
    let property = evaluator.compile("pair.propertyA").unwrap();
    assert_eq!(context.evaluate(&property).unwrap(), Value::str("valueA"));
    assert!(context.is_read_only(&property).unwrap());
    assert_eq!(context.type_of(&property).unwrap(), None);
    let error = context.assign(&property, Value::str("new")).unwrap_err();
    assert_eq!(error.class_name(), "jakarta.el.PropertyNotWritableException");
    let missing = evaluator.compile("pair.propertyB").unwrap();
    assert_eq!(context.evaluate(&missing).unwrap_err().class_name(), "jakarta.el.PropertyNotFoundException");
}
