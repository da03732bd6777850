<%@ page contentType="text/plain" session="false" import="java.util.*, jakarta.el.*" %><%
ExpressionFactory factory = JspFactory.getDefaultFactory().getJspApplicationContext(application).getExpressionFactory();
ELContext context = pageContext.getELContext();
Map<String, Object> bean = new HashMap<>();
bean.put("name", "Ada");
pageContext.setAttribute("bean", bean);
ValueExpression name = factory.createValueExpression(context, "${bean.name}", String.class);
out.println(name.getValue(context) + " " + name.getExpressionString() + " " + name.isLiteralText() + " " + name.getExpectedType().getName() + " " + name.isReadOnly(context));
name.setValue(context, "Grace");
out.println(bean.get("name") + " ${bean.name}");
ValueExpression sum = factory.createValueExpression(context, "#{1 + 2} of #{count}", String.class);
pageContext.setAttribute("count", 7);
out.println((String) sum.getValue(context));
pageContext.setAttribute("count", 8);
out.println((String) sum.getValue(context));
ValueExpression one = factory.createValueExpression("12", Integer.class);
Object number = one.getValue(context);
out.println(number + " " + number.getClass().getName() + " " + one.isReadOnly(context) + " " + one.isLiteralText());
List<String> list = new ArrayList<>();
pageContext.setAttribute("list", list);
MethodExpression add = factory.createMethodExpression(context, "#{list.add}", boolean.class, new Class[] { Object.class });
out.println(add.invoke(context, new Object[] { "x" }) + " " + list + " " + add.getMethodInfo(context).getName());
Object five = factory.coerceToType("5", Long.class); out.println(five instanceof Long);
try { factory.createValueExpression(context, "${", String.class); } catch (ELException e) { out.println("ELException"); }
try { name.getValue(null); } catch (NullPointerException e) { out.println("NullPointerException"); }
%>
