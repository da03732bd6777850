package shop;

import java.io.IOException;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.SkipPageException;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;

public class StopTag extends SimpleTagSupport {
    @Override
    public void doTag() throws JspException, IOException { throw new SkipPageException(); }
}
