//! Settings of a network and its search within a player's name: `sims=64,c_scale=2,precision=int8`.

use std::collections::BTreeMap;
use std::fmt;

use salta_core::notation::number;
use salta_core::strict_toml::plain;
use salta_env::Precision;
use salta_search::SearchConfig;
use toml::{Table, Value};

use crate::limit::MAX_SIMULATIONS;
use crate::spec_error::SpecError;

/// Default simulations of a checkpoint player, as in the project's claims of strength
/// (ARCHITECTURE.md, "Opponents").
pub(crate) const DEFAULT_SIMULATIONS: u32 = 64;

/// The key of the simulations in a player's text, and in a config.
const SHORT: &str = "sims";
const SIMULATIONS: &str = "simulations";
/// The key of the network's precision.
const PRECISION: &str = "precision";
/// The key of [`SearchSettings::twofold_draws`](crate::SearchSettings::twofold_draws).
const TWOFOLD_DRAWS: &str = "twofold_draws";

/// Simulations, and the settings that differ from those the network was trained with: any key of
/// [`SearchConfig`] and of its tables, by its own name; the network's precision; and whether
/// repetitions count as draws.
///
/// Written with `sims`, `precision` and `twofold_draws` first and the others sorted by name,
/// numbers in their shortest form, so that equal options are equal texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SearchOptions {
    /// Simulations per decision, 1 to [`MAX_SIMULATIONS`].
    simulations: u32,
    /// The network's arithmetic, if it differs from the checkpoint's.
    precision: Option<Precision>,
    /// Whether repetitions count as draws; written only if they do.
    twofold_draws: bool,
    /// Keys and values in canonical form; checked when they were read.
    others: BTreeMap<String, String>,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions::new(DEFAULT_SIMULATIONS)
    }
}

impl SearchOptions {
    /// This many simulations, with all other settings as trained.
    pub fn new(simulations: u32) -> SearchOptions {
        let others = BTreeMap::new();
        SearchOptions { simulations, precision: None, twofold_draws: false, others }
    }

    /// Reads `key=value`, separated by commas.
    ///
    /// # Errors
    /// If a key is unknown or repeated, or a value is invalid or out of range.
    pub(crate) fn parse(text: &str) -> Result<SearchOptions, SpecError> {
        let (mut simulations, mut precision, mut twofold_draws) = (None, None, None);
        let mut others = BTreeMap::new();
        for option in text.split(',') {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let twice = if [SHORT, SIMULATIONS].contains(&key) {
                simulations.replace(count(value)?).is_some()
            } else if key == PRECISION {
                let read: Precision = value.parse().map_err(|error| wrong(key, error))?;
                precision.replace(read).is_some()
            } else if key == TWOFOLD_DRAWS {
                let read = value.parse().map_err(|_| wrong(key, "must be true or false"))?;
                twofold_draws.replace(read).is_some()
            } else {
                others.insert(key.into(), canonical(key, value)?).is_some()
            };
            if twice {
                return Err(wrong(key, "given twice"));
            }
        }
        let simulations = simulations.unwrap_or(DEFAULT_SIMULATIONS);
        let twofold_draws = twofold_draws.unwrap_or(false);
        Ok(SearchOptions { simulations, precision, twofold_draws, others })
    }

    /// The same options with this many simulations.
    ///
    /// # Errors
    /// If the number is 0 or above [`MAX_SIMULATIONS`].
    pub fn with_simulations(&self, simulations: u32) -> Result<SearchOptions, SpecError> {
        Ok(SearchOptions { simulations: count(&simulations.to_string())?, ..self.clone() })
    }

    /// Options for the same network to play its policy's first choice: Gumbel search with one
    /// simulation, which visits only that choice.
    pub fn policy_alone(&self) -> SearchOptions {
        let method = [("method".into(), "gumbel".into())].into();
        SearchOptions { simulations: 1, others: method, ..self.clone() }
    }

    /// Simulations per decision.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }

    /// The network's arithmetic; `None`: as in its checkpoint.
    pub fn precision(&self) -> Option<Precision> {
        self.precision
    }

    /// Whether repetitions count as draws.
    pub fn twofold_draws(&self) -> bool {
        self.twofold_draws
    }

    /// Returns `config` with these settings applied.
    pub fn applied_to(&self, config: SearchConfig) -> SearchConfig {
        let set = |config, (key, value): (&String, &String)| {
            with(&config, key, value).expect("checked when it was read").0
        };
        let config = self.others.iter().fold(config, set);
        SearchConfig { simulations: self.simulations, ..config }
    }
}

impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SHORT}={}", self.simulations)?;
        self.precision.iter().try_for_each(|precision| write!(f, ",{PRECISION}={precision}"))?;
        if self.twofold_draws {
            write!(f, ",{TWOFOLD_DRAWS}=true")?;
        }
        self.others.iter().try_for_each(|(key, value)| write!(f, ",{key}={value}"))
    }
}

fn wrong(option: &str, what: impl fmt::Display) -> SpecError {
    SpecError(format!("`{option}`: {what}"))
}

