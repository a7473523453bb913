/// Take one to three matches; whoever takes the last one wins.
#[allow(unreachable_pub, reason = "an example has it as a module")]
pub struct Matches;

impl salta_search::Game for Matches {
    type State = (u16, salta_search::Player); // matches left, who is to move

    fn player(&self, state: &Self::State) -> salta_search::Player {
        state.1
    }

    fn legal_actions(&self, state: &Self::State, out: &mut Vec<u16>) {
        out.extend(1..=state.0.min(3));
    }

    fn apply(&self, state: &mut Self::State, take: u16) {
        *state = (state.0 - take, state.1.other());
    }

    fn terminal(&self, state: &Self::State) -> Option<salta_search::P0Value> {
        (state.0 == 0).then(|| salta_search::P0Value(state.1.other().sign()))
    }
}
