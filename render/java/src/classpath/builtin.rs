//! Classes of Jakarta Pages that are written in Java: what applications extend, such as `TagSupport`. They are sources
//! like those of an application, which come before them on the class path.

/// What the paths of these sources begin with.
pub(super) const ROOT: &str = "builtin:/";

macro_rules! sources {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../builtin/", $path)))),*]
    };
}

/// The sources by their paths.
pub(super) const SOURCES: &[(&str, &str)] = sources![
    "jakarta/el/ArrayELResolver.java",
    "jakarta/el/BeanELResolver.java",
    "jakarta/el/CompositeELResolver.java",
    "jakarta/el/ELResolver.java",
    "jakarta/el/ListELResolver.java",
    "jakarta/el/MapELResolver.java",
    "jakarta/el/ResourceBundleELResolver.java",
    "jakarta/servlet/Filter.java",
    "jakarta/servlet/FilterChain.java",
    "jakarta/servlet/FilterConfig.java",
    "jakarta/servlet/GenericServlet.java",
    "jakarta/servlet/Servlet.java",
    "jakarta/servlet/ServletRequestWrapper.java",
    "jakarta/servlet/ServletResponseWrapper.java",
    "jakarta/servlet/http/HttpServlet.java",
    "jakarta/servlet/http/HttpServletRequestWrapper.java",
    "jakarta/servlet/http/HttpServletResponseWrapper.java",
    "jakarta/servlet/jsp/el/ImplicitObjectELResolver.java",
    "jakarta/servlet/jsp/el/ScopedAttributeELResolver.java",
    "jakarta/servlet/jsp/jstl/core/ConditionalTagSupport.java",
    "jakarta/servlet/jsp/jstl/core/Config.java",
    "jakarta/servlet/jsp/jstl/core/LoopTag.java",
    "jakarta/servlet/jsp/jstl/core/LoopTagStatus.java",
    "jakarta/servlet/jsp/jstl/core/LoopTagSupport.java",
    "jakarta/servlet/jsp/jstl/sql/Result.java",
    "jakarta/servlet/jsp/jstl/sql/ResultSupport.java",
    "jakarta/servlet/jsp/jstl/sql/SQLExecutionTag.java",
    "jakarta/servlet/jsp/tagext/BodyTag.java",
    "jakarta/servlet/jsp/tagext/BodyTagSupport.java",
    "jakarta/servlet/jsp/tagext/DynamicAttributes.java",
    "jakarta/servlet/jsp/tagext/FunctionInfo.java",
    "jakarta/servlet/jsp/tagext/IterationTag.java",
    "jakarta/servlet/jsp/tagext/JspIdConsumer.java",
    "jakarta/servlet/jsp/tagext/JspTag.java",
    "jakarta/servlet/jsp/tagext/PageData.java",
    "jakarta/servlet/jsp/tagext/SimpleTag.java",
    "jakarta/servlet/jsp/tagext/SimpleTagSupport.java",
    "jakarta/servlet/jsp/tagext/Tag.java",
    "jakarta/servlet/jsp/tagext/TagAdapter.java",
    "jakarta/servlet/jsp/tagext/TagAttributeInfo.java",
    "jakarta/servlet/jsp/tagext/TagData.java",
    "jakarta/servlet/jsp/tagext/TagExtraInfo.java",
    "jakarta/servlet/jsp/tagext/TagFileInfo.java",
    "jakarta/servlet/jsp/tagext/TagInfo.java",
    "jakarta/servlet/jsp/tagext/TagLibraryInfo.java",
    "jakarta/servlet/jsp/tagext/TagLibraryValidator.java",
    "jakarta/servlet/jsp/tagext/TagSupport.java",
    "jakarta/servlet/jsp/tagext/TagVariableInfo.java",
    "jakarta/servlet/jsp/tagext/TryCatchFinally.java",
    "jakarta/servlet/jsp/tagext/ValidationMessage.java",
    "jakarta/servlet/jsp/tagext/VariableInfo.java",
    "java/beans/BeanInfo.java",
    "java/beans/FeatureDescriptor.java",
    "java/beans/Introspector.java",
    "java/beans/PropertyDescriptor.java",
    "java/beans/PropertyEditor.java",
    "java/beans/PropertyEditorManager.java",
    "java/beans/PropertyEditorSupport.java",
    "java/beans/SimpleBeanInfo.java",
    "java/util/ListResourceBundle.java",
    "java/util/ResourceBundle.java",
    "javax/xml/parsers/ParserConfigurationException.java",
    "javax/xml/parsers/SAXParser.java",
    "javax/xml/parsers/SAXParserFactory.java",
    "org/xml/sax/Attributes.java",
    "org/xml/sax/ContentHandler.java",
    "org/xml/sax/ErrorHandler.java",
    "org/xml/sax/InputSource.java",
    "org/xml/sax/Locator.java",
    "org/xml/sax/SAXException.java",
    "org/xml/sax/SAXNotRecognizedException.java",
    "org/xml/sax/SAXNotSupportedException.java",
    "org/xml/sax/SAXParseException.java",
    "org/xml/sax/XMLReader.java",
    "org/xml/sax/helpers/AttributesImpl.java",
    "org/xml/sax/helpers/DefaultHandler.java",
    "vespid/Chain.java",
    "vespid/Config.java",
    "vespid/Filters.java",
    "vespid/Handlers.java",
    "vespid/Instances.java",
    "vespid/ResultRows.java",
    "vespid/Servlets.java",
    "vespid/Translation.java",
    "vespid/XmlReader.java",
];

/// The text at a path below [`ROOT`].
pub(super) fn text(path: &str) -> Option<&'static str> {
    let path = path.strip_prefix(ROOT)?;
    SOURCES.iter().find(|(own, _)| *own == path).map(|(_, text)| *text)
}
