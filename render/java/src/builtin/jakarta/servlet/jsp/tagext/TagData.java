package jakarta.servlet.jsp.tagext;

import java.util.Enumeration;
import java.util.Hashtable;

public class TagData implements Cloneable {
    public static final Object REQUEST_TIME_VALUE = new Object();

    private Hashtable<String, Object> attributes = new Hashtable<>();

    public TagData(Object[][] attributes) {
        if (attributes != null) {
            for (Object[] attribute : attributes) {
                this.attributes.put((String) attribute[0], attribute[1]);
            }
        }
    }

    public TagData(Hashtable<String, Object> attributes) {
        this.attributes = attributes;
    }

    public String getId() {
        return getAttributeString(TagAttributeInfo.ID);
    }

    public Object getAttribute(String name) {
        return attributes.get(name);
    }

    public void setAttribute(String name, Object value) {
        attributes.put(name, value);
    }

    public String getAttributeString(String name) {
        Object value = attributes.get(name);
        return value == null ? null : (String) value;
    }

    public Enumeration<String> getAttributes() {
        return attributes.keys();
    }
}
