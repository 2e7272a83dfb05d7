//! Progress output: what runs, how long it took, and the whole output of a failed command.

use std::{
    fmt,
    io::{BufRead as _, BufReader},
    process::{Child, Command},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};

/// Without a terminal, a long step prints its progress this often.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// A running step.
pub struct Step {
    bar: ProgressBar,
    /// When it last said something; `None` for a step that says nothing.
    spoken: Option<Mutex<Instant>>,
}

/// A command that ended with an error, and everything it printed.
#[derive(Debug)]
pub struct Failed {
    /// The command as typed.
    pub command: String,
    /// Its output, errors included.
    pub output: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` failed\n{}", self.command, self.output.trim_end())
    }
}

impl std::error::Error for Failed {}

/// A command that runs beside other steps; killed when dropped.
pub struct Running {
    child: Child,
    typed: String,
    lines: mpsc::Receiver<String>,
}

impl Running {
    /// Starts a command and reads its output continuously, so that it never blocks on a full pipe.
    pub fn start(command: &mut Command) -> Result<Self> {
        let typed = typed(command);
        let (reader, writer) = std::io::pipe()?;
        if console::Term::stderr().is_term() {
            command.env("CARGO_TERM_COLOR", "always");
        }
        command.stdin(std::process::Stdio::null());
        command.stdout(writer.try_clone()?).stderr(writer);
        let started = command.spawn();
        // `command` still holds the write end; the reader ends only when every copy of it is closed.
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let child = started.with_context(|| format!("`{typed}` cannot be started"))?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(Self { child, typed, lines })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs `work` as a visible step and prints how long it took.
pub fn step<T>(name: &str, work: impl FnOnce(&Step) -> Result<T>) -> Result<T> {
    let began = Instant::now();
    let bar = ProgressBar::new_spinner();
    if bar.is_hidden() {
        println!("▸ {name} …");
    } else {
        let style = ProgressStyle::with_template("▸ {prefix} … {elapsed} {wide_msg:.dim}");
        bar.set_style(style.context("the look of a step")?);
        bar.set_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    let step = Step { bar, spoken: Some(Mutex::new(began)) };
    let result = work(&step);
    step.bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    match &result {
        Ok(_) => println!("▸ {name} … {seconds:.1} s"),
        Err(_) => println!("▸ {name} … failed after {seconds:.1} s"),
    }
    result
}

/// A step that prints nothing, for work beside other steps.
#[must_use]
pub fn silent() -> Step {
    Step { bar: ProgressBar::hidden(), spoken: None }
}

/// Prints that a step had nothing to do.
pub fn unchanged(name: &str) {
    println!("▸ {name} … unchanged");
}

impl Step {
    /// Runs a command to its end and returns its output; shows the last line meanwhile.
    pub fn run(&self, command: &mut Command) -> Result<String> {
        self.wait(Running::start(command)?, None)
    }

    /// Waits for a command that was started before. If the number of crates is given, each compilation is
    /// shown with its number.
    pub fn wait(&self, mut running: Running, crates: Option<usize>) -> Result<String> {
        let mut output = String::new();
        let mut compiling = 0;
        while let Ok(text) = running.lines.recv() {
            let plain = console::strip_ansi_codes(&text);
            compiling += usize::from(plain.trim_start().starts_with("Compiling "));
            match crates {
                Some(crates) if compiling > 0 => {
                    self.say(&format!("{} ({compiling} of about {crates})", plain.trim()));
                }
                _ => self.say(plain.trim()),
            }
            // Some tools print colors even without a terminal.
            output.push_str(if self.bar.is_hidden() { &plain } else { &text });
        }
        if running.child.wait()?.success() {
            Ok(output)
        } else {
            Err(Failed { command: running.typed.clone(), output }.into())
        }
    }

    /// Shows what the step is doing now.
    pub fn say(&self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(text.to_owned());
            return;
        }
        let Some(spoken) = &self.spoken else { return };
        let mut spoken = spoken.lock().unwrap_or_else(PoisonError::into_inner);
        if spoken.elapsed() > HEARTBEAT {
            println!("    {text}");
            *spoken = Instant::now();
        }
    }
}

/// The command as typed, without the path of its program.
#[must_use]
pub fn typed(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_command_shows_the_command_and_its_output() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let error = step("a test", |step| step.run(&mut command)).expect_err("it fails");
        let failed = error.downcast_ref::<Failed>().expect("a failed command");
        assert_eq!(failed.output, "out\nerr\n");
        assert!(error.to_string().starts_with("`sh -c echo out"));
    }

    #[test]
    fn a_dropped_command_does_not_outlive_the_build() {
        let folder = tempfile::tempdir().expect("folder");
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        // The command holds the pipe open until it ends.
        let mut command = Command::new("sh");
        command.arg("-c").arg("exec sleep 600 > \"$0\"").arg(&pipe);
        let running = Running::start(&mut command).expect("started");
        let mut reader = std::fs::File::open(&pipe).expect("the command is there");
        drop(running);
        let mut rest = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut rest).expect("the pipe ended with it");
    }
}
