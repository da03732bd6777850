<%@ page contentType="text/plain" session="false" %><% pageContext.include("/part.jsp"); %>got <%= request.getAttribute("r") %> <%= request.getParameter("q") %>
