//! Pages with Java, run whole.

use std::sync::Arc;

use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::resources::MemoryResources;

use crate::Java;

async fn render(page: &str) -> String {
    let page = format!("<%@ page session=\"false\" import=\"java.util.*,java.util.function.*\" %>{page}");
    render_files([("/page.jsp".to_owned(), page)].into_iter().collect()).await
}

async fn render_files(files: MemoryResources) -> String {
    let application = Application::builder(Arc::new(files)).script_engine(Arc::new(Java::new())).build();
    let exchange = Exchange::builder(application.clone()).build();
    match application.render_to_string("/page.jsp", exchange).await {
        Ok(text) => text,
        Err(error) => match error.diagnostics() {
            Some(diagnostics) => diagnostics
                .iter()
                .map(|one| format!("{}: {}", one.code, one.message))
                .collect::<Vec<_>>()
                .join("\n"),
            None => format!("{error:?}"),
        },
    }
}

/// Runs statements and gives what they print.
async fn run(code: &str) -> String {
    render(&format!("<% {code} %>")).await
}

#[tokio::test]
async fn arithmetic_is_java_s() {
    let code = r#"
        int i = Integer.MAX_VALUE; i++; out.print(i + " ");
        long l = 1L << 40; out.print(l + " " + (l >>> 3) + " " + (int) l + " ");
        out.print(7 / 2 + " " + -7 / 2 + " " + -7 % 3 + " " + 7.0 / 2 + " " + 1 / 3f + " ");
        byte b = (byte) 200; b += 100; out.print(b + " "); char c = 'a'; c++; out.print(c + " " + (c + 1) + " " + (char) (c + 1));
        out.print(" " + (1 + 2 + "x" + 1 + 2) + " " + (5 & 3 | 8 ^ 2) + " " + (~5) + " " + (true ^ false));
        int x = 5; x = x++ + ++x; out.print(" " + x); x <<= 2; x -= 3.7; out.print(" " + x);
        out.print(" " + (float) 0.1 + " " + 1e10 + " " + 100.0 + " " + (0.1 + 0.2) + " " + (double) 1 / 0);
        Integer boxed = 5; int sum = boxed + 3; out.print(" " + sum + " " + (boxed == 5));
    "#;
    assert_eq!(
        run(code).await,
        "-2147483648 1099511627776 137438953472 0 3 -3 -1 3.5 0.33333334 44 b 99 c 3x12 11 -6 true 12 44 0.1 1.0E10 100.0 0.30000000000000004 Infinity 8 true"
    );
}

#[tokio::test]
async fn statements_run() {
    let code = r#"
        outer: for (int i = 0; i < 4; i++) { for (int j = 0; j < 4; j++) { if (j == 2) continue outer; if (i == 2) break outer; out.print(i + "" + j + " "); } }
        int n = 3; while (n > 0) { n--; if (n == 1) continue; out.print(n); } do { n++; } while (n < 5); out.print(n + " ");
        for (String s : new String[] {"a", "b"}) out.print(s); for (int v : new int[] {1, 2}) out.print(v);
        switch (n) { case 1: out.print("one"); case 5: out.print(" five"); case 6: out.print(" six"); break; default: out.print("no"); }
        String t = switch ("b") { case "a", "b" -> "ab"; default -> { yield "x"; } }; out.print(" " + t);
        try { try { out.print(" try"); throw new IllegalStateException("boom"); } finally { out.print(" finally"); } }
        catch (IllegalStateException | NullPointerException e) { out.print(" " + e.getMessage()); }
        try { Object o = "s"; Integer bad = (Integer) o; } catch (ClassCastException e) { out.print(" cce"); }
        try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { out.print(" " + e.getMessage()); }
        try { String s = null; s.length(); } catch (NullPointerException e) { out.print(" npe"); }
        try { int z = 0; out.print(1 / z); } catch (ArithmeticException e) { out.print(" " + e.getMessage()); }
    "#;
    assert_eq!(
        run(code).await,
        "00 01 10 11 205 ab12 five six ab try finally boom cce Index 2 out of bounds for length 2 npe / by zero"
    );
}

#[tokio::test]
async fn scriptlets_go_around_the_page() {
    let page = r#"<%! int twice(int n) { return n * 2; } static String name = "N"; %><% for (int i = 0; i < 3; i++) { %>[<%= twice(i) %><% if (i == 1) { %>!<% } else { %>.<% } %>]<% } %><% pageContext.setAttribute("x", name); %>${x}"#;
    assert_eq!(render(page).await, "[0.][2!][4.]N");
}

