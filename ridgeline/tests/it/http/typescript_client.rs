//! `bindings/client.ts`: the committed client is that of the OpenAPI document.

use std::{env, fs, path::Path};

use crate::support::typescript_client::client;

/// With this variable the client is written, not compared.
const WRITES: &str = "RIDGELINE_WRITE_CLIENT";

#[test]
fn the_committed_typescript_client_has_every_call_of_this_server() {
    let generated = client(&server::api::routes().document());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/client.ts");
    if env::var_os(WRITES).is_some() {
        fs::write(&file, generated).expect("a written client");
        return;
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == generated,
        "bindings/client.ts does not match the API: run `cargo xtask bindings` and commit it"
    );
}
