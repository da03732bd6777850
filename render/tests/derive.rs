//! The derive macros as a crate outside sees them.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::tags::TagAttributes as _;
use vespid_render::value::Bean;
use vespid_render::value::BeanCell;
use vespid_render::value::Map;
use vespid_render::value::Object;
use vespid_render::value::Str;

#[derive(Bean, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd)]
#[bean(class = "shop.Category", to_string = "label", eq, hash, ord, clone)]
struct Category {
    id: i32,
    name: String,
}

impl Category {
    fn label(&self) -> &str {
        &self.name
    }
}

#[derive(Bean, Default)]
#[bean(
    class = "shop.Product",
    implements("shop.Priced", "java.io.Serializable"),
    getter(premium = "is_premium", label, broken),
    method(discount(percent) = "discounted", discount(percent, least) = "discounted_to", has_tag(tag: &str), touch)
)]
struct Product {
    title: Str,
    unit_price: f64,
    stock: Option<u32>,
    #[bean(rename = "URL")]
    url: String,
    #[bean(readonly)]
    code: &'static str,
    category: Category,
    tags: Arc<Vec<Str>>,
    r#type: char,
    #[bean(skip)]
    secret: std::sync::OnceLock<u8>,
}

impl Product {
    fn is_premium(&self) -> bool {
        self.unit_price > 100.0
    }

    fn label(&self) -> Cow<'_, str> {
        if self.secret.get().is_some() { "touched".into() } else { Cow::Borrowed(&self.title) }
    }

    fn broken(&self) -> Result<i32> {
        Err(Error::illegal_state("no stock list"))
    }

    fn discounted(&self, percent: f64) -> f64 {
        self.unit_price * (100.0 - percent) / 100.0
    }

    fn discounted_to(&self, percent: f64, least: i32) -> Result<f64> {
        if least < 0 {
            return Err(Error::illegal_argument("least is negative"));
        }
        Ok(self.discounted(percent).max(f64::from(least)))
    }

    fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }

    fn touch(&self) {
        let _ = self.secret.set(1);
    }
}

fn product() -> Product {
    Product {
        title: "Mug".into(),
        unit_price: 4.0,
        tags: Arc::new(vec!["blue".into()]),
        code: "M1",
        r#type: 'k',
        category: Category { id: 7, name: "Kitchen".into() },
        ..Product::default()
    }
}

fn get(object: &dyn Object, name: &str) -> Result<Value> {
    object.property(object.class().property(name).expect("a property"))
}

fn set(object: &dyn Object, name: &str, value: Value) -> Result<()> {
    object.set_property(object.class().property(name).expect("a property"), value)
}

#[test]
fn the_class_lists_properties_with_types() {
    let class = Product::bean_class();
    assert_eq!(class.name(), "shop.Product");
    assert!(class.is_a("shop.Priced") && class.is_a("java.io.Serializable"));
    let properties: Vec<(&str, &str, bool)> = class
        .properties()
        .iter()
        .map(|property| (property.name.as_str(), property.java_type.as_str(), property.writable))
        .collect();
    assert_eq!(
        properties,
        [
            ("title", "java.lang.String", true),
            ("unitPrice", "double", true),
            ("stock", "java.lang.Long", true),
            ("URL", "java.lang.String", true),
            ("code", "java.lang.String", false),
            ("category", "shop.Category", true),
            ("tags", "java.lang.Object", true),
            ("type", "char", true),
            ("premium", "boolean", false),
            ("label", "java.lang.String", false),
            ("broken", "int", false),
        ]
    );
    assert!(Category::bean_class().is_a("java.lang.Comparable"));
}

#[test]
fn properties_are_read() {
    let product = product();
    for (name, value) in [
        ("title", Value::str("Mug")),
        ("unitPrice", Value::Double(4.0)),
        ("stock", Value::Null),
        ("code", Value::str("M1")),
        ("type", Value::Char(u16::from(b'k'))),
        ("premium", Value::Bool(false)),
        ("label", Value::str("Mug")),
        ("tags", Value::list([Value::str("blue")])),
    ] {
        assert_eq!(get(&product, name).unwrap(), value, "{name}");
    }
    assert_eq!(get(&product, "category").unwrap().to_string(), "Kitchen");
    assert_eq!(get(&product, "broken").unwrap_err().message(), "no stock list");
    assert_eq!(product.property(11).unwrap_err().class_name(), class::PROPERTY_NOT_FOUND);
    assert_eq!(set(&product, "title", Value::Null).unwrap_err().class_name(), class::PROPERTY_NOT_WRITABLE);
}

