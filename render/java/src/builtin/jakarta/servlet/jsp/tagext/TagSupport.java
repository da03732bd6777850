package jakarta.servlet.jsp.tagext;

import java.io.Serializable;
import java.util.Enumeration;
import java.util.Hashtable;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.PageContext;

public class TagSupport implements IterationTag, Serializable {
    protected String id;
    protected PageContext pageContext;
    private Tag parent;
    private Hashtable<String, Object> values;

    public static final Tag findAncestorWithClass(Tag from, Class<?> wanted) {
        if (from == null || wanted == null) {
            return null;
        }
        Tag ancestor = from.getParent();
        while (ancestor != null && !wanted.isInstance(ancestor)) {
            ancestor = ancestor.getParent();
        }
        return ancestor;
    }

    public TagSupport() {
    }

    public int doStartTag() throws JspException {
        return SKIP_BODY;
    }

    public int doEndTag() throws JspException {
        return EVAL_PAGE;
    }

    public int doAfterBody() throws JspException {
        return SKIP_BODY;
    }

    public void release() {
        parent = null;
        id = null;
        values = null;
    }

    public void setParent(Tag parent) {
        this.parent = parent;
    }

    public Tag getParent() {
        return parent;
    }

    public void setId(String id) {
        this.id = id;
    }

    public String getId() {
        return id;
    }

    public void setPageContext(PageContext context) {
        pageContext = context;
    }

    public void setValue(String key, Object value) {
        if (values == null) {
            values = new Hashtable<>();
        }
        values.put(key, value);
    }

    public Object getValue(String key) {
        return values == null ? null : values.get(key);
    }

    public void removeValue(String key) {
        if (values != null) {
            values.remove(key);
        }
    }

    public Enumeration<String> getValues() {
        return values == null ? null : values.keys();
    }
}
