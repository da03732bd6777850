<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page deferredSyntaxAllowedAsLiteral="false" %>#{x}
