<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*" %><%!
  String show(Date d) { return (d.getYear() + 1900) + "-" + (d.getMonth() + 1) + "-" + d.getDate() + " " + d.getHours() + ":" + d.getMinutes() + ":" + d.getSeconds() + " " + d.getDay(); }
%><%
  Date d = new Date(101, 7, 30, 20, 20, 20);
  out.println(show(d) + " " + (Date.UTC(101, 7, 30, 20, 20, 20) - d.getTime() == -d.getTimezoneOffset() * 60000L));
  out.println(show(new Date(101, 7, 30)) + " | " + show(new Date(99, 13, 32, 25, 61)) + " | " + show(new Date("Aug 30, 2001 20:20:20")));
  d.setYear(100); d.setMonth(1); out.println(show(d));
  d.setDate(31); out.println(show(d));
  d.setHours(25); d.setMinutes(-1); d.setSeconds(75); out.println(show(d));
  out.println(Date.UTC(101, 7, 30, 20, 20, 20) + " " + Date.parse("Thu, 30 Aug 2001 20:20:20 GMT") + " " + new Date(Date.UTC(100, 3, 1, 1, 0, 15)).toGMTString());
  Date e = new Date(1234); e.setSeconds(5); out.println(e.getTime());
  out.println(new Date(5).before(new Date(6)) + " " + new Date(5).equals(new Date(5)) + " " + new Date(5).compareTo(new Date(6)) + " " + new Date(5).hashCode());
%>
