//! The terms of the loss, one for each head of the [table](crate::head_table), and what is
//! generated from them: the learner's settings, the metrics of a step, their means and all
//! displays.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::head_table::head_table;

/// A term of the loss, for displays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LossTerm {
    /// Its name in [`Losses`], [`LossWeights`], configs and files.
    pub name: &'static str,
    /// The unit of its mean over samples.
    pub unit: &'static str,
    /// Whether its head is auxiliary, so that not every network has it.
    pub auxiliary: bool,
    /// Its description, in a sentence.
    pub about: &'static str,
}

/// A number of an update besides its losses, for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpdateNumber {
    /// Its name in [`Losses`] and files.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
}

fn mean(of: &[Losses], field: fn(&Losses) -> f32) -> f32 {
    let sum: f64 = of.iter().map(|losses| f64::from(field(losses))).sum();
    (sum / of.len() as f64) as f32
}

fn last(of: &[Losses], field: fn(&Losses) -> f32) -> f32 {
    of.last().map_or(0.0, field)
}

macro_rules! losses {
    (
        heads { $(
            $(#[$earlier:meta])*
            $name:ident $weight:literal $unit:literal $auxiliary:literal $about:literal { $($head:tt)* }
        )* }
        update { $($number:ident $aggregate:ident $what:literal)* }
    ) => {
        /// All terms of the loss, in the order of their computation.
        pub const LOSSES: [LossTerm; COUNT] = [$(LossTerm {
            name: stringify!($name),
            unit: $unit,
            auxiliary: $auxiliary,
            about: $about,
        }),*];

        /// Number of terms, those of auxiliary heads included.
        pub(crate) const COUNT: usize = [$($weight),*].len();

        /// Other numbers of a learning step.
        pub const UPDATE_NUMBERS: &[UpdateNumber] = &[$(UpdateNumber {
            name: stringify!($number),
            about: $what,
        }),*];

        /// The numbers of an update besides its losses.
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct Update { $(#[doc = $what] pub(crate) $number: f32),* }

        /// Weight of each term in the sum that is minimised.
        #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct LossWeights { $(#[doc = $about] $(#[$earlier])* pub $name: f32),* }

        impl Default for LossWeights {
            fn default() -> Self {
                Self { $($name: $weight),* }
            }
        }

        impl LossWeights {
            /// The weights in the order of [`LOSSES`], with their keys in a learner's settings.
            pub(crate) fn keyed(&self) -> [(&'static str, f32); COUNT] {
                [$((concat!("loss.", stringify!($name)), self.$name)),*]
            }

            /// The weights in the order of [`LOSSES`].
            pub(crate) fn factors(&self) -> [f32; COUNT] {
                [$(self.$name),*]
            }
        }

        /// The metrics of one update.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
        pub struct Losses {
            $(#[doc = $about] #[doc = concat!("\n\nIn ", $unit, "; 0 if the network has no such head.")]
            #[serde(default)]
            $(#[$earlier])*
            pub $name: f32,)*
            /// The weighted sum that is minimised.
            pub total: f32,
            $(#[doc = $what] #[serde(default)] pub $number: f32,)*
        }

        impl Losses {
            /// From the losses in the order of [`LOSSES`], and the other numbers of the update.
            pub(crate) fn new(
                [$($name),*]: [f32; COUNT],
                weights: &LossWeights,
                update: Update,
            ) -> Losses {
                let terms = [$($name),*].into_iter();
                let total = terms.zip(weights.factors()).map(|(loss, factor)| loss * factor).sum();
                Losses { $($name,)* total, $($number: update.$number),* }
            }

            /// The terms, in the order of [`LOSSES`].
            pub fn terms(&self) -> [f32; COUNT] {
                [$(self.$name),*]
            }

            /// Aggregates several updates: means, or the last value where a mean says little; means
            /// are NaN if there are no updates.
            pub fn mean(of: &[Losses]) -> Losses {
                Losses {
                    $($name: mean(of, |losses| losses.$name),)*
                    total: mean(of, |losses| losses.total),
                    $($number: $aggregate(of, |losses| losses.$number)),*
                }
            }
        }
    };
}

// A row of the update's numbers: name, aggregation, description.
head_table! { losses
    update {
        gradient_norm mean "The gradient's norm before clipping."
        learning_rate last "The learning rate of the last step."
    }
}

/// `loss 3.210 (policy 2.000, wdl 1.000, …)`; auxiliary terms only if they are not 0.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = LOSSES.iter().zip(self.terms());
        let shown = shown.filter(|(term, loss)| !term.auxiliary || *loss != 0.0);
        let terms: Vec<_> = shown.map(|(term, loss)| format!("{} {loss:.3}", term.name)).collect();
        write!(f, "loss {:.3} ({})", self.total, terms.join(", "))
    }
}
