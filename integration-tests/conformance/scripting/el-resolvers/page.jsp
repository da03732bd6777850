<%@ page contentType="text/plain" session="false" import="java.util.*, jakarta.el.*, jakarta.servlet.jsp.el.*" %><%!
static String ask(ELContext context, ELResolver resolver, Object base, Object property) {
    String told = "";
    try {
        context.setPropertyResolved(false);
        Object value = resolver.getValue(context, base, property);
        told += value + (context.isPropertyResolved() ? "" : " (not resolved)");
        Class<?> type = resolver.getType(context, base, property);
        told += " " + (type == null ? "no type" : type.getName()) + " " + resolver.isReadOnly(context, base, property);
        Class<?> common = resolver.getCommonPropertyType(context, base);
        told += " " + (common == null ? "none" : common.getName());
    } catch (jakarta.el.ELException e) {
        told += " " + e.getClass().getSimpleName();
    }
    return told;
}
static class Upper extends ELResolver {
    public Object getValue(ELContext context, Object base, Object property) {
        if (base == null && "upper".equals(property)) { context.setPropertyResolved(true); return "UPPER"; }
        return null;
    }
    public Class<?> getType(ELContext context, Object base, Object property) { return null; }
    public void setValue(ELContext context, Object base, Object property, Object value) { }
    public boolean isReadOnly(ELContext context, Object base, Object property) { return true; }
    public Class<?> getCommonPropertyType(ELContext context, Object base) { return String.class; }
}
%><%
ELContext context = pageContext.getELContext();
Map<String, Object> map = new HashMap<>(); map.put("a", 1);
List<String> list = new ArrayList<>(Arrays.asList("x", "y"));
out.println(ask(context, new MapELResolver(), map, "a"));
out.println(ask(context, new MapELResolver(true), map, "a"));
out.println(ask(context, new ListELResolver(), list, 1));
out.println(ask(context, new ListELResolver(), list, 9));
out.println(ask(context, new ListELResolver(), map, 1));
out.println(ask(context, new ArrayELResolver(), new String[] { "p", "q" }, 1L));
out.println(ask(context, new BeanELResolver(), new Date(5), "time"));
out.println(ask(context, new BeanELResolver(), new Date(5), "none"));
new ListELResolver().setValue(context, list, 0, "z");
try { new MapELResolver(true).setValue(context, map, "a", 2); } catch (PropertyNotWritableException e) { out.println("not writable"); }
out.println(list);
CompositeELResolver all = new CompositeELResolver();
all.add(new Upper()); all.add(new ScopedAttributeELResolver());
pageContext.setAttribute("seen", "attribute");
out.println(ask(context, all, null, "upper"));
all.setValue(context, null, "seen", "new");
out.println(pageContext.getAttribute("seen") + " " + ask(context, new ImplicitObjectELResolver(), null, "nothing"));
out.println(context.getELResolver().getValue(context, null, "seen") + " " + context.getELResolver().getValue(context, list, 1));
%>
