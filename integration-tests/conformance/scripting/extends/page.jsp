<%@ page contentType="text/plain;charset=UTF-8" session="false" extends="base.Base" %><%!
    int own = 2;
    String said;

    @Override
    protected String decorate() { return "!"; }

    @Override
    public void jspInit() { said = "init of " + getServletConfig().getServletContext().getContextPath() + "/"; greeting = "good day"; }
%><%= greet("Ann") %> <%= this instanceof base.Base %> <%= own + getInits() %> <%= said %>
<%@ include file="other.jspf" %>
