package shop;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.DynamicAttributes;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;

public class AnyTag extends SimpleTagSupport implements DynamicAttributes {
    private Map<String, Object> attributes = new TreeMap<>();

    public void setDynamicAttribute(String uri, String name, Object value) throws JspException {
        attributes.put((uri == null ? "" : uri + ":") + name, value);
    }

    @Override
    public void doTag() throws JspException, IOException {
        getJspContext().getOut().print(attributes);
    }
}
