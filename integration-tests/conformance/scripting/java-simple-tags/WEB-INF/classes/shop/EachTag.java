package shop;

import java.io.IOException;
import java.util.Collection;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.JspFragment;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;

public class EachTag extends SimpleTagSupport {
    private Collection<?> items;
    private JspFragment between;
    private int count;

    public void setItems(Collection<?> items) { this.items = items; }

    public void setBetween(JspFragment between) { this.between = between; }

    int getCount() { return count; }

    @Override
    public void doTag() throws JspException, IOException {
        for (Object item : items) {
            if (count++ > 0 && between != null) {
                between.invoke(null);
            }
            getJspContext().setAttribute("item", item);
            getJspBody().invoke(null);
        }
    }
}
