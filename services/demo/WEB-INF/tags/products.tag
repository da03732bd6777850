<%@ tag pageEncoding="UTF-8" body-content="scriptless"
        trimDirectiveWhitespaces="true"
        description="Its body for each product of a shelf whose name has a word." %>
<%@ attribute name="items" required="true" type="java.util.List" %>
<%@ attribute name="shelf" description="code; all shelves without it" %>
<%@ attribute name="query" description="part of the name" %>
<%@ attribute name="none" fragment="true" description="what to say if none is left" %>
<%@ variable name-given="product" variable-class="demo.Product" scope="NESTED" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<c:set var="count" value="0"/>
<ul class="products">
  <c:forEach items="${items}" var="product">
    <c:if test="${(empty shelf or shelf == product.shelf.code)
                  and fn:containsIgnoreCase(product.name, query)}">
      <c:set var="count" value="${count + 1}"/>
      <li style="--hue: ${product.shelf.hue}"><jsp:doBody/></li>
    </c:if>
  </c:forEach>
</ul>
<c:if test="${count == 0}"><jsp:invoke fragment="none"/></c:if>
