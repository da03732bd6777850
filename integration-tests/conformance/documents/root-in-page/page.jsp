<?xml version="1.0"?>
<!-- x -->
<jsp:root xmlns:jsp="http://java.sun.com/JSP/Page" version="1.2">
 <jsp:text>${1 + 1}</jsp:text>
</jsp:root>
