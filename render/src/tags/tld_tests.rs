use super::*;

fn good(text: &str) -> LibraryInfo {
    let (library, diagnostics) = read("/WEB-INF/x.tld", text.as_bytes());
    assert_eq!(diagnostics, []);
    library.unwrap()
}

#[test]
fn a_descriptor_of_today() {
    let library = good(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
  <tlib-version>1.0</tlib-version> <short-name> s </short-name> <uri>urn:x</uri>
  <tag>
    <name>each</name> <tag-class>x.Each</tag-class> <body-content>JSP</body-content>
    <variable><name-given>row</name-given><variable-class>x.Row</variable-class><scope>AT_BEGIN</scope></variable>
    <variable><name-from-attribute>var</name-from-attribute><declare>false</declare></variable>
    <attribute><name>items</name><required>true</required><rtexprvalue>yes</rtexprvalue></attribute>
    <attribute><name>var</name></attribute>
    <attribute><name>head</name><fragment>true</fragment></attribute>
    <attribute><name>n</name><rtexprvalue>true</rtexprvalue><type>int</type></attribute>
    <attribute><name>value</name><deferred-value><type>int</type></deferred-value></attribute>
    <attribute><name>action</name><deferred-method><method-signature>void go(int)</method-signature></deferred-method></attribute>
    <dynamic-attributes>true</dynamic-attributes>
  </tag>
  <tag-file><name>box</name><path>/WEB-INF/tags/b.tag</path></tag-file>
  <function>
    <name>cut</name> <function-class>x.F</function-class>
    <function-signature>java.util.Map&lt;String, int[]> cut( java.lang.String , int [] )</function-signature>
  </function>
</taglib>"#,
    );
    assert_eq!((library.uri.as_str(), library.short_name.as_str()), ("urn:x", "s"));
    let tag = library.tag("each").unwrap();
    assert_eq!(tag.handler, HandlerInfo::Class("x.Each".into()));
    assert_eq!(tag.dynamic_attributes, DynamicAttributes::Handler);
    let attributes: Vec<String> = tag
        .attributes
        .iter()
        .map(|a| format!("{} {} {} {:?} {}", a.name, a.required, a.rtexprvalue, a.kind, a.java_type))
        .collect();
    assert_eq!(
        attributes,
        [
            "items true true Value java.lang.Object",
            "var false false Value java.lang.String",
            "head false true Fragment jakarta.servlet.jsp.tagext.JspFragment",
            "n false true Value int",
            "value false false DeferredValue(\"int\") jakarta.el.ValueExpression",
            "action false false DeferredMethod(\"void go(int)\") jakarta.el.MethodExpression",
        ]
    );
    let [row, var] = tag.variables.as_slice() else { panic!("{:?}", tag.variables) };
    assert_eq!((row.java_type.as_str(), row.declare, row.scope), ("x.Row", true, VariableScope::AtBegin));
    assert_eq!(var.name, VariableName::FromAttribute { attribute: "var".into(), alias: None });
    assert_eq!((var.declare, var.scope), (false, VariableScope::Nested));
    assert_eq!(library.tag("box").unwrap().handler, HandlerInfo::TagFile("/WEB-INF/tags/b.tag".into()));
    let cut = library.function("cut").unwrap();
    assert_eq!((cut.returns.as_str(), cut.method.as_str()), ("java.util.Map<String,int[]>", "cut"));
    assert_eq!(cut.params, ["java.lang.String", "int[]"]);
}

#[test]
fn a_descriptor_of_the_first_days() {
    let library = good(
        r#"<?xml version="1.0"?>
<!DOCTYPE taglib PUBLIC "-//Sun Microsystems, Inc.//DTD JSP Tag Library 1.1//EN" "http://java.sun.com/j2ee/dtds/web-jsptaglibrary_1_1.dtd"
 [ <!ENTITY who "x.Old"> ]>
<taglib><tlibversion>1.0</tlibversion><jspversion>1.1</jspversion><shortname>o</shortname>
<tag><name>old</name><tagclass>&who;</tagclass><bodycontent>TAGDEPENDENT</bodycontent></tag>
<tag><name>plain</name><!-- c --><tagclass>x.<!-- c -->Plain</tagclass></tag></taglib>"#,
    );
    assert_eq!((library.uri.as_str(), library.short_name.as_str()), ("", "o"));
    let tag = library.tag("old").unwrap();
    assert_eq!(
        (&tag.handler, tag.body_content),
        (&HandlerInfo::Class("x.Old".into()), BodyContent::TagDependent)
    );
    let plain = library.tag("plain").unwrap();
    assert_eq!(
        (&plain.handler, plain.body_content),
        (&HandlerInfo::Class("x.Plain".into()), BodyContent::Jsp)
    );
}

