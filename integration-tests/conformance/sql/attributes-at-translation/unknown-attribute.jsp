<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:query var="a" sql="SELECT 1" limit="1"/>
