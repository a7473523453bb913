//! Finds the first difference between two JSON values.

use std::fmt;

use serde_json::Value;

/// A key whose value has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its path from the top, as in `selfplay.search.simulations`.
    pub key: String,
    /// The present value, if any.
    pub found: Option<Value>,
    /// The recorded value, if any.
    pub recorded: Option<Value>,
}

/// ``` `train.batch` is 128, not 256``` of what is recorded.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |value: &Option<Value>| match value {
            None => "unset".into(),
            // Shorter than the digits of an f64 that comes from an f32. Whole numbers keep theirs.
            Some(value) => match value.as_f64().filter(|x| f64::from(*x as f32) == *x) {
                Some(number) if value.is_f64() => (number as f32).to_string(),
                _ => value.to_string(),
            },
        };
        write!(f, "`{}` is {}, not {}", self.key, show(&self.found), show(&self.recorded))
    }
}

/// The first difference of two values, if there is one.
pub fn difference(found: &Value, recorded: &Value) -> Option<Difference> {
    at(String::new(), Some(found), Some(recorded))
}

fn at(key: String, found: Option<&Value>, recorded: Option<&Value>) -> Option<Difference> {
    let below = |name: &str| if key.is_empty() { name.into() } else { format!("{key}.{name}") };
    match (found, recorded) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
            names.into_iter().find_map(|name| at(below(name), one.get(name), other.get(name)))
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            let longer = one.len().max(other.len());
            (0..longer).find_map(|i| at(below(&i.to_string()), one.get(i), other.get(i)))
        }
        _ if found == recorded => None,
        _ => Some(Difference { key, found: found.cloned(), recorded: recorded.cloned() }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_key_and_both_values_are_named() {
        let recorded = json!({"a": {"b": [1, {"c": 2}]}, "d": "x"});
        let [found, other] = [0.1_f32, 1e-4].map(|x| json!({ "x": x }));
        assert_eq!(difference(&found, &other).unwrap().to_string(), "`x` is 0.1, not 0.0001");
        let [found, other] = [1_u64 << 33, 1 << 32].map(|x| json!({ "x": x }));
        let said = "`x` is 8589934592, not 4294967296";
        assert_eq!(difference(&found, &other).unwrap().to_string(), said);
        assert_eq!(difference(&recorded, &recorded), None);
        for (found, said) in [
            (json!({"a": {"b": [1, {"c": 3}]}, "d": "x"}), "`a.b.1.c` is 3, not 2"),
            (json!({"a": {"b": [1]}, "d": "x"}), "`a.b.1` is unset, not {\"c\":2}"),
            (json!({"a": {"b": [1, {"c": 2}]}, "d": "x", "e": 0}), "`e` is 0, not unset"),
        ] {
            assert_eq!(difference(&found, &recorded).unwrap().to_string(), said);
        }
    }
}
