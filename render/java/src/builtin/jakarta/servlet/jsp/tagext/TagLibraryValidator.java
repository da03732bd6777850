package jakarta.servlet.jsp.tagext;

import java.util.Map;

public abstract class TagLibraryValidator {
    private Map<String, Object> parameters;

    public TagLibraryValidator() {
    }

    public void setInitParameters(Map<String, Object> parameters) {
        this.parameters = parameters;
    }

    public Map<String, Object> getInitParameters() {
        return parameters;
    }

    public ValidationMessage[] validate(String prefix, String uri, PageData page) {
        return null;
    }

    public void release() {
        parameters = null;
    }
}
