<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:query var="a" scope="world" sql="SELECT 1"/>
