package jakarta.servlet.jsp.tagext;

import java.io.IOException;
import jakarta.servlet.jsp.JspContext;
import jakarta.servlet.jsp.JspException;

public class SimpleTagSupport implements SimpleTag {
    private JspTag parent;
    private JspContext context;
    private JspFragment body;

    public static final JspTag findAncestorWithClass(JspTag from, Class<?> wanted) {
        if (from == null || wanted == null) {
            return null;
        }
        JspTag at = from;
        while (true) {
            JspTag above = null;
            if (at instanceof SimpleTag) {
                above = ((SimpleTag) at).getParent();
            } else if (at instanceof Tag) {
                above = ((Tag) at).getParent();
            }
            if (above == null) {
                return null;
            }
            JspTag real = above instanceof TagAdapter ? ((TagAdapter) above).getAdaptee() : above;
            if (wanted.isInstance(real)) {
                return real;
            }
            at = above;
        }
    }

    public SimpleTagSupport() {
    }

    public void doTag() throws JspException, IOException {
    }

    public void setParent(JspTag parent) {
        this.parent = parent;
    }

    public JspTag getParent() {
        return parent;
    }

    public void setJspContext(JspContext context) {
        this.context = context;
    }

    protected JspContext getJspContext() {
        return context;
    }

    public void setJspBody(JspFragment body) {
        this.body = body;
    }

    protected JspFragment getJspBody() {
        return body;
    }
}
