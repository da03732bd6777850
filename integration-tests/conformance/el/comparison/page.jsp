<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
${1 < 2} ${2 lt 1} ${2 > 1} ${1 gt 2} ${1 <= 1} ${1 le 0} ${1 >= 2} ${1 ge 1}
${1 == 1.0} ${1 eq 2} ${1 != 2} ${1 ne 1}
${'10' == 10} ${'10' < 9} ${'10' < '9'} ${'a' lt 'b'} ${'b' > 'a'}
${null == null} ${null == ''} ${null == 0} ${null < 1} ${null <= null}
${'true' == true} ${true == 'yes'} ${true != false}
${1 < 2 == true} ${1 + 1 == 2}
