a
<jsp:output omit-xml-declaration="true"/>
