//! Positions as the network reads them: 50 squares × [`FEATURES`] numbers, the mover at the bottom.

use salta_core::isa::{Isa, PickSquare, Task};
use salta_core::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping, LastMove, Points};
use salta_core::{Action, Bitboard, Board, PIECES, Position, SQUARES, Side, Square, Variant};
use thiserror::Error;

/// Numbers per square of [`Encoding::V1`], the encoding for the full board.
pub const FEATURES: usize = 53;

/// What a network reads of a position. The version of the encoding is stored in every record and
/// checkpoint; a new encoding is added when a feature changes its meaning. No two have the same
/// width, so the width of a network determines its encoding.
///
/// ```
/// use salta_core::Variant;
/// use salta_env::Encoding;
///
/// let variant: Variant = "walker".parse()?;
/// let encoding = Encoding::of_board(variant.board());
/// let mut observation = vec![0.0; 50 * encoding.features()];
/// encoding.encode(&variant, &variant.start(), &mut observation);
/// assert_eq!((encoding.version(), observation.iter().step_by(53).sum::<f32>()), (1, 15.0));
/// # Ok::<(), salta_core::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Encoding {
    /// 53 numbers per square; without the board's size, so it is for the full board.
    V1,
    /// The numbers of [`Encoding::V1`], then whether the square is on the board.
    V2,
}

impl Encoding {
    /// All encodings, the oldest first.
    pub const ALL: [Encoding; 2] = [Encoding::V1, Encoding::V2];

    /// Its version number in files.
    pub const fn version(self) -> u32 {
        self as u32 + 1
    }

    /// Numbers per square.
    pub const fn features(self) -> usize {
        match self {
            Encoding::V1 => FEATURES,
            Encoding::V2 => FEATURES + 1,
        }
    }

    /// The encoding with this version number.
    pub fn of_version(version: u64) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| u64::from(encoding.version()) == version)
    }

    /// The encoding with this many numbers per square.
    pub fn of_features(features: usize) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.features() == features)
    }

    /// The encoding that networks for this board read.
    pub fn of_board(board: Board) -> Encoding {
        if board.is_full() { Encoding::V1 } else { Encoding::V2 }
    }

    /// Checks that it describes positions on this board.
    ///
    /// ```
    /// use salta_env::Encoding;
    ///
    /// let error = Encoding::V1.check("6x6".parse()?).unwrap_err();
    /// assert!(error.to_string().starts_with("a network that reads encoding 1 plays the 10x10 board"));
    /// # Ok::<(), salta_core::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// If it does not.
    pub fn check(self, board: Board) -> Result<(), UnsupportedBoard> {
        let fits = self >= Encoding::of_board(board);
        if fits { Ok(()) } else { Err(UnsupportedBoard { encoding: self, board }) }
    }

    /// Writes the observation of one position, `[50, features]` row by row, overwriting `out`.
    ///
    /// # Panics
    /// If the length of `out` is not 50 × [`Encoding::features`].
    pub fn encode(self, variant: &Variant, position: &Position, out: &mut [f32]) {
        match self {
            Encoding::V1 => write::<FEATURES>(variant, position, out),
            Encoding::V2 => {
                const WITH_BOARD: usize = Encoding::V2.features();
                write::<WITH_BOARD>(variant, position, out);
                // The board rotated by 180° has the same squares, so both sides see them alike.
                for square in variant.board().squares() {
                    out[square.index() * WITH_BOARD + FEATURES] = 1.0;
                }
            }
        }
    }
}

/// A board whose positions an encoding does not describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a network that reads encoding {} plays the {} board only, not {board}; train one on that board",
    encoding.version(), Board::FULL
)]
pub struct UnsupportedBoard {
    /// What the network reads.
    pub encoding: Encoding,
    /// The board of the game.
    pub board: Board,
}

fn write<const WIDTH: usize>(variant: &Variant, position: &Position, out: &mut [f32]) {
    let (rows, []) = out.as_chunks_mut::<WIDTH>() else { panic!("rows of the encoding's width") };
    let rows: &mut Rows<WIDTH> = rows.try_into().expect("50 rows");
    Isa::best().run(Encode { variant, position, rows });
}

