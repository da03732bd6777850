//! `#[derive(Bean)]`.

use proc_macro2::Ident;
use proc_macro2::Span;
use proc_macro2::TokenStream;
use quote::format_ident;
use quote::quote;
use quote::quote_spanned;
use syn::DeriveInput;
use syn::Error;
use syn::LitStr;
use syn::Result;
use syn::Token;
use syn::Type;
use syn::ext::IdentExt as _;
use syn::parenthesized;
use syn::parse::Parse;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;

use crate::names::camel_case;
use crate::options;
use crate::options::Names;

/// What stands in `#[bean(…)]` on the struct.
#[derive(Default)]
struct Options {
    class: Option<LitStr>,
    supers: Vec<LitStr>,
    getters: Vec<Member>,
    methods: Vec<Member>,
    to_string: Option<Text>,
    eq: Option<Span>,
    hash: Option<Span>,
    ord: Option<Span>,
    clone: Option<Span>,
}

/// Where Java's `toString` comes from.
enum Text {
    Display(Span),
    Method(Ident),
}

/// A getter or method: `java(parameters) = "rust"`.
struct Member {
    name: String,
    span: Span,
    rust: Ident,
    parameters: Vec<Parameter>,
}

/// A parameter of a method: its name for messages, and `&str` where the method wants one.
struct Parameter {
    name: Ident,
    borrowed: Option<Span>,
}

impl Parse for Parameter {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.call(Ident::parse_any)?;
        if !input.peek(Token![:]) {
            return Ok(Parameter { name, borrowed: None });
        }
        input.parse::<Token![:]>()?;
        let ty: Type = input.parse()?;
        match &ty {
            Type::Reference(reference) if matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str")) => {
                Ok(Parameter { name, borrowed: Some(ty.span()) })
            }
            _ => Err(Error::new(
                ty.span(),
                "only `&str` is written out; other types are known from the method",
            )),
        }
    }
}

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let mut parameters = Vec::new();
        if input.peek(syn::token::Paren) {
            let list;
            parenthesized!(list in input);
            parameters.extend(Punctuated::<Parameter, Token![,]>::parse_terminated(&list)?);
        }
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let rust: LitStr = input.parse()?;
            return Ok(Member {
                name: name.unraw().to_string(),
                span: name.span(),
                rust: rust.parse()?,
                parameters,
            });
        }
        Ok(Member { name: camel_case(&name), span: name.span(), rust: name, parameters })
    }
}

/// One property: a field or a getter.
struct Property<'a> {
    name: String,
    span: Span,
    source: Source<'a>,
}

