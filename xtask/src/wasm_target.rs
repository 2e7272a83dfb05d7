//! Compiles the rules to WASM with rustup's or Debian's toolchain.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use crate::{
    checkout::{self, COMPILER_WRAPPER, which},
    debian,
    steps::Step,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler for the browser, the source of the standard library, and the linker.
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

/// Some networks drop connections to rustup's server without an error.
const RUSTUP_TIMEOUT: Duration = Duration::from_mins(1);

/// Forces one of the two toolchains: `rustup` or `debian`.
const FORCED_BY: &str = "RIDGELINE_WASM_TOOLCHAIN";

/// Where the WASM target comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Toolchain {
    /// The compiler that also builds the server, with rustup's target.
    Rustup,
    /// Debian's compiler, which builds the standard library too.
    Debian,
}

/// What the compiler optimizes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optimization {
    /// A small module.
    Size,
    /// A short time of compiling.
    Little,
}

impl Optimization {
    /// The profile of cargo.
    const fn profile(self) -> &'static str {
        match self {
            Self::Size => "browser",
            Self::Little => "browser-fast",
        }
    }
}

/// What the output depends on besides the sources.
#[must_use]
pub fn settings() -> String {
    env::var(FORCED_BY).unwrap_or_default()
}

/// Compiles one part of `domain-wasm`, which is a feature of it, and returns the path of the module.
pub fn compile(step: &Step, part: &str, optimization: Optimization) -> Result<PathBuf> {
    let toolchain = choose(step)?;
    // Separate folders: two compilers sharing one would rebuild everything for each other.
    let folder = folder().join(match toolchain {
        Toolchain::Rustup => "rustup",
        Toolchain::Debian => "debian",
    });
    let profile = optimization.profile();
    step.run(&mut cargo(toolchain, &folder, part, profile))
        .context("the rules do not compile to WASM")?;
    let modules = folder.join(TARGET).join(profile);
    // The next part is compiled to the same file.
    let module = modules.join(format!("{part}.wasm"));
    fs::copy(modules.join("domain_wasm.wasm"), &module)?;
    Ok(module)
}

/// Where the modules are built, and the program that packs them.
#[must_use]
pub fn folder() -> PathBuf {
    checkout::target().join("wasm")
}

fn cargo(toolchain: Toolchain, folder: &Path, part: &str, profile: &str) -> Command {
    let build = [
        "build",
        "-p",
        "domain-wasm",
        "--lib",
        "--no-default-features",
        "--features",
        part,
        "--profile",
        profile,
        "--target",
        TARGET,
    ];
    let mut cargo = checkout::cargo(build);
    if toolchain == Toolchain::Debian {
        cargo = Command::new("/usr/bin/cargo");
        cargo
            .args(build)
            .arg("-Zbuild-std=std,panic_abort")
            .current_dir(checkout::root())
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-22")
            // Set by the cargo that runs xtask, for its compiler's libraries.
            .env_remove("LD_LIBRARY_PATH");
    }
    // Clippy compiles without some of the optimizations.
    cargo.env("CARGO_TARGET_DIR", folder).env_remove(COMPILER_WRAPPER);
    cargo
}

fn choose(step: &Step) -> Result<Toolchain> {
    match settings().as_str() {
        "" => {}
        "rustup" if is_target_installed() || add_target(step) => return Ok(Toolchain::Rustup),
        "rustup" => bail!("{FORCED_BY}=rustup, but `rustup target add {TARGET}` did not succeed"),
        "debian" => return prepare_debian(step),
        other => bail!("{FORCED_BY} is `rustup` or `debian`, not `{other}`"),
    }
    if is_target_installed() || add_target(step) {
        return Ok(Toolchain::Rustup);
    }
    prepare_debian(step)
}

fn is_target_installed() -> bool {
    Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .stderr(Stdio::null())
        .output()
        .is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Installs the target with rustup; a failure or timeout is no error, because Debian's toolchain is left.
fn add_target(step: &Step) -> bool {
    if which("rustup").is_none() {
        return false;
    }
    step.say(&format!("rustup target add {TARGET}"));
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    rustup.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    ends_well_within(&mut rustup, RUSTUP_TIMEOUT) && is_target_installed()
}

fn ends_well_within(command: &mut Command, timeout: Duration) -> bool {
    let Ok(mut child) = command.spawn() else { return false };
    let began = Instant::now();
    while began.elapsed() < timeout {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => break,
        }
    }
    // It may have ended just now.
    let _ = child.kill();
    let _ = child.wait();
    false
}

fn prepare_debian(step: &Step) -> Result<Toolchain> {
    let purpose = format!(
        "The rules cannot be compiled to WASM: run `rustup target add {TARGET}`, or use Debian's toolchain"
    );
    debian::ensure(step, &purpose, &DEBIAN_PACKAGES)?;
    Ok(Toolchain::Debian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unresponsive_network_does_not_block_the_build() {
        let began = Instant::now();
        assert!(!ends_well_within(Command::new("sleep").arg("30"), Duration::from_millis(100)));
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_failed_command_is_not_mistaken_for_success() {
        assert!(!ends_well_within(&mut Command::new("false"), Duration::from_secs(5)));
        assert!(ends_well_within(&mut Command::new("true"), Duration::from_secs(5)));
    }
}