#[tokio::test]
async fn actions_hold_scriptlets() {
    let page = r#"<%@ taglib prefix="c" uri="jakarta.tags.core" %><% int n = 0; %><c:forEach items="<%= new String[] {\"a\", \"b\"} %>" var="v">${v}<% n++; if (n == 2) { %>!<c:if test="<%= n > 1 %>">if<%= n %></c:if><% } %></c:forEach><c:choose><c:when test="<%= n == 1 %>">one<%= n %></c:when><c:when test="<%= n == 2 %>">two<%= n %></c:when><c:otherwise>other</c:otherwise></c:choose><c:catch var="e">a<% if (n > 0) throw new RuntimeException("oops"); %>b</c:catch>${e.message}<% try { %>x<c:if test="true"><% Object o = null; o.toString(); %></c:if>y<% } catch (NullPointerException e) { %>caught<% } %>"#;
    assert_eq!(render(page).await, "ab!if2two2aoopsxcaught");
}

#[tokio::test]
async fn classes_and_lambdas_work() {
    let page = r#"<%!
        interface Shape { double area(); default String show() { return getClass().getSimpleName() + ":" + area(); } }
        static abstract class Base implements Shape { protected final String id; Base(String id) { this.id = id; } public String toString() { return id + " " + show(); } }
        static class Square extends Base { final double a; Square(double a) { super("sq"); this.a = a; } public double area() { return a * a; } }
        enum Color { RED, GREEN { String hex() { return "0f0"; } }; String hex() { return "f00"; } }
        record Point(int x, int y) { int sum() { return x + y; } }
        static class Oops extends Exception { int code; Oops(String m, int code) { super(m); this.code = code; } }
        static int count = 0; int next() { return ++count; }
        static <T> T first(List<T> all) { return all.get(0); }
        static int sum(int... all) { int s = 0; for (int a : all) s += a; return s; }
    %><%
        out.print(new Square(2)); out.print(" " + Color.GREEN.hex() + Color.valueOf("RED").ordinal() + Color.values().length + Color.RED);
        Point p = new Point(1, 2); out.print(" " + p + p.sum() + p.equals(new Point(1, 2)) + p.x());
        try { throw new Oops("m", 7); } catch (Oops e) { out.print(" " + e.getMessage() + e.code); }
        List<String> names = new ArrayList<>(List.of("bob", "al", "cy")); names.sort((a, b) -> a.length() - b.length());
        out.print(" " + names + first(names).length() + sum() + sum(1, 2, 3) + next() + next());
        final int k = 10; Function<Integer, Integer> f = n -> n + k; out.print(" " + f.apply(5));
        Comparator<String> byName = new Comparator<String>() { public int compare(String a, String b) { return a.compareTo(b) * k; } };
        Collections.sort(names, byName); out.print(names); Supplier<String> s = () -> { return "sup"; }; out.print(s.get());
        Map<String, Integer> m = new HashMap<>(); for (String w : "b a c a".split(" ")) { Integer c = m.get(w); m.put(w, c == null ? 1 : c + 1); }
        for (Map.Entry<String, Integer> e : m.entrySet()) { out.print(e.getKey() + e.getValue()); }
        StringBuilder sb = new StringBuilder(); for (char ch = 'a'; ch < 'd'; ch++) sb.append(ch).append(1); out.print(sb.reverse()); out.print(String.format("%05.2f|%-4s|%d", 3.14159, "ab", 42));
        int[][] grid = new int[2][3]; grid[1][2] = 5; out.print(grid[1][2] + grid.length + grid[0].length);
        Object o = "text"; if (o instanceof String str && str.length() > 2) out.print(str.toUpperCase());
    %>"#;
    assert_eq!(
        render(page).await,
        "sq Square:4.0 0f002RED Point[x=1, y=2]3true1 m7 [al, cy, bob]20612 15[al, bob, cy]supa2b1c11c1b1a03.14|ab  |4210TEXT"
    );
}

#[tokio::test]
async fn errors_are_told_where_they_are() {
    assert_eq!(run("int x = \"s\";").await, "java/type: int is needed here, not String");
    assert_eq!(run("foo();").await, "java/unknown-method: there is no method 'foo'");
    assert_eq!(run("String s = y;").await, "java/unknown-name: there is no variable 'y'");
    assert_eq!(run("Strin s = null;").await, "java/unknown-class: there is no class 'Strin'");
    assert_eq!(run("\"a\".lenght();").await, "java/unknown-method: String has no method 'lenght'");
    assert_eq!(run("return; int x = 1;").await, "java/unreachable: this can't be reached");
    assert_eq!(
        render("<%! int f(int a) { if (a > 0) return 1; } %><% f(1); %>").await,
        "java/missing-return: 'f' can end without returning a value"
    );
    assert_eq!(
        run("while (true) { } %>x<% ").await,
        "java/unreachable: the page can't be reached behind this point"
    );
}

#[tokio::test]
async fn hostile_code_ends() {
    for code in [
        "for (;;) { } ",
        "String s = \"x\"; for (;;) { if (s == null) break; s = s + s; }",
        "List l = new ArrayList(); for (;;) { if (l == null) break; l.add(new int[100000]); }",
        "StringBuilder b = new StringBuilder(\"x\"); for (;;) { if (b == null) break; b.append(b); }",
    ] {
        let text = run(code).await;
        assert!(text.starts_with("vespid.BudgetException"), "{code}: {text}");
    }
    assert!(
        render("<%! int f(int n) { return f(n + 1) + 1; } %><%= f(0) %>")
            .await
            .starts_with("java.lang.StackOverflowError")
    );
}

