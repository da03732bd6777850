<%@ page deferredSyntaxAllowedAsLiteral="false" %>
#{2}