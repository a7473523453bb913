//! The loops for an instruction set and a record of rules, which are selected once.

use salta_core::each_kind;
use salta_core::isa::{Isa, PickSquare, Task};
use salta_core::legal::MoveRules;

use super::action;
use super::advance::{self, Ends};
use super::block::{BLOCK, Block, Chosen};
use super::choose;
use super::planes::{self, Planes};

/// The loops that play a record of rules on an instruction set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    loops: &'static Loops,
    move_rules: MoveRules,
    /// The instruction set used.
    pub(crate) isa: Isa,
}

impl Kernel {
    pub(crate) fn new(isa: Isa, move_rules: MoveRules) -> Kernel {
        Kernel { loops: &LOOPS[move_rules.kind()], move_rules, isa }
    }
}

/// Declares each loop once: a method of [`Kernel`] that calls the body, which is compiled for each
/// kind of rules and each instruction set.
macro_rules! loops {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($($argument:ident: $type:ty),*) -> $output:ty, as $task:ident,
            by |$m:ident, $pick:ident| $body:expr;
    )*) => {
        impl Kernel {
            $(
                $(#[$doc])*
                pub(crate) fn $name<'a>(&'a self, $($argument: $type),*) -> $output {
                    (self.loops.$name)(self.isa, &self.move_rules, $($argument),*)
                }
            )*
        }

        #[derive(Debug)]
        struct Loops {
            $($name: for<'a> fn(Isa, &'a MoveRules, $($type),*) -> $output),*
        }

        /// By [`MoveRules::kind`].
        static LOOPS: [Loops; MoveRules::KINDS] = each_kind!(KIND => Loops::of::<KIND>());

        impl Loops {
            const fn of<const KIND: usize>() -> Loops {
                Loops {
                    $($name: |isa, move_rules, $($argument),*| {
                        isa.run($task::<KIND>(move_rules, $($argument),*))
                    }),*
                }
            }
        }

        $(
            struct $task<'a, const KIND: usize>(&'a MoveRules, $($type),*);

            impl<const KIND: usize> Task for $task<'_, KIND> {
                type Output = $output;

                #[inline(always)]
                fn run(self, $pick: impl PickSquare) -> $output {
                    let $task(move_rules, $($argument),*) = self;
                    let $m = move_rules.of_kind::<KIND>();
                    $body
                }
            }
        )*
    };
}

loops! {
    /// Draws a uniformly random legal action for every game.
    fn draw(block: &'a mut Block, chosen: &'a mut Chosen) -> (), as Draw,
        by |m, pick| {
            choose::draw(m, block, chosen);
            choose::pick(chosen, pick);
        };
    fn read(block: &'a Block, chosen: &'a mut Chosen, actions: &'a [u16; BLOCK]) -> bool, as Read,
        by |m, _pick| action::read(m, block, chosen, actions);
    fn write(block: &'a Block, chosen: &'a Chosen, actions: &'a mut [u16; BLOCK]) -> (), as Write,
        by |m, _pick| action::write(m, block, chosen, actions);
    fn advance(block: &'a mut Block, chosen: &'a mut Chosen, ends: &'a Ends) -> bool, as Advance,
        by |m, _pick| advance::advance(m, block, chosen, ends);
    fn refresh(block: &'a mut Block, chosen: &'a mut Chosen, ends: &'a Ends) -> bool, as Refresh,
        by |m, _pick| advance::refresh(m, block, chosen, ends);
    fn planes(block: &'a Block, out: &'a mut Planes) -> (), as WritePlanes,
        by |m, _pick| planes::planes(m, block, out);
}
