package shop;

import java.io.IOException;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.BodyTagSupport;

public class UpperTag extends BodyTagSupport {
    @Override
    public int doEndTag() throws JspException {
        try {
            if (bodyContent != null) {
                getPreviousOut().print(bodyContent.getString().toUpperCase());
            } else {
                pageContext.getOut().print("(no body)");
            }
        } catch (IOException e) {
            throw new JspException(e);
        }
        return super.doEndTag();
    }
}
