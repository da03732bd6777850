<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<p>${1 + 1</p>
