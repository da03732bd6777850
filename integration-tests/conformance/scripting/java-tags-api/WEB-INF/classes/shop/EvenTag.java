package shop;

import jakarta.servlet.jsp.JspTagException;
import jakarta.servlet.jsp.jstl.core.ConditionalTagSupport;

public class EvenTag extends ConditionalTagSupport {
    private int number;

    public void setNumber(int number) { this.number = number; }

    protected boolean condition() throws JspTagException { return number % 2 == 0; }
}