// Per square. Each block is written for the mover first, then for the opponent.
const OWN: usize = 0;
const ENEMY: usize = 1;
const OWN_KIND: usize = 2; // suit one-hot (3), number one-hot (5)
const ENEMY_KIND: usize = 10;
const OWN_WAY: usize = 18; // rows to the goal, columns to it, distance (each / 9), home
const ENEMY_WAY: usize = 22;
const OWN_GOAL: usize = 26; // goal square of a piece, and the piece's distance to it (/ 9)
const ENEMY_GOAL: usize = 28;
const HOPPER: usize = 30;
const LANDED: usize = 31;
const LEGAL: usize = 32; // one for each direction as the mover sees it
// Features with the same value on every square.
const SHARED: usize = 36;

/// The features of the 50 squares, by index as the mover sees them.
type Rows<const WIDTH: usize> = [[f32; WIDTH]; SQUARES];

/// An observation to write.
struct Encode<'a, const WIDTH: usize> {
    variant: &'a Variant,
    position: &'a Position,
    rows: &'a mut Rows<WIDTH>,
}

impl<const WIDTH: usize> Task for Encode<'_, WIDTH> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl PickSquare) {
        let Encode { variant, position, rows } = self;
        let mover = position.to_move();
        let legal = variant.legal(position);
        let mut row = [0.0; WIDTH];
        let shared = shared(variant, position, legal.actions(mover).next());
        row[SHARED..FEATURES].copy_from_slice(&shared);
        fill(rows, &row);
        write_pieces(variant, position, mover, OWN_FEATURES, rows);
        write_pieces(variant, position, mover.other(), ENEMY_FEATURES, rows);
        for square in position.landed() {
            rows[seen(position, square)][LANDED] = 1.0;
        }
        if let Some(square) = position.hopper() {
            rows[seen(position, square)][HOPPER] = 1.0;
        }
        let end_turn = Action::END_TURN.index();
        for index in legal.actions(mover).map(Action::index).take_while(|index| *index < end_turn) {
            rows[index % SQUARES][LEGAL + index / SQUARES] = 1.0;
        }
    }
}

/// Copies one row to all, doubling the length of each copy, so that the copies are wide.
#[inline(always)]
fn fill<const WIDTH: usize>(rows: &mut Rows<WIDTH>, row: &[f32; WIDTH]) {
    rows[0] = *row;
    let mut filled = 1;
    while filled < rows.len() {
        let more = filled.min(rows.len() - filled);
        rows.copy_within(..more, filled);
        filled += more;
    }
}

/// Index of a square as the mover sees it.
#[inline(always)]
fn seen(position: &Position, square: Square) -> usize {
    let rotated = position.to_move() == Side::Black;
    if rotated { square.rotated().index() } else { square.index() }
}

/// Offsets of the features of one side's pieces in a row.
#[derive(Clone, Copy)]
struct PieceFeatures {
    presence: usize,
    kind: usize,
    way: usize,
    goal: usize,
}

const OWN_FEATURES: PieceFeatures =
    PieceFeatures { presence: OWN, kind: OWN_KIND, way: OWN_WAY, goal: OWN_GOAL };
const ENEMY_FEATURES: PieceFeatures =
    PieceFeatures { presence: ENEMY, kind: ENEMY_KIND, way: ENEMY_WAY, goal: ENEMY_GOAL };

#[inline(always)]
fn write_pieces<const WIDTH: usize>(
    variant: &Variant,
    position: &Position,
    side: Side,
    features: PieceFeatures,
    rows: &mut Rows<WIDTH>,
) {
    for (piece, square) in position.pieces(side) {
        let goal = variant.goal(side, piece);
        let away = variant.distance(side, piece, square);
        let (at, to) = (seen(position, square), seen(position, goal));
        let (from, target) = (Square::new(at as u8), Square::new(to as u8));
        let row = &mut rows[at];
        row[features.presence] = 1.0;
        row[features.kind..features.kind + 8].copy_from_slice(&SUIT_AND_NUMBER[piece.index()]);
        row[features.way..features.way + 4].copy_from_slice(&[
            ninth(target.row() as i8 - from.row() as i8),
            ninth(target.column() as i8 - from.column() as i8),
            ninth(away as i8),
            f32::from(u8::from(away == 0)),
        ]);
        let row = &mut rows[to];
        row[features.goal..features.goal + 2].copy_from_slice(&[1.0, ninth(away as i8)]);
    }
}