#[test]
fn properties_of_a_cell_are_set_with_coercion() {
    let cell = BeanCell::new(product());
    for (name, value, then) in [
        ("title", Value::Int(5), Value::str("5")),
        ("title", Value::Null, Value::str("")),
        ("unitPrice", Value::str("2.5"), Value::Double(2.5)),
        ("stock", Value::str("3"), Value::Long(3)),
        ("stock", Value::Null, Value::Null),
        ("URL", Value::str("/mug"), Value::str("/mug")),
        ("type", Value::str("xyz"), Value::Char(u16::from(b'x'))),
        (
            "category",
            Value::new(Category { id: 1, name: "Garden".into() }),
            Value::new(Category { id: 1, name: "Garden".into() }),
        ),
    ] {
        set(&cell, name, value.clone()).unwrap();
        assert_eq!(get(&cell, name).unwrap(), then, "{name} = {value:?}");
    }
    for (name, value, kind) in [
        ("unitPrice", Value::str("dear"), class::EL),
        ("stock", Value::Int(-1), class::EL),
        ("category", Value::str("x"), class::EL),
        ("code", Value::str("x"), class::PROPERTY_NOT_WRITABLE),
        ("premium", Value::Bool(true), class::PROPERTY_NOT_WRITABLE),
    ] {
        let error = set(&cell, name, value).unwrap_err();
        assert_eq!(error.class_name(), kind, "{name}");
        assert!(error.message().contains(name) && error.message().contains("shop.Product"), "{error}");
    }
}

/// Coercing the bean to text reads it, which a lock held for writing would block for ever.
#[test]
fn a_bean_can_be_coerced_into_its_own_property() {
    let cell = Arc::new(BeanCell::new(Category { id: 1, name: "Garden".into() }));
    let own = Value::object(cell.clone());
    set(&*cell, "name", Value::list([own])).unwrap();
    assert_eq!(get(&*cell, "name").unwrap(), Value::str("[Garden]"));
}

#[test]
fn methods_are_called_by_name_and_number_of_arguments() {
    let product = product();
    let cell = BeanCell::new(self::product());
    for object in [&product as &dyn Object, &cell] {
        for (method, args, result) in [
            ("discount", vec![Value::str("50")], Value::Double(2.0)),
            ("discount", vec![Value::Int(50), Value::Int(3)], Value::Double(3.0)),
            ("hasTag", vec![Value::str("blue")], Value::Bool(true)),
            ("hasTag", vec![Value::Null], Value::Bool(false)),
        ] {
            assert_eq!(object.call(method, &args).unwrap(), Some(result), "{method} {args:?}");
        }
        assert_eq!(object.call("discounted", &[Value::Int(1)]).unwrap(), None);
        assert_eq!(object.call("touch", &[]).unwrap(), Some(Value::Null));
        assert_eq!(get(object, "label").unwrap(), Value::str("touched"));
        let error = object.call("discount", &[]).unwrap_err();
        assert_eq!(error.class_name(), class::ILLEGAL_ARGUMENT);
        assert!(error.message().contains("discount(percent) or discount(percent, least)"), "{error}");
        let error = object.call("discount", &[Value::str("x")]).unwrap_err();
        assert_eq!(error.class_name(), class::EL);
        assert!(error.message().contains("percent"), "{error}");
        let error = object.call("discount", &[Value::Int(1), Value::Int(-1)]).unwrap_err();
        assert_eq!(error.message(), "least is negative");
    }
}

#[test]
fn text_equality_and_order_come_from_the_struct() {
    let category = |id: i32| Category { id, name: "Garden".into() };
    for make in [|category| Value::new(category), BeanCell::value as fn(Category) -> Value] {
        let (one, same, two) = (make(category(1)), make(category(1)), make(category(2)));
        assert_eq!(one.to_string(), "Garden");
        assert!(one == same && one != two);
        let hash = |value: &Value| value.as_object().unwrap().hash_code();
        assert_eq!(hash(&one), hash(&same));
        assert_eq!(one.as_object().unwrap().compare(&two), Some(Ordering::Less));
        assert_eq!(one.as_object().unwrap().compare(&one), Some(Ordering::Equal));
        assert_eq!(one.as_object().unwrap().compare(&Value::Int(1)), None);
    }
    let plain = Value::new(product());
    assert!(plain.to_string().starts_with("shop.Product@"), "{plain}");
    assert_ne!(plain, Value::new(product()));
}

#[derive(Bean, Default)]
struct Bare {}

#[test]
fn a_bean_needs_no_options() {
    assert_eq!(Bare::bean_class().name(), "Bare");
    assert!(Bare {}.property(0).is_err());
    assert_eq!(Bare {}.call("x", &[]).unwrap(), None);
}

