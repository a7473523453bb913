#![no_main]

include!("../by_name.rs");
