//! Pages with classes from sources. What they print is what a JVM prints.

use std::sync::Arc;

use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::resources::MemoryResources;

use crate::Java;

const ITEM: &str = r#"
package shop.model;

import java.util.*;
import static shop.util.Text.*;
import shop.util.*;

/** Something on sale. */
public class Item extends Base implements Comparable<Item>, Named {
    private static int made;
    public static final int LIMIT = 3 * 7;
    public static final List<String> LOG = new ArrayList<>();
    static { LOG.add("loaded"); }

    private final String name;
    private double price = 1.5;
    private Kind kind = Kind.PLAIN;

    public Item() { this("none"); }
    public Item(String name) { super("id-" + name); this.name = name; made++; }

    public String getName() { return name; }
    public double getPrice() { return price; }
    public void setPrice(double price) { this.price = price; }
    public Kind getKind() { return kind; }
    public Item with(Kind kind) { this.kind = kind; return this; }
    public static int getMade() { return made; }
    public void nothing() { label(); }
    public String label() { return shout(name) + Text.mark("!") + new Inner(2).times(); }
    @Override public int compareTo(Item other) { return name.compareTo(other.name); }
    @Override public String toString() { return "Item(" + name + "," + id() + ")"; }

    public enum Kind {
        PLAIN, FANCY { @Override public String show() { return "*" + name() + "*"; } };
        public String show() { return name().toLowerCase(); }
    }

    private class Inner {
        final int count;
        Inner(int count) { this.count = count; }
        String times() { return name.repeat(count); }
    }

    public static class Builder {
        private String name = "";
        public Builder name(String name) { this.name = name; return this; }
        public Item build() { return new Item(name); }
    }
}
"#;

const BASE: &str = r#"
package shop.model;
abstract class Base {
    private final String id;
    protected Base(String id) { this.id = id; }
    public String id() { return id; }
    public <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
}
"#;

const NAMED: &str = r#"
package shop.model;
public interface Named { String getName(); default String greeting() { return "Hello " + getName(); } }
"#;

const TEXT: &str = r#"
package shop.util;
import shop.model.Item;
public final class Text {
    private Text() {}
    public static String shout(String s) { return s.toUpperCase(); }
    public static String mark(String s) { return s + Item.LIMIT; }
    public static int sum(int... all) { int sum = 0; for (int one : all) sum += one; return sum; }
}
"#;

const BAD: &str = r#"
package shop.util;
public class Bad {
    public String good() { return "good"; }
    public String bad() { return nowhere; }
}
"#;

fn sources() -> Vec<(String, String)> {
    [
        ("shop/model/Item", ITEM),
        ("shop/model/Base", BASE),
        ("shop/model/Named", NAMED),
        ("shop/util/Text", TEXT),
        ("shop/util/Bad", BAD),
        ("shop/util/Broken", "package shop.util; public class Broken { int x = ; }"),
    ]
    .map(|(class, code)| (format!("/WEB-INF/classes/{class}.java"), code.to_owned()))
    .into()
}

fn application(page: &str) -> (Arc<MemoryResources>, Arc<Application>) {
    let page = format!("<%@ page session=\"false\" import=\"shop.model.*, shop.util.*\" %>{page}");
    let files: MemoryResources = sources().into_iter().chain([("/page.jsp".to_owned(), page)]).collect();
    let files = Arc::new(files);
    let builder = Application::builder(files.clone()).script_engine(Arc::new(Java::new()));
    (files, builder.development(true).build())
}

async fn render(application: &Arc<Application>) -> String {
    let exchange = Exchange::builder(application.clone()).build();
    match application.render_to_string("/page.jsp", exchange).await {
        Ok(text) => text,
        Err(error) => match error.diagnostics() {
            Some(diagnostics) => {
                let errors = diagnostics.iter().filter(|one| one.is_error());
                errors.map(|one| format!("{}: {}", one.code, one.message)).collect::<Vec<_>>().join("\n")
            }
            None => format!("{}: {error}", error.class_name()),
        },
    }
}

async fn run(code: &str) -> String {
    render(&application(&format!("<% {code} %>")).1).await
}

#[tokio::test]
async fn objects_are_made_and_their_methods_called() {
    let code = r#"
        Item item = new Item("pen"); item.setPrice(2); Named named = item;
        out.print(item + " " + item.getPrice() + " " + item.id() + " " + named.greeting() + " " + item.label());
        out.print(" " + Item.getMade() + Item.LOG + Item.LIMIT + " " + new Item().getName() + Item.getMade());
        out.print(" " + item.with(Item.Kind.FANCY).getKind().show() + new Item.Builder().name("b").build().getKind().show());
        item.nothing(); out.print(" " + item.larger("a", "b") + " " + (named instanceof Comparable) + " " + Text.sum() + Text.sum(1, 2));
    "#;
    assert_eq!(
        run(code).await,
        "Item(pen,id-pen) 2.0 id-pen Hello pen PEN!21penpen 1[loaded]21 none2 *FANCY*plain b true 03"
    );
}

