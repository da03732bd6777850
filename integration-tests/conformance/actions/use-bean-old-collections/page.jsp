<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="v" class="java.util.Vector" type="java.util.List"/>${v.add(2)}${v.add(1)} ${v} ${v.firstElement()}
<jsp:useBean id="p" class="java.util.Properties"/>${p.setProperty("k", "v")}${p.getProperty("k")} ${p.k}
<jsp:useBean id="m" class="java.util.TreeMap"/>${m.put("b", 1)}${m.put("a", 2)}${m} ${m.firstKey()}
<jsp:useBean id="s" class="java.util.TreeSet"/>${s.add("z")}${s.add("y")} ${s}
<jsp:useBean id="k" class="java.util.Stack"/>${k.push(7)} ${k.peek()} ${k.isEmpty()}
<jsp:useBean id="l" class="java.util.LinkedList"/>${l.addFirst(1)}${l.addLast(2)}${l.getFirst()} ${l.getLast()} ${l}
