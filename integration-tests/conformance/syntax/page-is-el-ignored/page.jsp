<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page isELIgnored="true" %>${1+1} #{x} \${2}
