//! Compiles the rules to WASM with whichever toolchain this machine can have.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use crate::{
    checkout::{self, which},
    debian,
    steps::Step,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's own compiler for the browser, the source of the standard library, and the linker.
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

/// Some networks refuse rustup's server without ever saying so.
const RUSTUP_PATIENCE: Duration = Duration::from_mins(1);

/// Forces one of the two ways: `rustup` or `debian`.
const FORCED_BY: &str = "RIDGELINE_WASM_TOOLCHAIN";

/// Where the WASM target comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Toolchain {
    /// The compiler that also builds the server, with the target that rustup installed.
    Rustup,
    /// Debian's compiler, which builds the standard library along with us.
    Debian,
}

/// What the outcome depends on besides the sources.
pub fn settings() -> String {
    env::var(FORCED_BY).unwrap_or_default()
}

/// Compiles `domain-wasm` and answers where the module is.
pub fn compile(step: &Step) -> Result<PathBuf> {
    let toolchain = choose(step)?;
    // A folder of its own: two compilers sharing one would rebuild everything for each other.
    let folder = checkout::target().join("wasm").join(match toolchain {
        Toolchain::Rustup => "rustup",
        Toolchain::Debian => "debian",
    });
    step.run(&mut cargo(toolchain, &folder)).context("the rules do not compile to WASM")?;
    Ok(folder.join(TARGET).join("browser").join("domain_wasm.wasm"))
}

fn cargo(toolchain: Toolchain, folder: &Path) -> Command {
    let build = ["build", "-p", "domain-wasm", "--lib", "--profile", "browser", "--target", TARGET];
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
            // Set by the cargo that runs us, for its own compiler's libraries.
            .env_remove("LD_LIBRARY_PATH");
    }
    cargo.env("CARGO_TARGET_DIR", folder);
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
        .is_ok_and(|said| Path::new(String::from_utf8_lossy(&said.stdout).trim()).is_dir())
}

/// Asks rustup for the target; a refusal or a silence is no error, there is another way.
fn add_target(step: &Step) -> bool {
    if which("rustup").is_none() {
        return false;
    }
    step.say(&format!("rustup target add {TARGET}"));
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    rustup.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    ends_well_within(&mut rustup, RUSTUP_PATIENCE) && is_target_installed()
}

fn ends_well_within(command: &mut Command, patience: Duration) -> bool {
    let Ok(mut child) = command.spawn() else { return false };
    let began = Instant::now();
    while began.elapsed() < patience {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => break,
        }
    }
    // It may have ended just now; then there is nothing left to stop.
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
    fn a_silent_network_does_not_hold_the_build_up() {
        let began = Instant::now();
        assert!(!ends_well_within(Command::new("sleep").arg("30"), Duration::from_millis(100)));
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_refusal_is_not_taken_for_success() {
        assert!(!ends_well_within(&mut Command::new("false"), Duration::from_secs(5)));
        assert!(ends_well_within(&mut Command::new("true"), Duration::from_secs(5)));
    }
}
