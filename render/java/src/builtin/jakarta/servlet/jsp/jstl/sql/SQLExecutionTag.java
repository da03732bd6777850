package jakarta.servlet.jsp.jstl.sql;

public interface SQLExecutionTag {
    void addSQLParameter(Object value);
}
