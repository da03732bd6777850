<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.text.*,java.util.*" %><%
  SimpleDateFormat iso = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss"); iso.setTimeZone(TimeZone.getTimeZone("GMT"));
  Date date = new Date(1706700000123L); out.println(iso.format(date) + " " + iso.parse("2024-02-29 12:30:00").getTime());
  DateFormat long_ = DateFormat.getDateInstance(DateFormat.LONG, Locale.US); long_.setTimeZone(TimeZone.getTimeZone("GMT")); out.println(long_.format(date));
  SimpleDateFormat fr = new SimpleDateFormat("EEEE d MMMM yyyy", Locale.FRANCE); fr.setTimeZone(TimeZone.getTimeZone("GMT")); out.println(fr.format(new Date(0)));
  try { iso.parse("never"); } catch (ParseException e) { out.println("ParseException"); }
  out.println(new DecimalFormat("#,##0.00").format(1234567.891) + " " + new DecimalFormat("0000").format(42) + " " + NumberFormat.getPercentInstance().format(0.25));
  out.println(NumberFormat.getCurrencyInstance(Locale.US).format(1234.5) + " " + NumberFormat.getInstance(Locale.GERMANY).format(1234.5));
  out.println(MessageFormat.format("{0} has {1} items, {2}", "Ann", 3, 1234.5) + " " + new MessageFormat("{1}{0}").format(new Object[] {"a", "b"}));
  out.println(date.before(new Date(1706700000124L)) + " " + date.compareTo(new Date(0)) + " " + new Date(5L).getTime() + " " + date.equals(new Date(1706700000123L)));
%>
