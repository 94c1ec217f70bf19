//! The migrations are compiled in: a new one compiles the program again.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
