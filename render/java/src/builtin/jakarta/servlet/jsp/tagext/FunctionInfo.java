package jakarta.servlet.jsp.tagext;

public class FunctionInfo {
    private String name;
    private String className;
    private String signature;

    public FunctionInfo(String name, String className, String signature) {
        this.name = name;
        this.className = className;
        this.signature = signature;
    }

    public String getName() {
        return name;
    }

    public String getFunctionClass() {
        return className;
    }

    public String getFunctionSignature() {
        return signature;
    }
}
