//! What the parser asks of the application that a page belongs to.

use std::io;
use std::sync::Arc;

use bytes::Bytes;

use crate::diagnostic::Diagnostic;
use crate::script::ExtraFound;
use crate::script::ExtraUse;
use crate::tags::info::LibraryInfo;
use crate::value::Str;

/// The application that a page belongs to: its files, tag libraries and configuration.
///
/// All paths are context-relative, start with `/` and are normalised.
pub trait Host {
    /// The bytes of a file; `None`: there is no such file.
    ///
    /// # Errors
    /// What the file system reports, other than that the file is missing.
    fn read(&self, path: &str) -> io::Result<Option<Bytes>>;

    /// The files and folders right in a folder, folders with a `/` at their end; `None`: there is no such folder.
    ///
    /// # Errors
    /// What the file system reports, other than that the folder is missing.
    fn list(&self, folder: &str) -> io::Result<Option<Vec<Str>>>;

    /// The tag library under a URI (Pages 4.1, 7.3.6). A URI that is a relative path is asked for twice: as it is
    /// written, for libraries registered so, and resolved against the folder of the file.
    fn library(&self, uri: &str) -> Lookup;

    /// The library of the tag files in a folder under `/WEB-INF/tags` (Pages 4.1, 8.4.1).
    fn tag_folder(&self, folder: &str) -> Lookup;

    /// Whether `#{` is text in a tag file, as the version of the descriptor that names it says (Pages 4.1, 8.4.2); `None`:
    /// no descriptor names it.
    fn deferred_is_text(&self, tag_file: &str) -> Option<bool>;

    /// All libraries that there are, as URI and usual prefix: for "did you mean".
    fn known_libraries(&self) -> Vec<(Str, Str)>;

    /// What a class of the application's sources finds of the use of a tag (`TagExtraInfo`); `None`: there is no such class.
    fn look_at_tag(&self, class: &str, used: &ExtraUse<'_>) -> Option<crate::Result<ExtraFound>> {
        let _ = (class, used);
        None
    }

    /// What the JSP property groups say of a page or of a file that a page includes; tag files have none.
    fn settings(&self, path: &str) -> PageSettings;
}

/// The answer to a question for a tag library.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// Here it is.
    Found {
        /// The library.
        library: Arc<LibraryInfo>,
        /// The files and folders that it was made from, for [`Unit::dependencies`](super::tree::Unit::dependencies).
        dependencies: Vec<Str>,
    },
    /// There is none.
    Missing,
    /// There is one, but its description can't be used.
    Broken(Vec<Diagnostic>),
}

/// What JSP property groups say of a page (Pages 4.1, 3.3), as far as the parser needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageSettings {
    /// `el-ignored`
    pub el_ignored: Option<bool>,
    /// `scripting-invalid`
    pub scripting_invalid: Option<bool>,
    /// `page-encoding`
    pub page_encoding: Option<Str>,
    /// `is-xml`
    pub is_xml: Option<bool>,
    /// `deferred-syntax-allowed-as-literal`
    pub deferred_syntax_allowed_as_literal: Option<bool>,
    /// `trim-directive-whitespaces`
    pub trim_directive_whitespaces: Option<bool>,
    /// `error-on-undeclared-namespace`
    pub error_on_undeclared_namespace: Option<bool>,
    /// `include-prelude`, context-relative paths in order.
    pub preludes: Vec<Str>,
    /// `include-coda`, context-relative paths in order.
    pub codas: Vec<Str>,
}
