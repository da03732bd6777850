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

/// The folder of a file, without a `/` at its end: `/a` of `/a/b.jsp`, nothing of `/b.jsp`.
pub fn folder(path: &str) -> &str {
    &path[..path.rfind('/').unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

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
