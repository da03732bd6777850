package shop;

import java.io.IOException;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.Tag;
import jakarta.servlet.jsp.tagext.TagSupport;

public class WhereTag extends TagSupport {
    @Override
    public int doStartTag() throws JspException {
        try {
            StringBuilder path = new StringBuilder();
            for (Tag tag = getParent(); tag != null; tag = tag.getParent()) {
                path.append('/').append(tag.getClass().getSimpleName());
            }
            RepeatTag repeat = (RepeatTag) findAncestorWithClass(this, RepeatTag.class);
            path.append(repeat == null ? " none" : " round " + repeat.getRound());
            pageContext.getOut().print(path);
        } catch (IOException e) {
            throw new JspException(e);
        }
        return SKIP_BODY;
    }
}
