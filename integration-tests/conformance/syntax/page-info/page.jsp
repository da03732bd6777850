<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page info="All about &quot;this&quot;" %>${pageContext.page.servletInfo}
