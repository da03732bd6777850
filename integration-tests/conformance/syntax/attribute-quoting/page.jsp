<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:out value='single "double" inside' escapeXml="false"/>
<c:out value="double 'single' inside" escapeXml="false"/>
<c:out value="escaped \"double\"" escapeXml="false"/>
<c:out value='escaped \'single\'' escapeXml="false"/>
<c:out value="entities &quot;double&quot; &apos;single&apos;" escapeXml="false"/>
<c:out value="other references stay: &lt; &amp;" escapeXml="false"/>
<c:out value="a \\ backslash" escapeXml="false"/>
<c:out value="not \${1 + 1}" escapeXml="false"/>
<c:out value = "white space around the sign"
  escapeXml
  =
  "false"
/>
<c:out value="a > in a value" escapeXml="false"></c:out>
