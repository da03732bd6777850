<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<h1>${title}</h1> ${count + 1} ${ratio} ${done} [${nothing}]
<c:forEach items="${items}" var="item" varStatus="row">${row.count}. <c:out value="${item.name}"/> ${item.tags[0]} ${empty item.tags}
</c:forEach>${nested.deeper.still} <jsp:include page="part.jsp"><jsp:param name="p" value="${title}"/></jsp:include>
