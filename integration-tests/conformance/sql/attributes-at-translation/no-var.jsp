<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:query sql="SELECT 1"/>
