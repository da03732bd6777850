<%@ page contentType="text/plain" session="false" import="jakarta.servlet.jsp.jstl.core.*, jakarta.servlet.jsp.jstl.fmt.*, java.util.*" %><%@ taglib prefix="s" uri="urn:shop" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<s:words text="one two three" var="word" varStatus="at">${at.count}${at.last ? '.' : ','} ${word} </s:words>[${word}]
<s:even number="4" var="even">even </s:even>${even} <s:even number="5" var="even">even </s:even>${even}
<% Config.set(pageContext, Config.FMT_LOCALE, new Locale("de"), PageContext.PAGE_SCOPE); %>
<fmt:bundle basename="shop.Messages"><fmt:message key="hello"><fmt:param value="Ada"/></fmt:message> <fmt:message key="bye"/></fmt:bundle>
<%= Config.get(pageContext, Config.FMT_LOCALE, PageContext.PAGE_SCOPE) %> <%= Config.find(pageContext, Config.FMT_TIME_ZONE) %>
<%= LocaleSupport.getLocalizedMessage(pageContext, "hello", new Object[] { "Bob" }, "shop.Messages") %> <%= LocaleSupport.getLocalizedMessage(pageContext, "none", "shop.Messages") %>
<% ResourceBundle bundle = ResourceBundle.getBundle("shop.Messages", Locale.GERMAN);
   pageContext.setAttribute("bundle", new LocalizationContext(bundle, Locale.GERMAN)); %>
<fmt:message key="bye" bundle="${bundle}"/> <%= bundle.getString("bye") %> ${bundle.locale} <% try { bundle.getString("none"); } catch (MissingResourceException e) { %>missing<% } %>
