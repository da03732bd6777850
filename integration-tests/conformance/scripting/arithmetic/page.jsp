<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><% 
        int i = Integer.MAX_VALUE; i++; out.print(i + " ");
        long l = 1L << 40; out.print(l + " " + (l >>> 3) + " " + (int) l + " ");
        out.print(7 / 2 + " " + -7 / 2 + " " + -7 % 3 + " " + 7.0 / 2 + " " + 1 / 3f + " ");
        byte b = (byte) 200; b += 100; out.print(b + " "); char c = 'a'; c++; out.print(c + " " + (c + 1) + " " + (char) (c + 1));
        out.print(" " + (1 + 2 + "x" + 1 + 2) + " " + (5 & 3 | 8 ^ 2) + " " + (~5) + " " + (true ^ false));
        int x = 5; x = x++ + ++x; out.print(" " + x); x <<= 2; x -= 3.7; out.print(" " + x);
        out.print(" " + (float) 0.1 + " " + 1e10 + " " + 100.0 + " " + (0.1 + 0.2) + " " + (double) 1 / 0);
        Integer boxed = 5; int sum = boxed + 3; out.print(" " + sum + " " + (boxed == 5));
     %>
