package jakarta.servlet.jsp.tagext;

public class ValidationMessage {
    private String id;
    private String message;

    public ValidationMessage(String id, String message) {
        this.id = id;
        this.message = message;
    }

    public String getId() {
        return id;
    }

    public String getMessage() {
        return message;
    }
}
