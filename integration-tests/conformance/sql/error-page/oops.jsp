<%@ page isErrorPage="true" contentType="text/html;charset=UTF-8" session="false" %>${pageContext.exception.message}
${pageContext.errorData.statusCode} ${pageContext.exception.cause}
