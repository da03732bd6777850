package jakarta.servlet.jsp.jstl.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import vespid.ResultRows;

public class ResultSupport {
    public ResultSupport() {
    }

    public static Result toResult(ResultSet rows) {
        return toResult(rows, -1);
    }

    public static Result toResult(ResultSet rows, int maxRows) {
        try {
            return new ResultRows(rows, maxRows);
        } catch (SQLException failed) {
            return null;
        }
    }
}
