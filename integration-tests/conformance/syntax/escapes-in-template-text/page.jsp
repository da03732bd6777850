<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<\%= no script %>
\${1 + 1} and ${1 + 1}
\#{1 + 1}
\$ \# \{ \\
$${1 + 1}
\$\{1}
$
