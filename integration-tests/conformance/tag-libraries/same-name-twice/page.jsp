
<%@ taglib prefix="a" tagdir="/WEB-INF/tags" %><a:a/>