<%@ taglib prefix="c" uri="jakarta.tags.core" %><c:param name="tag" value="x"/><jsp:doBody/>
