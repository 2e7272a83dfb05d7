//! Rebuilds the crate when a migration is added: nothing else would, and it embeds them.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
