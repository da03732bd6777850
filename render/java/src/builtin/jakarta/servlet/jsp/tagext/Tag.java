package jakarta.servlet.jsp.tagext;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.PageContext;

public interface Tag extends JspTag {
    int SKIP_BODY = 0;
    int EVAL_BODY_INCLUDE = 1;
    int SKIP_PAGE = 5;
    int EVAL_PAGE = 6;

    void setPageContext(PageContext context);

    void setParent(Tag parent);

    Tag getParent();

    int doStartTag() throws JspException;

    int doEndTag() throws JspException;

    void release();
}