#[test]
fn what_is_wrong_is_shown_at_its_place() {
    let (_, diagnostics) = read(
        "/x.tld",
        br#"<taglib>
<tag><name>a</name></tag>
<tag><name>b</name><tag-class>B</tag-class><body-content>none</body-content>
  <attribute><name>x</name><required>maybe</required></attribute>
  <attribute><name>x</name></attribute>
  <variable><scope>NESTED</scope></variable>
</tag>
<tag-file><name>b</name><path>/WEB-INF/tags/b.tag</path></tag-file>
<tag-file><name>c</name><path>/tags/c.tag</path></tag-file>
<function><name>f</name><function-class>F</function-class><function-signature>f(int)</function-signature></function>
</taglib>"#,
    );
    let shown: Vec<String> =
        diagnostics.iter().map(|d| format!("{}:{} {}", d.place.line, d.place.column, d.message)).collect();
    assert_eq!(
        shown,
        [
            "2:1 `tag` needs a `tag-class`",
            "3:44 there is no body-content `none`",
            "4:28 `required` is true or false, not `maybe`",
            "5:3 the tag `b` has two attributes `x`",
            "6:3 a variable has either a `name-given` or a `name-from-attribute`",
            "8:1 there are two tags `b`",
            "9:1 the tag file /tags/c.tag is not under /WEB-INF/tags",
            "10:59 `f(int)` is no signature such as `java.lang.String trim(java.lang.String)`",
        ]
    );
}

#[test]
fn what_is_no_descriptor_is_told() {
    for (bytes, expected) in [
        (b"<taglib>\n <tag></taglib>".as_slice(), "/x.tld:2:7: error[tld/xml]"),
        (b"", "/x.tld:1:1: error[tld/xml]"),
        (b"<web-app/>", "/x.tld:1:1: error[tld/invalid]: the top element is `web-app`"),
        (b"\xFF\xFE<\0x\0", "/x.tld:1:1: error[tld/xml]"),
        (
            b"<?xml version='1.0' encoding='x-no'?><taglib/>",
            "/x.tld:1:1: error[tld/encoding]: the encoding `x-no`",
        ),
        (b"<taglib>\xE9</taglib>", "/x.tld:1:1: error[tld/encoding]: the file is not in UTF-8"),
    ] {
        let (_, diagnostics) = read("/x.tld", bytes);
        let shown = diagnostics.first().map(ToString::to_string).unwrap_or_default();
        assert!(shown.starts_with(expected), "{shown}");
    }
}

#[test]
fn nothing_outside_is_read_and_entities_can_not_explode() {
    let (library, diagnostics) = read(
        "/x.tld",
        b"<!DOCTYPE taglib [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><taglib><uri>&f;</uri></taglib>",
    );
    assert!(library.is_none() || library.unwrap().uri.is_empty(), "{diagnostics:?}");
    let mut bomb = String::from("<!DOCTYPE taglib [<!ENTITY e0 'xxxxxxxxxx'>");
    for n in 1..20 {
        bomb.push_str(&format!("<!ENTITY e{n} '{}'>", format!("&e{};", n - 1).repeat(10)));
    }
    bomb.push_str("]><taglib><uri>&e19;</uri></taglib>");
    let (library, diagnostics) = read("/x.tld", bomb.as_bytes());
    assert!(library.is_none() && diagnostics.len() == 1, "{diagnostics:?}");
}

#[test]
fn versions_are_attributes_or_elements() {
    assert_eq!(version(b"<taglib version='2.1'/>"), Some(2.1));
    assert_eq!(version(b"<taglib><jsp-version> 1.2 </jsp-version></taglib>"), Some(1.2));
    assert_eq!(version(b"<taglib/>"), None);
    assert_eq!(version(b"<taglib"), None);
}

#[test]
fn legacy_encodings_follow_the_prolog() {
    let library = {
        let (library, _) =
            read("/x.tld", b"<?xml version='1.0' encoding=\"ISO-8859-1\"?><taglib><uri>\xE9</uri></taglib>");
        library.unwrap()
    };
    assert_eq!(library.uri, "é");
}

#[test]
fn extensions_that_must_be_understood_make_a_library_invalid() {
    let library = |attribute: &str| {
        format!(
            "<taglib version='2.0'><uri>urn:x</uri><tag><name>t</name><tag-class>x.T</tag-class>\
             <tag-extension namespace='urn:e'><extension-element {attribute}/></tag-extension></tag></taglib>"
        )
    };
    assert_eq!(good(&library("mustUnderstand='false'")).uri, "urn:x");
    let (_, diagnostics) = read("/x.tld", library("mustUnderstand='true'").as_bytes());
    assert_eq!((diagnostics.len(), diagnostics[0].place.column), (1, 84));
}

#[test]
fn classes_of_checks_are_named() {
    let library = good(
        "<taglib><uri>urn:x</uri><validator><validator-class> x.V </validator-class><init-param><param-name>a\
         </param-name><param-value>1</param-value></init-param></validator><tag><name>t</name><tagclass>x.T</tagclass>\
         <teiclass>x.Info</teiclass></tag></taglib>",
    );
    let validator = library.validator.as_ref().unwrap();
    assert_eq!(
        (validator.class.as_str(), validator.params.as_slice()),
        ("x.V", &[("a".into(), "1".into())][..])
    );
    assert_eq!(library.tags[0].extra_class.as_deref(), Some("x.Info"));
}
