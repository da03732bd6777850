<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
${'abc'.length()} ${'abcdef'.substring(2)} ${'abcdef'.substring(1, 3)} ${'MiXed'.toUpperCase()} ${' x '.trim()} ${'abc'.contains('bc')} ${'a-b'.replace('-', '+')} ${'abc'.indexOf('c')} ${'abc'.startsWith('ab')} ${'x'.concat('y').concat('z')} ${'abc'['length']()} ${'a'.equals('a')} ${''.isEmpty()}
