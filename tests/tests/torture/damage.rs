//! Damage to bytes and text.

use rand::{RngExt, rngs::SmallRng};

pub(crate) const NUMBERS: [&str; 16] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "1e-45",
    "1e37",
    "1e308",
    "-0.0",
    "nan",
];

/// Damages bytes one to three times.
pub(crate) fn damage(bytes: &mut Vec<u8>, rng: &mut SmallRng) {
    for _ in 0..rng.random_range(1..4) {
        let (at, length) = (place(bytes, rng), rng.random_range(1..40));
        let end = (at + length).min(bytes.len());
        match rng.random_range(0..9) {
            0 | 1 if !bytes.is_empty() => bytes[at] ^= 1 << rng.random_range(0..8),
            2 if !bytes.is_empty() => bytes[at] = rng.random(),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let copy = bytes[at..end].to_vec();
                let to = place(bytes, rng);
                bytes.splice(to..to, copy);
            }
            5 => bytes.truncate(at),
            6 => lines(bytes, rng),
            _ => number(bytes, rng),
        }
    }
}

fn place(bytes: &[u8], rng: &mut SmallRng) -> usize {
    if bytes.is_empty() { 0 } else { rng.random_range(0..bytes.len()) }
}

/// Swaps two lines, or overwrites one with a copy of another.
fn lines(bytes: &mut Vec<u8>, rng: &mut SmallRng) {
    let mut all: Vec<Vec<u8>> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if all.len() > 1 {
        let [one, other] = [0; 2].map(|_| rng.random_range(0..all.len()));
        if rng.random() {
            all.swap(one, other)
        } else {
            all[one] = all[other].clone()
        }
        *bytes = all.concat();
    }
}

fn number(bytes: &mut Vec<u8>, rng: &mut SmallRng) {
    let from = place(bytes, rng);
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else {
        return;
    };
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
    let end = start + digits.count();
    bytes.splice(start..end, NUMBERS[rng.random_range(0..NUMBERS.len())].bytes());
}
