<%@ page session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
before <c:catch var="no"><c:import url="part.jsp"/>not here</c:catch>1 ${empty no}
<c:catch var="no">kept <c:import url="part.jsp"/></c:catch>2 ${empty no}
<c:set var="x">a <c:catch var="no"><c:import url="part.jsp"/></c:catch>b</c:set>3 ${x} ${empty no}
<c:catch var="no"><c:import url="status.jsp"/></c:catch>4 ${empty no}
<c:catch var="no"><c:import url="outer.jsp"/></c:catch>5 ${empty no}
