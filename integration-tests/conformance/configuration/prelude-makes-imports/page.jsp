<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<c:out value="${Optional.of(1).isPresent()}"/>
