<%@ tag body-content="empty" %><%@ attribute name="v" deferredValue="true" %>v ${v} ${n = 5; v} ${n = 1; empty v}
