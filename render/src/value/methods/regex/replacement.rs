//! What stands for what was found: `$1`, `${name}`, `\$`.

use super::Groups;
use super::Pattern;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::methods::check_text_length;

impl Pattern {
    /// Appends a replacement for what was found.
    ///
    /// # Errors
    /// It names a group that is not there, or is none.
    pub fn expand(&self, text: &str, found: &Groups, new: &str, out: &mut String) -> Result<()> {
        if !new.contains(['\\', '$']) {
            out.push_str(new);
            return Ok(());
        }
        let mut chars = new.chars().peekable();
        while let Some(char) = chars.next() {
            match char {
                '\\' => match chars.next() {
                    Some(next) => out.push(next),
                    None => return Err(Error::illegal_argument("character to be escaped is missing")),
                },
                '$' => {
                    let group = self.group_of(&mut chars)?;
                    if let Some(range) = found.get(group).cloned().flatten() {
                        check_text_length(out.len() + range.len())?;
                        out.push_str(&text[range]);
                    }
                }
                char => out.push(char),
            }
        }
        Ok(())
    }

    /// The group behind a `$`.
    fn group_of(&self, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<usize> {
        match chars.peek().copied() {
            Some('{') => {
                chars.next();
                let name: String =
                    std::iter::from_fn(|| chars.next_if(char::is_ascii_alphanumeric)).collect();
                if chars.next() != Some('}') || name.is_empty() {
                    return Err(Error::illegal_argument("named capturing group is missing trailing '}'"));
                }
                self.group(&name)
                    .ok_or_else(|| Error::illegal_argument(format!("No group with name {{{name}}}")))
            }
            Some(first) if first.is_ascii_digit() => {
                chars.next();
                let mut group = first.to_digit(10).unwrap_or(0) as usize;
                if group > self.group_count() {
                    return Err(no_group(group));
                }
                // As many digits as there are groups for.
                while let Some(digit) = chars.peek().and_then(|char| char.to_digit(10)) {
                    let more = group * 10 + digit as usize;
                    if more > self.group_count() {
                        break;
                    }
                    group = more;
                    chars.next();
                }
                Ok(group)
            }
            None => Err(Error::illegal_argument("Illegal group reference: group index is missing")),
            Some(_) => Err(Error::illegal_argument("Illegal group reference")),
        }
    }
}

/// What is thrown where a group is asked for that is not there.
#[cold]
pub fn no_group(group: usize) -> Error {
    Error::new(class::INDEX_OUT_OF_BOUNDS, format!("No group {group}")).with_supers([
        "java.lang.RuntimeException".into(),
        "java.lang.Exception".into(),
        "java.lang.Throwable".into(),
    ])
}
