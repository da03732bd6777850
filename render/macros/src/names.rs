//! Rust names as Java names.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;

/// `unit_price` as `unitPrice`; `r#type` as `type`, `_id` as `id`.
pub(crate) fn camel_case(ident: &Ident) -> String {
    let snake = ident.unraw().to_string();
    let mut camel = String::with_capacity(snake.len());
    for word in snake.split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if !camel.is_empty() => camel.extend(first.to_uppercase()),
            Some(first) => camel.push(first),
            None => {}
        }
        camel.extend(letters);
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_camel_case() {
        for (rust, java) in [
            ("title", "title"),
            ("unit_price", "unitPrice"),
            ("a_b_c", "aBC"),
            ("_id", "id"),
            ("line_2", "line2"),
            ("x__y", "xY"),
        ] {
            assert_eq!(camel_case(&Ident::new(rust, proc_macro2::Span::call_site())), java);
        }
        assert_eq!(camel_case(&Ident::new_raw("type", proc_macro2::Span::call_site())), "type");
    }
}
