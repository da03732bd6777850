<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
${'single'} ${"double"} ${'it\'s'} ${"say \"so\""} ${'back\\slash'}
${'a "double" inside'} ${"a 'single' inside"}
${'} is text'} ${'${'} ${'#{x}'}
${true} ${false} [${null}]
${0} ${42} ${3.0} ${.5} ${1.} ${2e2} ${1E-2}
${9223372036854775807}
a${1}b${2}${3}c
${  1  +
  1  }
