<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><% 
        outer: for (int i = 0; i < 4; i++) { for (int j = 0; j < 4; j++) { if (j == 2) continue outer; if (i == 2) break outer; out.print(i + "" + j + " "); } }
        int n = 3; while (n > 0) { n--; if (n == 1) continue; out.print(n); } do { n++; } while (n < 5); out.print(n + " ");
        for (String s : new String[] {"a", "b"}) out.print(s); for (int v : new int[] {1, 2}) out.print(v);
        switch (n) { case 1: out.print("one"); case 5: out.print(" five"); case 6: out.print(" six"); break; default: out.print("no"); }
        try { try { out.print(" try"); throw new IllegalStateException("boom"); } finally { out.print(" finally"); } }
        catch (IllegalStateException | NullPointerException e) { out.print(" " + e.getMessage()); }
        try { Object o = "s"; Integer bad = (Integer) o; } catch (ClassCastException e) { out.print(" cce"); }
        try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { out.print(" " + e.getMessage()); }
        try { String s = null; s.length(); } catch (NullPointerException e) { out.print(" npe"); }
        try { int z = 0; out.print(1 / z); } catch (ArithmeticException e) { out.print(" " + e.getMessage()); }
     %>
