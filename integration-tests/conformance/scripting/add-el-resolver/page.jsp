<%@ page contentType="text/plain;charset=UTF-8" session="false" import="app.*,jakarta.el.*,jakarta.servlet.jsp.*" %><%
    pageContext.setAttribute("here", "page");
    pageContext.setAttribute("plain", "x");
    pageContext.setAttribute("text", "hey");
%>${wordOne} ${plain} ${text.shout} ${text.length()} ${text.twice(1, 2)} ${empty word}
${wordLast = "set"} ${wordTwo} ${missing}
<%= pageContext.getELContext().getContext(Setup.class) %> <%
    try {
        JspFactory.getDefaultFactory().getJspApplicationContext(application).addELResolver(new Words());
    } catch (IllegalStateException e) {
        out.print("too late");
    }
%>
