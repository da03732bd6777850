<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:query var="" sql="SELECT 1"/>