/// Suit (3) and number (5) of each piece, one-hot.
const SUIT_AND_NUMBER: [[f32; 8]; PIECES] = {
    let mut kinds = [[0.0; 8]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        kinds[piece][piece / 5] = 1.0;
        kinds[piece][3 + piece % 5] = 1.0;
        piece += 1;
    }
    kinds
};

const NINTHS: [f32; 19] = {
    let mut ninths = [0.0; 19];
    let mut n = 0;
    while n < 19 {
        ninths[n] = (n as f32 - 9.0) / 9.0;
        n += 1;
    }
    ninths
};

/// n / 9 for −9 ≤ n ≤ 9.
#[inline(always)]
fn ninth(n: i8) -> f32 {
    NINTHS[(n + 9) as usize]
}

#[inline(always)]
fn shared(
    variant: &Variant,
    position: &Position,
    first_action: Option<Action>,
) -> [f32; FEATURES - SHARED] {
    let rules = variant.rules();
    let mover = position.to_move();
    let (own, enemy) = (position.distance(mover) as f32, position.distance(mover.other()) as f32);
    let limit = 2 * rules.move_limit as u64;
    let left = limit.saturating_sub(position.plies() as u64) as f32;
    let flag = |on: bool| on as u8 as f32;
    let forced = rules.jumping == Jumping::Compulsory
        && first_action.is_some_and(|action| is_jump(position, action));
    [
        own / 105.0,
        enemy / 105.0,
        (enemy - own) / 30.0,
        if limit > 0 { left / 240.0 } else { 1.0 },
        if limit > 0 { libm::expf(-left / 16.0) } else { 0.0 },
        flag(limit > 0),
        flag(mover == rules.first_mover),
        flag(position.is_home(rules.first_mover)),
        flag(forced),
        flag(rules.jump_direction == JumpDirection::Any),
        flag(rules.jump_over == JumpOver::Either),
        flag(rules.jumping == Jumping::Compulsory),
        flag(rules.chain == Chain::MayContinue),
        flag(rules.blockade == Blockade::Forbidden),
        flag(rules.last_move == LastMove::Equalised),
        flag(rules.points == Points::Win),
        flag(rules.points == Points::Distance),
    ]
}

fn is_jump(position: &Position, action: Action) -> bool {
    action.origin(position.to_move()).is_some_and(|(square, direction)| {
        Bitboard::of(square).shift(direction).intersects(position.all_occupied())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(variant: &Variant, position: &Position) -> Vec<f32> {
        let mut out = vec![f32::NAN; 50 * FEATURES];
        Encoding::V1.encode(variant, position, &mut out);
        out
    }

    #[test]
    fn the_second_encoding_adds_the_squares_of_the_board() {
        let text = "base = \"walker\"\nboard = \"6x6\"\nranks = 1\n";
        let variant = Variant::new(salta_core::rules::parse(text).unwrap());
        let mut out = vec![f32::NAN; 50 * 54];
        Encoding::V2.encode(&variant, &variant.start(), &mut out);
        let first = observation(&variant, &variant.start());
        for square in Square::all() {
            let row = &out[54 * square.index()..][..54];
            assert_eq!(row[..FEATURES], first[FEATURES * square.index()..][..FEATURES]);
            assert_eq!(row[FEATURES], f32::from(variant.board().contains(square)));
        }
        for encoding in Encoding::ALL {
            assert_eq!(Encoding::of_version(encoding.version().into()), Some(encoding));
            assert_eq!(Encoding::of_features(encoding.features()), Some(encoding));
        }
    }

    #[test]
    fn every_number_is_written_and_bounded() {
        let variant = Variant::named("walker").unwrap();
        let seen = observation(&variant, &variant.start());
        assert!(seen.iter().all(|x| x.is_finite() && x.abs() <= 4.0));
        let sum = |feature: usize| seen.iter().skip(feature).step_by(FEATURES).sum::<f32>();
        assert_eq!([OWN, ENEMY, OWN_GOAL, ENEMY_GOAL].map(sum), [15.0; 4]);
        let legal: f32 = (LEGAL..LEGAL + 4).map(sum).sum();
        assert_eq!(legal, variant.legal(&variant.start()).len() as f32);
    }
}
