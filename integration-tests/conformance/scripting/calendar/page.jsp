<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*" %><%
  Calendar c = new GregorianCalendar(2024, Calendar.JANUARY, 31, 13, 45, 59);
  out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.DAY_OF_WEEK) + " " + c.get(Calendar.DAY_OF_YEAR) + " " + c.get(Calendar.WEEK_OF_YEAR) + " " + c.get(Calendar.WEEK_OF_MONTH));
  out.println(c.get(Calendar.HOUR) + " " + c.get(Calendar.HOUR_OF_DAY) + " " + c.get(Calendar.AM_PM) + " " + c.get(Calendar.MINUTE) + " " + c.get(Calendar.SECOND));
  c.add(Calendar.MONTH, 1); out.println(c.get(Calendar.MONTH) + "/" + c.get(Calendar.DATE) + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH));
  c.add(Calendar.DATE, -60); out.println(c.get(Calendar.YEAR) + "/" + c.get(Calendar.MONTH) + "/" + c.get(Calendar.DATE) + " " + c.get(Calendar.WEEK_OF_YEAR));
  c.set(2023, 11, 31); out.println(c.get(Calendar.WEEK_OF_YEAR) + " " + c.get(Calendar.DAY_OF_WEEK)); c.set(Calendar.HOUR_OF_DAY, 25); out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.HOUR_OF_DAY));
  c.setTimeZone(TimeZone.getTimeZone("GMT")); c.setTimeInMillis(1706700000123L); out.println(c.get(Calendar.HOUR_OF_DAY) + ":" + c.get(Calendar.MINUTE) + " " + c.getTime().getTime() + " " + c.getTimeZone().getID());
  Calendar d = (Calendar) c.clone(); d.add(Calendar.SECOND, 1); out.println(c.before(d) + " " + d.after(c) + " " + c.compareTo(d) + " " + (Calendar.getInstance().getTimeInMillis() > 0));
%>
