//! Damage to bytes, text and values.

use rand::{RngExt, rngs::SmallRng};
use serde_json::{Value, json};

/// Numbers at the edges of types and ranges.
const NUMBERS: [&str; 16] = [
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

/// Replaces a number by one of [`NUMBERS`].
fn number(bytes: &mut Vec<u8>, rng: &mut SmallRng) {
    let from = place(bytes, rng);
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else {
        return;
    };
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
    let end = start + digits.count();
    bytes.splice(start..end, NUMBERS[rng.random_range(0..NUMBERS.len())].bytes());
}

/// Replaces or damages one value somewhere inside `value`.
pub(crate) fn damage_value(value: &mut Value, rng: &mut SmallRng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && rng.random_range(0..12) > 0 => {
            let at = rng.random_range(0..fields.len());
            damage_value(fields.values_mut().nth(at).expect("it is within"), rng);
        }
        Value::Array(items) if !items.is_empty() && rng.random_range(0..12) > 0 => {
            let at = rng.random_range(0..items.len());
            match rng.random_range(0..6) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                _ => damage_value(&mut items[at], rng),
            }
        }
        Value::String(text) if rng.random() => {
            let mut bytes = std::mem::take(text).into_bytes();
            damage(&mut bytes, rng);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        other => {
            let number = || NUMBERS[..15].iter().filter_map(|text| text.parse::<f64>().ok());
            let at = rng.random_range(0..number().count() + 5);
            *other = match at {
                0 => Value::Null,
                1 => json!(true),
                2 => json!("x"),
                3 => json!([]),
                4 => json!({}),
                _ => {
                    let value = number().nth(at - 5).expect("it is within");
                    if value.fract() == 0.0 && value.abs() < 1e19 {
                        json!(value as i128 as i64)
                    } else {
                        json!(value)
                    }
                }
            };
        }
    }
}
