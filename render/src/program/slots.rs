//! Page-scope variables whose names are known at translation.

use rustc_hash::FxHashMap;

use crate::value::Str;

/// The names of a program's page-scope variables; a variable's slot is its number here.
///
/// Tags set variables by name for each round of a loop, so finding one has to be cheap: a page's few names are compared
/// by their first bytes, and only a page with many is asked through a hash map.
#[derive(Default)]
pub(crate) struct Slots {
    names: Vec<Str>,
    /// Length and first seven bytes of each name.
    keys: Vec<u64>,
    by_name: FxHashMap<Str, u32>,
}

/// Up to so many names are looked through one by one.
const FEW: usize = 16;

/// Names of up to so many bytes are told by their keys alone.
const SHORT: usize = 7;

/// The length in the lowest byte (255 for all that are longer), the first seven bytes above it.
#[inline]
fn key(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let word = |chunk: Option<&[u8; 4]>| chunk.map_or(0, |chunk| u64::from(u32::from_le_bytes(*chunk)));
    let start = match (bytes.first_chunk::<8>(), bytes) {
        (Some(start), _) => u64::from_le_bytes(*start),
        // Two words that overlap where the name is shorter than both.
        (None, [_, _, _, _, ..]) => word(bytes.first_chunk()) | word(bytes.last_chunk()) << (8 * (bytes.len() - 4)),
        (None, [a, rest @ ..]) => {
            let byte = |at: usize| rest.get(at).map_or(0, |byte| u64::from(*byte));
            u64::from(*a) | byte(0) << 8 | byte(1) << 16
        }
        (None, []) => 0,
    };
    start << 8 | bytes.len().min(0xff) as u64
}

impl Slots {
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn names(&self) -> &[Str] {
        &self.names
    }

    /// The slot of a name.
    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<u32> {
        if self.names.len() > FEW {
            return self.by_name.get(name).copied();
        }
        let wanted = key(name);
        let mut from = 0;
        loop {
            let at = from + self.keys[from..].iter().position(|key| *key == wanted)?;
            if name.len() <= SHORT || self.names[at] == name {
                return Some(at as u32);
            }
            from = at + 1;
        }
    }

    /// The slot of a name, a new one if it has none.
    pub(crate) fn slot(&mut self, name: &Str) -> u32 {
        if let Some(slot) = self.by_name.get(name) {
            return *slot;
        }
        let slot = self.names.len() as u32;
        self.names.push(name.clone());
        self.keys.push(key(name));
        self.by_name.insert(name.clone(), slot);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_start_alike_are_told_apart() {
        let mut slots = Slots::default();
        let names = ["", "a", "item", "items", "itemList", "itemListA", "itemListB", "\0unnamed", "größe"];
        for (slot, name) in names.iter().enumerate() {
            assert_eq!(slots.slot(&Str::from(*name)), slot as u32);
        }
        for (slot, name) in names.iter().enumerate() {
            assert_eq!(slots.get(name), Some(slot as u32), "{name}");
        }
        for name in ["b", "ab", "abc", "ite", "itemLis", "itemListC", "itemListAB", "aa"] {
            assert_eq!(slots.get(name), None, "{name}");
        }
        for extra in 0..FEW {
            slots.slot(&format!("extra{extra}").into());
        }
        assert_eq!(slots.get("itemListB"), Some(6));
    }
}
