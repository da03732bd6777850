<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:query var="${x}" sql="SELECT 1"/>
