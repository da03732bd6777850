<%@ page session="false" %><%!
    private int count;
    public void jspInit() { count = 40 + getServletContext().getMajorVersion(); }
%><%= count %>
