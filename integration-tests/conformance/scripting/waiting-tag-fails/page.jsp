<%@ page session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="shop" uri="urn:shop" %>
<sql:setDataSource url="sqlite::memory:"/>
<c:catch var="no"><sql:query var="q">SELECT <%= "wrong" %><c:if test="${true}">, <%= 1 %></c:if></sql:query>not here</c:catch>1 ${no.cause.message}
<% try { %><sql:update>DELETE FROM <% String name = "nothing"; %><%= name %></sql:update>not here<% } catch (Exception e) { %>2 <%= e.getCause().getMessage() %><% } %>
<% for (int i = 0; i < 2; i++) { %>
3.<%= i %> <shop:guard id="a"><sql:query var="q">SELECT <%= "wrong" + i %></sql:query>not here</shop:guard>
<% } %>
<c:catch var="no"><sql:transaction><% int n = 3; %><sql:update>DELETE FROM <%= "t" + n %></sql:update>not here</sql:transaction>not here</c:catch>4 ${no.cause.message}
<c:catch var="no"><sql:transaction><% try { %><sql:update>DELETE FROM <%= "t4" %></sql:update><% } catch (Exception e) { %>5 <%= e.getCause().getMessage() %><% } %> and on</sql:transaction></c:catch> ${empty no}
<c:forEach var="i" begin="1" end="2"><c:catch var="no"><sql:query var="q">SELECT <%= pageContext.getAttribute("i") %><sql:param><%= 1 %></sql:param></sql:query>not here</c:catch>6.${i} ${no['class'].simpleName}
</c:forEach>
<sql:query var="q">SELECT <%= 7 %> AS n</sql:query>${q.rows[0].n} <%= "still here" %>
