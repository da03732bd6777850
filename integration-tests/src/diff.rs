//! Texts compared line by line, with white space made visible.

/// Lines shown around a difference.
const CONTEXT: usize = 2;

/// Describes how `found` differs from `expected`: lines that should be there with `-`, lines that should not
/// with `+`. Spaces show as `·`, tabs as `→`, carriage returns as `␍`, and `⏎` marks the end of a line, so
/// that a missing last line end shows too.
#[must_use]
pub fn diff(expected: &str, found: &str) -> String {
    let expected: Vec<&str> = expected.split_inclusive('\n').collect();
    let found: Vec<&str> = found.split_inclusive('\n').collect();
    let steps = steps(&expected, &found);
    let mut text = String::from("- expected, + found\n");
    let mut hidden = false;
    for (idx, (mark, line)) in steps.iter().enumerate() {
        let near = &steps[idx.saturating_sub(CONTEXT)..steps.len().min(idx + CONTEXT + 1)];
        if near.iter().all(|(mark, _)| *mark == ' ') {
            if !hidden {
                text.push_str("  ...\n");
            }
            hidden = true;
            continue;
        }
        hidden = false;
        text.push(*mark);
        text.push(' ');
        text.push_str(&visible(line));
        text.push('\n');
    }
    text
}

/// The lines of both texts in one order, each marked: `' '` in both, `-` only expected, `+` only found.
fn steps<'a>(expected: &[&'a str], found: &[&'a str]) -> Vec<(char, &'a str)> {
    // Equal ends are left out of the table, which is quadratic.
    let start = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    let (old, new) = (&expected[start..], &found[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);

    // common[i][j]: how many lines old[i..] and new[j..] have in common, in order.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let mut steps: Vec<(char, &str)> = expected[..start].iter().map(|line| (' ', *line)).collect();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            steps.push((' ', old[i]));
            i += 1;
            j += 1;
        } else if i < old.len() && (j == new.len() || common[i][j + 1] <= common[i + 1][j]) {
            steps.push(('-', old[i]));
            i += 1;
        } else {
            steps.push(('+', new[j]));
            j += 1;
        }
    }
    steps.extend(expected[expected.len() - end..].iter().map(|line| (' ', *line)));
    steps
}

fn visible(line: &str) -> String {
    line.chars()
        .map(|c| match c {
            ' ' => '·',
            '\t' => '→',
            '\r' => '␍',
            '\n' => '⏎',
            '\u{a0}' => '⍽',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn white_space_shows() {
        assert_eq!(diff("a b\n", "a\tb"), "- expected, + found\n- a·b⏎\n+ a→b\n");
    }

    #[test]
    fn far_lines_are_hidden() {
        let lines: String = (0..9).map(|n| format!("{n}\n")).collect();
        let shown = diff(&lines, &lines.replace("4\n", "four\n"));
        assert_eq!(shown, "- expected, + found\n  ...\n  2⏎\n  3⏎\n- 4⏎\n+ four⏎\n  5⏎\n  6⏎\n  ...\n");
    }

    #[test]
    fn insertions_and_removals() {
        assert_eq!(diff("a\nb\n", "b\nc\n"), "- expected, + found\n- a⏎\n  b⏎\n+ c⏎\n");
    }
}
