package shop;

import java.io.IOException;
import java.io.StringWriter;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.SkipPageException;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;

public class QuoteTag extends SimpleTagSupport {
    @Override
    public void doTag() throws JspException, IOException {
        StringWriter text = new StringWriter();
        try {
            getJspBody().invoke(text);
        } catch (SkipPageException e) {
            getJspContext().getOut().print("(skipped)");
            throw e;
        } catch (JspException | RuntimeException e) {
            text.write("failed");
        }
        EachTag each = (EachTag) findAncestorWithClass(this, EachTag.class);
        getJspContext().getOut().print("'" + text + "'" + (each == null ? "" : "#" + each.getCount()));
    }
}
