package jakarta.servlet.jsp.tagext;

public interface JspIdConsumer {
    void setJspId(String id);
}
