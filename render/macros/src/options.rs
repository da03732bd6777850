//! Reading attributes, common to both derives.

use std::fmt::Display;

use proc_macro2::Span;
use syn::Data;
use syn::DeriveInput;
use syn::Error;
use syn::Field;
use syn::Fields;
use syn::LitStr;
use syn::Result;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned as _;

/// The named fields of a plain struct without generics.
pub(crate) fn fields<'a>(input: &'a DeriveInput, derive: &str) -> Result<Vec<&'a Field>> {
    if !input.generics.params.is_empty() {
        let message = format!(
            "`{derive}` can't be derived for a generic struct: a Java class name stands for one type"
        );
        return Err(Error::new(input.generics.span(), message));
    }
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(fields.named.iter().collect()),
            Fields::Unit => Ok(Vec::new()),
            Fields::Unnamed(fields) => {
                let message = format!("`{derive}` needs named fields: their names are what pages use");
                Err(Error::new(fields.span(), message))
            }
        },
        Data::Enum(data) => Err(only_structs(data.enum_token.span, derive)),
        Data::Union(data) => Err(only_structs(data.union_token.span, derive)),
    }
}

fn only_structs(span: Span, derive: &str) -> Error {
    Error::new(span, format!("`{derive}` can be derived for structs only"))
}

/// Sets an option, which may stand once only.
pub(crate) fn once<T>(option: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>) -> Result<()> {
    if option.replace(value).is_some() {
        return Err(meta.error("this stands twice"));
    }
    Ok(())
}

/// The text in `name = "text"`, which may not be empty.
pub(crate) fn text(meta: &ParseNestedMeta<'_>) -> Result<LitStr> {
    let text: LitStr = meta.value()?.parse()?;
    if text.value().trim().is_empty() {
        return Err(Error::new(text.span(), "this may not be empty"));
    }
    Ok(text)
}

/// Names and where they stand; each may stand once.
#[derive(Default)]
pub(crate) struct Names(Vec<(String, Span)>);

impl Names {
    pub(crate) fn add(&mut self, name: &str, span: Span, what: impl Display) -> Result<()> {
        if let Some((_, first)) = self.0.iter().find(|(known, _)| known == name) {
            let mut error = Error::new(span, format!("{what} '{name}' is there already"));
            error.combine(Error::new(*first, "it is first here"));
            return Err(error);
        }
        self.0.push((name.to_owned(), span));
        Ok(())
    }
}
