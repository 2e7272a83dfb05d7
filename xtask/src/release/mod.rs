//! `cargo xtask release`: what an operator installs, in `target/dist`: a Debian package, an archive, the bill of
//! materials, and the checksums of all of them.

mod container;
mod contents;
mod trial;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::{build, checkout, debian, node, steps, steps::Step};

/// The version of the release.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Makes the package from `package.metadata.deb` of `ridgeline/Cargo.toml`.
const CARGO_DEB: (&str, &str) = ("cargo-deb", "3.8.0");
/// Lists the crates of the server in the format of `CycloneDX`.
const CARGO_SBOM: (&str, &str) = ("cargo-sbom", "0.10.0");

/// What `cargo xtask release` takes.
#[derive(Debug, Args)]
pub struct ReleaseArgs {
    /// Pack this server instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Try the package: install it in a bare Debian with systemd, sign up, upgrade it, remove it. As root.
    #[arg(long)]
    trial: bool,
    /// The server of the version before, to upgrade from in the trial; the same server without it.
    #[arg(long, value_name = "FILE", requires = "trial")]
    before: Option<PathBuf>,
}

/// Makes the release, and tries it if asked.
pub fn run(arguments: &ReleaseArgs) -> Result<()> {
    let server = match &arguments.binary {
        Some(server) => std::path::absolute(server)?,
        None => build::all(build::Profile::Release)?,
    };
    let dist = checkout::target().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::create_dir_all(&dist)?;
    let package = steps::step("Debian package", |step| package(step, &server, VERSION, &dist))?;
    steps::step("archive", |step| archive(step, &server, &dist))?;
    steps::step("bill of materials", |step| bill_of_materials(step, &dist))?;
    steps::step("checksums", |step| checksums(step, &dist))?;
    for file in contents::of(&dist)? {
        println!("  {}", file.display());
    }
    if arguments.trial {
        let before = arguments.before.as_deref().unwrap_or(&server);
        trial::run(&package, before)?;
    }
    Ok(())
}

/// Packs a server as a Debian package of this version. Returns the package.
fn package(step: &Step, server: &Path, version: &str, into: &Path) -> Result<PathBuf> {
    debian::ensure(step, "To find the libraries that the server needs", &["dpkg-dev"])?;
    let program = tool(step, CARGO_DEB)?;
    // cargo-deb takes the server from the folder where cargo would have put it.
    let built = tempfile::tempdir_in(checkout::state_folder())?;
    fs::create_dir(built.path().join("release"))?;
    fs::copy(server, built.path().join("release").join("ridgeline"))?;
    let package = into.join(format!("ridgeline_{version}-1_{}.deb", architecture(step)?));
    let mut pack = Command::new(program);
    pack.current_dir(checkout::root().join("ridgeline")).env("CARGO_TARGET_DIR", built.path());
    pack.args(["--no-build", "--no-dbgsym", "--strip", "--deb-version", &format!("{version}-1")]);
    step.run(pack.arg("--output").arg(&package)).context("the package cannot be made")?;
    Ok(package)
}

/// Debian's name of this machine's architecture.
fn architecture(step: &Step) -> Result<String> {
    let name = step.run(Command::new("dpkg").arg("--print-architecture"))?;
    Ok(name.trim().to_owned())
}

/// The server with the unit, the settings and the docs, for a Linux without Debian's packages.
fn archive(step: &Step, server: &Path, into: &Path) -> Result<()> {
    let name = format!("ridgeline-{VERSION}-{}-linux-gnu", std::env::consts::ARCH);
    let folder = tempfile::tempdir_in(checkout::state_folder())?;
    contents::gather(&folder.path().join(&name), server)?;
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--create", "--gzip"]);
    tar.arg("--file").arg(into.join(format!("{name}.tar.gz"))).arg("--directory");
    step.run(tar.arg(folder.path()).arg(name))?;
    Ok(())
}

/// The packages that the server and the web app are made of.
fn bill_of_materials(step: &Step, into: &Path) -> Result<()> {
    let program = tool(step, CARGO_SBOM)?;
    let mut crates = Command::new(program);
    crates.current_dir(checkout::root()).args(["--cargo-package", "ridgeline"]);
    // Without `Running`, which mixes warnings into the output.
    let crates = crates.args(["--output-format", "cyclone_dx_json_1_6"]).output()?;
    ensure!(crates.status.success(), "{}", String::from_utf8_lossy(&crates.stderr));
    fs::write(into.join(format!("ridgeline-{VERSION}-server.cdx.json")), crates.stdout)?;
    node::install()?;
    let mut packages = Command::new("npm");
    packages.current_dir(checkout::web());
    let packages =
        packages.args(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"]).output()?;
    ensure!(packages.status.success(), "{}", String::from_utf8_lossy(&packages.stderr));
    fs::write(into.join(format!("ridgeline-{VERSION}-web.cdx.json")), packages.stdout)?;
    Ok(())
}

/// Writes `SHA256SUMS`, which `sha256sum --check` reads.
fn checksums(step: &Step, of: &Path) -> Result<()> {
    let mut sum = Command::new("sha256sum");
    let sums = step.run(sum.current_dir(of).arg("--").args(contents::of(of)?))?;
    fs::write(of.join("SHA256SUMS"), sums)?;
    Ok(())
}

/// A program of a crate, in this version; compiled at its first use.
fn tool(step: &Step, (name, version): (&str, &str)) -> Result<PathBuf> {
    let folder = checkout::state_folder().join("tools").join(format!("{name}-{version}"));
    let program = folder.join("bin").join(name);
    if !program.exists() {
        step.say(&format!("cargo install {name}"));
        let mut install = checkout::cargo(["install", "--locked", "--quiet", "--root"]);
        install
            .arg(&folder)
            .args([name, "--version", version])
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        step.run(&mut install)?;
    }
    Ok(program)
}
