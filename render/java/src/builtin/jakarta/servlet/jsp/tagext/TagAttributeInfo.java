package jakarta.servlet.jsp.tagext;

public class TagAttributeInfo {
    public static final String ID = "id";

    private String name;
    private boolean required;
    private String type;
    private boolean requestTime;
    private boolean fragment;
    private String description;
    private boolean deferredValue;
    private boolean deferredMethod;
    private String expectedType;
    private String methodSignature;

    public TagAttributeInfo(String name, boolean required, String type, boolean requestTime) {
        this(name, required, type, requestTime, false);
    }

    public TagAttributeInfo(String name, boolean required, String type, boolean requestTime, boolean fragment) {
        this(name, required, type, requestTime, fragment, null, false, false, null, null);
    }

    public TagAttributeInfo(String name, boolean required, String type, boolean requestTime, boolean fragment,
            String description, boolean deferredValue, boolean deferredMethod, String expectedType,
            String methodSignature) {
        this.name = name;
        this.required = required;
        this.type = type;
        this.requestTime = requestTime;
        this.fragment = fragment;
        this.description = description;
        this.deferredValue = deferredValue;
        this.deferredMethod = deferredMethod;
        this.expectedType = expectedType;
        this.methodSignature = methodSignature;
    }

    public static TagAttributeInfo getIdAttribute(TagAttributeInfo[] attributes) {
        for (TagAttributeInfo attribute : attributes) {
            if (ID.equals(attribute.getName())) {
                return attribute;
            }
        }
        return null;
    }

    public String getName() {
        return name;
    }

    public String getTypeName() {
        return type;
    }

    public boolean canBeRequestTime() {
        return requestTime;
    }

    public boolean isRequired() {
        return required;
    }

    public boolean isFragment() {
        return fragment;
    }

    public String getDescription() {
        return description;
    }

    public boolean isDeferredValue() {
        return deferredValue;
    }

    public boolean isDeferredMethod() {
        return deferredMethod;
    }

    public String getExpectedTypeName() {
        return expectedType;
    }

    public String getMethodSignature() {
        return methodSignature;
    }

    public String toString() {
        return "name = " + name + " type = " + type + " reqTime = " + requestTime + " required = " + required
                + " fragment = " + fragment + " deferredValue = " + deferredValue + " expectedType = " + expectedType
                + " deferredMethod = " + deferredMethod + " methodSignature = " + methodSignature;
    }
}
