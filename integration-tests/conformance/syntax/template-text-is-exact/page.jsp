<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>  two spaces
	and a tab, and two at the end  
CR LF follows
then é, 漢, 🙂 and &amp; &nbsp;
$5, $ {x}, # {y}, 100 % > 50 %, a < b, <
<!-- an HTML comment stays -->
<p class='x'>\ and \n are no escapes</p>


no line end at the end