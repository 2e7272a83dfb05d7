//! A bare Debian with systemd, as a container of its own: no image, no daemon, only the kernel's namespaces.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use xtask::{checkout, debian, steps::Step};

/// The release of Debian that the packages are built on.
const SUITE: &str = "bookworm";
/// What it has beside the packages that every Debian has.
const PACKAGES: &str = "systemd,systemd-sysv,ca-certificates,curl,procps";
const BOOT: &str = include_str!("container.sh");
/// How long systemd may take to start and to stop.
const TIMEOUT: Duration = Duration::from_secs(90);

/// A running container. It ends when dropped.
pub struct Container {
    /// In its own namespace of processes this is the parent of the first.
    unshare: Child,
    first: u32,
}

/// A Debian that nothing was done to yet; made once.
pub fn bare_root(step: &Step) -> Result<PathBuf> {
    let root = checkout::state_folder().join("debian").join(SUITE);
    let made = root.join("made");
    if fs::read_to_string(&made).is_ok_and(|packages| packages == PACKAGES) {
        return Ok(root);
    }
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    fs::create_dir_all(&root)?;
    let program = debian::program(step, "To try the package in a bare Debian", "debootstrap")?;
    let mut debootstrap = Command::new(program);
    debootstrap.args(["--variant=minbase", &format!("--include={PACKAGES}"), SUITE]);
    step.run(debootstrap.arg(&root).arg("http://deb.debian.org/debian"))?;
    fs::write(made, PACKAGES)?;
    Ok(root)
}

impl Container {
    /// Boots the Debian in this folder.
    pub fn boot(root: &Path) -> Result<Self> {
        ensure!(checkout::is_root(), "Only root can boot a container: try again with sudo.");
        let mut unshare = Command::new("unshare");
        unshare.args(["--pid", "--fork", "--mount", "--uts", "--ipc", "--net", "--cgroup"]);
        unshare.args(["--kill-child", "sh", "-c", BOOT, "container"]).arg(root);
        let quiet = unshare.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
        let mut unshare = quiet.spawn().context("unshare of util-linux is needed")?;
        let parent = unshare.id();
        let first =
            wait(|| first_child(parent), || unshare.try_wait().is_ok_and(|end| end.is_some()));
        let container = Self { first: first.context("no process")?, unshare };
        let is_up = || {
            let state = container.command(&["systemctl", "is-system-running"]).output().ok()?;
            let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
            matches!(state.as_str(), "running" | "degraded").then_some(())
        };
        wait(is_up, || false).context("systemd did not start")?;
        Ok(container)
    }

    /// A command in the container.
    fn command(&self, words: &[&str]) -> Command {
        let mut enter = Command::new("nsenter");
        enter.args(["--target", &self.first.to_string()]);
        enter.args(["--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root", "--wd"]);
        enter.args([
            "--",
            "env",
            "-i",
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND=noninteractive",
        ]);
        enter.args(words).stdin(Stdio::null());
        enter
    }

    /// Runs a command in the container; returns what it prints.
    pub fn run(&self, step: &Step, words: &[&str]) -> Result<String> {
        step.run(&mut self.command(words))
    }

    /// Whether a command succeeds in the container.
    pub fn succeeds(&self, words: &[&str]) -> bool {
        self.command(words).output().is_ok_and(|output| output.status.success())
    }

    /// Waits until a command succeeds in the container; `what` is what is waited for.
    pub fn wait_for(&self, what: &str, words: &[&str]) -> Result<()> {
        let done = wait(|| self.succeeds(words).then_some(()), || false);
        if done.is_none() {
            let log = self.command(&["journalctl", "--no-pager", "--lines=40"]).output()?.stdout;
            bail!("{what}: not within {TIMEOUT:?}\n{}", String::from_utf8_lossy(&log));
        }
        Ok(())
    }

    /// Shuts it down as a machine is shut down.
    pub fn shut_down(mut self) -> Result<()> {
        self.command(&["systemctl", "poweroff"]).output()?;
        let ended = wait(|| self.unshare.try_wait().ok().flatten(), || false);
        ended.context("it did not shut down")?;
        Ok(())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        // It may have ended already. Its first process, and so all others, end with it.
        let _ = self.unshare.kill();
        let _ = self.unshare.wait();
    }
}

/// The process that this one has forked.
pub fn first_child(parent: u32) -> Option<u32> {
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// Asks again until there is an answer; `None` if there is none in time, or none can come any more.
pub fn wait<T>(mut ask: impl FnMut() -> Option<T>, mut is_over: impl FnMut() -> bool) -> Option<T> {
    let began = Instant::now();
    while began.elapsed() < TIMEOUT {
        if let Some(found) = ask() {
            return Some(found);
        }
        if is_over() {
            return None;
        }
        thread::sleep(Duration::from_millis(100));
    }
    None
}
