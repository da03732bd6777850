//! The derive macros of Vespid.
//!
//! They are used through `vespid-render`, which re-exports them beside the traits that they implement:
//! `vespid_render::value::Bean` and `vespid_render::tags::Tag`. All strings (property and attribute names) are resolved
//! when a page is compiled; what a derive generates is reached by index, as one dense match.

mod bean;
mod names;
mod options;
mod tag;

use proc_macro::TokenStream;
use syn::DeriveInput;
use syn::parse_macro_input;

/// Makes a struct a Java bean: implements `Bean` and `Object`.
///
/// Every named field is a property under its name in camel case (`unit_price` is `unitPrice`). Its type must be one that
/// pages can read (`ToValue`) and, unless it is `readonly`, set (`FromValue`).
///
/// On the struct, `#[bean(…)]` takes
///
/// - `class = "shop.Product"`: the Java class name; without it the struct's own name.
/// - `implements("shop.Priced", …)`: Java super classes and interfaces, for `instanceof` and attribute types.
/// - `getter(premium = "is_premium", total)`: read-only properties that are computed by inherent methods
///   `fn(&self) -> R`, where `R` is readable by pages or a `Result` of such a type. Without a method name the property
///   is the method's name in camel case.
/// - `method(total, discount(percent) = "discounted")`: inherent methods that pages can call, with the names of their
///   parameters, whose types must be `FromValue`; `()` may be left out where there are none. A parameter of the type
///   `&str` is written with it: `method(has_tag(tag: &str))`. One name may stand several times with different numbers
///   of parameters.
/// - `to_string = "label"`: the inherent method `fn label(&self) -> impl Display` is Java's `toString`; `display`: the
///   struct's `Display` is.
/// - `eq`: `PartialEq` is Java's `equals`; with `hash`, `Hash` is its `hashCode`; `ord`: `PartialOrd` is `compareTo`.
/// - `clone`: the struct can be the type of another bean's field, of an argument or of a result; it is cloned into a new
///   object each time. Where that costs, a field of type `Arc<Product>` shares the object instead.
///
/// On a field:
///
/// - `rename = "URL"`: another property name.
/// - `readonly`: no setter; the type need not be `FromValue`.
/// - `skip`: no property.
///
/// See the trait `Bean` for an example.
#[proc_macro_derive(Bean, attributes(bean))]
pub fn derive_bean(input: TokenStream) -> TokenStream {
    expand(bean::derive(&parse_macro_input!(input as DeriveInput)))
}

/// Gives a tag handler its attributes: implements `TagAttributes`. The struct must implement `Default`.
///
/// On the struct, `#[tag(class = "shop.EachTag")]` names the Java class under which descriptors name the handler.
/// Fields marked `#[attribute]` are attributes under their names in camel case; their types must be `FromValue`, which
/// coerces what a page gives. Options of `#[attribute(…)]`:
///
/// - `name = "var"`: another attribute name.
/// - `required`: it must be given.
/// - `fragment`: it takes a fragment.
/// - `dynamic`: no attribute itself, but the field collects those that are not declared: a `Vec<(Str, Value)>` or a map
///   from `Str` to `Value` (anything with `Extend<(Str, Value)>`).
/// - `jsp_id`: no attribute of the page, but the field is given an id that no other tag of the page has, and that is the
///   same for every request (`JspIdConsumer`).
///
/// Other fields are the handler's own state. See the trait `Tag` for an example.
#[proc_macro_derive(Tag, attributes(tag, attribute))]
pub fn derive_tag(input: TokenStream) -> TokenStream {
    expand(tag::derive(&parse_macro_input!(input as DeriveInput)))
}

fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
