<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
${fn:contains('abc', 'b')} ${fn:contains('abc', '')} ${fn:contains(null, 'a')} ${fn:containsIgnoreCase('ABC', 'bc')}
${fn:startsWith('abc', 'ab')} ${fn:endsWith('abc', 'bc')} ${fn:endsWith('abc', 'ab')} ${fn:startsWith('abc', '')}
${fn:indexOf('abc', 'c')} ${fn:indexOf('abc', 'x')} ${fn:length('häß')} ${fn:length('')} ${fn:length(null)} ${fn:length('🙂')} ${fn:length(fn:split('a,b', ','))}
${fn:replace('a.b.c', '.', '-')} ${fn:replace('aaa', 'a', '')} [${fn:replace(null, 'a', 'b')}]
${fn:substring('abcdef', 1, 3)} ${fn:substring('abc', 2, 9)} ${fn:substring('abc', -1, 2)} [${fn:substring('abc', 3, 1)}] ${fn:substring('abc', 1, -1)}
${fn:substringAfter('a-b-c', '-')} [${fn:substringAfter('abc', 'x')}] ${fn:substringBefore('a-b-c', '-')} [${fn:substringBefore('abc', 'x')}]
${fn:toLowerCase('ÄbC')} ${fn:toUpperCase('äbC')} [${fn:trim('  a b ')}]
${fn:escapeXml('<a b="c">&\'</a>')}
${fn:join(fn:split('a;b,c', ';,'), '|')} ${fn:split('a,,b', ',')[1]} [${fn:join(fn:split('', ','), '|')}] ${fn:join(fn:split('abc', ''), '|')}
