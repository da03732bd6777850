package shop;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.TagSupport;

public class EndTag extends TagSupport {
    @Override
    public int doEndTag() throws JspException { return SKIP_PAGE; }
}
