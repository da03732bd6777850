package jakarta.servlet.jsp.tagext;

public class VariableInfo {
    public static final int NESTED = 0;
    public static final int AT_BEGIN = 1;
    public static final int AT_END = 2;

    private String name;
    private String className;
    private boolean declare;
    private int scope;

    public VariableInfo(String name, String className, boolean declare, int scope) {
        this.name = name;
        this.className = className;
        this.declare = declare;
        this.scope = scope;
    }

    public String getVarName() {
        return name;
    }

    public String getClassName() {
        return className;
    }

    public boolean getDeclare() {
        return declare;
    }

    public int getScope() {
        return scope;
    }
}
