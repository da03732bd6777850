//! A library whose validator wants the XML view of a page to be well-formed, and every element of it to have its id.

use vespid_render::registry::Registry;
use vespid_render::tags::PageData;
use vespid_render::tags::TagLibraryValidator;
use vespid_render::tags::ValidationMessage;

pub const DESCRIPTOR: &str = "<taglib version='2.1'><uri>urn:v</uri><validator><validator-class>fuzz.V</validator-class>\
                              </validator></taglib>";

struct WellFormed;

impl TagLibraryValidator for WellFormed {
    fn validate(&self, page: &PageData<'_>) -> Vec<ValidationMessage> {
        let document = roxmltree::Document::parse(page.xml).expect("the view is well-formed");
        let elements = document.descendants().filter(roxmltree::Node::is_element);
        let jsp = "http://java.sun.com/JSP/Page";
        for (number, element) in elements.enumerate() {
            assert_eq!(element.attribute((jsp, "id")), Some(number.to_string().as_str()));
        }
        vec![ValidationMessage::new("seen").at("1")]
    }
}

pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.validator("fuzz.V", WellFormed);
    registry
}