enum Source<'a> {
    Field { ident: &'a Ident, ty: &'a Type, readonly: bool },
    Getter(&'a Ident),
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let options = container(input)?;
    let properties = properties(input, &options)?;

    let bean = &input.ident;
    let own_name = bean.unraw().to_string();
    let class = options.class.as_ref().map_or_else(|| quote!(#own_name), |class| quote!(#class));
    let mut supers: Vec<TokenStream> = options.supers.iter().map(|name| quote!(#name)).collect();
    if options.ord.is_some() {
        supers.push(quote!("java.lang.Comparable"));
    }

    let descriptions = properties.iter().map(|property| property.description(bean));
    let getters = properties.iter().enumerate().map(|(index, property)| property.getter(index));
    let writers = properties.iter().enumerate().filter_map(|(index, property)| property.writer(index));
    let objects = properties.iter().enumerate().filter_map(|(index, property)| property.object(index));
    let setters = properties.iter().enumerate().filter_map(|(index, property)| property.setter(index));
    let invoke = invoke(&options.methods)?;
    let (bean_relations, object_relations) = relations(&options);
    let by_value = options.clone.map(|span| by_value(bean, &class, span));

    Ok(quote! {
        #[automatically_derived]
        impl ::vespid_render::value::Bean for #bean {
            #[inline]
            fn class_cell() -> &'static ::vespid_render::value::ClassCell {
                static CLASS: ::vespid_render::value::ClassCell = ::vespid_render::value::ClassCell::new();
                &CLASS
            }

            fn bean_class() -> &'static ::vespid_render::value::Class {
                <Self as ::vespid_render::value::Bean>::class_cell().get_or_init(|| {
                    ::vespid_render::value::Class::with_properties(
                        #class,
                        &[#(#supers),*],
                        ::std::vec![#(#descriptions),*],
                    )
                })
            }

            #[inline]
            fn get(&self, index: usize) -> ::vespid_render::Result<::vespid_render::Value> {
                match index {
                    #(#getters)*
                    _ => ::std::result::Result::Err(::vespid_render::value::no_property::<Self>(index)),
                }
            }

            #[inline]
            fn write(
                &self,
                index: usize,
                out: &mut ::vespid_render::TextSink<'_>,
            ) -> ::vespid_render::Result<()> {
                match index {
                    #(#writers)*
                    _ => out.write_value(&<Self as ::vespid_render::value::Bean>::get(self, index)?),
                }
            }

            #[inline]
            fn object(&self, index: usize) -> ::std::option::Option<&dyn ::vespid_render::value::Object> {
                match index {
                    #(#objects)*
                    _ => ::std::option::Option::None,
                }
            }

            fn change(
                index: usize,
                value: &::vespid_render::Value,
            ) -> ::vespid_render::Result<::vespid_render::value::Change<Self>> {
                match index {
                    #(#setters)*
                    _ => {
                        let _ = value;
                        ::std::result::Result::Err(::vespid_render::value::not_writable::<Self>(index))
                    }
                }
            }

            #invoke
            #bean_relations
        }

        #[automatically_derived]
        impl ::vespid_render::value::Object for #bean {
            fn class(&self) -> &::vespid_render::value::Class {
                <Self as ::vespid_render::value::Bean>::bean_class()
            }

            fn as_any(&self) -> &dyn ::std::any::Any {
                self
            }

            #[inline]
            fn property(&self, index: usize) -> ::vespid_render::Result<::vespid_render::Value> {
                <Self as ::vespid_render::value::Bean>::get(self, index)
            }

            fn member(
                &self,
                member: ::vespid_render::value::Member,
            ) -> ::std::option::Option<::vespid_render::Result<::vespid_render::Value>> {
                let index = <Self as ::vespid_render::value::Bean>::class_cell().index(member)?;
                ::std::option::Option::Some(<Self as ::vespid_render::value::Bean>::get(self, index))
            }

            fn write_member(
                &self,
                member: ::vespid_render::value::Member,
                out: &mut ::vespid_render::TextSink<'_>,
            ) -> ::std::option::Option<::vespid_render::Result<()>> {
                let index = <Self as ::vespid_render::value::Bean>::class_cell().index(member)?;
                ::std::option::Option::Some(<Self as ::vespid_render::value::Bean>::write(self, index, out))
            }

            fn member_object(
                &self,
                member: ::vespid_render::value::Member,
            ) -> ::std::option::Option<&dyn ::vespid_render::value::Object> {
                let index = <Self as ::vespid_render::value::Bean>::class_cell().index(member)?;
                <Self as ::vespid_render::value::Bean>::object(self, index)
            }

            fn call(
                &self,
                method: &str,
                args: &[::vespid_render::Value],
            ) -> ::vespid_render::Result<::std::option::Option<::vespid_render::Value>> {
                <Self as ::vespid_render::value::Bean>::invoke(self, method, args)
            }

            #object_relations
        }

        #by_value
    })
}

/// Reads `#[bean(…)]` on the struct.
fn container(input: &DeriveInput) -> Result<Options> {
    let mut options = Options::default();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("bean")) {
        attribute.parse_nested_meta(|meta| {
            let list = |meta: &syn::meta::ParseNestedMeta<'_>| -> Result<Punctuated<Member, Token![,]>> {
                let members;
                parenthesized!(members in meta.input);
                Punctuated::parse_terminated(&members)
            };
            let span = meta.path.span();
            match meta.path.get_ident().map(Ident::to_string).as_deref() {
                Some("class") => options::once(&mut options.class, options::text(&meta)?, &meta),
                Some("implements") => {
                    let names;
                    parenthesized!(names in meta.input);
                    options.supers.extend(Punctuated::<LitStr, Token![,]>::parse_terminated(&names)?);
                    Ok(())
                }
                Some("getter") => {
                    options.getters.extend(list(&meta)?);
                    Ok(())
                }
                Some("method") => {
                    options.methods.extend(list(&meta)?);
                    Ok(())
                }
                Some("to_string") => {
                    let method = options::text(&meta)?.parse()?;
                    options::once(&mut options.to_string, Text::Method(method), &meta)
                }
                Some("display") => options::once(&mut options.to_string, Text::Display(span), &meta),
                Some("eq") => options::once(&mut options.eq, span, &meta),
                Some("hash") => options::once(&mut options.hash, span, &meta),
                Some("ord") => options::once(&mut options.ord, span, &meta),
                Some("clone") => options::once(&mut options.clone, span, &meta),
                _ => Err(meta.error(
                    "expected `class`, `implements`, `getter`, `method`, `to_string`, `display`, `eq`, `hash`, `ord` \
                     or `clone`",
                )),
            }
        })?;
    }
    match (options.hash, options.eq) {
        (Some(hash), None) => {
            Err(Error::new(hash, "`hash` goes with `eq`: Java's hashCode must agree with equals"))
        }
        _ => Ok(options),
    }
}

