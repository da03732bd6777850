<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="map" class="java.util.HashMap" type="java.util.Map"/>${map.isEmpty()}
