
<%@ page pageEncoding="UFT-8" %>x