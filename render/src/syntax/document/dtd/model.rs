//! What elements may hold: content models as automata (XML 1.0, 3.2).

use rustc_hash::FxHashSet;

use super::declarations::Scan;
use crate::value::Str;

/// Most states of one content model. Real ones have some dozens.
const MAX_STATES: usize = 20_000;

/// Groups within each other.
const MAX_DEPTH: usize = 100;

/// What an element may hold.
#[derive(Debug)]
pub(super) enum Model {
    Any,
    Empty,
    /// Text and these elements in any order.
    Mixed(FxHashSet<Str>),
    /// These elements in an order.
    Children(Automaton),
}

impl Model {
    /// Reads the content specification of an element; `None`: it is wrong.
    pub(super) fn parse(text: &str) -> Option<Model> {
        let text = text.trim_matches(super::super::scan::is_xml_space);
        match text {
            "ANY" => return Some(Model::Any),
            "EMPTY" => return Some(Model::Empty),
            _ => {}
        }
        let mut scan = Scan::new(text);
        if !scan.eat("(") {
            return None;
        }
        scan.space();
        if scan.eat("#PCDATA") {
            return mixed(&mut scan).map(Model::Mixed);
        }
        let mut automaton = Automaton { states: vec![State::default()] };
        let end = automaton.group(&mut Scan::new(&text[1..]), 0, 0, true)?;
        automaton.states.get_mut(end)?.ends = true;
        Some(Model::Children(automaton))
    }
}

/// Behind `(#PCDATA`.
fn mixed(scan: &mut Scan<'_>) -> Option<FxHashSet<Str>> {
    let mut names = FxHashSet::default();
    loop {
        scan.space();
        if scan.eat("|") {
            names.insert(scan.name()?.into());
        } else if scan.eat(")") {
            let repeats = scan.eat("*");
            return ((repeats || names.is_empty()) && scan.is_done()).then_some(names);
        } else {
            return None;
        }
    }
}

/// A content model as states between which elements lead.
#[derive(Debug)]
pub(super) struct Automaton {
    states: Vec<State>,
}

#[derive(Debug, Default)]
struct State {
    /// States that are reached without an element.
    free: Vec<usize>,
    on: Option<(Str, usize)>,
    ends: bool,
}

impl Automaton {
    fn state(&mut self) -> Option<usize> {
        if self.states.len() >= MAX_STATES {
            return None;
        }
        self.states.push(State::default());
        Some(self.states.len() - 1)
    }

    fn free(&mut self, from: usize, to: usize) {
        self.states[from].free.push(to);
    }

    /// Reads a group behind its `(`, which starts in a state; gives the one in which it ends. The last one of all must be
    /// followed by nothing.
    fn group(&mut self, scan: &mut Scan<'_>, start: usize, depth: usize, is_last: bool) -> Option<usize> {
        if depth > MAX_DEPTH {
            return None;
        }
        let entry = self.state()?;
        let exit = self.state()?;
        self.free(start, entry);
        let mut separator = None;
        let mut at = entry;
        loop {
            let end = self.particle(scan, at, depth)?;
            scan.space();
            let next = ["|", ",", ")"].into_iter().find(|next| scan.eat(next))?;
            match (next, separator) {
                (")", _) => {
                    self.free(end, exit);
                    break;
                }
                (_, Some(before)) if before != next => return None,
                ("|", _) => {
                    self.free(end, exit);
                    at = entry;
                }
                _ => at = end,
            }
            separator = Some(next);
        }
        let end = self.repeated(scan, entry, exit)?;
        (!is_last || scan.is_done()).then_some(end)
    }

    fn particle(&mut self, scan: &mut Scan<'_>, start: usize, depth: usize) -> Option<usize> {
        scan.space();
        if scan.eat("(") {
            return self.group(scan, start, depth + 1, false);
        }
        let name = scan.name()?;
        let (entry, exit) = (self.state()?, self.state()?);
        self.free(start, entry);
        self.states[entry].on = Some((name.into(), exit));
        self.repeated(scan, entry, exit)
    }

    /// Reads `?`, `*` or `+` behind what leads from `entry` to `exit`.
    fn repeated(&mut self, scan: &mut Scan<'_>, entry: usize, exit: usize) -> Option<usize> {
        let end = self.state()?;
        self.free(exit, end);
        let (skips, repeats) = match () {
            () if scan.eat("?") => (true, false),
            () if scan.eat("*") => (true, true),
            () if scan.eat("+") => (false, true),
            () => (false, false),
        };
        if skips {
            self.free(entry, end);
        }
        if repeats {
            self.free(exit, entry);
        }
        Some(end)
    }

    /// Where the content starts.
    pub(super) fn start(&self) -> Vec<usize> {
        self.reach(vec![0])
    }

    /// Where an element leads; nowhere: it can't stand here.
    pub(super) fn step(&self, from: &[usize], name: &str) -> Vec<usize> {
        let on = from.iter().filter_map(|state| self.states[*state].on.as_ref());
        self.reach(on.filter(|(known, _)| known == name).map(|(_, to)| *to).collect())
    }

    /// Whether the content may end.
    pub(super) fn ends(&self, at: &[usize]) -> bool {
        at.iter().any(|state| self.states[*state].ends)
    }

    /// States with those that are reached without an element.
    fn reach(&self, mut states: Vec<usize>) -> Vec<usize> {
        let mut known: FxHashSet<usize> = states.iter().copied().collect();
        let mut next = 0;
        while let Some(state) = states.get(next) {
            next += 1;
            for to in &self.states[*state].free {
                if known.insert(*to) {
                    states.push(*to);
                }
            }
        }
        states
    }
}
