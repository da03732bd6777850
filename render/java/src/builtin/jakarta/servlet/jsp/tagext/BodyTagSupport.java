package jakarta.servlet.jsp.tagext;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.JspWriter;

public class BodyTagSupport extends TagSupport implements BodyTag {
    protected BodyContent bodyContent;

    public BodyTagSupport() {
    }

    public int doStartTag() throws JspException {
        return EVAL_BODY_BUFFERED;
    }

    public int doEndTag() throws JspException {
        return super.doEndTag();
    }

    public void setBodyContent(BodyContent content) {
        bodyContent = content;
    }

    public void doInitBody() throws JspException {
    }

    public int doAfterBody() throws JspException {
        return SKIP_BODY;
    }

    public void release() {
        bodyContent = null;
        super.release();
    }

    public BodyContent getBodyContent() {
        return bodyContent;
    }

    public JspWriter getPreviousOut() {
        return bodyContent.getEnclosingWriter();
    }
}
