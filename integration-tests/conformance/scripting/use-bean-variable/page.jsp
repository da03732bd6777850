<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><jsp:useBean id="list" class="java.util.ArrayList"/><% list.add("x"); list.add(1); %>${list} <%= list.size() %>
<jsp:useBean id="map" class="java.util.HashMap" scope="request"><% map.put("k", "v"); %>made</jsp:useBean> <%= map.get("k") %> ${map.k}
