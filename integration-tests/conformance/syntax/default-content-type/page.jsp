<%@ page session="false" %>café
