//! The legal actions (rules 3.1 to 3.5), on bitboards.
//!
//! Single games and the batched environment's loops share this move generator. It sees the board
//! from the mover's side; a direction is a rotation of a word by an amount that depends only on the
//! side, so no board is rotated by 180° for Black. The functions take the relevant fields as a
//! [`MoveRules`] record. They are inlined and branch-free, so that a
//! record and a side known at compile time fold to the code of that variant, and a loop over many
//! boards vectorises.

use crate::bitboard::{Bitboard, FORWARD_LEFT, FORWARD_RIGHT};
use crate::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping, Rules};
use crate::side::Side;

/// One set for each of the four directions. The order is the mover's, forward left first, unless
/// stated otherwise; only [`reversed_for`] and [`ActionMask`](crate::ActionMask) use White's order,
/// that of [`Direction`](crate::Direction). Black's order is the reverse of White's.
pub type ByDirection = [Bitboard; 4];

/// The fields of the rules that decide which moves are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRules {
    /// Jumps go in all four directions, not forward only.
    pub jump_any: bool,
    /// Jumps go over pieces of either side, not the enemy's only.
    pub over_either: bool,
    /// A jump anywhere forbids every step.
    pub compulsory: bool,
    /// A turn may hold several jumps.
    pub chain: bool,
    /// A move must leave the opponent a move.
    pub no_blockade: bool,
    /// The squares of the board.
    pub board: Bitboard,
}

