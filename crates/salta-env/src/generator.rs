//! Named random generators: every game and every purpose has its own.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The random number generator of the whole project.
pub type Generator = ChaCha8Rng;

/// The generator for `purpose` (of which the first 16 bytes count) and `number` of a run with this
/// seed. Equal arguments give equal streams on every machine, different ones independent streams.
///
/// ```
/// use rand::Rng;
/// use salta_env::generator;
///
/// let draw = |seed, purpose, number| generator(seed, purpose, number).next_u64();
/// assert_eq!(draw(1, "selfplay", 7), draw(1, "selfplay", 7));
/// for other in [draw(2, "selfplay", 7), draw(1, "init", 7), draw(1, "selfplay", 8)] {
///     assert_ne!(draw(1, "selfplay", 7), other);
/// }
/// ```
pub fn generator(seed: u64, purpose: &str, number: u64) -> Generator {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    for (slot, byte) in key[16..].iter_mut().zip(purpose.bytes()) {
        *slot = byte;
    }
    Generator::from_seed(key)
}
