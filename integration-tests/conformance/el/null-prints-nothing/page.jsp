<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
[${null}] [${nosuch}] [${nosuch.deeper.still}] [${param.nosuch}] [${param['no such']}] [${requestScope.x}] [${header['X-None']}] [${cookie.none.value}]
