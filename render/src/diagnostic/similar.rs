//! "Did you mean …?"

/// Words longer than this are not compared: their distance would take long and tell little.
const MAX_LENGTH: usize = 80;

/// The candidate that `word` is most likely a slip of: differing in case only, or by a few characters left out, added,
/// exchanged or swapped (about one in three).
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(MAX_LENGTH + 1).flat_map(char::to_lowercase).collect();
    if word.is_empty() || word.len() > MAX_LENGTH {
        return None;
    }
    let limit = (word.len() / 3).max(1);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other: Vec<char> =
                candidate.chars().take(MAX_LENGTH + 1).flat_map(char::to_lowercase).collect();
            if other.len() > MAX_LENGTH || other.len().abs_diff(word.len()) > limit {
                return None;
            }
            let distance = distance(&word, &other);
            // A word of one or two letters is not a slip of another one with nothing in common.
            (distance <= limit && distance < word.len().max(other.len())).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// [`closest`] as a hint.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// How many characters must be left out, added, exchanged or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 0..a.len() {
        row[0] = i + 1;
        for j in 0..b.len() {
            let exchange = last[j] + usize::from(a[i] != b[j]);
            row[j + 1] = exchange.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["items", "var", "varStatus", "begin", "end", "step"];
        for (word, expected) in [
            ("item", Some("items")),
            ("itmes", Some("items")),
            ("varstatus", Some("varStatus")),
            ("varStaus", Some("varStatus")),
            ("ned", Some("end")),
            ("xyz", None),
            ("", None),
            ("q", None),
            ("value", None),
        ] {
            assert_eq!(closest(word, names), expected, "{word}");
        }
    }

    #[test]
    fn distances_count_swaps_once() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        for (a, b, expected) in
            [("ab", "ba", 1), ("kitten", "sitting", 3), ("", "abc", 3), ("same", "same", 0)]
        {
            assert_eq!(distance(&chars(a), &chars(b)), expected, "{a} {b}");
        }
    }

    #[test]
    fn very_long_words_are_left_alone() {
        let long = "x".repeat(10_000);
        assert_eq!(closest(&long, [long.as_str()]), None);
        assert_eq!(closest("x", [long.as_str()]), None);
    }
}
