//! Adjudication: ends games early to save time. Off by default, because the last moves of a game
//! affect its points.

use salta_core::rules::{Chain, JumpOver, Points};
use salta_core::{Margin, NodeBudget, Position, Side, Variant, distance_margin};
use serde::{Deserialize, Serialize};

/// The maximum change of the exact margin in a single turn (see [`out_of_reach`]).
const MOST_A_PLY: i32 = 2;
/// Node budget, per side, of the exact count used by [`out_of_reach`].
const REACH_BUDGET: NodeBudget = NodeBudget(1000);

/// When a game ends early; it is then scored as if the move limit had been reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// Ends a game once one side has led for some time. Default: no such rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// Whether a game ends once the side that is behind can no longer catch up before the move
    /// limit. Default: no.
    pub out_of_reach: bool,
}

/// A lead by distance that has lasted for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// Least lead in points, counted by distance.
    pub points: u32,
    /// Number of consecutive plies for which that side must keep the lead.
    pub plies: u32,
}

impl Adjudication {
    /// Checks that the rules allow this adjudication.
    ///
    /// # Errors
    /// A sentence, if the variant does not bound how much a turn can change the margin.
    pub fn check(&self, variant: &Variant) -> Result<(), String> {
        let rules = variant.rules();
        let bounded = rules.move_limit > 0
            && rules.jump_over == JumpOver::Enemy
            && rules.chain == Chain::Single;
        if !self.out_of_reach || bounded {
            return Ok(());
        }
        Err("`adjudication`: `out_of_reach` needs a variant with a move limit, jumps over the enemy \
             alone and no chains"
            .into())
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adjudicator {
    /// The side that leads by at least the points of the rule, and for how many plies so far.
    ahead: Option<(Side, u32)>,
}

impl Adjudicator {
    /// Must be called after every ply; returns whether the game ends here.
    pub(crate) fn ends(
        &mut self,
        rule: &Adjudication,
        variant: &Variant,
        position: &Position,
    ) -> bool {
        let led = rule.lead.is_some_and(|lead| self.lasting(lead, position));
        led || (rule.out_of_reach && out_of_reach(variant, position))
    }

    fn lasting(&mut self, lead: Lead, position: &Position) -> bool {
        let margin = distance_margin(position);
        let side = if margin >= 0 { Side::White } else { Side::Black };
        let plies = match self.ahead {
            _ if margin.unsigned_abs() < lead.points.max(1) => None,
            Some((before, plies)) if before == side => Some(plies + 1),
            _ => Some(1),
        };
        self.ahead = plies.map(|plies| (side, plies));
        plies.is_some_and(|plies| plies >= lead.plies)
    }
}

/// Whether the winner can no longer change before the move limit.
///
/// With jumps over enemy pieces only and no chains, a turn changes the mover's exact count by at
/// most two and the opponent's not at all: a step can be undone at once, and a jump can be replaced
/// by two steps, in either direction, once the enemy is off the board. So a margin of more than two
/// points for each remaining ply keeps its sign. The margin by distance is checked first, since it
/// is cheap.
fn out_of_reach(variant: &Variant, position: &Position) -> bool {
    let left = (2 * variant.rules().move_limit).saturating_sub(position.plies());
    let reach = MOST_A_PLY.saturating_mul(i32::try_from(left).unwrap_or(i32::MAX));
    if distance_margin(position).abs() <= reach {
        return false;
    }
    if variant.rules().points != Points::Win {
        return beyond(variant.margin(position, REACH_BUDGET), reach);
    }
    // The variant's margin is then 1, 0 or -1, so the moves that each side needs are counted here.
    let solo = |side| variant.remaining(position, side, REACH_BUDGET).solo;
    let [white, black] = Side::BOTH.map(solo);
    let (lo, hi) = (black.lo as i32 - white.hi as i32, black.hi as i32 - white.lo as i32);
    beyond(Margin::Bounds { lo, hi }, reach)
}

fn beyond(margin: Margin, reach: i32) -> bool {
    let (lo, hi) = margin.bounds();
    lo > reach || hi < -reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_env::generator;
    use salta_players::pick;
    use salta_solve::Table;

    fn variant(name: &str) -> Variant {
        Variant::named(name).unwrap()
    }

    #[test]
    fn a_lead_must_last() {
        let lead = Lead { points: 3, plies: 2 };
        let rule = Adjudication { lead: Some(lead), out_of_reach: false };
        let variant = variant("buettgenbach-1899");
        let mut position = variant.start();
        let mut adjudicator = Adjudicator::default();
        let mut ends = |position: &Position| adjudicator.ends(&rule, &variant, position);
        assert!(!ends(&position));
        let mut found = Vec::new();
        // White moves forward; Black shuffles back and forth.
        for mv in ["e3-f4", "d8-e7", "a3-b4", "e7-d8", "i3-j4", "d8-e7", "g3-h4", "e7-d8"] {
            variant.play(&mut position, mv.parse().unwrap()).unwrap();
            found.push((distance_margin(&position), ends(&position)));
        }
        let margins: Vec<i32> = found.iter().map(|(margin, _)| *margin).collect();
        assert_eq!(margins, [1, 0, 1, 2, 3, 2, 3, 4]);
        let ended: Vec<bool> = found.iter().map(|(_, ends)| *ends).collect();
        assert_eq!(ended, [false, false, false, false, false, false, false, true]);
        // White leads, then Black: the count restarts when the leader changes.
        let place = |moves: &[&str]| {
            let mut position = variant.start();
            let mut play = |mv: &&str| variant.play(&mut position, mv.parse().unwrap()).unwrap();
            moves.iter().for_each(&mut play);
            (distance_margin(&position), position)
        };
        let leads = [place(&["e3-f4"]), place(&["e3-f4", "d8-e7", "f4-e3"])];
        assert_eq!(leads.map(|(margin, _)| margin), [1, -1]);
        let rule = Adjudication { lead: Some(Lead { points: 1, plies: 2 }), out_of_reach: false };
        let mut adjudicator = Adjudicator::default();
        let ended = [0, 1, 0, 0].map(|i| adjudicator.ends(&rule, &variant, &leads[i].1));
        assert_eq!(ended, [false, false, false, true]);
    }

    #[test]
    fn only_bounded_variants_have_a_reach() {
        let rule = Adjudication { lead: None, out_of_reach: true };
        for (name, good) in [
            ("buettgenbach-1899", true),
            ("checkerboard", true),
            ("buettgenbach-1899-free", false),
            ("walker", false),
        ] {
            assert_eq!(rule.check(&variant(name)).is_ok(), good, "{name}");
            assert_eq!(Adjudication::default().check(&variant(name)), Ok(()));
        }
    }

    /// In random games, played on to the limit: a margin that is out of reach keeps its sign.
    #[test]
    fn who_is_out_of_reach_has_lost() {
        let rules = salta_core::rules::parse(
            "base = \"checkerboard\"\nname = \"short\"\nmove_limit = 40\nblockade = \"allowed\"",
        );
        let variant = Variant::new(rules.unwrap());
        let mut settled = 0;
        for number in 0..200 {
            let mut rng = generator(1, "reach", number);
            let (mut position, mut ahead) = (variant.start(), None);
            loop {
                let moves = variant.moves(&position);
                if moves.is_empty() {
                    break;
                }
                if ahead.is_none() && out_of_reach(&variant, &position) {
                    ahead = variant.margin(&position, REACH_BUDGET).sign();
                    settled += 1;
                }
                variant.apply_move(&mut position, pick(&moves, &mut rng));
            }
            let margin = variant.margin(&position, 100_000);
            assert!(ahead.is_none_or(|sign| margin.sign() == Some(sign)), "{number}: {margin:?}");
        }
        assert!(settled > 20, "{settled}");
    }

    #[test]
    fn bounds_must_clear_the_reach() {
        assert!(beyond(Margin::Exact(5), 4) && !beyond(Margin::Exact(4), 4));
        assert!(beyond(Margin::Bounds { lo: -9, hi: -5 }, 4));
        assert!(!beyond(Margin::Bounds { lo: -9, hi: -4 }, 4));
    }

    /// Every placement of a small board at every ply.
    #[test]
    fn out_of_reach_is_what_perfect_play_says() {
        for fields in [
            "",
            "last_move = \"immediate\"\njump_direction = \"any\"",
            "points = \"distance\"\nfirst_mover = \"black\"",
            "points = \"win\"",
        ] {
            let text = format!(
                "base = \"buettgenbach-1899\"\nboard = \"8x4\"\nranks = 1\nmove_limit = 4\n{fields}\n"
            );
            let variant = Variant::new(salta_core::rules::parse(&text).unwrap());
            let table = Table::solved(&variant, &mut |_| true).unwrap();
            let mut decided = 0;
            for (number, ply) in (0..table.placements()).flat_map(|n| (0..8).map(move |p| (n, p))) {
                let position = table.position(number, ply);
                if out_of_reach(&variant, &position) {
                    let found = table.value(&position).unwrap().value.signum();
                    let margin = variant.margin(&position, 1000).sign();
                    assert_eq!(Some(found), margin, "{}", variant.position_line(&position));
                    decided += 1;
                }
            }
            assert!(decided > 1000, "{decided}");
        }
    }
}
