<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
${'a' += 'b'} ${1 += 2} ${'a' += null += 'b'} ${1 + 2 += 3}
[${x = 3}] ${x} [${y = x + 1; y * 2}] ${y} ${1; 2}
