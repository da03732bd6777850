<%@ page contentType="application/xml;charset=UTF-8" session="false" %><a/>
