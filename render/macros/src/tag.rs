//! `#[derive(Tag)]`.

use proc_macro2::Ident;
use proc_macro2::TokenStream;
use quote::quote;
use quote::quote_spanned;
use syn::DeriveInput;
use syn::Error;
use syn::Field;
use syn::LitStr;
use syn::Meta;
use syn::Result;
use syn::spanned::Spanned as _;

use crate::names::camel_case;
use crate::options;
use crate::options::Names;

/// What stands in `#[attribute(…)]` on a field.
#[derive(Default)]
struct Options {
    name: Option<LitStr>,
    required: Option<()>,
    fragment: Option<()>,
    dynamic: Option<()>,
    jsp_id: Option<()>,
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let class = class(input)?;
    let tag = &input.ident;

    let mut names = Names::default();
    let mut descriptions = Vec::new();
    let mut setters = Vec::new();
    let mut dynamic: Option<(&Ident, &Field)> = None;
    for field in options::fields(input, "Tag")? {
        let Some(ident) = &field.ident else { continue };
        let Some(options) = attribute(field)? else { continue };
        if options.dynamic.is_some() {
            if dynamic.replace((ident, field)).is_some() {
                return Err(Error::new(ident.span(), "another field takes the dynamic attributes already"));
            }
            continue;
        }
        let name = options.name.as_ref().map_or_else(|| camel_case(ident), LitStr::value);
        let span = options.name.as_ref().map_or_else(|| ident.span(), LitStr::span);
        names.add(&name, span, "the attribute")?;
        let (ty, index) = (&field.ty, setters.len());
        let (required, fragment) = (options.required.is_some(), options.fragment.is_some());
        let jsp_id = options.jsp_id.is_some();
        let java_type = if fragment {
            quote!("jakarta.servlet.jsp.tagext.JspFragment")
        } else {
            quote_spanned!(ty.span()=> <#ty as ::vespid_render::value::FromValue<'_>>::JAVA_TYPE)
        };
        descriptions.push(quote! {
            ::vespid_render::tags::TagAttribute {
                name: #name,
                java_type: #java_type,
                required: #required,
                fragment: #fragment,
                jsp_id: #jsp_id,
            }
        });
        let coerced = quote_spanned! {ty.span()=>
            <#ty as ::vespid_render::value::FromValue<'_>>::take_from(value)?
        };
        setters.push(quote!(#index => self.#ident = #coerced,));
    }

    let set_dynamic = dynamic.map(|(ident, field)| {
        let extend = quote_spanned! {field.ty.span()=>
            ::std::iter::Extend::extend(
                &mut self.#ident,
                [(<::vespid_render::value::Str as ::std::convert::From<&str>>::from(name), value)],
            )
        };
        quote! {
            fn set_dynamic_attribute(
                &mut self,
                name: &str,
                value: ::vespid_render::Value,
            ) -> ::vespid_render::Result<()> {
                #extend;
                ::std::result::Result::Ok(())
            }
        }
    });

    Ok(quote! {
        #[automatically_derived]
        impl ::vespid_render::tags::TagAttributes for #tag {
            fn tag_class() -> &'static str {
                #class
            }

            fn attributes() -> &'static [::vespid_render::tags::TagAttribute] {
                const ATTRIBUTES: &[::vespid_render::tags::TagAttribute] = &[#(#descriptions),*];
                ATTRIBUTES
            }

            #[inline]
            #[inline]
            fn set_attribute(
                &mut self,
                index: usize,
                value: &mut ::vespid_render::Value,
            ) -> ::vespid_render::Result<()> {
                match index {
                    #(#setters)*
                    _ => {
                        let _ = value;
                        return ::std::result::Result::Err(::vespid_render::Error::jsp(::std::format!(
                            "the tag {} has no attribute number {index}", #class
                        )));
                    }
                }
                #[allow(unreachable_code)]
                ::std::result::Result::Ok(())
            }

            #set_dynamic
        }
    })
}

/// The class name in `#[tag(class = "…")]`.
fn class(input: &DeriveInput) -> Result<LitStr> {
    let mut class = None;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("tag")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("class") {
                return options::once(&mut class, options::text(&meta)?, &meta);
            }
            Err(meta.error("expected `class`"))
        })?;
    }
    class.ok_or_else(|| {
        let message =
            "a tag needs `#[tag(class = \"shop.EachTag\")]`: the name that descriptors give its handler";
        Error::new(input.ident.span(), message)
    })
}

/// Reads `#[attribute]`; `None`: the field is the handler's own.
fn attribute(field: &Field) -> Result<Option<Options>> {
    let mut found: Option<Options> = None;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("attribute")) {
        let options = found.get_or_insert_default();
        if matches!(attribute.meta, Meta::Path(_)) {
            continue;
        }
        attribute.parse_nested_meta(|meta| match meta.path.get_ident().map(Ident::to_string).as_deref() {
            Some("name") => options::once(&mut options.name, options::text(&meta)?, &meta),
            Some("required") => options::once(&mut options.required, (), &meta),
            Some("fragment") => options::once(&mut options.fragment, (), &meta),
            Some("dynamic") => options::once(&mut options.dynamic, (), &meta),
            Some("jsp_id") => options::once(&mut options.jsp_id, (), &meta),
            _ => Err(meta.error("expected `name`, `required`, `fragment`, `dynamic` or `jsp_id`")),
        })?;
        let Options { name, required, fragment, dynamic, jsp_id } = &*options;
        let alone = dynamic.map(|()| "dynamic").or(jsp_id.map(|()| "jsp_id"));
        if let Some(alone) = alone
            && (name.is_some() || required.is_some() || fragment.is_some() || dynamic.and(*jsp_id).is_some())
        {
            return Err(Error::new(attribute.span(), format!("`{alone}` stands alone")));
        }
    }
    Ok(found)
}
