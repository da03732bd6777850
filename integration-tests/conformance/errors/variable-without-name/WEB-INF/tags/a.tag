<%@ tag pageEncoding="UTF-8" %>
<%@ variable scope="NESTED" %>