package jakarta.servlet.jsp.tagext;

import java.io.IOException;
import jakarta.servlet.jsp.JspContext;
import jakarta.servlet.jsp.JspException;

public interface SimpleTag extends JspTag {
    void doTag() throws JspException, IOException;

    void setParent(JspTag parent);

    JspTag getParent();

    void setJspContext(JspContext context);

    void setJspBody(JspFragment body);
}
