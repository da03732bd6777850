<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="x">body</sql:setDataSource>
