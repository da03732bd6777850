<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="old" uri="http://java.sun.com/jsp/jstl/sql" %>
<%@ taglib prefix="rt" uri="http://java.sun.com/jstl/sql_rt" %>
<%@ taglib prefix="one" uri="http://java.sun.com/jstl/sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<old:query var="a" sql="SELECT 1 AS n"/>${a.rows[0].n}
<rt:query var="b" sql="SELECT 2 AS n"/>${b.rows[0].n}
<one:query var="c" sql="SELECT 3 AS n"/>${c.rows[0].n}