fn count(value: &str) -> Result<u32, SpecError> {
    let max = MAX_SIMULATIONS;
    let within = number::<u32>(value).filter(|n| (1..=max).contains(n));
    within.ok_or_else(|| SpecError::number(SHORT, value, max.into()))
}

/// Returns the value in canonical form. The range of a setting does not depend on the others, so a
/// value that is valid with the others at their defaults is always valid.
fn canonical(key: &str, value: &str) -> Result<String, SpecError> {
    let (config, written) = with(&SearchConfig::default(), key, value)?;
    config.validate().map_err(|error| wrong(key, error))?;
    Ok(written)
}

/// Returns the config with one setting changed, and that setting's value in canonical form.
fn with(
    config: &SearchConfig,
    key: &str,
    value: &str,
) -> Result<(SearchConfig, String), SpecError> {
    let mut table = Table::try_from(config).expect("settings are a table");
    let Some(slot) = slot(&mut table, key) else {
        let known: Vec<String> = keys(&table).filter(|known| known != SIMULATIONS).collect();
        return Err(wrong(
            key,
            format!(
                "no such option; there are {SHORT}, {PRECISION}, {TWOFOLD_DRAWS}, {}",
                known.join(", ")
            ),
        ));
    };
    let (new, written) = read(slot, value)
        .map_err(|expected| wrong(key, format!("must be {expected}, not `{value}`")))?;
    *slot = new;
    let config =
        table.try_into().map_err(|error: toml::de::Error| wrong(key, plain(error.message())))?;
    Ok((config, written))
}

/// Finds the setting of this name, in the table of a policy or at the top level.
fn slot<'a>(table: &'a mut Table, key: &str) -> Option<&'a mut Value> {
    table.iter_mut().find_map(|(name, value)| match value {
        Value::Table(inner) => inner.get_mut(key),
        value => (name == key).then_some(value),
    })
}

fn keys(table: &Table) -> impl Iterator<Item = String> {
    let of = |(name, value): (&String, &Value)| match value {
        Value::Table(inner) => inner.keys().cloned().collect(),
        _ => vec![name.clone()],
    };
    table.iter().flat_map(of)
}

/// Parses a value of the same type as `before`; returns it and its canonical form, or what was
/// expected.
fn read(before: &Value, text: &str) -> Result<(Value, String), &'static str> {
    let read = match before {
        Value::Integer(_) => number::<i64>(text).map(|n| (n.into(), n.to_string())),
        Value::Float(_) => {
            let number = text.parse::<f32>().ok().filter(|number| number.is_finite());
            number.map(|number| (f64::from(number).into(), number.to_string()))
        }
        Value::Boolean(_) => text.parse::<bool>().ok().map(|b| (b.into(), b.to_string())),
        _ => Some((text.into(), text.into())),
    };
    read.ok_or(match before {
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number",
        _ => "true or false",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_search::{FirstPlay, GumbelConfig, Method, PuctConfig};

    #[test]
    fn every_setting_of_a_search_can_be_named() {
        let text = "c_base=100,c_init=2,c_scale=3.5,c_visit=20,dirichlet_alpha=0.1,\
                    dirichlet_fraction=0.5,first_play=loss,first_play_reduction=0.3,\
                    gumbel_scale=0.7,max_considered_actions=4,method=puct,reuse_nodes=9,\
                    share_evaluations=true,skip_forced=8";
        let options = SearchOptions::parse(text).unwrap();
        assert_eq!(options.to_string(), format!("sims=64,{text}"));
        let expected = SearchConfig {
            method: Method::Puct,
            simulations: 64,
            reuse_nodes: 9,
            skip_forced: 8,
            share_evaluations: true,
            gumbel: GumbelConfig {
                max_considered_actions: 4,
                c_visit: 20.0,
                c_scale: 3.5,
                gumbel_scale: 0.7,
            },
            puct: PuctConfig {
                c_init: 2.0,
                c_base: 100.0,
                first_play: FirstPlay::Loss,
                first_play_reduction: 0.3,
                dirichlet_alpha: 0.1,
                dirichlet_fraction: 0.5,
            },
        };
        assert_eq!(options.applied_to(SearchConfig::default()), expected);
        let mut named: Vec<String> = options.others.into_keys().collect();
        named.push(SIMULATIONS.into());
        named.sort();
        let mut known: Vec<_> = keys(&Table::try_from(expected).unwrap()).collect();
        known.sort();
        assert_eq!(named, known, "no name twice, none left out");
    }

    #[test]
    fn what_is_not_named_stays_to_the_bit() {
        let gumbel = GumbelConfig { c_scale: 0.123_456_79, ..GumbelConfig::default() };
        let trained = SearchConfig { gumbel, skip_forced: 3, ..SearchConfig::default() };
        let changed = SearchOptions::parse("reuse_nodes=5,sims=8").unwrap().applied_to(trained);
        assert_eq!(changed, SearchConfig { reuse_nodes: 5, simulations: 8, ..trained });
        let plain = SearchOptions::new(8).applied_to(trained);
        assert_eq!(plain, SearchConfig { simulations: 8, ..trained });
    }
}
