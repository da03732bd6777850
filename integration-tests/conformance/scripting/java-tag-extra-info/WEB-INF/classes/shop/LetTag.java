package shop;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.TagSupport;

public class LetTag extends TagSupport {
    private String name;
    private Object value;

    public void setName(String name) { this.name = name; }

    public void setValue(Object value) { this.value = value; }

    @Override
    public int doStartTag() throws JspException {
        pageContext.setAttribute(name, value + "!");
        return EVAL_BODY_INCLUDE;
    }

    @Override
    public int doEndTag() throws JspException {
        pageContext.setAttribute("seen", LetInfo.seen() + "; " + PageCheck.seen());
        return EVAL_PAGE;
    }
}
