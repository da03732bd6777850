<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><%!
        interface Shape { double area(); default String show() { return getClass().getSimpleName() + ":" + area(); } }
        static abstract class Base implements Shape { protected final String id; Base(String id) { this.id = id; } public String toString() { return id + " " + show(); } }
        static class Square extends Base { final double a; Square(double a) { super("sq"); this.a = a; } public double area() { return a * a; } }
        enum Color { RED, GREEN { String hex() { return "0f0"; } }; String hex() { return "f00"; } }
        static class Oops extends Exception { int code; Oops(String m, int code) { super(m); this.code = code; } }
        static int count = 0; int next() { return ++count; }
        static <T> T first(List<T> all) { return all.get(0); }
        static int sum(int... all) { int s = 0; for (int a : all) s += a; return s; }
    %><%
        out.print(new Square(2)); out.print(" " + Color.GREEN.hex() + Color.valueOf("RED").ordinal() + Color.values().length + Color.RED);
        try { throw new Oops("m", 7); } catch (Oops e) { out.print(" " + e.getMessage() + e.code); }
        List<String> names = new ArrayList<>(List.of("bob", "al", "cy")); names.sort((a, b) -> a.length() - b.length());
        out.print(" " + names + first(names).length() + sum() + sum(1, 2, 3) + next() + next());
        final int k = 10; Function<Integer, Integer> f = n -> n + k; out.print(" " + f.apply(5));
        Comparator<String> byName = new Comparator<String>() { public int compare(String a, String b) { return a.compareTo(b) * k; } };
        Collections.sort(names, byName); out.print(names); Supplier<String> s = () -> { return "sup"; }; out.print(s.get());
        Map<String, Integer> m = new HashMap<>(); for (String w : "b a c a".split(" ")) { Integer c = m.get(w); m.put(w, c == null ? 1 : c + 1); }
        for (Map.Entry<String, Integer> e : m.entrySet()) { out.print(e.getKey() + e.getValue()); }
        StringBuilder sb = new StringBuilder(); for (char ch = 'a'; ch < 'd'; ch++) sb.append(ch).append(1); out.print(sb.reverse()); out.print(String.format("%05.2f|%-4s|%d", 3.14159, "ab", 42));
        int[][] grid = new int[2][3]; grid[1][2] = 5; out.print(grid[1][2] + grid.length + grid[0].length);
    %>
