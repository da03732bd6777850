package jakarta.servlet.jsp.jstl.core;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.JspTagException;
import jakarta.servlet.jsp.PageContext;
import jakarta.servlet.jsp.tagext.TagSupport;

public abstract class ConditionalTagSupport extends TagSupport {
    private boolean result;
    private String var;
    private int scope = PageContext.PAGE_SCOPE;

    public ConditionalTagSupport() {
    }

    protected abstract boolean condition() throws JspTagException;

    public int doStartTag() throws JspException {
        result = condition();
        if (var != null) {
            pageContext.setAttribute(var, result, scope);
        }
        return result ? EVAL_BODY_INCLUDE : SKIP_BODY;
    }

    public void release() {
        super.release();
        result = false;
        var = null;
        scope = PageContext.PAGE_SCOPE;
    }

    public void setVar(String var) {
        this.var = var;
    }

    public void setScope(String name) {
        if ("request".equalsIgnoreCase(name)) {
            scope = PageContext.REQUEST_SCOPE;
        } else if ("session".equalsIgnoreCase(name)) {
            scope = PageContext.SESSION_SCOPE;
        } else if ("application".equalsIgnoreCase(name)) {
            scope = PageContext.APPLICATION_SCOPE;
        } else {
            scope = PageContext.PAGE_SCOPE;
        }
    }
}
