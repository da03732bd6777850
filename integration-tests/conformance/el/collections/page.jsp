<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
${[1, 'two', 3.5][1]} ${[1, 2, 3].size()} ${{'a': 1, 'b': 'x'}.b} ${{'a': 1}['a']} [${{'a': 1}.none}] ${[[1, 2], [3, 4]][1][0]} ${{1, 2, 2}.size()}
<c:set var="l" value="${['a', 'b']}"/>${l[0]} ${l['1']} [${l[2]}] [${l[-1]}] ${empty []} ${empty {}}
