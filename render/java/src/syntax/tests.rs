use vespid_render::source::Span;

use super::Parser;
use super::ast::ExprKind;
use super::ast::Stmt;
use super::ast::StmtKind;
use super::lex;

fn page(code: &str) -> (Vec<Stmt>, Vec<String>) {
    let (mut tokens, mut problems) = (Vec::new(), Vec::new());
    lex(code, Span::default(), &mut tokens, &mut problems);
    let (statements, more) = Parser::new(&tokens, Span::new(0, code.len(), code.len())).page();
    (statements, problems.into_iter().chain(more).map(|problem| problem.message).collect())
}

fn source(code: &str) -> Vec<String> {
    let (mut tokens, mut problems) = (Vec::new(), Vec::new());
    lex(code, Span::default(), &mut tokens, &mut problems);
    let (_, more) = Parser::new(&tokens, Span::new(0, code.len(), code.len())).source();
    problems.into_iter().chain(more).map(|problem| problem.message).collect()
}

#[test]
fn statements_of_every_kind_are_read() {
    let code = r#"
        int a = 1, b[] = {1, 2}; final String s = "x\u0041" + 'c'; List<Map<String, int[]>> l = null; var v = 1;
        outer: for (int i = 0, j = 9; i < j; i++, j--) { if (i == 3) continue outer; else break; }
        for (String x : names) out.print(x); for (;;) { break; }
        while (a >> 1 > 0 && b[0] >= 2) a >>>= 1; do { a--; } while (a > 0);
        switch (a) { case 1: case 2: a = 3; break; default: a = 4; }
        int r = switch (s) { case "a", "b" -> 1; default -> { yield 2; } };
        try (Reader in = open(); other) { throw new IllegalStateException("x"); }
        catch (IOException | RuntimeException e) { return; } finally { synchronized (this) { } }
        Runnable run = () -> { }; Comparator<String> c = (x, y) -> x.length() - y.length(); f = String::length;
        Object o = (Object) a; int n = (int) -1.5; boolean is = o instanceof String t && !t.isEmpty();
        int[][] grid = new int[3][]; String[] names = new String[] {"a", "b",}; Class k = int[].class;
        class Local { int x; Local(int x) { this.x = x; } } new Thread() { public void run() { } }.start();
        assert a > 0 : "no"; long big = 0xFFL + 0b101 + 017 + 1_000; double d = 1e-3 + .5f + 1.;
        a = b == null ? 1 : c ? 2 : 3; int min = -2147483648; ;
    "#;
    let (statements, problems) = page(code);
    assert_eq!(problems, [""; 0]);
    assert!(statements.len() > 25);
}

#[test]
fn classes_of_every_kind_are_read() {
    let code = r#"
        package a.b; import java.util.*; import static java.lang.Math.max;
        @Deprecated public abstract class A<T extends Comparable<T>> extends B implements C, D {
            private static final int N = 3; int[] a[], b; static { x(); } { y(); }
            protected A(int n) throws IOException { super(n); }
            abstract T get(String... parts);
            public <U> U map(final U u, int n[]) { return u; }
            enum Kind { ONE(1) { int f() { return 2; } }, TWO; int f() { return 1; } }
            interface I { default int f() { return 1; } static void g() { } void h(); }
            record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException(); } }
            @interface Mark { String value() default ""; }
        }
    "#;
    assert_eq!(source(code), [""; 0]);
}

#[test]
fn generics_are_told_from_comparisons() {
    let (statements, problems) = page("boolean x = a < b && c > d; List<String> l; int s = a >> 2 >>> 1;");
    assert_eq!(problems, [""; 0]);
    let StmtKind::Local(variables) = &statements[0].kind else { panic!() };
    assert!(
        matches!(&variables[0].value.as_ref().unwrap().kind, ExprKind::Chain(operands, _) if operands.len() == 2)
    );
}

#[test]
fn errors_are_told_once_and_left_behind() {
    let (_, problems) = page("int x = ; String s = \"a\" \n int y = 1; foo(; x + 1; } if (a) {");
    assert_eq!(
        problems,
        [
            "an expression should stand here, not ';'",
            "';' is missing before 'int'",
            "an expression should stand here, not ';'",
            "this is no statement: its value is not used",
            "there is a '}' too many",
            "this '{' is not closed",
        ]
    );
}

#[test]
fn a_brace_too_many_ends_nothing() {
    let too_many = "there is a '}' too many";
    assert_eq!(source("class A { } } class B { }"), [too_many]);
    assert_eq!(
        source("} public }"),
        [too_many, "a class, interface, enum or record should stand here", too_many]
    );
}

#[test]
fn deep_nesting_is_an_error() {
    for code in [
        "(".repeat(100_000),
        "{".repeat(100_000),
        "-".repeat(100_000),
        "a = ".repeat(100_000),
        "a ? b : ".repeat(50_000),
    ] {
        assert!(!page(&code).1.is_empty());
    }
    assert_eq!(page(&format!("x = {}1;", "1 + ".repeat(100_000))).1, [""; 0]);
}

#[test]
fn text_blocks_lose_their_common_indent() {
    let (statements, problems) = page("s = \"\"\"\n    a\n      b\\n\n    \"\"\";");
    assert_eq!(problems, [""; 0]);
    let StmtKind::Expr(assigned) = &statements[0].kind else { panic!() };
    let ExprKind::Assign { value, .. } = &assigned.kind else { panic!() };
    assert!(matches!(&value.kind, ExprKind::Text(text) if text == "a\n  b\n\n"));
}