#[tokio::test]
async fn classes_of_sources_stand_for_those_of_java() {
    let code = r#"
        java.util.List<Item> items = new java.util.ArrayList<>();
        items.add(new Item("b")); items.add(new Item("a")); java.util.Collections.sort(items); out.print(items);
        for (Item.Kind kind : Item.Kind.values()) { switch (kind) { case PLAIN: out.print(" p"); break; case FANCY: out.print(" f"); } }
        Item own = new Item("x") { @Override public String getName() { return "own " + super.getName(); } };
        out.print(" " + own.greeting() + " " + shop.model.Item.Kind.valueOf("FANCY").ordinal());
        Named lambda = () -> "lambda"; out.print(" " + lambda.getName());
    "#;
    assert_eq!(run(code).await, "[Item(a,id-a), Item(b,id-b)] p f Hello own x 1 lambda");
}

#[tokio::test]
async fn static_state_is_one_for_all_pages_and_requests() {
    let (files, application) = application("<%= Item.getMade() %><% new Item(); %>");
    files.insert(
        "/other.jsp",
        "<%@ page session=\"false\" import=\"shop.model.Item\" %><%= Item.getMade() %>",
    );
    assert_eq!(render(&application).await, "0");
    assert_eq!(render(&application).await, "1");
    let exchange = Exchange::builder(application.clone()).build();
    assert_eq!(application.render_to_string("/other.jsp", exchange).await.unwrap(), "2");
}

#[tokio::test]
async fn what_does_not_compile_fails_where_it_is_used() {
    assert_eq!(run("out.print(new Bad().good());").await, "good");
    let failed = run("out.print(new Bad().bad());").await;
    assert_eq!(
        failed,
        "java.lang.Error: this does not compile: there is no variable 'nowhere' (/WEB-INF/classes/shop/util/Bad.java:5:34)"
    );
    let failed = run("new Broken();").await;
    assert!(failed.starts_with("java/broken-class: shop.util.Broken can't be used"), "{failed}");
}

#[tokio::test]
async fn a_changed_source_shows_at_the_next_request() {
    let (files, application) = application("<%= Text.shout(\"a\") %>");
    assert_eq!(render(&application).await, "A");
    files.insert("/WEB-INF/classes/shop/util/Text.java", TEXT.replace("s.toUpperCase()", "s + s"));
    assert_eq!(render(&application).await, "aa");
    files.remove("/WEB-INF/classes/shop/util/Text.java");
    assert!(render(&application).await.contains("Text"));
    files.insert("/WEB-INF/classes/shop/util/Text.java", TEXT);
    assert_eq!(render(&application).await, "A");
}

#[tokio::test]
async fn an_object_of_a_class_that_has_changed_is_of_another_class() {
    let (files, application) = application(
        "<%@ page import=\"shop.model.*\" %><% Object kept = application.getAttribute(\"kept\"); \
         if (kept == null) application.setAttribute(\"kept\", new Kept()); else out.print(Kept.read((Kept) kept)); %>",
    );
    let source = |fields: &str, read: &str| {
        format!(
            "package shop.model; public class Kept {{ {fields} public static int read(Kept k) {{ return {read}; }} }}"
        )
    };
    files.insert("/WEB-INF/classes/shop/model/Kept.java", source("", "0"));
    assert_eq!(render(&application).await, "");
    files.insert("/WEB-INF/classes/shop/model/Kept.java", source("int a = 1; Integer b = 2;", "k.a + k.b"));
    let failed = render(&application).await;
    assert!(failed.starts_with("java.lang.ClassCastException"), "{failed}");
}

const BEAN: &str = r#"
package shop.model;
public class Bean implements java.io.Serializable {
    private String name = "none";
    private int count;
    private String[] tags = {};
    private boolean open;
    private Item.Kind kind = Item.Kind.PLAIN;
    public static String version = "v1";
    public String getName() { return name; }
    public void setName(String name) { this.name = name; }
    public int getCount() { return count; }
    public void setCount(int count) { this.count = count; }
    public String[] getTags() { return tags; }
    public void setTags(String[] tags) { this.tags = tags; }
    public boolean isOpen() { return open; }
    public void setOpen(boolean open) { this.open = open; }
    public Item.Kind getKind() { return kind; }
    public void setKind(Item.Kind kind) { this.kind = kind; }
    public String add(int a, long b) { return "int" + (a + b); }
    public String add(String a, String b) { return a + "&" + b; }
    public String all(String first, Object... rest) { return first + rest.length; }
    public static String twice(String text, int[] numbers) { return text + text + (numbers == null ? "" : numbers.length); }
    public static int length(String text) { return text.length(); }
    public int fail() { throw new IllegalStateException("no " + name); }
}
"#;

const TLD: &str = r#"<taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"><tlib-version>1</tlib-version><short-name>f</short-name><uri>urn:f</uri>
<function><name>len</name><function-class>shop.model.Bean</function-class><function-signature>int length(java.lang.String)</function-signature></function>
<function><name>twice</name><function-class>shop.model.Bean</function-class><function-signature>java.lang.String twice(java.lang.String, int[])</function-signature></function>
</taglib>"#;

