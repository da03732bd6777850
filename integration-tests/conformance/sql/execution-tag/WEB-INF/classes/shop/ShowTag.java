package shop;

import java.util.ArrayList;
import java.util.List;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.jstl.sql.SQLExecutionTag;
import jakarta.servlet.jsp.tagext.BodyTagSupport;

public class ShowTag extends BodyTagSupport implements SQLExecutionTag {
    private final List<Object> values = new ArrayList<>();

    public void addSQLParameter(Object value) {
        values.add(value);
    }

    public int doEndTag() throws JspException {
        try {
            pageContext.getOut().print(bodyContent.getString().trim() + " " + values + " " + (getParent() == null ? "outermost" : getParent().getClass().getSimpleName()));
        } catch (java.io.IOException failed) {
            throw new JspException(failed);
        }
        return EVAL_PAGE;
    }
}
