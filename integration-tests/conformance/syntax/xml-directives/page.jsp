<jsp:directive.page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false"/>a<jsp:directive.include file="b.jspf"/>c
