<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
${true && false} ${true and true} ${false || true} ${false or false} ${!true} ${not false}
${true || nosuch.thing < 1} ${false && (1 / 0 > 1)}
${true || false && false} ${!false && false} ${not empty 'a'}
${empty null} ${empty ''} ${empty 'a'} ${empty nosuch} ${empty param} ${empty 0} ${empty fn:split('', ',')}
${true ? 'yes' : 'no'} ${false ? 1 : false ? 2 : 3} ${empty param.x ? 'none' : param.x}
${'true' ? 1 : 2} ${null ? 1 : 2} ${'TRUE' && true}