#[tokio::test]
async fn calls_end_the_turn_of_a_page_as_rounds_of_loops_do() {
    let page = "<%! int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } %><%= fib(22) %>";
    let page = format!("<%@ page session=\"false\" %>{page}");
    let files: MemoryResources = [("/page.jsp".to_owned(), page)].into_iter().collect();
    let application = Application::builder(Arc::new(files)).script_engine(Arc::new(Java::new())).build();
    let exchange = Exchange::builder(application.clone()).build();
    let mut body = Box::pin(application.render_to_string("/page.jsp", exchange));
    let mut turns = 0;
    let text = std::future::poll_fn(|cx| {
        turns += 1;
        body.as_mut().poll(cx)
    })
    .await;
    assert_eq!(text.unwrap(), "17711");
    assert!(turns > 2, "{turns} turns");
}

/// An object whose methods take their time: `later(x)` gives x, `never()` fails.
struct Slow;

impl vespid_render::value::Object for Slow {
    fn class(&self) -> &vespid_render::value::Class {
        static CLASS: std::sync::LazyLock<vespid_render::value::Class> =
            std::sync::LazyLock::new(|| vespid_render::value::Class::new("test.Slow", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn call_async(self: Arc<Self>, method: &str, args: &[Value]) -> Option<vespid_render::value::CallFuture> {
        let answer = match (method, args) {
            ("later", [value]) => Ok(value.clone()),
            ("never", []) => Err(vespid_render::Error::illegal_state("never")),
            _ => return None,
        };
        Some(Box::pin(async move {
            tokio::task::yield_now().await;
            answer
        }))
    }
}

#[tokio::test]
async fn calls_wait_for_what_comes_over_time() {
    let page = "<%@ page session=\"false\" import=\"test.Slow\" %><%! int twice(Slow s, int i) { return (int) s.later(i) * 2; } %><% \
                Slow slow = (Slow) application.getAttribute(\"slow\"); out.print(twice(slow, 4) + \" \" + slow.later(\"x\")); \
                try { slow.never(); } catch (IllegalStateException e) { %> caught <%= e.getMessage() %><% } \
                java.util.List<Integer> l = new java.util.ArrayList<>(java.util.List.of(1, 2)); \
                try { l.sort((a, b) -> (int) slow.later(1)); } catch (IllegalStateException e) { out.print(\"; not here\"); } %>";
    let files: MemoryResources = [("/page.jsp", page)].into_iter().collect();
    let application = Application::builder(Arc::new(files)).script_engine(Arc::new(Java::new())).build();
    application.attributes().set("slow", Value::new(Slow));
    let exchange = Exchange::builder(application.clone()).build();
    let text = application.render_to_string("/page.jsp", exchange).await.unwrap();
    assert_eq!(text, "8 x caught never; not here");
}

#[tokio::test]
async fn variables_have_values_where_javac_says_so() {
    let codes = ["java/unassigned", "java/final", "java/captured"];
    for case in include_str!("compile/assigned_cases.txt").lines().skip(1) {
        let (kind, code) = case.split_once('|').expect("a kind and code");
        let told = render(&format!("<%! void use(int i) {{}} void m(int n) {{ {code} }} %>")).await;
        let is_told = codes.iter().any(|code| told.starts_with(code)) && told.lines().count() == 1;
        assert!(if kind == "ok" { told.is_empty() } else { is_told }, "{case}\n{told}");
    }
}

#[tokio::test]
async fn private_members_are_private() {
    let secret = "package p; public class Secret { private int v; private int f() { return 1; } public static class Only { private Only() {} } \
                  public Secret() {} private static int S; static class In { int g(Secret s) { return s.v + s.f() + S; } } \
                  public int k(int n) { return f() + n; } }";
    for (code, expected) in [
        ("s.v++;", "java/private: 'v' is private in Secret"),
        ("s.f();", "java/private: 'f' is private in Secret"),
        ("new Secret.Only();", "java/private: the constructor of Only is private"),
        ("Secret.S = 1;", "java/private: 'S' is private in Secret"),
        ("new Secret() { int h() { return v; } };", "java/private: 'v' is private in Secret"),
        ("out.print(s.k(2));", "3"),
    ] {
        let page =
            format!("<%@ page session=\"false\" import=\"p.*\" %><% Secret s = new Secret(); {code} %>");
        let files = [
            ("/page.jsp".to_owned(), page),
            ("/WEB-INF/classes/p/Secret.java".to_owned(), secret.to_owned()),
        ];
        assert_eq!(render_files(files.into_iter().collect()).await, expected, "{code}");
    }
}
