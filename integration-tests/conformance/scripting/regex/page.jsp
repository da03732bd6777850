<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.regex.*,java.util.stream.*" %><%!
    static final Pattern DATE = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)(-(\\d\\d))?");

    String lower(MatchResult found) { return found.group(1).toLowerCase(); }
%><%
    Matcher m = DATE.matcher("from 2024-05-17 to 2025-11 é 1999-01-02");
    while (m.find()) {
        out.print(m.group() + " " + m.group("year") + "/" + m.group(2) + "/" + m.group(4) + " " + m.start() + "-" + m.end()
            + " " + m.start(4) + " " + m.end("month") + " " + m.groupCount() + "\n");
    }
    m.reset();
    out.print(m.matches() + " " + m.lookingAt() + " " + m.find(20) + " " + m.group(0) + " " + m.find() + " " + m.find() + "\n");
    try { m.group(); } catch (IllegalStateException e) { out.print(e.getMessage() + "\n"); }
    out.print(m.reset("1234-56-78").matches() + " " + m.hasMatch() + "\n");
    try { m.group(9); } catch (IndexOutOfBoundsException e) { out.print(e.getMessage() + "\n"); }
    try { m.group("day"); } catch (IllegalArgumentException e) { out.print(e.getMessage() + "\n"); }

    out.print(Pattern.compile("(?<![\\w.])(\\w+)\\s+\\1\\b", Pattern.CASE_INSENSITIVE).matcher("The the cat sat on on it").replaceAll("<$1>") + "\n");
    out.print("a1b22".replaceAll("(\\d+)(?=b|$)", "[$1]") + " " + "aab".replaceAll("a*", "X") + " " + "x.y".replaceFirst("\\.", "\\$") + "\n");
    out.print("price: 5".replaceAll("(?<n>\\d)", "${n}${n}") + " " + Matcher.quoteReplacement("$1\\") + "\n");
    StringBuffer sb = new StringBuffer();
    Matcher v = Pattern.compile("\\$\\{(\\w+)\\}").matcher("Hello ${name}, you are ${age}!");
    Map<String, String> values = new HashMap<>();
    values.put("name", "Ann$"); values.put("age", "30");
    while (v.find()) v.appendReplacement(sb, Matcher.quoteReplacement(values.get(v.group(1))));
    v.appendTail(sb);
    out.print(sb + "\n");
    out.print(Pattern.compile("([A-Z])").matcher("CamelCaseText").replaceAll(r -> "_" + r.group(1).toLowerCase()) + " "
        + Pattern.compile("([A-Z])").matcher("AbC").replaceAll(this::lower) + " "
        + Pattern.compile("b").matcher("abb").replaceFirst(r -> "" + r.start()) + "\n");
    out.print(Pattern.compile("\\w+").matcher("one two three").results().map(MatchResult::group).collect(Collectors.joining("|")) + "\n");
    out.print(Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c ,,")) + Arrays.toString(Pattern.compile(",").split("a,b,c", 2))
        + Pattern.compile(";").splitAsStream("x;y").collect(Collectors.toList()) + "\n");
    out.print(Pattern.matches("a|ab", "ab") + " " + Pattern.quote("a.b") + " " + "a.b axb".replaceAll(Pattern.quote("a.b"), "-") + " "
        + Stream.of("a1", "b", "1").filter(Pattern.compile("\\d").asPredicate()).count() + " "
        + Stream.of("a1", "b", "1").filter(Pattern.compile("\\d").asMatchPredicate()).count() + "\n");
    Pattern p = Pattern.compile("^(\\w+)\\s*=\\s*(.*)$", Pattern.MULTILINE | Pattern.COMMENTS);
    out.print(p.flags() + " " + p + " " + p.pattern().length() + " ");
    for (Matcher l = p.matcher("a = 1\r\nb=\ntwo\nc = 3"); l.find(); ) out.print(l.group(1) + ":" + l.group(2) + ";");
    out.print("\n");
    Matcher region = Pattern.compile("^b.").matcher("abcb1").region(1, 4);
    out.print(region.find() + " " + region.start() + " " + region.regionStart() + " " + region.regionEnd() + " " + region.find() + "\n");
    MatchResult kept = null;
    Matcher k = Pattern.compile("\\d").matcher("1 2");
    if (k.find()) kept = k.toMatchResult();
    k.find();
    out.print(kept.group() + k.group() + " " + k.usePattern(Pattern.compile("x")).find() + "\n");
    try { Pattern.compile("[a"); } catch (PatternSyntaxException e) { out.print((e.getMessage() != null) + " " + (e instanceof IllegalArgumentException) + "\n"); }
    try { "a".replaceAll("a", "$1"); } catch (IndexOutOfBoundsException e) { out.print(e.getMessage() + "\n"); }
%>
