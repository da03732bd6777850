<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><%
String s = " Hello, World "; out.println("[" + s.trim() + "]" + s.length() + s.indexOf('o') + s.indexOf("o", 6) + s.lastIndexOf("l"));
out.println(s.trim().substring(7).toUpperCase() + s.replace('l', 'L') + "a,b,,c,,".split(",").length + "|" + String.join("-", "x", "y"));
out.println("2024-01-31".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3.$2.$1") + " " + "abc123".matches("[a-z]+\\d+") + " " + "a1b22".replaceAll("[0-9]+", "#"));
StringBuilder b = new StringBuilder("abc"); b.append(1).append('x').append(2.5).append(true).append((Object) null).insert(0, "<").deleteCharAt(1).reverse(); out.println(b);
out.println(String.format("%5d|%-5d|%05d|%,d|%x|%.3f|%10.2f|%s|%c|%b|%%", 42, 42, 42, 1234567, 255, 3.14159, 2.5, "s", 'c', true));
out.println("b".compareTo("a") + " " + "Abc".equalsIgnoreCase("aBC") + " " + "x".hashCode() + " " + "hello".hashCode() + " " + "".isEmpty() + " " + "ab".contains("b"));
out.println(Integer.parseInt("-12") + Integer.toHexString(-1) + Long.parseLong("99") + Double.parseDouble("1.50") + Boolean.parseBoolean("TRUE") + Integer.valueOf(7).equals(7));
StringTokenizer st = new StringTokenizer("a b;c", " ;"); while (st.hasMoreTokens()) out.print(st.nextToken() + st.countTokens()); out.println();
char[] cs = "hey".toCharArray(); Arrays.sort(cs); out.println(new String(cs) + String.valueOf(cs, 1, 2) + cs.length + (char) (cs[0] + 1) + (cs[0] + 1));
out.println(java.net.URLEncoder.encode("a b&ü/?", "UTF-8") + " " + java.net.URLDecoder.decode("a+b%26", "UTF-8"));
%>
