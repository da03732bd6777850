<%@ page contentType="text/plain; charset=UTF-8" pageEncoding="UTF-8" session="false" %>é
