package shop;

import java.io.IOException;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.TagSupport;
import jakarta.servlet.jsp.tagext.TryCatchFinally;

public class GuardTag extends TagSupport implements TryCatchFinally {
    @Override
    public int doStartTag() throws JspException { return EVAL_BODY_INCLUDE; }

    public void doCatch(Throwable thrown) throws Throwable {
        pageContext.getOut().print("[caught " + thrown.getClass().getName() + "]");
    }

    public void doFinally() {
        try {
            pageContext.getOut().print("[finally " + id + "]");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
