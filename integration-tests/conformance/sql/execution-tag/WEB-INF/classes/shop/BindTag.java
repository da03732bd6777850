package shop;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.jstl.sql.SQLExecutionTag;
import jakarta.servlet.jsp.tagext.TagSupport;

public class BindTag extends TagSupport {
    private Object value;

    public void setValue(Object value) {
        this.value = value;
    }

    public int doEndTag() throws JspException {
        SQLExecutionTag statement = (SQLExecutionTag) findAncestorWithClass(this, SQLExecutionTag.class);
        if (statement == null) {
            throw new JspException("no statement");
        }
        statement.addSQLParameter(value);
        return EVAL_PAGE;
    }
}
