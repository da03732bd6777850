<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><%
Map<Object, Object> m = new HashMap<>(); Set<Object> s = new HashSet<>(); Hashtable<String, Integer> t = new Hashtable<>();
String[] words = "the quick brown fox jumps over a lazy dog while seven wizards brew potions in old iron kettles".split(" ");
for (int i = 0; i < words.length; i++) { m.put(words[i], i); s.add(words[i].length() * 1000003L); t.put(words[i], i); }
m.remove("fox"); m.put(17, "n"); m.put(null, "null"); m.put(2.5, 'c'); m.put(true, false); out.println(m); out.println(s); out.println(t);
out.println(new TreeMap<>(t)); out.println(new LinkedHashMap<>(t).keySet()); out.println(new TreeSet<>(Arrays.asList(words)));
for (Map.Entry<String, Integer> e : new HashMap<>(t).entrySet()) out.print(e.getKey() + "=" + e.getValue() + ";");
%>
