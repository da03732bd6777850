//! What the deployment descriptor says of pages: `jsp-config` (Pages 4.1, chapter 3).

use crate::syntax::PageSettings;
use crate::value::Str;

/// The `jsp-config` of a web application.
#[derive(Clone, Debug, Default)]
pub struct PageConfig {
    /// `taglib` elements: URI and the context-relative path of the descriptor.
    pub taglibs: Vec<(Str, Str)>,
    /// `jsp-property-group` elements, in order.
    pub groups: Vec<PropertyGroup>,
    /// What goes for all pages of which no group says anything else: it depends on the version of the descriptor.
    pub defaults: PageSettings,
}

/// One `jsp-property-group`.
#[derive(Clone, Debug, Default)]
pub struct PropertyGroup {
    /// `url-pattern`s
    pub url_patterns: Vec<Str>,
    /// What the parser needs of it.
    pub settings: PageSettings,
    /// `default-content-type`
    pub default_content_type: Option<Str>,
    /// `buffer` in bytes; 0 is "none".
    pub buffer_bytes: Option<usize>,
    /// `error-on-el-not-found`
    pub error_on_el_not_found: Option<bool>,
}

impl PageConfig {
    /// What all matching groups say of a page: the most specific pattern wins for each element; preludes and codas of
    /// all matching groups add up (Pages 4.1, 3.3.1 and Servlet 6.1, 12.1).
    pub fn group_for(&self, path: &str) -> PropertyGroup {
        let mut matching: Vec<(Rank, &PropertyGroup)> = self
            .groups
            .iter()
            .filter_map(|group| {
                let rank = group.url_patterns.iter().filter_map(|pattern| rank(pattern, path)).max()?;
                Some((rank, group))
            })
            .collect();
        let mut merged = PropertyGroup::default();
        for (_, group) in &matching {
            merged.settings.preludes.extend(group.settings.preludes.iter().cloned());
            merged.settings.codas.extend(group.settings.codas.iter().cloned());
        }
        matching.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        let last = PropertyGroup { settings: self.defaults.clone(), ..PropertyGroup::default() };
        for group in matching.into_iter().map(|(_, group)| group).chain([&last]) {
            let (to, from) = (&mut merged.settings, &group.settings);
            to.el_ignored = to.el_ignored.or(from.el_ignored);
            to.scripting_invalid = to.scripting_invalid.or(from.scripting_invalid);
            to.page_encoding = to.page_encoding.take().or_else(|| from.page_encoding.clone());
            to.is_xml = to.is_xml.or(from.is_xml);
            to.deferred_syntax_allowed_as_literal =
                to.deferred_syntax_allowed_as_literal.or(from.deferred_syntax_allowed_as_literal);
            to.trim_directive_whitespaces = to.trim_directive_whitespaces.or(from.trim_directive_whitespaces);
            to.error_on_undeclared_namespace =
                to.error_on_undeclared_namespace.or(from.error_on_undeclared_namespace);
            merged.default_content_type =
                merged.default_content_type.take().or_else(|| group.default_content_type.clone());
            merged.buffer_bytes = merged.buffer_bytes.or(group.buffer_bytes);
            merged.error_on_el_not_found = merged.error_on_el_not_found.or(group.error_on_el_not_found);
        }
        merged
    }
}

/// How specific a match is: exact before the longest prefix before an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Extension,
    Prefix(usize),
    Exact,
}

fn rank(pattern: &str, path: &str) -> Option<Rank> {
    if pattern == path {
        return Some(Rank::Exact);
    }
    if let Some(prefix) = pattern.strip_suffix("/*") {
        let rest = path.strip_prefix(prefix)?;
        return (rest.is_empty() || rest.starts_with('/')).then_some(Rank::Prefix(prefix.len()));
    }
    let extension = pattern.strip_prefix("*.")?;
    let (_, own) = path.rsplit_once('.')?;
    (own == extension).then_some(Rank::Extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(patterns: &[&str], el_ignored: Option<bool>, prelude: &str) -> PropertyGroup {
        PropertyGroup {
            url_patterns: patterns.iter().map(|p| Str::from(*p)).collect(),
            settings: PageSettings { el_ignored, preludes: vec![prelude.into()], ..PageSettings::default() },
            ..PropertyGroup::default()
        }
    }

    #[test]
    fn the_most_specific_pattern_wins_and_preludes_add_up() {
        let config = PageConfig {
            taglibs: Vec::new(),
            defaults: PageSettings { el_ignored: Some(true), is_xml: Some(false), ..PageSettings::default() },
            groups: vec![
                group(&["*.jsp"], Some(true), "/a"),
                group(&["/x/*"], Some(false), "/b"),
                group(&["/y/*"], Some(true), "/c"),
                group(&["/x/p.jsp"], None, "/d"),
            ],
        };
        let found = config.group_for("/x/p.jsp");
        assert_eq!(found.settings.el_ignored, Some(false));
        assert_eq!(found.settings.preludes, ["/a", "/b", "/d"]);
        assert_eq!(found.settings.is_xml, Some(false));
        assert_eq!(config.group_for("/p.html").settings, config.defaults);
    }
}
