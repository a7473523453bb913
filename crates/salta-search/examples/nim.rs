//! Many searches side by side with one batch of evaluations per round, to suit a network: every
//! position of Nim with three small piles, checked against the known answer.
//!
//! ```sh
//! cargo run --release -p salta-search --example nim
//! ```

use rand::{SeedableRng, rngs::SmallRng};
use salta_search::{Game, Method, MoverValue, P0Value, Player, Search, SearchConfig};

/// Take any number from one pile; whoever takes the last one wins.
struct Nim;

const PILES: usize = 3;
const LARGEST: u16 = 3;
/// Action `pile * LARGEST + number - 1` takes `number` from `pile`.
const ACTIONS: usize = PILES * LARGEST as usize;

type State = ([u16; PILES], Player);

impl Game for Nim {
    type State = State;

    fn player(&self, state: &State) -> Player {
        state.1
    }

    fn legal_actions(&self, (piles, _): &State, out: &mut Vec<u16>) {
        let of = |(pile, left): (usize, &u16)| (0..*left).map(move |n| pile as u16 * LARGEST + n);
        out.extend(piles.iter().enumerate().flat_map(of));
    }

    fn apply(&self, (piles, player): &mut State, action: u16) {
        piles[usize::from(action / LARGEST)] -= action % LARGEST + 1;
        *player = player.other();
    }

    fn terminal(&self, (piles, player): &State) -> Option<P0Value> {
        (*piles == [0; PILES]).then(|| P0Value(player.other().sign()))
    }
}

/// Whether the player to move loses: the XOR of the piles is 0 (Bouton 1901, "Nim, a game with a
/// complete mathematical theory").
fn is_lost(piles: &[u16; PILES]) -> bool {
    piles.iter().fold(0, |sum, pile| sum ^ pile) == 0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = SearchConfig { method: Method::Puct, simulations: 10_000, ..Default::default() };
    let (config, mut rng) = (config.without_noise(), SmallRng::seed_from_u64(1));
    let piles = (0..64).map(|n| [n / 16, n / 4 % 4, n % 4]).filter(|piles| !is_lost(piles));
    let mut searches = piles
        .map(|piles| Search::new(&Nim, (piles, Player::P0), config, &mut rng))
        .collect::<Result<Vec<_>, _>>()?;
    loop {
        let mut waiting = Vec::new();
        for search in &mut searches {
            if let Some(leaf) = search.gather(&Nim) {
                waiting.push((*leaf, search));
            }
        }
        if waiting.is_empty() {
            break;
        }
        // A network evaluates all leaves here, logits of shape `[B, ACTIONS]` and values for the
        // player to move of shape `[B]`; this one knows nothing.
        let evaluations = vec![([0.0; ACTIONS], MoverValue(0.0)); waiting.len()];
        for ((_leaf, search), (logits, value)) in waiting.into_iter().zip(evaluations) {
            search.absorb_for_mover(&logits, value)?;
        }
    }
    for search in &searches {
        let mut state = *search.root();
        Nim.apply(&mut state, search.report()?.chosen);
        println!("{:?} -> {:?}", search.root().0, state.0);
        assert!(is_lost(&state.0), "{:?} is there to be won", search.root().0);
    }
    Ok(())
}

#[test]
fn every_won_position_is_won() {
    main().unwrap();
}
