<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page buffer="16kb" autoFlush="true" %>${pageContext.out.bufferSize} ${pageContext.out.autoFlush} ${pageContext.out.remaining < 16384}