/// A table with one value for each kind of [`MoveRules`], by [`MoveRules::kind`]: a function
/// compiled for it, for example. `each_kind!(K => run::<K>)` gives `[run::<0>, run::<1>, …]`.
#[macro_export]
macro_rules! each_kind {
    ($kind:ident => $value:expr) => {
        $crate::each_kind!($kind => $value; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($kind:ident => $value:expr; $($number:literal)*) => {
        [$({
            const $kind: usize = $number;
            $value
        }),*]
    };
}

impl MoveRules {
    /// Number of kinds of records that inner loops are compiled for.
    pub const KINDS: usize = each_kind!(KIND => KIND).len();

    /// The fields of a rule record.
    pub fn of(rules: &Rules) -> MoveRules {
        MoveRules {
            jump_any: rules.jump_direction == JumpDirection::Any,
            over_either: rules.jump_over == JumpOver::Either,
            compulsory: rules.jumping == Jumping::Compulsory,
            chain: rules.chain == Chain::MayContinue,
            no_blockade: rules.blockade == Blockade::Forbidden,
            board: rules.board.squares(),
        }
    }

    /// The kind of this record, below [`MoveRules::KINDS`].
    pub const fn kind(self) -> usize {
        self.jump_any as usize
            | (self.chain as usize) << 1
            | (self.over_either as usize) << 2
            | (self.compulsory as usize) << 3
    }

    /// This record, which must be of kind `KIND`, with the fields that the kind determines as
    /// constants, so that the code that uses it is compiled for them.
    #[inline(always)]
    pub const fn of_kind<const KIND: usize>(self) -> MoveRules {
        MoveRules {
            jump_any: KIND & 1 != 0,
            chain: KIND & 2 != 0,
            over_either: KIND & 4 != 0,
            compulsory: KIND & 8 != 0,
            ..self
        }
    }

    /// Keeps the directions, in the mover's order, in which jumps are allowed (rule 2.5).
    #[inline(always)]
    const fn jumping_directions(self, sets: ByDirection) -> ByDirection {
        if self.jump_any { sets } else { [sets[0], sets[1], Bitboard::EMPTY, Bitboard::EMPTY] }
    }
}

/// The mover's forward directions as left rotations of a word: by 5 and 6 bits for White, the
/// inverse for Black. The backward directions are the inverse rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forward {
    left: u64,
    right: u64,
}

impl Forward {
    /// The forward directions of `side`.
    #[inline(always)]
    pub const fn of(side: Side) -> Forward {
        match side {
            Side::White => Forward { left: FORWARD_LEFT, right: FORWARD_RIGHT },
            Side::Black => Forward { left: 64 - FORWARD_LEFT, right: 64 - FORWARD_RIGHT },
        }
    }

    /// The squares one step away, by the mover's direction. A step over the edge lands off the
    /// board's squares.
    #[inline(always)]
    fn steps(self, [a, b, c, d]: ByDirection) -> ByDirection {
        [
            a.rotate_left(self.left),
            b.rotate_left(self.right),
            c.rotate_right(self.right),
            d.rotate_right(self.left),
        ]
    }

    /// The squares from which a step leads to the given ones, by the mover's direction.
    #[inline(always)]
    fn origins(self, [a, b, c, d]: ByDirection) -> ByDirection {
        [
            a.rotate_right(self.left),
            b.rotate_right(self.right),
            c.rotate_left(self.right),
            d.rotate_left(self.left),
        ]
    }

    /// The bits by which a step in the mover's direction 0, 1, 2 or 3 rotates a set to the left.
    #[inline(always)]
    pub(crate) const fn rotations(self) -> [u64; 4] {
        [self.left, self.right, 64 - self.right, 64 - self.left]
    }

    /// A set shifted by one step in a direction of the mover, 0–3.
    #[inline(always)]
    pub const fn step(self, set: Bitboard, direction: u64) -> Bitboard {
        let [r0, r1, r2, r3] = self.rotations();
        let forward = if direction == 0 { r0 } else { r1 };
        let backward = if direction == 2 { r2 } else { r3 };
        set.rotate_left(if direction < 2 { forward } else { backward })
    }
}

#[inline(always)]
fn zip(a: ByDirection, b: ByDirection, f: impl Fn(Bitboard, Bitboard) -> Bitboard) -> ByDirection {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
fn union(sets: &ByDirection) -> Bitboard {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// Converts sets from `side`'s order of directions to White's, or back: reversed for Black.
#[inline(always)]
pub const fn reversed_for(side: Side, sets: ByDirection) -> ByDirection {
    match side {
        Side::White => sets,
        Side::Black => [sets[3], sets[2], sets[1], sets[0]],
    }
}

/// The board between turns, seen by the mover.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Squares of the side to move.
    pub own: Bitboard,
    /// Squares of its opponent.
    pub enemy: Bitboard,
    /// Its forward directions.
    pub forward: Forward,
}

/// The actions that rules 3.1 and 3.2 alone allow.
struct PseudoLegal {
    /// The squares, occupied or not, from which a step leads to an empty one, by the mover's
    /// direction.
    step_origins: ByDirection,
    /// Origins of single jumps, by the mover's direction.
    jumps: ByDirection,
}

impl Mover {
    /// `side` to move, with the squares of White and Black.
    #[inline(always)]
    pub const fn new(occupied: [Bitboard; 2], side: Side) -> Mover {
        let [white, black] = occupied;
        let (own, enemy) = match side {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        Mover { own, enemy, forward: Forward::of(side) }
    }

    #[inline(always)]
    fn empty(&self, m: MoveRules) -> Bitboard {
        m.board - (self.own | self.enemy)
    }

    /// Squares that a jump may go over.
    #[inline(always)]
    fn jumpable(&self, m: MoveRules) -> Bitboard {
        if m.over_either { self.own | self.enemy } else { self.enemy }
    }

    #[inline(always)]
    fn pseudo_legal(&self, m: MoveRules) -> PseudoLegal {
        let step_origins = self.forward.origins([self.empty(m); 4]);
        let over = step_origins.map(|behind| behind & self.jumpable(m));
        let jumps = m.jumping_directions(self.forward.origins(over)).map(|set| set & self.own);
        PseudoLegal { step_origins, jumps }
    }

    /// Origins of the actions that rules 3.1 to 3.4 allow, by the mover's direction; unless
    /// [`Mover::blockade_possible`], rule 3.5 forbids none of them.
    #[inline(always)]
    pub fn actions_ignoring_blockade(&self, m: MoveRules) -> ByDirection {
        self.apply_compulsion(m, self.pseudo_legal(m))
    }

    /// Rule 3.3: a jump anywhere forbids every step. By the mover's direction.
    #[inline(always)]
    fn apply_compulsion(
        &self,
        m: MoveRules,
        PseudoLegal { step_origins, jumps }: PseudoLegal,
    ) -> ByDirection {
        let must_jump = m.compulsory && !union(&jumps).is_empty();
        let steppers = if must_jump { Bitboard::EMPTY } else { self.own };
        zip(step_origins, jumps, |behind, jumps| behind & steppers | jumps)
    }

    /// Whether a single displacement by the mover might shut the opponent in, so that rule 3.5 has
    /// to be tested for each move. If two squares next to the opponent's pieces are empty, one of
    /// them stays empty, and the opponent can step to it in any direction (rule 3.1).
    #[inline(always)]
    pub fn blockade_possible(&self, m: MoveRules) -> bool {
        !(self.empty(m) & self.enemy.neighbours_or_ghosts()).has_several()
    }

    /// Origins of the legal actions between turns, by the mover's direction; whether the game is
    /// over is not tested.
    #[inline(always)]
    pub fn actions(&self, m: MoveRules) -> ByDirection {
        if m.no_blockade && self.blockade_possible(m) {
            return self.actions_checking_blockade(m);
        }
        self.actions_ignoring_blockade(m)
    }

    /// Tests rule 3.5 for each move; rarely needed, so kept out of line.
    #[cold]
    #[inline(never)]
    fn actions_checking_blockade(&self, m: MoveRules) -> ByDirection {
        let PseudoLegal { step_origins, jumps } = self.pseudo_legal(m);
        let steps = step_origins.map(|behind| behind & self.own);
        let steps = filtered(steps, |from, direction| {
            self.leaves_a_move(m, from, self.forward.step(from, direction))
        });
        let jumps = filtered(jumps, |from, direction| {
            let to = self.forward.step(self.forward.step(from, direction), direction);
            self.leaves_a_move(m, from, to)
                || m.chain && {
                    let hopper = Hopper::at_start(*self, from).landed_on(to);
                    !hopper.legal_ends(m, hopper.reachable(m)).is_empty()
                }
        });
        self.apply_compulsion(m, PseudoLegal { step_origins: steps, jumps })
    }

    /// Whether one displacement leaves the opponent a move (rule 3.5); `to` may equal `from`.
    fn leaves_a_move(&self, m: MoveRules, from: Bitboard, to: Bitboard) -> bool {
        let Forward { left, right } = self.forward;
        let opponent = Mover {
            own: self.enemy,
            enemy: (self.own - from) | to,
            forward: Forward { left: 64 - left, right: 64 - right },
        };
        let PseudoLegal { step_origins, jumps } = opponent.pseudo_legal(m);
        !(union(&step_origins) & opponent.own | union(&jumps)).is_empty()
    }
}

/// The origins for which `keep` returns true, given the origin and the mover's direction.
fn filtered(origins: ByDirection, keep: impl Fn(Bitboard, u64) -> bool) -> ByDirection {
    let mut kept = [Bitboard::EMPTY; 4];
    for (direction, origins) in (0..).zip(origins) {
        for from in origins.singles().filter(|from| keep(*from, direction)) {
            kept[direction as usize] |= from;
        }
    }
    kept
}

/// A piece in the middle of a turn: the board, its square and the squares it has landed on.
#[derive(Clone, Copy, Debug)]
pub struct Hopper {
    /// The current board.
    pub mover: Mover,
    /// The square of the piece; empty between turns.
    pub at: Bitboard,
    /// Squares landed on in this turn, its first square included.
    pub landed: Bitboard,
}

impl Hopper {
    /// A piece that begins its turn on `from`.
    #[inline(always)]
    pub(crate) const fn at_start(mover: Mover, from: Bitboard) -> Hopper {
        Hopper { mover, at: from, landed: from }
    }

    fn landed_on(mut self, to: Bitboard) -> Hopper {
        self.mover.own ^= self.at | to;
        self.at = to;
        self.landed |= to;
        self
    }

    /// Landing squares of one more hop from the squares of `from` over `jumpable`, by the mover's
    /// direction.
    #[inline(always)]
    fn landings(&self, m: MoveRules, from: Bitboard, jumpable: Bitboard) -> ByDirection {
        let forward = self.mover.forward;
        let over = forward.steps([from; 4]).map(|set| set & jumpable);
        let free = self.mover.empty(m) - self.landed;
        m.jumping_directions(forward.steps(over)).map(|to| to & free)
    }

    /// Landing squares of the next hop, by the mover's direction.
    #[inline(always)]
    fn next_landings(&self, m: MoveRules) -> ByDirection {
        self.landings(m, self.at, self.mover.jumpable(m))
    }

    /// The piece's square for each of the mover's directions in which it can hop on to a new
    /// square, the empty set for the others. Rule 3.5 is not applied.
    #[inline(always)]
    pub fn hops(&self, m: MoveRules) -> ByDirection {
        let origin = |to: Bitboard| if to.is_empty() { Bitboard::EMPTY } else { self.at };
        self.next_landings(m).map(origin)
    }

    /// Squares that further hops can reach. Only the hopper moves during a turn, so any path that
    /// lands twice on a square can be shortened, and a flood fill finds all these squares.
    pub(crate) fn reachable(&self, m: MoveRules) -> Bitboard {
        let (mut reached, mut front) = (Bitboard::EMPTY, self.at);
        // The hopper has left its square, so it cannot jump over it.
        let jumpable = self.mover.jumpable(m) - self.at;
        while !front.is_empty() {
            front = union(&self.landings(m, front, jumpable)) - reached;
            reached |= front;
        }
        reached
    }

    /// The squares of `ends` on which the turn may end.
    pub(crate) fn legal_ends(&self, m: MoveRules, ends: Bitboard) -> Bitboard {
        if !m.no_blockade || !self.mover.blockade_possible(m) {
            return ends;
        }
        let kept = ends.singles().filter(|to| self.mover.leaves_a_move(m, self.at, *to));
        kept.fold(Bitboard::EMPTY, |set, to| set | to)
    }

    /// Legal actions in the middle of a turn (rule 8.3): hops from which a legal end can still be
    /// reached, as origins by the mover's direction, and whether the turn may end here.
    pub fn actions(&self, m: MoveRules) -> (ByDirection, bool) {
        let mut origins = [Bitboard::EMPTY; 4];
        for (origin, to) in origins.iter_mut().zip(self.next_landings(m)) {
            if !to.is_empty() {
                let there = self.landed_on(to);
                let ends = there.legal_ends(m, to | there.reachable(m));
                *origin = if ends.is_empty() { Bitboard::EMPTY } else { self.at };
            }
        }
        (origins, !self.legal_ends(m, self.at).is_empty())
    }
}
