//! Builds the server with its web app, and what building takes: a small library, so that `cargo xtask run` starts soon
//! on a machine that has compiled nothing yet. Everything else that `cargo xtask` does is in `xtask/tasks`.

pub mod bindings;
pub mod build;
pub mod checkout;
pub mod debian;
pub mod node;
pub mod replace;
pub mod run;
pub mod stamp;
pub mod steps;
pub mod wasm_package;
pub mod wasm_target;
