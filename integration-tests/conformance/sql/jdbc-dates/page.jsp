<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.sql.Time,java.sql.Timestamp" %><%
  java.sql.Date d = java.sql.Date.valueOf("2001-08-30");
  out.println(d + " " + d.getTime() + " " + new java.sql.Date(954550815000L) + " " + new java.sql.Date(101, 7, 30) + " " + d.toLocalDate());
  Time t = Time.valueOf("20:20:20");
  out.println(t + " " + t.getTime() + " " + new Time(18000000L) + " " + new Time(1, 2, 3) + " " + t.toLocalTime());
  Timestamp s = Timestamp.valueOf("2001-08-30 20:20:20.5");
  out.println(s + " " + s.getNanos() + " " + s.getTime() + " " + new Timestamp(1234567890123L) + " " + new Timestamp(101, 7, 30, 1, 2, 3, 4000) + " " + s.toLocalDateTime());
  out.println(s.after(new Timestamp(0)) + " " + s.equals(Timestamp.valueOf("2001-08-30 20:20:20.50")) + " " + d.before(new java.sql.Date(0)) + " " + s.compareTo(new Timestamp(s.getTime())));
  out.println((d instanceof java.util.Date) + " " + s.getYear() + " " + s.getMonth() + " " + s.getDate() + " " + s.getHours());
  try { java.sql.Date.valueOf("x"); } catch (IllegalArgumentException e) { out.println("no date"); }
  try { Timestamp.valueOf("x"); } catch (IllegalArgumentException e) { out.println(e.getMessage()); }
%>
