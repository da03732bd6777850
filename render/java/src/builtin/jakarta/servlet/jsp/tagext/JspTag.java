package jakarta.servlet.jsp.tagext;

public interface JspTag {
}