#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.EachTag")]
struct Each {
    #[attribute(required)]
    items: Value,
    #[attribute(name = "var")]
    variable: Option<Str>,
    #[attribute]
    max_count: i32,
    #[attribute(fragment)]
    empty: Value,
    #[attribute(dynamic)]
    others: Vec<(Str, Value)>,
    position: usize,
}

#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.PlainTag")]
struct Plain {
    #[attribute(dynamic)]
    others: Map,
}

#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.StrictTag")]
struct Strict {}

#[derive(Default, vespid_render::Tag)]
#[tag(class = "shop.IdTag")]
struct Id {
    #[attribute(jsp_id)]
    id: Str,
}

impl vespid_render::tags::Tag for Id {
    fn start(
        &mut self,
        page: &mut vespid_render::machine::TagContext<'_>,
    ) -> vespid_render::Result<vespid_render::tags::Start> {
        page.write_str(&self.id)?;
        Ok(vespid_render::tags::Start::EvalBody)
    }
}

#[tokio::test]
async fn a_tag_knows_its_id() {
    let descriptor = "<taglib version='4.1'><uri>urn:i</uri><tag><name>i</name><tag-class>shop.IdTag</tag-class>\
                      <body-content>JSP</body-content></tag></taglib>";
    let page = "<%@ taglib prefix='i' uri='urn:i' %><%@ taglib prefix='c' uri='jakarta.tags.core' %>\
                <c:forEach begin='1' end='2'><i:i/> <i:i></i:i> </c:forEach>";
    let files: vespid_render::resources::MemoryResources =
        [("/WEB-INF/i.tld", descriptor), ("/a.jsp", page)].into_iter().collect();
    let mut registry = vespid_render::registry::Registry::new();
    registry.tag::<Id>();
    let application = vespid_render::application::Application::builder(std::sync::Arc::new(files))
        .registry(registry)
        .build();
    let mut all = Vec::new();
    for _ in 0..2 {
        let exchange = vespid_render::context::Exchange::builder(application.clone()).build();
        all.push(application.render_to_string("/a.jsp", exchange).await.unwrap());
    }
    let ids: Vec<&str> = all[0].split_whitespace().collect();
    assert_eq!(ids.len(), 4, "{ids:?}");
    assert!(ids.iter().all(|id| id.starts_with("jsp_")));
    assert_eq!((ids[0], ids[1]), (ids[2], ids[3]), "a place has one id");
    assert_ne!(ids[0], ids[1]);
    assert_eq!(all[0], all[1], "for every request");
}

#[test]
fn a_tag_describes_its_attributes() {
    assert_eq!(Each::tag_class(), "shop.EachTag");
    let attributes: Vec<_> = Each::attributes()
        .iter()
        .map(|attribute| (attribute.name, attribute.java_type, attribute.required, attribute.fragment))
        .collect();
    assert_eq!(
        attributes,
        [
            ("items", "java.lang.Object", true, false),
            ("var", "java.lang.String", false, false),
            ("maxCount", "int", false, false),
            ("empty", "jakarta.servlet.jsp.tagext.JspFragment", false, true),
        ]
    );
}

#[test]
fn a_tag_takes_attributes() {
    let mut each = Each { position: 3, ..Each::default() };
    each.set_attribute(0, &mut Value::list([])).unwrap();
    each.set_attribute(1, &mut Value::str("item")).unwrap();
    each.set_attribute(2, &mut Value::str("12")).unwrap();
    each.set_attribute(3, &mut Value::Bool(true)).unwrap();
    each.set_dynamic_attribute("class", Value::str("wide")).unwrap();
    assert_eq!(
        (each.items.to_string().as_str(), each.variable.as_deref(), each.max_count),
        ("[]", Some("item"), 12)
    );
    assert_eq!(
        (&each.empty, each.others.as_slice(), each.position),
        (&Value::Bool(true), &[("class".into(), Value::str("wide"))][..], 3)
    );
    assert_eq!(each.set_attribute(2, &mut Value::str("many")).unwrap_err().class_name(), class::EL);
    assert!(each.set_attribute(4, &mut Value::Null).is_err());

    let mut plain = Plain::default();
    plain.set_dynamic_attribute("x", Value::Int(1)).unwrap();
    assert!(plain.set_attribute(0, &mut Value::Null).is_err());
    assert_eq!(Value::new(std::mem::take(&mut plain.others)).to_string(), "{x=1}");
    assert_eq!(
        Strict::default().set_dynamic_attribute("x", Value::Null).unwrap_err().class_name(),
        class::JSP
    );
}
