//! Counts of the cases that came up, so that a comparison cannot pass without them.

use std::collections::BTreeMap;
use std::fmt;

/// A case that a comparison should cover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Event {
    /// Positions between turns that were compared.
    Position,
    /// Turns played on both.
    Ply,
    /// Masks compared in the middle of a turn.
    MidTurn,
    /// Turns of three hops or more.
    LongChain,
    /// Every way through a turn was followed to its end.
    AllWays,
    /// Rule 3.5 forbade a move.
    BlockadeRefused,
    /// Rule 3.5: steps are legal although there are jumps.
    StepsForJumps,
    /// A hop masked out because no legal end can be reached after it.
    HopMasked,
    /// The end of the turn masked out where ending is not legal.
    EndMasked,
    /// Rule 3.6 ended the game: the player had neither step nor jump.
    ShutIn,
    /// Rule 3.6 ended the game: every move was a blockade.
    OnlyBlockades,
    /// The second mover answered a finish.
    Equalised,
    /// A finish by the first mover ended the game at once.
    Immediate,
    /// The second mover's finish ended the game.
    SecondHome,
    /// The limit ended the game with neither side home.
    Limit,
    /// A side came home with the last move before the limit.
    HomeAtLimit,
    /// The game ended with both sides home.
    BothHome,
}

/// How often each event was seen.
#[derive(Clone, Default)]
pub struct Events(BTreeMap<Event, u64>);

impl Events {
    pub fn note(&mut self, event: Event) {
        *self.0.entry(event).or_default() += 1;
    }

    pub fn add(&mut self, other: &Events) {
        for (event, count) in &other.0 {
            *self.0.entry(*event).or_default() += count;
        }
    }

    pub fn note_if(&mut self, condition: bool, event: Event) {
        if condition {
            self.note(event);
        }
    }

    pub fn count(&self, event: Event) -> u64 {
        self.0.get(&event).copied().unwrap_or(0)
    }

    /// Panics unless each of these was seen at least this often.
    pub fn assert_seen(&self, expected: &[(Event, u64)]) {
        for (event, least) in expected {
            assert!(self.count(*event) >= *least, "{event:?}: fewer than {least}\n{self}");
        }
    }
}

impl fmt::Display for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(event, count)| writeln!(f, "{count:>9}  {event:?}"))
    }
}
