package jakarta.servlet.jsp.tagext;

import jakarta.servlet.jsp.JspException;

public interface BodyTag extends IterationTag {
    int EVAL_BODY_TAG = 2;
    int EVAL_BODY_BUFFERED = 2;

    void setBodyContent(BodyContent content);

    void doInitBody() throws JspException;
}
