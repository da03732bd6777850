//! Relative paths within an application (Pages 4.1, 1.2.1).

use crate::value::Str;

/// Resolves `target` against the file at `base`: absolute paths are context-relative, others start from the file's
/// folder; `.`, `..` and empty parts are undone. `None`: it leads outside of the application.
pub(super) fn resolve(base: &str, target: &str) -> Option<Str> {
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
    let mut path = Str::from("/");
    path.push_str(&parts.join("/"));
    Some(path)
}

/// The folder of a file, without a `/` at its end: `/a` of `/a/b.jsp`, nothing of `/b.jsp`.
pub(super) fn folder(path: &str) -> &str {
    &path[..path.rfind('/').unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_within_the_application() {
        for (base, target, expected) in [
            ("/a/b.jsp", "c.jspf", Some("/a/c.jspf")),
            ("/a/b.jsp", "../c.jspf", Some("/c.jspf")),
            ("/a/b.jsp", "../../c.jspf", None),
            ("/a/b.jsp", "/x/./y//z/../c.jspf", Some("/x/y/c.jspf")),
            ("/b.jsp", "c.jspf", Some("/c.jspf")),
            ("/b.jsp", "..", None),
        ] {
            assert_eq!(resolve(base, target).as_deref(), expected, "{base} {target}");
        }
    }
}
