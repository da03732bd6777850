<%@ page contentType="text/plain" pageEncoding="UTF-8" session="false" %>ä
