//! Rebuilds the server when what it embeds has changed.

fn main() {
    // Without this, adding a migration would not rebuild the server that embeds it.
    println!("cargo:rerun-if-changed=../migrations");
    // The folder of the built web app must be there for it to be embedded; empty, the server
    // serves its API and says how the app is built.
    let built = std::path::Path::new("../web/dist");
    if let Err(error) = std::fs::create_dir_all(built) {
        println!("cargo:warning=web/dist cannot be made: {error}");
    }
    println!("cargo:rerun-if-changed=../web/dist");
}
