package vespid;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import jakarta.servlet.jsp.jstl.sql.Result;

/** The rows of a java.sql.ResultSet, read from where it stands. */
public class ResultRows implements Result {
    private final String[] names;
    private final List<Object[]> rows = new ArrayList<>();
    private boolean limited;

    public ResultRows(ResultSet from, int maxRows) throws SQLException {
        ResultSetMetaData about = from.getMetaData();
        names = new String[about.getColumnCount()];
        for (int i = 0; i < names.length; i++) {
            names[i] = about.getColumnLabel(i + 1);
        }
        while (from.next()) {
            if (maxRows >= 0 && rows.size() == maxRows) {
                limited = true;
                break;
            }
            Object[] row = new Object[names.length];
            for (int i = 0; i < names.length; i++) {
                row[i] = from.getObject(i + 1);
            }
            rows.add(row);
        }
    }

    public SortedMap[] getRows() {
        SortedMap[] all = new SortedMap[rows.size()];
        for (int at = 0; at < all.length; at++) {
            SortedMap<String, Object> row = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (int i = 0; i < names.length; i++) {
                row.put(names[i], rows.get(at)[i]);
            }
            all[at] = row;
        }
        return all;
    }

    public Object[][] getRowsByIndex() {
        Object[][] all = new Object[rows.size()][];
        for (int at = 0; at < all.length; at++) {
            all[at] = rows.get(at);
        }
        return all;
    }

    public String[] getColumnNames() {
        return names;
    }

    public int getRowCount() {
        return rows.size();
    }

    public boolean isLimitedByMaxRows() {
        return limited;
    }
}
