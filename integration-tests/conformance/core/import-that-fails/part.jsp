<%@ page session="false" %>written ${1 div "a"}
