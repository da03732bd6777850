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
