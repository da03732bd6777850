<%@ page session="false" %>${requestScope["jakarta.servlet.error.message"]}
