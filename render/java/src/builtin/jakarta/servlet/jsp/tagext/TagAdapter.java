package jakarta.servlet.jsp.tagext;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.PageContext;

public class TagAdapter implements Tag {
    private SimpleTag adaptee;
    private Tag parent;
    private boolean parentKnown;

    public TagAdapter(SimpleTag adaptee) {
        if (adaptee == null) {
            throw new IllegalArgumentException("there is no tag to adapt");
        }
        this.adaptee = adaptee;
    }

    public JspTag getAdaptee() {
        return adaptee;
    }

    public Tag getParent() {
        if (!parentKnown) {
            JspTag above = adaptee.getParent();
            if (above instanceof Tag) {
                parent = (Tag) above;
            } else if (above != null) {
                parent = new TagAdapter((SimpleTag) above);
            }
            parentKnown = true;
        }
        return parent;
    }

    public void setParent(Tag parent) {
        throw new UnsupportedOperationException("an adapter has the parent of its tag");
    }

    public void setPageContext(PageContext context) {
        throw new UnsupportedOperationException("an adapter runs in no page");
    }

    public int doStartTag() throws JspException {
        throw new UnsupportedOperationException("an adapter does not run");
    }

    public int doEndTag() throws JspException {
        throw new UnsupportedOperationException("an adapter does not run");
    }

    public void release() {
        throw new UnsupportedOperationException("an adapter is not released");
    }
}
