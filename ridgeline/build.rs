//! Rebuilds the binary when the web app was built anew.

fn main() {
    // The folder of the built web app must be there for it to be embedded; empty, the server
    // serves its API and says how the app is built.
    let built = std::path::Path::new("../web/dist");
    if let Err(error) = std::fs::create_dir_all(built) {
        println!("cargo:warning=web/dist cannot be made: {error}");
    }
    println!("cargo:rerun-if-changed=../web/dist");
}
