use super::Files;
use super::UnitKind;
use super::check_problems;
use super::parse_unit;
use super::problems;
use crate::syntax::PageSettings;

#[test]
fn page_directives() {
    check_problems(&[
        (
            "<%@ pgae session='false' %>",
            &["5 page/unknown-directive: there is no directive `pgae` (did you mean `page`?)"],
        ),
        (
            "<%@ page sesion='false' %>",
            &[
                "10 page/unknown-attribute: the directive `page` has no attribute `sesion` (did you mean `session`?)",
            ],
        ),
        ("<%@ page session='maybe' %>", &["19 page/bad-value: `session` is true or false, not `maybe`"]),
        (
            "<%@ page session='false' session='true' session='false' %>",
            &[
                "26 page/conflicting-attribute: `session` is given twice with different values (let all directives agree, those of included files too)",
            ],
        ),
        (
            "<%@ page isThreadSafe='true' %>",
            &[
                "10 page/unknown-attribute: the directive `page` has no attribute `isThreadSafe` (it was removed in Pages 4.0; leave it out)",
            ],
        ),
        (
            "<%@ page buffer='8' %>",
            &["18 page/bad-value: `8` is no size of a buffer (write `none`, or kilobytes such as `8kb`)"],
        ),
        (
            "<%@ page buffer='none' autoFlush='false' %>",
            &[
                r#"24 page/bad-combination: without a buffer the page must flush by itself (leave out autoFlush="false", or give the page a buffer)"#,
            ],
        ),
        (
            "<%@ page contentType='a/b' %><%@ page contentType='a/c' %>",
            &[
                "39 page/conflicting-attribute: `contentType` is given twice with different values (let all directives agree, those of included files too)",
            ],
        ),
        (
            "<%@ page pageEncoding='UTF-8' %><%@ page pageEncoding='UTF-8' %>",
            &[
                "42 page/duplicate-attribute: the attribute `pageEncoding` is given twice (leave one of them out)",
            ],
        ),
        (
            "<%@ page language='perl' %>",
            &["20 page/bad-value: the scripting language `perl` is not known (the only one is `java`)"],
        ),
        (
            "<%@ page import='a.B;' %>",
            &[
                "18 warning page/import-semicolon: the list of imports has a `;` (separate the imports by commas, without a `;` at the end)",
            ],
        ),
        (
            "<%@ page session='false'",
            &["1 page/unclosed-start-tag: <%@ page is not closed (add `%>` at its end)"],
        ),
        (
            "<%@ page session=<%= a %> %>",
            &[r#"10 page/bad-attribute: the value of `session` must be in quotes (write session="…")"#],
        ),
        (
            "<jsp:directive.page session='false'>a",
            &["1 page/unclosed-tag: <jsp:directive.page> is not closed (close it right away: />)"],
        ),
        (
            "<%@ tag body-content='empty' %>",
            &[
                "1 page/misplaced-directive: the directive `tag` can't be used here (only tag files have this directive)",
            ],
        ),
        (
            "<%@ attribute name='a' %>",
            &[
                "1 page/misplaced-directive: the directive `attribute` can't be used here (only tag files have this directive)",
            ],
        ),
    ]);
}

#[test]
fn taglib_directives() {
    check_problems(&[
        (
            "<%@ taglib uri='urn:x' %>",
            &["1 page/missing-attribute: the directive `taglib` needs the attribute `prefix`"],
        ),
        (
            "<%@ taglib prefix='z' %>",
            &["1 page/missing-attribute: the directive `taglib` needs the attribute `uri` or `tagdir`"],
        ),
        (
            "<%@ taglib prefix='z' uri='urn:z' tagdir='/WEB-INF/tags' %>",
            &["43 page/bad-combination: a taglib directive has a `uri` or a `tagdir`, not both"],
        ),
        (
            "<%@ taglib prefix='jsp' uri='urn:x' %>",
            &["20 page/bad-prefix: the prefix `jsp` is that of the standard actions (choose another one)"],
        ),
        (
            "<%@ taglib prefix='' uri='urn:x' %>",
            &["20 page/bad-prefix: `` can't be a prefix (a prefix is a name without colons, such as `c`)"],
        ),
        (
            "<%@ taglib prefix='x' uri='urn:y' %>",
            &[
                "20 page/prefix-conflict: the prefix `x` stands for another library already (choose another prefix)",
            ],
        ),
        ("<%@ taglib prefix='x' uri='urn:x' %>", &[]),
        (
            "<%@ taglib prefix='z' uri='urn:xx' %><z:a><z:b/></z:a><z:c>",
            &[
                "28 page/unknown-library: there is no tag library `urn:xx` (did you mean `urn:x`?)",
                "55 page/unclosed-tag: <z:c> is not closed (add </z:c>, or close it right away: <z:c … />)",
            ],
        ),
        (
            "<%@ taglib prefix='z' uri='http://example.com/z' %>",
            &[
                "28 page/unknown-library: there is no tag library `http://example.com/z` (is its TLD under /WEB-INF, or does the server provide it?)",
            ],
        ),
        (
            "<z:a/><%@ taglib prefix='z' uri='urn:y' %>",
            &[
                "26 page/prefix-conflict: the prefix `z` was used before it is declared (put the taglib directive before the first tag)",
            ],
        ),
        (
            "<%@ taglib prefix='z' tagdir='/tags' %>",
            &[
                "31 page/bad-path: `/tags` is not under /WEB-INF/tags (tag files are in the folder /WEB-INF/tags and in folders below it)",
            ],
        ),
        (
            "<%@ taglib prefix='z' tagdir='/WEB-INF/tags/none' %>",
            &["31 page/unknown-library: there is no folder /WEB-INF/tags/none with tag files"],
        ),
    ]);
}

#[test]
fn include_directives() {
    check_problems(&[
        ("<%@ include %>", &["1 page/missing-attribute: the directive `include` needs the attribute `file`"]),
        (
            "<%@ include file='${a}.jsp' %>",
            &[
                r#"19 page/not-literal: the include directive takes the name of a file, not an expression (what is chosen at request time is included by <jsp:include page="…"/>)"#,
            ],
        ),
        (
            "<%@ include file='../a.jsp' %>",
            &[
                "19 page/bad-path: `../a.jsp` leads outside of the application (a path that starts with `/` is relative to the root of the application)",
            ],
        ),
        (
            "<%@ include file='pgae.jsp' %>",
            &["19 page/missing-file: there is no file /pgae.jsp (did you mean `page.jsp`?)"],
        ),
        (
            "<%@ include file='page.jspf' %>",
            &["19 page/missing-file: there is no file /page.jspf (did you mean `page.jsp`?)"],
        ),
        (
            "<%@ include file='/page.jsp' %>",
            &[
                "19 page/cyclic-include: /page.jsp is included while it is being read, which would never end (remove one of the include directives)",
            ],
        ),
        (
            "<%@ include file='/unreadable.jsp' %>",
            &["19 page/unreadable-file: /unreadable.jsp can't be read: the disk is on fire"],
        ),
        ("<%@ include file='a.jspx' %>", &["19 page/missing-file: there is no file /a.jspx"]),
    ]);
}

#[test]
fn a_file_that_can_not_be_read_gives_no_unit() {
    for (path, expected) in [
        ("/none.jsp", "/none.jsp:1:1: error[page/missing-file]: there is no file /none.jsp"),
        (
            "/unreadable.jsp",
            "/unreadable.jsp:1:1: error[page/unreadable-file]: /unreadable.jsp can't be read: the disk is on fire",
        ),
    ] {
        let files = Files::with([("/x.jspx", "<a/>")]);
        let (unit, diagnostics) = parse_unit(path, UnitKind::Page, &files);
        assert!(unit.is_none());
        assert_eq!(diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn a_broken_descriptor_is_told_with_the_page_that_needs_it() {
    let files = Files::with([
        ("/page.jsp", "<%@taglib prefix='b' uri='/WEB-INF/b.tld'%><b:c><b:d/></b:c>"),
        ("/WEB-INF/b.tld", "<taglib>\n<tag><name>c</name></tag></taglib>"),
    ]);
    let (_, diagnostics) = parse_unit("/page.jsp", UnitKind::Page, &files);
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    assert_eq!(
        diagnostics[0].to_string(),
        "/WEB-INF/b.tld:2:1: error[tld/invalid]: `tag` needs a `tag-class`"
    );
    assert_eq!(diagnostics[0].chain[0].to_string(), "/page.jsp:1:27");
}

#[test]
fn configuration_can_forbid_things() {
    let mut files = Files::with([("/page.jsp", "<% a(); %><%= b %><q:r/>")]);
    files.settings = PageSettings {
        scripting_invalid: Some(true),
        error_on_undeclared_namespace: Some(true),
        ..PageSettings::default()
    };
    let (_, diagnostics) = parse_unit("/page.jsp", UnitKind::Page, &files);
    let codes: Vec<&str> = diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["page/scripting-not-allowed", "page/scripting-not-allowed", "page/undeclared-prefix"]);
}

#[test]
fn odd_bytes_are_told() {
    assert_eq!(
        problems("<%@page pageEncoding='utf-9'%>é"),
        ["1:23 page/unknown-encoding: the encoding `utf-9` is not known (most pages are in UTF-8)"]
    );
    assert_eq!(
        problems("abc é"),
        [
            "1:5 warning page/undeclared-encoding: this looks like UTF-8, but the file declares no encoding and is read as ISO-8859-1 (declare it in this file: <%@ page pageEncoding=\"UTF-8\" %>)"
        ]
    );
}

#[test]
fn a_bean_of_the_session_needs_a_session() {
    let page = "<jsp:useBean id='a' class='A' scope='session'/><%@page session='false'%>";
    assert_eq!(
        problems(page),
        [
            "1:31 page/bad-combination: the page takes no part in a session, so a bean can't be in it (leave out session=\"false\", or choose another scope)"
        ]
    );
}
