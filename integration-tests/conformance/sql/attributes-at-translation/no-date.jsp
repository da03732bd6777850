<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:dateParam/>
