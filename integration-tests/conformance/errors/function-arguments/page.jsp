<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
${fn:contains("a")}
