<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:useBean id="map" class="java.util.HashMap"><c:set target="${map}" property="a" value="1"/>${map.a}</jsp:useBean>${map.a}
