//! Localization contexts (Jakarta Tags 3.1, chapters 8 and 9): which language a page speaks, and where its messages are.
//!
//! | module | what lives there |
//! | --- | --- |
//! | `config` | configuration settings: variables of each scope, and context parameters |
//! | `properties` | `.properties` files |
//! | `bundle` | resource bundles, and the files of an application that hold them |
//! | `context` | how a bundle and a locale are found for a page |
//! | `zone` | time zones as values |
//! | `locale` | locales as values, those that the client prefers, the one that formats |

pub(crate) mod bundle;
pub(crate) mod config;
pub(crate) mod context;
pub(crate) mod locale;
mod properties;
mod zone;

pub(crate) use bundle::BundleFiles;
pub use bundle::ResourceBundle;
pub use config::Config;
pub(crate) use config::set_by_name;
pub(crate) use context::Localization;
pub use context::LocalizationContext;
pub use properties::parse as parse_properties;