async fn run_page(page: &str) -> String {
    let (files, application) = application(page);
    files.insert("/WEB-INF/classes/shop/model/Bean.java", BEAN);
    files.insert("/WEB-INF/f.tld", TLD);
    render(&application).await
}

#[tokio::test]
async fn beans_are_made_and_their_properties_set() {
    let page = r#"<jsp:useBean id="b" class="shop.model.Bean"><jsp:setProperty name="b" property="count" value="7"/></jsp:useBean>
<jsp:setProperty name="b" property="open" value="true"/><jsp:setProperty name="b" property="kind" value="FANCY"/><jsp:setProperty name="b" property="name" value="${1 + 1}"/>
<jsp:getProperty name="b" property="count"/>,${b.name},${b.open},${b.tags.length},${b.kind},${b.class.name},<%= b.getCount() + 1 %>
<jsp:useBean id="c" type="java.io.Serializable" beanName="shop.model.Bean" scope="request"/>${c.count},<%= c instanceof shop.model.Bean %>"#;
    assert_eq!(
        run_page(page).await,
        "\n\n7,2,true,0,FANCY,shop.model.Bean,8\nNone".replace("None", "0,true")
    );
}

#[tokio::test]
async fn expressions_call_methods_with_what_their_parameters_take() {
    let page = r#"<%@ page import="static shop.model.Bean.twice" %><jsp:useBean id="b" class="shop.model.Bean"/>${b.add(1, 2)} ${b.add('x', 'y')} ${b.all('a')} ${b.all('a', 1, 2)}
${b.kind} ${b.kind == 'PLAIN'} ${Bean.version} ${Bean.length('abc')} ${Bean().count} ${Item('n').name} ${twice('t', null)}"#;
    assert_eq!(run_page(page).await, "int3 x&y a0 a2\nPLAIN true v1 3 0 n tt");
}

#[tokio::test]
async fn functions_of_libraries_are_static_methods() {
    let page = r#"<%@ taglib prefix="f" uri="/WEB-INF/f.tld" %>${f:len('four') + 1} ${f:twice('x', null)}"#;
    assert_eq!(run_page(page).await, "5 xx");
}

#[tokio::test]
async fn what_a_bean_throws_reaches_the_page() {
    let page = r#"<jsp:useBean id="b" class="shop.model.Bean"/><% try { b.fail(); } catch (IllegalStateException e) { out.print(e.getMessage()); } %>${b.fail()}"#;
    assert_eq!(run_page(page).await, "jakarta.el.ELException: java.lang.IllegalStateException: no none");
    let failed = run_page(r#"<jsp:useBean id="x" class="shop.util.Broken"/>"#).await;
    assert!(failed.starts_with("java/broken-class"), "{failed}");
}

#[tokio::test]
async fn classes_and_methods_are_objects() {
    let page = r#"<%@ page import="java.lang.reflect.*" %><%!
        public void test(String text, JspWriter out) throws Exception { out.print("test " + text); Thread.sleep(1); out.print("!"); }
        public void fail() { throw new IllegalStateException("no"); }
        class Own { }
    %><%
        Item item = new Item("pen");
        out.print((item.getClass() == Item.class) + " " + item.getClass().getName() + " " + Item.Kind.class.getName() + " " + new Own().getClass().equals(Own.class));
        Class type = Class.forName("shop.model.Bean"); Object bean = type.newInstance(); out.print(" " + type.isInstance(bean) + (bean instanceof shop.model.Bean));
        out.print(" " + Base.class.isAssignableFrom(Item.class) + Item.class.isAssignableFrom(Base.class) + Named.class.isInterface() + Item.class.getSuperclass().getSimpleName());
        Method label = Item.class.getMethod("label"); out.print(" " + label.invoke(item) + " " + label.getName());
        out.print(" " + Text.class.getMethod("shout", String.class).invoke(null, "x"));
        getClass().getMethod("test", new Class[] {String.class, JspWriter.class}).invoke(this, new Object[] {" a", out});
        try { getClass().getMethod("fail").invoke(this); } catch (InvocationTargetException e) { out.print(" " + e.getTargetException().getMessage()); }
        try { getClass().getMethod("none"); } catch (NoSuchMethodException e) { out.print(" none"); }
        try { Class.forName("shop.None"); } catch (ClassNotFoundException e) { out.print(" " + e.getMessage()); }
        try { Class.forName("shop.model.Base").newInstance(); } catch (InstantiationException e) { out.print(" abstract"); }
    %>"#;
    assert_eq!(
        run_page(page).await,
        "true shop.model.Item shop.model.Item$Kind true truetrue truefalsetrueBase PEN!21penpen label Xtest  a! no none shop.None abstract"
    );
}

#[test]
fn a_check_looks_at_all_sources() {
    let (_, application) = application("");
    let found: Vec<String> =
        application.check().iter().map(|one| format!("{} {}", one.code, one.place)).collect();
    assert_eq!(
        found,
        [
            "java/unknown-name /WEB-INF/classes/shop/util/Bad.java:5:34",
            "java/syntax /WEB-INF/classes/shop/util/Broken.java:1:50"
        ]
    );
}
