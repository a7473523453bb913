//! Numbers that may be infinite, which JSON cannot express: in files they are `inf` and `-inf`.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f64),
    Text(String),
}

pub(crate) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    if number.is_finite() { to.serialize_f64(*number) } else { to.collect_str(number) }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    match Number::deserialize(from)? {
        Number::Finite(number) => Ok(number),
        Number::Text(text) if text == "inf" => Ok(f64::INFINITY),
        Number::Text(text) if text == "-inf" => Ok(f64::NEG_INFINITY),
        Number::Text(text) => Err(D::Error::custom(format!("`{text}` is no number"))),
    }
}
