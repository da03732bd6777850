<%@ tag pageEncoding="UTF-8" body-content="empty" trimDirectiveWhitespaces="true"
        description="When the server wrote this, and when the browser had it." %>
<%@ attribute name="since" required="true" type="java.lang.Long"
              description="when the page began" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="demo" uri="urn:vespid:demo" %>
<%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<c:set var="now" value="${demo:now()}"/>
<p class="stamp">
  <span>Written at <time>${demo:clock(now)}</time> UTC,
    <b><fmt:formatNumber value="${now - since}"/> ms</b> after the start</span>
  <script>
    document.currentScript.outerHTML = '<span>In your browser <b>' +
      Math.round(performance.now()).toLocaleString('en') + ' ms</b> after the click</span>';
  </script>
</p>
