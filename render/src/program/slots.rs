//! Page-scope variables whose names are known at translation.

use rustc_hash::FxHashMap;

use crate::value::Str;

/// The names of a program's page-scope variables; a variable's slot is its number here.
///
/// Tags set variables by name for each round of a loop, so finding one has to be cheap: a short name is a number, which a
/// small table without collisions leads to its slot. Other names, and those of pages that fit no such table, are looked
/// up in a hash map.
pub(crate) struct Slots {
    names: Vec<Str>,
    /// The key of each name.
    keys: Vec<u64>,
    /// What keys are multiplied with for a place in `places`; 0: there is no table.
    multiplier: u64,
    /// The slot that a key at this place can only have.
    places: [u8; PLACES],
    by_name: FxHashMap<Str, u32>,
}

/// The size of the table, a power of two.
const PLACES: usize = 64;

/// Tables are tried with so many multipliers, and not for more names than find room easily.
const ATTEMPTS: u64 = 256;
const FEW: usize = 24;

/// Names of up to so many bytes are told by their keys alone.
const SHORT: usize = 7;

/// A number of its own for every short name: the bytes, and the length in the lowest byte. 0 for every longer name.
#[inline]
fn key(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let word = |chunk: Option<&[u8; 4]>| chunk.map_or(0, |chunk| u64::from(u32::from_le_bytes(*chunk)));
    let start = match bytes {
        _ if bytes.len() > SHORT => return 0,
        // Two words that overlap where the name is shorter than both.
        [_, _, _, _, ..] => word(bytes.first_chunk()) | word(bytes.last_chunk()) << (8 * (bytes.len() - 4)),
        // The first, the middle and the last of up to three.
        [first, .., last] => {
            u64::from(*first) | u64::from(bytes[bytes.len() / 2]) << 8 | u64::from(*last) << 16
        }
        [only] => u64::from(*only),
        [] => 0,
    };
    start << 8 | bytes.len() as u64
}

#[inline]
fn place(key: u64, multiplier: u64) -> usize {
    (key.wrapping_mul(multiplier) >> (u64::BITS - PLACES.trailing_zeros())) as usize
}

impl Default for Slots {
    fn default() -> Self {
        Slots {
            names: Vec::new(),
            keys: Vec::new(),
            multiplier: 0,
            places: [u8::MAX; PLACES],
            by_name: FxHashMap::default(),
        }
    }
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
        let key = key(name);
        if key == 0 || self.multiplier == 0 {
            return self.get_by_name(name);
        }
        let slot = self.places[place(key, self.multiplier)];
        (self.keys.get(usize::from(slot)) == Some(&key)).then_some(u32::from(slot))
    }

    #[inline(never)]
    fn get_by_name(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
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
        self.make_table();
        slot
    }

    /// Looks for a multiplier that leads every key to a place of its own.
    fn make_table(&mut self) {
        self.multiplier = 0;
        if self.names.len() > FEW {
            return;
        }
        for attempt in 0..ATTEMPTS {
            // Odd numbers with bits all over, one after the other.
            let multiplier = (2 * attempt + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // Beyond all slots: no key.
            let mut places = [u8::MAX; PLACES];
            let fits = self.keys.iter().enumerate().filter(|(_, key)| **key != 0).all(|(slot, key)| {
                let place = &mut places[place(*key, multiplier)];
                std::mem::replace(place, slot as u8) == u8::MAX
            });
            if fits {
                (self.multiplier, self.places) = (multiplier, places);
                return;
            }
        }
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
        assert_eq!(slots.get("item"), Some(2));
        assert_eq!(slots.get("other"), None);
    }
}
