//! Generates the list of migrations that the crate embeds. The macro of sqlx would do the same, but compile
//! both drivers a second time for the build.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

const LISTS: [(&str, &str); 3] = [("SHARED", "."), ("SQLITE", "sqlite"), ("POSTGRES", "postgres")];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut code = String::new();
    for (name, below) in LISTS {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder.join(below))? {
            let path = entry?.path().canonicalize()?;
            if path.extension().is_some_and(|kind| kind == "sql") {
                files.push(path);
            }
        }
        files.sort();
        writeln!(code, "const {name}: &[(&str, &str)] = &[")?;
        for path in files {
            let file = path.file_name().unwrap_or_default();
            let (file, path) = (file.to_string_lossy(), path.to_string_lossy());
            writeln!(code, "    ({file:?}, include_str!({path:?})),")?;
        }
        writeln!(code, "];")?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("migrations.rs"), code)?;
    Ok(())
}
