//! The validators of Jakarta Tags (Jakarta Tags 3.1, chapter 15 "Tag Library Validators"), for descriptors to name.

use roxmltree::Document;
use roxmltree::Node;

use super::PageData;
use super::TagLibraryValidator;
use super::ValidationMessage;
use crate::registry::Registry;

const JSP: &str = "http://java.sun.com/JSP/Page";

/// Registers them under their current class names and the older ones.
pub(crate) fn register(registry: &mut Registry) {
    for package in ["jakarta.servlet.jsp.jstl.tlv", "javax.servlet.jsp.jstl.tlv"] {
        registry.validator(&format!("{package}.ScriptFreeTLV"), ScriptFree);
        registry.validator(&format!("{package}.PermittedTaglibsTLV"), PermittedTaglibs);
    }
}

fn read<'a>(page: &PageData<'a>) -> Option<Document<'a>> {
    Document::parse(page.xml).ok()
}

fn message(element: Node<'_, '_>, text: String) -> ValidationMessage {
    let message = ValidationMessage::new(text);
    match element.attribute((JSP, "id")) {
        Some(id) => message.at(id),
        None => message,
    }
}

/// No scripting but what the parameters `allowDeclarations`, `allowScriptlets`, `allowExpressions` and
/// `allowRTExpressions` allow.
struct ScriptFree;

impl TagLibraryValidator for ScriptFree {
    fn validate(&self, page: &PageData<'_>) -> Vec<ValidationMessage> {
        let allows =
            |what: &str| page.param(what).is_some_and(|value| value.trim().eq_ignore_ascii_case("true"));
        let Some(document) = read(page) else { return Vec::new() };
        let mut found = Vec::new();
        for element in document.descendants().filter(Node::is_element) {
            let (name, allowed) = match element.tag_name().name() {
                "declaration" => ("declarations", allows("allowDeclarations")),
                "scriptlet" => ("scriptlets", allows("allowScriptlets")),
                "expression" => ("expressions", allows("allowExpressions")),
                _ => ("", true),
            };
            if !allowed && element.tag_name().namespace() == Some(JSP) {
                found.push(message(element, format!("{name} are not allowed in this page")));
            }
            let computed = |value: &str| value.starts_with("%=") && value.ends_with('%');
            if !allows("allowRTExpressions") && element.attributes().any(|it| computed(it.value())) {
                found.push(message(element, "expressions in attributes are not allowed in this page".into()));
            }
        }
        found
    }
}

/// No tag libraries but those that the parameter `permittedTaglibs` lists, and the one with the validator.
struct PermittedTaglibs;

impl TagLibraryValidator for PermittedTaglibs {
    fn validate(&self, page: &PageData<'_>) -> Vec<ValidationMessage> {
        let Some(document) = read(page) else { return Vec::new() };
        let permitted: Vec<&str> = page
            .param("permittedTaglibs")
            .unwrap_or_default()
            .split_whitespace()
            .chain([JSP, page.uri])
            .collect();
        let root = document.root_element();
        let libraries = root.namespaces().map(roxmltree::Namespace::uri);
        libraries
            .filter(|uri| !uri.starts_with("http://www.w3.org/") && !permitted.contains(uri))
            .map(|uri| {
                let user = root.descendants().find(|node| node.tag_name().namespace() == Some(uri));
                message(user.unwrap_or(root), format!("the tag library {uri} is not permitted in this page"))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Str;

    fn found(
        validator: &dyn TagLibraryValidator,
        params: &[(&str, &str)],
        inner: &str,
    ) -> Vec<(String, String)> {
        let xml = format!(
            "<jsp:root xmlns:jsp='{JSP}' xmlns:c='jakarta.tags.core' xmlns:x='urn:x' xmlns:own='urn:own' \
             version='2.0' jsp:id='0'>{inner}</jsp:root>"
        );
        let params: Vec<(Str, Str)> =
            params.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let page = PageData { prefix: "own", uri: "urn:own", path: "/a.jsp", params: &params, xml: &xml };
        let messages = validator.validate(&page);
        messages
            .into_iter()
            .map(|it| (it.id.unwrap_or_default().to_string(), it.message.to_string()))
            .collect()
    }

    #[test]
    fn scripting_is_allowed_by_kind() {
        let page = "<jsp:scriptlet jsp:id='1'>a</jsp:scriptlet><c:if test='%= b %' jsp:id='2'/>\
                    <c:if test='100%' jsp:id='3'/><jsp:expression jsp:id='4'>c</jsp:expression>";
        let ids = |params: &[(&str, &str)]| {
            let found = found(&ScriptFree, params, page);
            found.into_iter().map(|(id, _)| id).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(ids(&[]), "1 2 4");
        assert_eq!(ids(&[("allowScriptlets", "true"), ("allowRTExpressions", " TRUE ")]), "4");
        assert_eq!(ids(&[("allowExpressions", "true"), ("allowDeclarations", "true")]), "1 2");
    }

    #[test]
    fn libraries_are_permitted_by_their_uris() {
        let page = "<c:if jsp:id='1'/><x:y jsp:id='2'/>";
        let all = [("permittedTaglibs", "jakarta.tags.core\n urn:x")];
        assert!(found(&PermittedTaglibs, &all, page).is_empty());
        assert_eq!(
            found(&PermittedTaglibs, &[("permittedTaglibs", "jakarta.tags.core")], page),
            [("2".to_owned(), "the tag library urn:x is not permitted in this page".to_owned())]
        );
    }
}
