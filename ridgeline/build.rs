//! Rebuilds the binary after each build of the web app.

fn main() {
    // The folder must exist to be embedded. If it is empty, the server serves its API and a page that explains how
    // to build the app.
    let built = std::path::Path::new("../web/dist");
    if let Err(error) = std::fs::create_dir_all(built) {
        println!("cargo:warning=web/dist cannot be created: {error}");
    }
    println!("cargo:rerun-if-changed=../web/dist");
}
