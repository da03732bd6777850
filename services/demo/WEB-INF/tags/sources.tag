<%@ tag pageEncoding="UTF-8" body-content="empty" trimDirectiveWhitespaces="true"
        description="Shows files of this application." %>
<%@ attribute name="files" required="true" description="paths, divided by blanks" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="demo" uri="urn:vespid:demo" %>
<aside class="sources" aria-labelledby="source">
  <h2 id="source">How it is made</h2>
  <c:forTokens items="${files}" delims=" " var="file" varStatus="status">
    <details name="source" ${status.first ? 'open' : ''}>
      <summary><c:out value="${file}"/></summary>
      <demo:source file="${file}"/>
    </details>
  </c:forTokens>
</aside>
