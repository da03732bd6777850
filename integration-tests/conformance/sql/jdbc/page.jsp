<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.sql.*,java.util.*,java.math.BigDecimal" %><%
  try (Connection c = DriverManager.getConnection("jdbc:sqlite::memory:")) {
    Statement s = c.createStatement();
    s.executeUpdate("drop table if exists item"); s.executeUpdate("create table item (id integer primary key, name varchar(20), price double, stock int)");
    PreparedStatement p = c.prepareStatement("insert into item (name, price, stock) values (?, ?, ?)", Statement.RETURN_GENERATED_KEYS);
    p.setString(1, "Mug"); p.setDouble(2, 4.5); p.setInt(3, 7);
    out.println(p.executeUpdate() + " " + p.getMoreResults() + " " + p.getUpdateCount());
    p.setString(1, "Plate"); p.setDouble(2, 6); p.setNull(3, Types.INTEGER); p.executeUpdate();
    try (ResultSet keys = p.getGeneratedKeys()) { keys.next(); out.println("key " + keys.getLong(1)); }
    for (String name : new String[] {"Spoon", "Fork"}) { p.setString(1, name); p.setDouble(2, 1.25); p.setInt(3, 12); p.addBatch(); }
    out.println(Arrays.toString(p.executeBatch()));
    ResultSet r = s.executeQuery("select id, name, price, stock from item order by id");
    ResultSetMetaData m = r.getMetaData();
    for (int i = 1; i <= m.getColumnCount(); i++) out.print(m.getColumnName(i) + (i < m.getColumnCount() ? ", " : "\n"));
    while (r.next()) {
      int stock = r.getInt("STOCK");
      out.println(r.getRow() + ": " + r.getInt(1) + " " + r.getString("name") + " " + r.getDouble(3) + " " + stock + " " + r.wasNull() + " " + r.getObject(4) + " " + r.getLong("price") + " " + r.findColumn("price"));
    }
    out.println(r.isAfterLast() + " " + r.next()); r.close(); out.println(r.isClosed());
    try { r.getInt(1); } catch (SQLException e) { out.println("a closed result has no rows"); }
    r = s.executeQuery("select count(*) as n, sum(price), max(name) from item where stock > 5");
    r.next(); out.println(r.getInt("n") + " " + r.getDouble(2) + " " + r.getString(3) + " " + r.getBoolean(1) + " " + r.getString("n"));
    try { r.getString("nope"); } catch (SQLException e) { out.println("no such column"); }
    out.println(s.execute("select 1") + " " + (s.getResultSet() != null) + " " + s.execute("delete from item where id > 2") + " " + s.getUpdateCount());
    c.setAutoCommit(false); out.println(c.getAutoCommit());
    s.executeUpdate("update item set stock = 0"); c.rollback();
    s.executeUpdate("update item set stock = stock + 1 where id = 1"); c.commit(); c.setAutoCommit(true);
    r = s.executeQuery("select stock from item where id = 1"); r.next(); out.println("stock " + r.getInt(1));
    try { s.executeUpdate("insert into item (id) values (1)"); } catch (SQLException e) { out.println("duplicate " + (e instanceof SQLException)); }
    try { s.executeQuery("select * from nothing"); } catch (SQLException e) { out.println("no table"); }
    s.close(); out.println(s.isClosed() + " " + c.isClosed());
    Connection other = c; other.close(); other.close(); out.println(c.isClosed());
    try { c.createStatement(); } catch (SQLException e) { out.println("closed"); }
  }
  SQLException e = new SQLException("m", "42000", 7);
  out.println(e.getMessage() + " " + e.getSQLState() + " " + e.getErrorCode() + " " + e.getNextException() + " " + new SQLException("x").getSQLState());
%>
