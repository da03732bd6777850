package shop;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.TagSupport;

public class RepeatTag extends TagSupport {
    private int times;
    private int round;
    private String var;

    public void setTimes(int times) { this.times = times; }

    public void setVar(String var) { this.var = var; }

    public int getRound() { return round; }

    @Override
    public int doStartTag() throws JspException {
        // A container may use a handler again.
        round = 0;
        return next() ? EVAL_BODY_INCLUDE : SKIP_BODY;
    }

    @Override
    public int doAfterBody() throws JspException {
        return next() ? EVAL_BODY_AGAIN : SKIP_BODY;
    }

    private boolean next() {
        if (round >= times) {
            return false;
        }
        round++;
        if (var != null) {
            pageContext.setAttribute(var, round);
        }
        return true;
    }
}