/// The properties: fields in their order, then getters.
fn properties<'a>(input: &'a DeriveInput, options: &'a Options) -> Result<Vec<Property<'a>>> {
    let mut names = Names::default();
    let mut properties = Vec::new();
    for field in options::fields(input, "Bean")? {
        let Some(ident) = &field.ident else { continue };
        let (mut rename, mut readonly, mut skip) = (None, None, None);
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("bean")) {
            attribute.parse_nested_meta(|meta| {
                match meta.path.get_ident().map(Ident::to_string).as_deref() {
                    Some("rename") => options::once(&mut rename, options::text(&meta)?, &meta),
                    Some("readonly") => options::once(&mut readonly, (), &meta),
                    Some("skip") => options::once(&mut skip, (), &meta),
                    _ => Err(meta.error("expected `rename`, `readonly` or `skip`")),
                }
            })?;
        }
        if skip.is_some() {
            continue;
        }
        let name = rename.as_ref().map_or_else(|| camel_case(ident), LitStr::value);
        let span = rename.as_ref().map_or_else(|| ident.span(), LitStr::span);
        names.add(&name, span, "the property")?;
        let source = Source::Field { ident, ty: &field.ty, readonly: readonly.is_some() };
        properties.push(Property { name, span, source });
    }
    for getter in &options.getters {
        if let Some(parameter) = getter.parameters.first() {
            return Err(Error::new(
                parameter.name.span(),
                "a getter has no parameters: list it under `method(…)`",
            ));
        }
        names.add(&getter.name, getter.span, "the property")?;
        let source = Source::Getter(&getter.rust);
        properties.push(Property { name: getter.name.clone(), span: getter.span, source });
    }
    Ok(properties)
}

