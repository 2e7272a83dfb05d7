//! The processes of the installation. Each has a process group of its own, so that Ctrl-C reaches only xtask, which
//! then ends all of them.

use std::{
    fs::File,
    net::TcpListener,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use nix::{
    sys::signal::{self, Signal},
    unistd::{Pid, User},
};
use xtask::checkout::is_root;

/// The pause between two looks at something that is waited for.
const LOOK: Duration = Duration::from_millis(25);

/// The ports of all programs.
const FIRST_PORT: u16 = 20_000;
const PORTS: u16 = 12_000;

/// The process groups to end.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// A running program; killed when dropped.
pub struct Process {
    name: String,
    child: Child,
    group: Pid,
}

impl Process {
    /// Starts a program; its output is appended to `log`.
    pub fn start(name: &str, command: &mut Command, log: &Path) -> Result<Self> {
        let output = File::options().create(true).append(true).open(log);
        let output = output.with_context(|| format!("{} cannot be written", log.display()))?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).process_group(0);
        // Locked until it is noted: Ctrl-C never misses it.
        let mut running = running();
        let child = command.spawn().with_context(|| format!("{name} cannot be started"))?;
        let group = Pid::from_raw(i32::try_from(child.id())?);
        running.push(group);
        Ok(Self { name: name.to_owned(), child, group })
    }

    /// Sends a signal to the program, not to its children.
    pub fn signal(&self, signal: Signal) -> Result<()> {
        signal::kill(self.group, signal)
            .with_context(|| format!("{} cannot be sent {signal}", self.name))
    }

    /// Whether it has ended by itself or by a signal.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Waits until it has ended.
    pub fn wait(&mut self, limit: Duration) -> Result<()> {
        let name = self.name.clone();
        wait_until(&format!("the end of {name}"), limit, || self.has_ended())
    }

    /// SIGKILL to the program alone: its children learn of it as after a crash.
    pub fn crash(mut self) -> Result<()> {
        self.signal(Signal::SIGKILL)?;
        self.wait(Duration::from_secs(10))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended() {
            // It may have ended just now.
            let _ = signal::killpg(self.group, Signal::SIGKILL);
            let _ = self.child.wait();
        }
        running().retain(|group| *group != self.group);
    }
}

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all processes, and xtask with them, without anything being started meanwhile. `clean` runs in between.
pub fn end_all_and_exit(clean: impl FnOnce()) -> ! {
    let running = running();
    for group in running.iter() {
        // It may have ended already.
        let _ = signal::killpg(*group, Signal::SIGKILL);
    }
    clean();
    std::process::exit(130)
}

/// Lets the command run as another account if xtask is root: PostgreSQL and PgBouncer refuse to run as root.
pub fn run_as(account: &str, command: &mut Command) -> Result<()> {
    // The account may not be allowed to see the checkout.
    command.current_dir("/");
    if is_root() {
        let user = account_of(account)?;
        command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
    }
    Ok(())
}

/// Creates a folder that belongs to the account if xtask is root.
pub fn folder_of(account: &str, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{} cannot be created", folder.display()))?;
    if !is_root() {
        return Ok(());
    }
    let user = account_of(account)?;
    std::os::unix::fs::chown(folder, Some(user.uid.as_raw()), Some(user.gid.as_raw()))?;
    let mut enter = Command::new("test");
    enter.arg("-w").arg(folder);
    run_as(account, &mut enter)?;
    if !enter.status()?.success() {
        bail!(
            "The user {account} cannot enter {}: set CARGO_TARGET_DIR to a folder that it can enter.",
            folder.display()
        );
    }
    Ok(())
}

fn account_of(name: &str) -> Result<User> {
    User::from_name(name)?.with_context(|| format!("there is no user {name}"))
}

/// Waits until something is so.
pub fn wait_until(what: &str, limit: Duration, mut is_so: impl FnMut() -> bool) -> Result<()> {
    let began = Instant::now();
    while !is_so() {
        if began.elapsed() > limit {
            bail!("{what} did not come within {} s", limit.as_secs());
        }
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Free ports, all different. They are below those that the system gives to outgoing connections: a program that was
/// stopped finds its port free again.
pub fn free_ports<const N: usize>() -> Result<[u16; N]> {
    let first = FIRST_PORT + u16::try_from(std::process::id() % u32::from(PORTS / 2))?;
    let mut free = (first..FIRST_PORT + PORTS).filter(|port| {
        let listener = TcpListener::bind(("127.0.0.1", *port));
        listener.is_ok()
    });
    let mut ports = [0; N];
    for port in &mut ports {
        *port = free.next().context("no port is free on 127.0.0.1")?;
    }
    Ok(ports)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeper(folder: &Path) -> Process {
        let mut sleep = Command::new("sleep");
        Process::start("a sleeper", sleep.arg("600"), &folder.join("log")).expect("started")
    }

    #[test]
    fn no_process_outlives_the_run_even_if_it_is_frozen() {
        let folder = tempfile::tempdir().expect("folder");
        let frozen = sleeper(folder.path());
        let group = frozen.group;
        frozen.signal(Signal::SIGSTOP).expect("frozen");
        assert!(running().contains(&group), "Ctrl-C would forget it");
        drop(frozen);
        assert!(signal::kill(group, None).is_err(), "it is still there");
        assert!(!running().contains(&group));
    }

    #[test]
    fn a_crashed_process_is_waited_for() {
        let folder = tempfile::tempdir().expect("folder");
        let process = sleeper(folder.path());
        let group = process.group;
        process.crash().expect("it ended");
        assert!(signal::kill(group, None).is_err());
    }

    #[test]
    fn ports_differ() {
        let ports: [u16; 8] = free_ports().expect("ports");
        let different: std::collections::BTreeSet<u16> = ports.into_iter().collect();
        assert_eq!(different.len(), ports.len());
    }
}
