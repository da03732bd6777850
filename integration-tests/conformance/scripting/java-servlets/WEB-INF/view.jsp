<%@ page session="false" %>view ${n} <%= request.getMethod() %>