impl Property<'_> {
    /// The `value::Property`.
    fn description(&self, bean: &Ident) -> TokenStream {
        let name = &self.name;
        let (java_type, writable) = match &self.source {
            Source::Field { ty, readonly, .. } => {
                (quote_spanned!(ty.span()=> <#ty as ::vespid_render::value::ToValue>::JAVA_TYPE), !readonly)
            }
            Source::Getter(method) => (
                quote_spanned!(method.span()=> ::vespid_render::value::returned_type::<#bean, _>(#bean::#method)),
                false,
            ),
        };
        quote! {
            ::vespid_render::value::Property {
                name: ::std::convert::From::from(#name),
                java_type: ::std::convert::From::from(#java_type),
                writable: #writable,
            }
        }
    }

    /// The arm of `get`.
    fn getter(&self, index: usize) -> TokenStream {
        match &self.source {
            Source::Field { ident, ty, .. } => quote_spanned! {ty.span()=>
                #index => ::std::result::Result::Ok(
                    <#ty as ::vespid_render::value::ToValue>::to_value(&self.#ident)
                ),
            },
            Source::Getter(method) => quote_spanned! {method.span()=>
                #index => ::vespid_render::value::Returned::returned(self.#method()),
            },
        }
    }

    /// The arm of `write`, for a field.
    fn writer(&self, index: usize) -> Option<TokenStream> {
        let Source::Field { ident, ty, .. } = &self.source else { return None };
        Some(quote_spanned! {ty.span()=>
            #index => <#ty as ::vespid_render::value::ToValue>::write_to(&self.#ident, out),
        })
    }

    /// The arm of `object`, for a field.
    fn object(&self, index: usize) -> Option<TokenStream> {
        let Source::Field { ident, ty, .. } = &self.source else { return None };
        Some(quote_spanned! {ty.span()=>
            #index => <#ty as ::vespid_render::value::ToValue>::as_dyn_object(&self.#ident),
        })
    }

    /// The arm of `change`, where the property can be set.
    fn setter(&self, index: usize) -> Option<TokenStream> {
        let Source::Field { ident, ty, readonly: false } = &self.source else { return None };
        let coerced = quote_spanned! {ty.span()=>
            <#ty as ::vespid_render::value::FromValue<'_>>::from_value(value)
        };
        let name = &self.name;
        Some(quote_spanned! {self.span=>
            #index => {
                let value: #ty = #coerced
                    .map_err(|error| ::vespid_render::value::not_coerced::<Self>(#name, error))?;
                ::std::result::Result::Ok(::std::boxed::Box::new(move |bean: &mut Self| bean.#ident = value))
            }
        })
    }
}

/// `Bean::invoke`, where there are methods.
fn invoke(methods: &[Member]) -> Result<TokenStream> {
    if methods.is_empty() {
        return Ok(TokenStream::new());
    }
    let mut signatures = Names::default();
    let mut arms = Vec::new();
    for Member { name, span, rust, parameters } in methods {
        signatures.add(&format!("{name}/{}", parameters.len()), *span, "the method")?;
        let args: Vec<Ident> = (0..parameters.len()).map(|index| format_ident!("arg{index}")).collect();
        let context = parameters.iter().map(|parameter| parameter.name.unraw().to_string());
        let types = parameters.iter().map(|parameter| match parameter.borrowed {
            Some(span) => quote_spanned!(span=> ::std::borrow::Cow<'_, str>),
            None => quote!(_),
        });
        let passed = parameters.iter().zip(&args).map(|(parameter, arg)| match parameter.borrowed {
            Some(span) => quote_spanned!(span=> &#arg),
            None => quote!(#arg),
        });
        arms.push(quote_spanned! {rust.span()=>
            (#name, [#(#args),*]) => {
                #(let #args: #types = ::vespid_render::value::FromValue::from_value(#args).map_err(|error| {
                    ::vespid_render::value::not_coerced::<Self>(#context, error)
                })?;)*
                ::vespid_render::value::Receiver::read(receiver, |bean: &Self| {
                    ::vespid_render::value::Returned::returned(bean.#rust(#(#passed),*))
                })
                .map(::std::option::Option::Some)
            }
        });
    }
    let mut names: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let known = names.iter().map(|name| {
        let signatures: Vec<String> = methods
            .iter()
            .filter(|method| method.name == *name)
            .map(|Member { parameters, .. }| {
                let parameters: Vec<String> =
                    parameters.iter().map(|parameter| parameter.name.to_string()).collect();
                format!("{name}({})", parameters.join(", "))
            })
            .collect();
        let signatures = signatures.join(" or ");
        quote! {
            (#name, _) => ::std::result::Result::Err(
                ::vespid_render::value::wrong_arguments::<Self>(#signatures, args.len())
            ),
        }
    });
    Ok(quote! {
        fn invoke(
            receiver: &impl ::vespid_render::value::Receiver<Self>,
            method: &str,
            args: &[::vespid_render::Value],
        ) -> ::vespid_render::Result<::std::option::Option<::vespid_render::Value>> {
            match (method, args) {
                #(#arms)*
                #(#known)*
                _ => ::std::result::Result::Ok(::std::option::Option::None),
            }
        }
    })
}

/// `toString`, `equals`, `hashCode` and `compareTo`: first for `Bean`, then for `Object`.
fn relations(options: &Options) -> (TokenStream, TokenStream) {
    let (mut bean, mut object) = (TokenStream::new(), TokenStream::new());
    if let Some(text) = &options.to_string {
        let written = match text {
            Text::Display(span) => quote_spanned!(*span=> ::std::write!(out, "{self}")),
            Text::Method(method) => quote_spanned!(method.span()=> ::std::write!(out, "{}", self.#method())),
        };
        bean.extend(quote! {
            fn write_bean(
                &self,
                out: &mut dyn ::std::fmt::Write,
            ) -> ::std::option::Option<::std::fmt::Result> {
                ::std::option::Option::Some(#written)
            }
        });
        object.extend(quote! {
            fn write_text(&self, out: &mut dyn ::std::fmt::Write) -> ::std::fmt::Result {
                #written
            }
        });
    }
    if let Some(span) = options.eq {
        bean.extend(quote_spanned! {span=>
            fn equals_bean(&self, other: &Self) -> bool {
                self == other
            }
        });
        object.extend(quote! {
            fn equals(&self, other: &::vespid_render::Value) -> bool {
                other.downcast_ref::<Self>().is_some_and(|other| {
                    <Self as ::vespid_render::value::Bean>::equals_bean(self, other)
                })
            }
        });
        // Without `Hash` all objects of the class share one hash code, which is slow in large maps but never wrong.
        let hash = match options.hash {
            Some(span) => quote_spanned!(span=> ::vespid_render::value::bean_hash(self)),
            None => quote!(0),
        };
        bean.extend(quote! {
            fn bean_hash(&self) -> ::std::option::Option<i32> {
                ::std::option::Option::Some(#hash)
            }
        });
        object.extend(quote! {
            fn hash_code(&self) -> i32 {
                #hash
            }
        });
    }
    if let Some(span) = options.ord {
        bean.extend(quote_spanned! {span=>
            fn compare_with(&self, other: &Self) -> ::std::option::Option<::std::cmp::Ordering> {
                ::std::cmp::PartialOrd::partial_cmp(self, other)
            }
        });
        object.extend(quote! {
            fn compare(&self, other: &::vespid_render::Value) -> ::std::option::Option<::std::cmp::Ordering> {
                <Self as ::vespid_render::value::Bean>::compare_with(self, other.downcast_ref::<Self>()?)
            }
        });
    }
    (bean, object)
}

/// The bean as the type of a field, argument or result.
fn by_value(bean: &Ident, class: &TokenStream, span: Span) -> TokenStream {
    quote_spanned! {span=>
        #[automatically_derived]
        impl ::vespid_render::value::ToValue for #bean {
            const JAVA_TYPE: &'static str = #class;

            fn to_value(&self) -> ::vespid_render::Value {
                ::vespid_render::Value::new(::std::clone::Clone::clone(self))
            }
        }

        #[automatically_derived]
        impl ::vespid_render::value::FromValue<'_> for #bean {
            const JAVA_TYPE: &'static str = #class;

            fn from_value(value: &::vespid_render::Value) -> ::vespid_render::Result<Self> {
                ::vespid_render::value::clone_bean(value)
            }
        }
    }
}
