<%@ page session="false" pageEncoding="UTF-8" %>café
