//! Which variables have values at a point of the code, and which final ones have none yet.

/// What is known at a point of the code.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    assigned: Bits,
    unassigned: Bits,
    /// Nothing leads here, so that everything holds.
    pub(super) dead: bool,
}

impl Flow {
    /// A point that nothing leads to.
    pub(super) fn dead() -> Self {
        Flow { dead: true, ..Flow::default() }
    }

    /// Whether a variable has a value, whatever way the code took.
    pub(super) fn has(&self, variable: usize) -> bool {
        self.dead || self.assigned.has(variable)
    }

    /// Whether a variable has none yet, whatever way the code took.
    pub(super) fn lacks(&self, variable: usize) -> bool {
        self.dead || self.unassigned.has(variable)
    }

    pub(super) fn declare(&mut self, variable: usize) {
        self.assigned.set(variable, false);
        self.unassigned.set(variable, true);
    }

    pub(super) fn assign(&mut self, variable: usize) {
        self.assigned.set(variable, true);
        self.unassigned.set(variable, false);
    }

    /// What holds where two ways meet.
    pub(super) fn join(&mut self, other: &Flow) {
        if other.dead {
            return;
        }
        if self.dead {
            self.clone_from(other);
            return;
        }
        self.assigned.keep(&other.assigned);
        self.unassigned.keep(&other.unassigned);
    }

    /// What holds behind something that runs after this, whatever way led there.
    pub(super) fn then(&mut self, behind: &Flow) {
        self.assigned.add(&behind.assigned);
        self.unassigned.keep(&behind.unassigned);
    }

    /// Some of these variables may have got values.
    pub(super) fn touch(&mut self, touched: &Bits) {
        self.unassigned.remove(touched);
    }
}

/// A set of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    pub(super) fn set(&mut self, index: usize, on: bool) {
        if self.0.len() <= index / 64 {
            self.0.resize(index / 64 + 1, 0);
        }
        let bit = 1 << (index % 64);
        match on {
            true => self.0[index / 64] |= bit,
            false => self.0[index / 64] &= !bit,
        }
    }

    fn keep(&mut self, other: &Bits) {
        for (at, word) in self.0.iter_mut().enumerate() {
            *word &= other.0.get(at).copied().unwrap_or(0);
        }
    }

    pub(super) fn add(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn remove(&mut self, other: &Bits) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
    }
}
