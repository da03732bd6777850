<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page import="java.util.List" import="java.util.Map, java.util.Set" %><%@ page import="java.util.*" %>ok
