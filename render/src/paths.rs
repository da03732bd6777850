//! Paths within an application: context-relative, starting with `/` (Pages 4.1, 1.2.1).

use crate::value::Str;

/// Resolves `target` against the page at `base`: absolute paths are context-relative, others start from the page's
/// folder; `.` and `..` are undone. `None`: it leads outside of the application.
pub fn resolve(base: &str, target: &str) -> Option<Str> {
    let folder = if target.starts_with('/') { "" } else { folder(base) };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(target.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let mut path = Str::new();
    for part in &parts {
        path.push('/');
        path.push_str(part);
    }
    if path.is_empty() || target.ends_with('/') {
        path.push('/');
    }
    Some(path)
}

/// What stands between the path of an archive and the path within it: `/WEB-INF/lib/a.jar!/META-INF/a.tld`.
pub const ARCHIVE: &str = "!/";

/// [`resolve`] for what is read at translation: in a file of an archive, all paths lead to files of that archive, and
/// none out of `/META-INF/tags` (as in Tomcat).
pub fn resolve_source(base: &str, target: &str) -> Option<Str> {
    let Some((archive, inside)) = base.split_once(ARCHIVE) else { return resolve(base, target) };
    let path = resolve(&format!("/{inside}"), target)?;
    path.starts_with("/META-INF/tags/").then(|| format!("{archive}!{path}").into())
}

/// The folder of a file, without a `/` at its end: `/a` of `/a/b.jsp`, nothing of `/b.jsp`.
pub fn folder(path: &str) -> &str {
    &path[..path.rfind('/').unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_archives_stay_in_them() {
        let base = "/WEB-INF/lib/a.jar!/META-INF/tags/x/a.tag";
        for (target, expected) in [
            ("b.tagf", Some("/WEB-INF/lib/a.jar!/META-INF/tags/x/b.tagf")),
            ("../b.tagf", Some("/WEB-INF/lib/a.jar!/META-INF/tags/b.tagf")),
            ("/META-INF/tags/b.tagf", Some("/WEB-INF/lib/a.jar!/META-INF/tags/b.tagf")),
            ("../../../../b.tagf", None),
            ("/b.tagf", None),
        ] {
            assert_eq!(resolve_source(base, target).as_deref(), expected, "{target}");
        }
        assert_eq!(resolve_source("/a/b.jsp", "c.jsp").as_deref(), Some("/a/c.jsp"));
    }

    #[test]
    fn paths_resolve_within_the_application() {
        for (base, target, expected) in [
            ("/a/b.jsp", "c.jsp", Some("/a/c.jsp")),
            ("/a/b.jsp", "/c.jsp", Some("/c.jsp")),
            ("/a/b.jsp", "../c.jsp", Some("/c.jsp")),
            ("/a/b.jsp", "../../c.jsp", None),
            ("/a/b.jsp", "./x//y.jsp", Some("/a/x/y.jsp")),
            ("/b.jsp", "..", None),
            ("/b.jsp", "/", Some("/")),
            ("/b.jsp", "sub/", Some("/sub/")),
        ] {
            assert_eq!(resolve(base, target).as_deref(), expected, "{base} {target}");
        }
    }
}
