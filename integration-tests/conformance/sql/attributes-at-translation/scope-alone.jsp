<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:update scope="request" sql="DELETE FROM a"/>
