//! `cargo xtask release`: what an operator installs, in `target/dist`: a Debian package, an archive, the bill of
//! materials, and the checksums of all of them.

mod container;
mod contents;
mod debian_package;
mod image;
mod tool;
mod trial;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, ensure};
use clap::Args;
use xtask::{build, checkout, node, steps, steps::Step};

use self::debian_package::VERSION;

/// Lists the crates of the server in the format of `CycloneDX`.
const CARGO_SBOM: (&str, &str) = ("cargo-sbom", "0.10.0");

/// The most bytes of a server that is built here for `x86_64`. Those of other machines were not measured.
const LARGEST_SERVER: u64 = 40_000_000;

/// What `cargo xtask release` takes.
#[derive(Debug, Args)]
pub struct ReleaseArgs {
    /// Pack this server instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Try the package: install it in a bare Debian with systemd, sign up, upgrade it, remove it. Then run the server as
    /// the container image would. As root.
    #[arg(long)]
    trial: bool,
    /// The server of the version before, to upgrade from in the trial; the same server without it.
    #[arg(long, value_name = "FILE", requires = "trial")]
    before: Option<PathBuf>,
}

/// Makes the release, and tries it if asked.
pub fn run(arguments: &ReleaseArgs) -> Result<()> {
    let server = if let Some(server) = &arguments.binary {
        std::path::absolute(server)?
    } else {
        let server = build::all(build::Profile::Release)?;
        if std::env::consts::ARCH == "x86_64" {
            check_size(&server)?;
        }
        server
    };
    fs::create_dir_all(checkout::state_folder())?;
    let dist = checkout::target().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::create_dir_all(&dist)?;
    let package =
        steps::step("Debian package", |step| debian_package::make(step, &server, VERSION, &dist))?;
    steps::step("archive", |step| archive(step, &server, &dist))?;
    steps::step("bill of materials", |step| bill_of_materials(step, &dist))?;
    steps::step("checksums", |step| checksums(step, &dist))?;
    for file in contents::of(&dist)? {
        println!("  {}", file.display());
    }
    if arguments.trial {
        let before = arguments.before.as_deref().unwrap_or(&server);
        trial::run(&package, before)?;
        image::run(&server)?;
    }
    Ok(())
}

fn check_size(server: &Path) -> Result<()> {
    let bytes = server.metadata()?.len();
    ensure!(
        bytes <= LARGEST_SERVER,
        "the server has {bytes} bytes, more than {LARGEST_SERVER}; find what has grown, or compile what seldom runs for \
         size in Cargo.toml"
    );
    Ok(())
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
    let program = tool::installed(step, CARGO_SBOM)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_that_has_grown_too_large_is_not_packed() {
        let server = tempfile::NamedTempFile::new().expect("a file");
        for (bytes, is_small) in [(LARGEST_SERVER, true), (LARGEST_SERVER + 1, false)] {
            server.as_file().set_len(bytes).expect("its length");
            assert_eq!(check_size(server.path()).is_ok(), is_small);
        }
    }
}
