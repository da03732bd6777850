package jakarta.servlet.jsp.tagext;

import jakarta.servlet.jsp.JspException;

public interface DynamicAttributes {
    void setDynamicAttribute(String uri, String localName, Object value) throws JspException;
}
