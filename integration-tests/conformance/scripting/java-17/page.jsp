<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*" %><%!
  record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x"); } int sum() { return x + y; } static Point of(int n) { return new Point(n, n); } }
  enum Level { LOW, MID, HIGH }
  static String name(Level level) { return switch (level) { case LOW, MID -> "not " + Level.HIGH; case HIGH -> { String s = "very"; yield s + " high"; } }; }
%><%
  Point p = new Point(1, 2); out.println(p + " " + p.sum() + " " + p.equals(new Point(1, 2)) + " " + p.x() + " " + Point.of(4) + " " + (p.hashCode() == new Point(1, 2).hashCode()));
  try { new Point(-1, 0); } catch (IllegalArgumentException e) { out.println(e); }
  for (Level level : Level.values()) out.print(name(level) + ";"); out.println();
  Object o = "text"; if (o instanceof String str && str.length() > 2) out.println(str.toUpperCase()); if (!(o instanceof Integer n)) { out.println("no number"); }
  int code = switch ("b") { case "a", "b" -> 1; default -> 2; }; out.println(code);
  String block = """
      Hello,
        "World" \
      there
      """; out.print(block); var list = new ArrayList<>(List.of(3, 1, 2)); list.sort(null); out.println(list);
%>
