//! The grammar, as tables: expression, and its tree with every operator in brackets.

use super::*;
use crate::value::Str;

/// The tree with a bracket around every node that is no leaf.
pub(crate) fn show(expr: &Expr) -> String {
    let list = |items: &[Expr]| items.iter().map(show).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Literal(value) => format!("{value:?}").replace("java.lang.", "").replace("java.math.", ""),
        ExprKind::Identifier(name) => name.to_string(),
        ExprKind::Property { target, name } => format!("{}.{name}", show(target)),
        ExprKind::Index { target, index } => format!("{}[{}]", show(target), show(index)),
        ExprKind::Call { target, method, args } => format!("{}.{method}({})", show(target), list(args)),
        ExprKind::CallIndex { target, method, args } => {
            format!("{}[{}]({})", show(target), show(method), list(args))
        }
        ExprKind::Function { prefix: Some(prefix), name, args } => format!("{prefix}:{name}({})", list(args)),
        ExprKind::Function { prefix: None, name, args } => format!("{name}({})", list(args)),
        ExprKind::Invoke { callee, args } => format!("<{}>({})", show(callee), list(args)),
        ExprKind::Unary { op, operand } => format!("({op:?} {})", show(operand)),
        ExprKind::Binary { op, left, right } => format!("({} {op:?} {})", show(left), show(right)),
        ExprKind::Ternary { test, yes, no } => format!("({} ? {} : {})", show(test), show(yes), show(no)),
        ExprKind::Assign { target, value } => format!("({} = {})", show(target), show(value)),
        ExprKind::Sequence { first, second } => format!("({}; {})", show(first), show(second)),
        ExprKind::Lambda { params, body } => {
            let params: Vec<_> = params.iter().map(Str::as_str).collect();
            format!("({} -> {})", params.join(" "), show(body))
        }
        ExprKind::List(items) => format!("[{}]", list(items)),
        ExprKind::Set(items) => format!("{{{}}}", list(items)),
        ExprKind::Map(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|(key, value)| format!("{}: {}", show(key), show(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    for (text, tree) in rows {
        match parse_bare(text, Base::new(0, 0)) {
            Ok(expr) => assert_eq!(show(&expr), *tree, "{text}"),
            Err(error) => panic!("{text}: {error:?}"),
        }
    }
}

#[test]
fn literals() {
    check(&[
        ("1", "Long(1)"),
        ("9223372036854775807", "Long(9223372036854775807)"),
        ("9223372036854775808", "BigInteger(9223372036854775808)"),
        ("-9223372036854775808", "Long(-9223372036854775808)"),
        ("- 9223372036854775809", "(Negate BigInteger(9223372036854775809))"),
        ("007", "Long(7)"),
        ("1.5", "Double(1.5)"),
        ("1.", "Double(1.0)"),
        (".5", "Double(0.5)"),
        ("1e3", "Double(1000.0)"),
        ("1.5E-3", "Double(0.0015)"),
        ("1e400", "BigDecimal(1E+400)"),
        ("'a'", "\"a\""),
        (r#""it's \"so\"""#, r#""it's \"so\"""#),
        ("true", "Boolean(true)"),
        ("false", "Boolean(false)"),
        ("null", "null"),
    ]);
}

#[test]
fn operators_bind_as_in_the_table_of_precedence() {
    check(&[
        ("a + b * c", "(a Add (b Multiply c))"),
        ("a * b + c", "((a Multiply b) Add c)"),
        ("a - b - c", "((a Subtract b) Subtract c)"),
        ("a / b % c div d mod e", "((((a Divide b) Modulo c) Divide d) Modulo e)"),
        ("a += b + c", "(a Concat (b Add c))"),
        ("a += b += c", "((a Concat b) Concat c)"),
        ("a < b += c", "(a Less (b Concat c))"),
        ("a lt b == c ge d", "((a Less b) Equal (c GreaterEqual d))"),
        ("a == b != c eq d", "(((a Equal b) NotEqual c) Equal d)"),
        ("a && b == c || d and e", "((a And (b Equal c)) Or (d And e))"),
        ("a or b and c", "(a Or (b And c))"),
        ("not a and b", "((Not a) And b)"),
        ("!a == b", "((Not a) Equal b)"),
        ("not empty a.b", "(Not (Empty a.b))"),
        ("empty a ? b : c", "((Empty a) ? b : c)"),
        ("-a * b", "((Negate a) Multiply b)"),
        ("- -a", "(Negate (Negate a))"),
        ("--a", "(Negate (Negate a))"),
        ("-a.b", "(Negate a.b)"),
        ("a-1", "(a Subtract Long(1))"),
        ("a -1", "(a Subtract Long(1))"),
        ("(a + b) * c", "((a Add b) Multiply c)"),
        ("a le b", "(a LessEqual b)"),
        ("a gt b", "(a Greater b)"),
        ("a ne b", "(a NotEqual b)"),
    ]);
}

#[test]
fn conditions_assignments_and_sequences() {
    check(&[
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ? b ? c : d : e", "(a ? (b ? c : d) : e)"),
        ("a or b ? c : d", "((a Or b) ? c : d)"),
        ("a ?: b", "(a Elvis b)"),
        ("a ? : b", "(a Elvis b)"),
        ("a ?? b ?? c", "(a Coalesce (b Coalesce c))"),
        ("a ? ? b", "(a Coalesce b)"),
        ("a ?: b ?? c", "(a Elvis (b Coalesce c))"),
        ("a ? b : c ?: d", "(a ? b : (c Elvis d))"),
        ("a = b", "(a = b)"),
        ("a = b = c", "(a = (b = c))"),
        ("a.b = c ? d : e", "(a.b = (c ? d : e))"),
        ("a[b].c[d] = 1", "(a[b].c[d] = Long(1))"),
        ("a = x -> x", "(a = (x -> x))"),
        ("a; b; c", "((a; b); c)"),
        ("a = 1; a + 1", "((a = Long(1)); (a Add Long(1)))"),
    ]);
}

#[test]
fn properties_calls_and_functions() {
    check(&[
        ("a.b.c", "a.b.c"),
        ("a['b'][c]", "a[\"b\"][c]"),
        ("a.b(c, d).e", "a.b(c, d).e"),
        ("a['b'](c)", "a[\"b\"](c)"),
        ("a . b ( )", "a.b()"),
        ("'text'.length()", "\"text\".length()"),
        ("(a + b).c", "(a Add b).c"),
        ("[1][0]", "[Long(1)][Long(0)]"),
        ("f()", "f()"),
        ("f(a)(b)(c)", "<<f(a)>(b)>(c)"),
        ("fn:length(a)", "fn:length(a)"),
        ("fn : length (a)", "fn:length(a)"),
        ("a ? b : (f(c))", "(a ? b : f(c))"),
        ("a ? b : c.f(d)", "(a ? b : c.f(d))"),
        ("a ? p:f(b) : q:f(c)", "(a ? p:f(b) : q:f(c))"),
        ("a ? f(b):c", "(a ? f(b) : c)"),
        ("f(a; b)", "f((a; b))"),
        ("Boolean.TRUE", "Boolean.TRUE"),
        ("größe.名前", "größe.名前"),
        // What the specification's grammar leaves out and can mean only one thing:
        ("a.class.default.empty.div", "a.class.default.empty.div"),
        ("a.not(b)", "a.not(b)"),
        ("a.b(c)(d)", "<a.b(c)>(d)"),
        ("(a ? f : g)(1)", "<(a ? f : g)>(Long(1))"),
    ]);
}

#[test]
fn lambdas() {
    check(&[
        ("x -> x + 1", "(x -> (x Add Long(1)))"),
        ("(x, y) -> x + y", "(x y -> (x Add y))"),
        ("() -> 64", "( -> Long(64))"),
        ("(x) -> x", "(x -> x)"),
        ("x -> y -> x + y", "(x -> (y -> (x Add y)))"),
        ("x -> (a = x)", "(x -> (a = x))"),
        ("x -> c ? x + 1 : x + 2", "(x -> (c ? (x Add Long(1)) : (x Add Long(2))))"),
        ("((x, y) -> x + y)(3, 4)", "<(x y -> (x Add y))>(Long(3), Long(4))"),
        ("(x -> y -> x)(1)(2)", "<<(x -> (y -> x))>(Long(1))>(Long(2))"),
        ("v = (x, y) -> x + y; v(3, 4)", "((v = (x y -> (x Add y))); v(Long(3), Long(4)))"),
        (
            "fact = n -> n==0? 1: n*fact(n-1); fact(5)",
            "((fact = (n -> ((n Equal Long(0)) ? Long(1) : (n Multiply fact((n Subtract Long(1))))))); fact(Long(5)))",
        ),
        ("l.stream().filter(b->b.c == 'h').toList()", "l.stream().filter((b -> (b.c Equal \"h\"))).toList()"),
        (
            "c.select(c->[c.name, c.orders.sum(o->o.total)])",
            "c.select((c -> [c.name, c.orders.sum((o -> o.total))]))",
        ),
        ("(x) + y", "(x Add y)"),
        ("((x))", "x"),
    ]);
}

#[test]
fn lists_sets_and_maps() {
    check(&[
        ("[]", "[]"),
        ("[1, 'two', [foo, bar]]", "[Long(1), \"two\", [foo, bar]]"),
        ("{}", "{}"),
        ("{1, 2, 3}", "{Long(1), Long(2), Long(3)}"),
        ("{'one':1, 'two':2}", "{\"one\": Long(1), \"two\": Long(2)}"),
        ("{a:b}", "{a: b}"),
        ("{a ? b : c}", "{(a ? b : c)}"),
        ("{'a':{'b':[{1}]}}", "{\"a\": {\"b\": [{Long(1)}]}}"),
        ("{1,2}.stream().max().orElse(-1)", "{Long(1), Long(2)}.stream().max().orElse((Negate Long(1)))"),
    ]);
}

#[test]
fn a_delimited_expression_ends_at_its_brace() {
    for (text, consumed, tree) in [
        ("a}", 1, "a"),
        (" a . b } c }", 7, "a.b"),
        ("'}'} x", 3, "\"}\""),
        ("{'a':1}['a']}<p>}", 12, "{\"a\": Long(1)}[\"a\"]"),
        ("'${'}", 4, "\"${\""),
    ] {
        let (expr, end) = parse_expression(text, Base::new(0, 2)).unwrap();
        assert_eq!((end, show(&expr).as_str()), (consumed, tree), "{text}");
    }
}

/// The part of the text that a span marks.
fn marked(text: &str, span: Span) -> &str {
    &text[span.start as usize..span.end as usize]
}

#[test]
fn spans_cover_what_was_written() {
    let text = " a.b + f( c ) * (d) ";
    let expr = parse_bare(text, Base::new(3, 0)).unwrap();
    assert_eq!(expr.span.file, 3);
    assert_eq!(marked(text, expr.span), "a.b + f( c ) * (d)");
    let ExprKind::Binary { left, right, .. } = &expr.kind else { panic!() };
    assert_eq!(marked(text, left.span), "a.b");
    assert_eq!(marked(text, right.span), "f( c ) * (d)");
    let ExprKind::Binary { left, right, .. } = &right.kind else { panic!() };
    assert_eq!(marked(text, left.span), "f( c )");
    assert_eq!(marked(text, right.span), "(d)");
}

/// Expression, message, marked text, part of the hint.
const WRONG: &[(&str, &str, &str, &str)] = &[
    ("a b", "expected an operator, found `b`", "b", ""),
    ("a +", "expected a value, found the end of the expression", "", ""),
    ("a + * b", "expected a value, found `*`", "*", ""),
    ("a.", "expected the name of a property or method after `.`, found the end of the expression", "", ""),
    ("a.'b'", "expected the name of a property or method after `.`, found the text 'b'", "'b'", ""),
    ("f(a b)", "expected `,` or `)`, found `b`", "b", ""),
    ("f(a", "expected `,` or `)`, found the end of the expression", "", ""),
    ("(a", "expected `)`, found the end of the expression", "", ""),
    ("a)", "expected an operator, found `)`", ")", "no `(` is open"),
    ("a[1", "expected `]`, found the end of the expression", "", ""),
    ("[1,]", "expected a value, found `]`", "]", ""),
    ("{1, 'a':2}", "a set can't have keys and a map can't do without", "'a'", "{'key': value"),
    ("{'a':2, 1}", "a set can't have keys and a map can't do without", "1", "{'key': value"),
    (
        "a ? b",
        "expected `:` and the value if the condition is false, found the end of the expression",
        "",
        "",
    ),
    (
        "a ? b:f(c)",
        "expected `:` and the value if the condition is false, found the end of the expression",
        "",
        "`b:f(…)` is read as a function with a prefix; put the function in parentheses: `: (f(…))`",
    ),
    ("a & b", "`&` is no operator", "&", "`&&`"),
    ("a | b", "`|` is no operator", "|", "`||`"),
    ("a ^ b", "`^` is no operator", "^", "bits"),
    ("a === b", "expected a value, found `=`", "=", "`==`"),
    ("a <> b", "expected a value, found `>`", ">", "`!=`"),
    ("a++", "expected a value, found `+`", "+", "`++`"),
    ("1 * +2", "expected a value, found `+`", "+", "sign"),
    ("10L", "expected an operator, found `L`", "L", "suffix"),
    ("a AND b", "expected an operator, found `AND`", "AND", "`and`"),
    ("NOT a", "expected an operator, found `a`", "a", "`not`"),
    ("a equals b", "expected an operator, found `equals`", "equals", "`==`"),
    ("and", "expected a value, found `and`", "and", "reserved"),
    ("a instanceof b", "expected an operator, found `instanceof`", "instanceof", "reserved"),
    ("a + x -> x", "expected an operator, found `->`", "->", "parentheses"),
    ("x -> a = x", "a lambda's body can't be an assignment as it is", "=", "parentheses"),
    ("item[${i}]", "`${` can't stand within an expression", "${", "don't nest"),
    ("item[#{i}]", "`#{` can't stand within an expression", "#{", "don't nest"),
    ("a${b}", "`${` can't stand within an expression", "${", "don't nest"),
    ("'a", "the text that starts here has no closing '", "'", ""),
    (r"'a\n'", r"`\n` is no escape that EL knows", r"\n", "backslash"),
    (r#"f(\"a\")"#, "a backslash can't stand outside quotes", r"\", "quotes"),
    ("a\u{a0}== b", "the invisible character U+00A0 can't stand here", "\u{a0}", "blank"),
    ("a == “b”", "`“` is no quote that EL knows", "“", "use '"),
    ("a @ b", "the character `@` can't stand here", "@", ""),
    ("", "the expression is empty", "", ""),
    ("  ", "the expression is empty", "", ""),
];

#[test]
fn errors_say_what_where_and_how_to_mend() {
    for (text, message, mark, hint) in WRONG {
        let Err(error) = parse_bare(text, Base::new(0, 0)) else { panic!("{text} is taken") };
        assert_eq!(error.message, *message, "{text}");
        assert_eq!(marked(text, error.span), *mark, "{text}");
        let given = error.hint.as_deref().unwrap_or("");
        assert!(given.contains(hint) && hint.is_empty() == given.is_empty(), "{text}: {given}");
    }
}

#[test]
fn an_open_expression_is_marked_at_its_start() {
    for text in ["", "a", "a + ", "f(a", "{1", "a}".trim_end_matches('}')] {
        let error = parse_expression(text, Base::new(0, 12)).unwrap_err();
        assert_eq!(error.span, Span::new(0, 10, 12), "{text}: {error}");
        assert!(error.message.starts_with("the expression is not closed"), "{text}: {error}");
    }
    let empty = parse_expression(" }", Base::new(0, 12)).unwrap_err();
    assert_eq!((empty.message.as_str(), empty.span), ("the expression is empty", Span::new(0, 10, 14)));
    let error = parse_expression("a.b\n<p>text</p> ${c}", Base::new(0, 2)).unwrap_err();
    assert!(error.hint.as_ref().is_some_and(|hint| hint.contains("missing")), "{error:?}");
}

/// Nesting and chaining of every kind that could grow a stack.
#[test]
fn depth_is_limited_and_never_overflows_the_stack() {
    const STACK: usize = 1 << 20;
    let pumped: [(&str, &str, &str); 16] = [
        ("(", "a", ")"),
        ("f(", "a", ")"),
        ("[", "a", "]"),
        ("{1:", "a", "}"),
        ("a[", "a", "]"),
        ("-", "a", ""),
        ("not ", "a", ""),
        ("a = ", "a", ""),
        ("x -> ", "a", ""),
        ("a ? b : ", "a", ""),
        ("a ?? ", "a", ""),
        ("a or b and c == d < e += f + g * -(", "a", ")"),
        ("", "a", ".b"),
        ("", "a", "+b"),
        ("", "a", ";b"),
        ("", "f", "(1)"),
    ];
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            for (open, core, close) in pumped {
                let build = |times: usize| [&open.repeat(times), core, &close.repeat(times)].concat();
                let error = parse_bare(&build(100_000), Base::new(0, 0)).unwrap_err();
                assert!(error.message.contains("levels deep"), "{open}{close}: {error}");
                let deepest =
                    (1..=MAX_DEPTH).rev().find_map(|times| parse_bare(&build(times), Base::new(0, 0)).ok());
                assert!(deepest.is_some(), "{open}{close}");
            }
        })
        .unwrap()
        .join()
        .unwrap();
}

proptest::proptest! {
    /// Whatever the text, the parser answers, and its places lie within the text.
    #[test]
    fn any_text_is_answered(text in r#"([a-c]|[0-9.e]|[-+*/%<>=!&|?:;,.(){}\[\]'"\\ ]|->|not |empty |\$|ä|\PC){0,40}"#) {
        let span = match parse_bare(&text, Base::new(0, 0)) {
            Ok(expr) => expr.span,
            Err(error) => error.span,
        };
        proptest::prop_assert!(span.start <= span.end && text.get(span.start as usize..span.end as usize).is_some());
    }
}
