//! What is known of a tag library at translation: its tags, their attributes and variables, its functions
//! (Pages 4.1, chapter 7 and appendix "Tag Library Descriptor").

use std::sync::Arc;

use super::TagCheck;
use super::ValidatorInfo;
use crate::value::Str;

/// A tag library: read from a TLD, from a folder of tag files, or given by a Rust crate.
#[derive(Clone, Debug, Default)]
pub struct LibraryInfo {
    /// The URI by which pages name it; the folder for a tagdir library.
    pub uri: Str,
    /// The suggested prefix.
    pub short_name: Str,
    /// Its tags.
    pub tags: Vec<Arc<TagInfo>>,
    /// Its EL functions.
    pub functions: Vec<FunctionInfo>,
    /// What looks at every page that uses it.
    pub validator: Option<ValidatorInfo>,
    /// Classes of listeners that go with it.
    pub listeners: Vec<Str>,
    /// What its descriptor tells people.
    pub texts: Texts,
}

/// What a descriptor tells people and their tools.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// What it is for.
    pub description: Option<Str>,
    /// A name for tools to show.
    pub display_name: Option<Str>,
    /// The path of a small picture.
    pub small_icon: Option<Str>,
    /// The path of a large picture.
    pub large_icon: Option<Str>,
    /// The version of a library.
    pub version: Option<Str>,
    /// The version of Pages that a library is for.
    pub required_version: Option<Str>,
}

impl LibraryInfo {
    /// The tag of that name.
    pub fn tag(&self, name: &str) -> Option<&Arc<TagInfo>> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<&FunctionInfo> {
        self.functions.iter().find(|function| function.name == name)
    }
}

/// One tag.
#[derive(Clone, Debug)]
pub struct TagInfo {
    /// Local name.
    pub name: Str,
    /// What runs it.
    pub handler: HandlerInfo,
    /// What its body may be.
    pub body_content: BodyContent,
    /// Its attributes.
    pub attributes: Vec<AttributeInfo>,
    /// The variables that it defines in the calling page.
    pub variables: Vec<VariableInfo>,
    /// Whether it takes attributes that are not declared; for tag files, the name of the map variable.
    pub dynamic_attributes: DynamicAttributes,
    /// Its library is of a version before 2.1, in which `#{` in its attributes is text (Pages 4.1, 3.3.8).
    pub deferred_is_text: bool,
    /// The Java class that knows more of it (`tei-class`).
    pub extra_class: Option<Str>,
    /// What every use of it is checked for, beyond all this; of a tag with an `extra_class` what is registered under
    /// that.
    pub check: Option<TagCheck>,
    /// What its description tells people.
    pub texts: Texts,
}

impl TagInfo {
    /// The attribute of that name and its index.
    pub fn attribute(&self, name: &str) -> Option<(usize, &AttributeInfo)> {
        self.attributes.iter().enumerate().find(|(_, attribute)| attribute.name == name)
    }
}

/// What runs a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandlerInfo {
    /// The tag handler registered under a Java class name.
    Class(Str),
    /// A tag file, by its context-relative path.
    TagFile(Str),
    /// An action that the compiler itself knows (Jakarta Tags core and fmt), by library and tag name.
    BuiltIn(BuiltIn),
}

/// The libraries whose actions are compiled to instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// `jakarta.tags.core`
    Core,
    /// `jakarta.tags.fmt`
    Fmt,
}

/// What a tag's body may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyContent {
    /// Nothing.
    Empty,
    /// Anything.
    #[default]
    Jsp,
    /// No scripting elements.
    Scriptless,
    /// Text for the tag itself to interpret.
    TagDependent,
}

/// Whether a tag takes undeclared attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DynamicAttributes {
    /// It does not.
    #[default]
    No,
    /// A tag handler that does.
    Handler,
    /// A tag file, which finds them as a map in the page-scope variable of that name.
    Variable(Str),
}

/// One attribute of a tag.
#[derive(Clone, Debug)]
pub struct AttributeInfo {
    /// Its name.
    pub name: Str,
    /// Whether it must be given.
    pub required: bool,
    /// Whether its value may be computed at request time.
    pub rtexprvalue: bool,
    /// How its value reaches the tag.
    pub kind: AttributeKind,
    /// The Java type that the value is coerced to.
    pub java_type: Str,
}

/// How an attribute's value reaches the tag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AttributeKind {
    /// A value.
    #[default]
    Value,
    /// A fragment that the tag may evaluate any number of times.
    Fragment,
    /// A `ValueExpression` of that expected type.
    DeferredValue(Str),
    /// A `MethodExpression` of that signature.
    DeferredMethod(Str),
}

impl AttributeKind {
    /// The type of a value that is given where a deferred expression could be; `java_type` is the attribute's own type.
    pub(crate) fn value_type<'a>(&'a self, java_type: &'a str) -> &'a str {
        match self {
            AttributeKind::Value | AttributeKind::Fragment => java_type,
            AttributeKind::DeferredValue(java_type) => java_type,
            AttributeKind::DeferredMethod(_) => "java.lang.Object",
        }
    }
}

/// A variable that a tag defines in the calling page.
#[derive(Clone, Debug)]
pub struct VariableInfo {
    /// How the variable is named.
    pub name: VariableName,
    /// Its Java type.
    pub java_type: Str,
    /// Whether a scripting variable is declared for it.
    pub declare: bool,
    /// From where to where it is visible.
    pub scope: VariableScope,
}

/// How a variable is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableName {
    /// Always so.
    Given(Str),
    /// By the value of an attribute; within a tag file it is known by the alias.
    FromAttribute {
        /// The attribute whose (literal) value is the name.
        attribute: Str,
        /// The name within the tag file; none for tag handlers.
        alias: Option<Str>,
    },
}

/// From where to where a tag's variable is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableScope {
    /// In the tag's body.
    #[default]
    Nested,
    /// From the start tag on.
    AtBegin,
    /// From the end tag on.
    AtEnd,
}

/// One EL function.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    /// Its name in EL.
    pub name: Str,
    /// The Java class that has it.
    pub class: Str,
    /// The method's name.
    pub method: Str,
    /// The Java types of its parameters.
    pub params: Vec<Str>,
    /// The Java type of its result.
    pub returns: Str,
    /// The signature as it is written; empty where there is none.
    pub signature: Str,
}
