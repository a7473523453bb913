//! The loops for one instruction set and one record of rules, chosen once.

use salta_core::isa::{Isa, PickSquare, Task};

use super::action;
use super::advance::{self, Ends};
use super::block::{BLOCK, Block, Turn};
use super::choose;
use super::legal::Mechanics;
use super::planes::{self, Planes};

/// The loops that play a record of rules on an instruction set.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    loops: &'static Loops,
    isa: Isa,
}

impl Kernel {
    pub(crate) fn new(isa: Isa, mechanics: Mechanics) -> Kernel {
        Kernel { loops: &LOOPS[mechanics.0 as usize], isa }
    }

    /// The instruction set used.
    pub(crate) const fn isa(&self) -> Isa {
        self.isa
    }

    /// Draws a uniformly random legal action for every game.
    pub(crate) fn draw(&self, block: &mut Block, turn: &mut Turn) {
        (self.loops.draw)(self.isa, block, turn);
    }

    /// See [`action::read`].
    pub(crate) fn read(&self, block: &Block, turn: &mut Turn, actions: &[u16; BLOCK]) -> bool {
        (self.loops.read)(self.isa, block, turn, actions)
    }

    /// See [`action::write`].
    pub(crate) fn write(&self, block: &Block, turn: &Turn, actions: &mut [u16; BLOCK]) {
        (self.loops.write)(self.isa, block, turn, actions);
    }

    /// See [`advance::advance`].
    pub(crate) fn advance(&self, block: &mut Block, turn: &mut Turn, ends: &Ends) -> bool {
        (self.loops.advance)(self.isa, block, turn, ends)
    }

    /// See [`advance::refresh`].
    pub(crate) fn refresh(&self, block: &mut Block, turn: &mut Turn, ends: &Ends) -> bool {
        (self.loops.refresh)(self.isa, block, turn, ends)
    }

    /// See [`planes::planes`].
    pub(crate) fn planes(&self, block: &Block, out: &mut Planes) {
        (self.loops.planes)(self.isa, block, out);
    }
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Kernel").field(&self.isa).finish()
    }
}

struct Loops {
    draw: fn(Isa, &mut Block, &mut Turn),
    read: fn(Isa, &Block, &mut Turn, &[u16; BLOCK]) -> bool,
    write: fn(Isa, &Block, &Turn, &mut [u16; BLOCK]),
    advance: fn(Isa, &mut Block, &mut Turn, &Ends) -> bool,
    refresh: fn(Isa, &mut Block, &mut Turn, &Ends) -> bool,
    planes: fn(Isa, &Block, &mut Planes),
}

/// By [`Mechanics`].
static LOOPS: [Loops; Mechanics::COUNT] = [
    Loops::of::<0>(),
    Loops::of::<1>(),
    Loops::of::<2>(),
    Loops::of::<3>(),
    Loops::of::<4>(),
    Loops::of::<5>(),
    Loops::of::<6>(),
    Loops::of::<7>(),
    Loops::of::<8>(),
    Loops::of::<9>(),
    Loops::of::<10>(),
    Loops::of::<11>(),
    Loops::of::<12>(),
    Loops::of::<13>(),
    Loops::of::<14>(),
    Loops::of::<15>(),
];

impl Loops {
    const fn of<const M: u8>() -> Loops {
        Loops {
            draw: |isa, block, turn| isa.run(Draw::<M>(block, turn)),
            read: |isa, block, turn, actions| isa.run(Read::<M>(block, turn, actions)),
            write: |isa, block, turn, actions| isa.run(Write::<M>(block, turn, actions)),
            advance: |isa, block, turn, ends| isa.run(Advance::<M>(block, turn, ends)),
            refresh: |isa, block, turn, ends| isa.run(Refresh::<M>(block, turn, ends)),
            planes: |isa, block, out| isa.run(WritePlanes::<M>(block, out)),
        }
    }
}

struct Draw<'a, const M: u8>(&'a mut Block, &'a mut Turn);

impl<const M: u8> Task for Draw<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, pick: impl PickSquare) {
        choose::draw::<M>(self.0, self.1);
        choose::pick(self.1, pick);
    }
}

struct Read<'a, const M: u8>(&'a Block, &'a mut Turn, &'a [u16; BLOCK]);

impl<const M: u8> Task for Read<'_, M> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: impl PickSquare) -> bool {
        action::read::<M>(self.0, self.1, self.2)
    }
}

struct Write<'a, const M: u8>(&'a Block, &'a Turn, &'a mut [u16; BLOCK]);

impl<const M: u8> Task for Write<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl PickSquare) {
        action::write::<M>(self.0, self.1, self.2);
    }
}

struct Advance<'a, const M: u8>(&'a mut Block, &'a mut Turn, &'a Ends);

impl<const M: u8> Task for Advance<'_, M> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: impl PickSquare) -> bool {
        advance::advance::<M>(self.0, self.1, self.2)
    }
}

struct Refresh<'a, const M: u8>(&'a mut Block, &'a mut Turn, &'a Ends);

impl<const M: u8> Task for Refresh<'_, M> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: impl PickSquare) -> bool {
        advance::refresh::<M>(self.0, self.1, self.2)
    }
}

struct WritePlanes<'a, const M: u8>(&'a Block, &'a mut Planes);

impl<const M: u8> Task for WritePlanes<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl PickSquare) {
        planes::planes::<M>(self.0, self.1);
    }
}
