package jakarta.servlet.jsp.tagext;

public class TagInfo {
    public static final String BODY_CONTENT_JSP = "JSP";
    public static final String BODY_CONTENT_TAG_DEPENDENT = "tagdependent";
    public static final String BODY_CONTENT_EMPTY = "empty";
    public static final String BODY_CONTENT_SCRIPTLESS = "scriptless";

    private String name;
    private String className;
    private String bodyContent;
    private String info;
    private TagLibraryInfo library;
    private TagExtraInfo extraInfo;
    private TagAttributeInfo[] attributes;
    private String displayName;
    private String smallIcon;
    private String largeIcon;
    private TagVariableInfo[] variables;
    private boolean dynamicAttributes;

    public TagInfo(String name, String className, String bodyContent, String info, TagLibraryInfo library,
            TagExtraInfo extraInfo, TagAttributeInfo[] attributes) {
        this(name, className, bodyContent, info, library, extraInfo, attributes, null, null, null, null, false);
    }

    public TagInfo(String name, String className, String bodyContent, String info, TagLibraryInfo library,
            TagExtraInfo extraInfo, TagAttributeInfo[] attributes, String displayName, String smallIcon,
            String largeIcon, TagVariableInfo[] variables) {
        this(name, className, bodyContent, info, library, extraInfo, attributes, displayName, smallIcon, largeIcon,
                variables, false);
    }

    public TagInfo(String name, String className, String bodyContent, String info, TagLibraryInfo library,
            TagExtraInfo extraInfo, TagAttributeInfo[] attributes, String displayName, String smallIcon,
            String largeIcon, TagVariableInfo[] variables, boolean dynamicAttributes) {
        this.name = name;
        this.className = className;
        this.bodyContent = bodyContent;
        this.info = info;
        this.library = library;
        this.extraInfo = extraInfo;
        this.attributes = attributes;
        this.displayName = displayName;
        this.smallIcon = smallIcon;
        this.largeIcon = largeIcon;
        this.variables = variables;
        this.dynamicAttributes = dynamicAttributes;
        if (extraInfo != null) {
            extraInfo.setTagInfo(this);
        }
    }

    public String getTagName() {
        return name;
    }

    public TagAttributeInfo[] getAttributes() {
        return attributes;
    }

    public VariableInfo[] getVariableInfo(TagData data) {
        VariableInfo[] found = extraInfo == null ? null : extraInfo.getVariableInfo(data);
        return found == null ? new VariableInfo[0] : found;
    }

    public boolean isValid(TagData data) {
        return extraInfo == null || extraInfo.isValid(data);
    }

    public ValidationMessage[] validate(TagData data) {
        return extraInfo == null ? null : extraInfo.validate(data);
    }

    public void setTagExtraInfo(TagExtraInfo info) {
        extraInfo = info;
    }

    public TagExtraInfo getTagExtraInfo() {
        return extraInfo;
    }

    public String getTagClassName() {
        return className;
    }

    public String getBodyContent() {
        return bodyContent;
    }

    public String getInfoString() {
        return info;
    }

    public void setTagLibrary(TagLibraryInfo library) {
        this.library = library;
    }

    public TagLibraryInfo getTagLibrary() {
        return library;
    }

    public String getDisplayName() {
        return displayName;
    }

    public String getSmallIcon() {
        return smallIcon;
    }

    public String getLargeIcon() {
        return largeIcon;
    }

    public TagVariableInfo[] getTagVariableInfos() {
        return variables;
    }

    public boolean hasDynamicAttributes() {
        return dynamicAttributes;
    }
}
