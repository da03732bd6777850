<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page import="java.time.LocalDate" %>${LocalDate.of(2024, 2, 29)} ${Integer.MAX_VALUE}
