//! The last stage of the Dockerfile, carried out without a container engine: its files, user and environment in a root
//! that has only the libraries of its base image.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};
use xtask::{
    checkout::{self, free_port},
    steps,
    steps::Step,
};

use super::container;

/// What `gcr.io/distroless/cc-debian12` has of Debian, as far as a program may use it. There is no shell.
const LIBRARIES: [&str; 8] = [
    "ld-linux*.so.2",
    "libc.so.6",
    "libgcc_s.so.1",
    "libm.so.6",
    "libnss_dns.so.2",
    "libnss_files.so.2",
    "libresolv.so.2",
    "libstdc++.so.6",
];
const OTHER_FILES: [&str; 2] = ["etc/ssl/certs/ca-certificates.crt", "usr/share/zoneinfo"];
/// Gives the root of $1 what a container engine mounts, and becomes the rest of the words.
const START: &str = "set -e
root=$1
shift
mount --make-rprivate /
mount -t proc proc \"$root/proc\"
for device in null urandom; do
  mount --bind \"/dev/$device\" \"$root/dev/$device\"
done
exec \"$@\"";

/// What the last stage says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Stage {
    /// Paths of earlier stages, where they go, and whose they become.
    copies: Vec<(String, String, Option<String>)>,
    environment: BTreeMap<String, String>,
    user: String,
    stop_signal: String,
    health: Vec<String>,
    program: Vec<String>,
    arguments: Vec<String>,
}

/// Starts the server as the image would, asks whether it is healthy, stops it, and starts it again on its data.
pub fn run(server: &Path) -> Result<()> {
    let stage = last_stage(&fs::read_to_string(checkout::root().join("Dockerfile"))?)?;
    let folder = tempfile::tempdir_in(checkout::state_folder())?;
    let root = folder.path().join("image");
    steps::step("image", |step| {
        base(step, &container::bare_root(step)?, &root)?;
        copy(step, &stage, server, &root)?;
        ensure!(!root.join("bin/sh").exists(), "the base image has no shell");
        let listen = format!("127.0.0.1:{}", free_port()?);
        for start in ["started", "started again on its data"] {
            step.say(start);
            let mut container = serve(&stage, &root, &listen)?;
            let healthy = || {
                let check = words(&stage, &root, &listen, &stage.health);
                let mut health = Command::new(&check[0]);
                health.args(&check[1..]).stdout(Stdio::null()).stderr(Stdio::null());
                health.status().ok().filter(std::process::ExitStatus::success)
            };
            let is_over = || container.try_wait().is_ok_and(|end| end.is_some());
            container::wait(healthy, is_over).context("the image's health check fails")?;
            stop(step, &stage, &mut container)?;
        }
        Ok(())
    })
}

/// A root with the libraries of the base image, from this Debian.
fn base(step: &Step, debian: &Path, root: &Path) -> Result<()> {
    for folder in ["dev", "proc", "tmp", "usr/local/bin"] {
        fs::create_dir_all(root.join(folder))?;
    }
    for device in ["null", "urandom"] {
        fs::write(root.join("dev").join(device), "")?;
    }
    let libraries = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let found = LIBRARIES.map(|name| format!("{libraries}/{name}")).join(" ");
    // `lib` and `lib64` lead to the folders below `usr`.
    let script = format!(
        "set -e
         cp --archive --parents lib lib64 usr/lib64 \"$1\"
         for file in {found} {}; do
           if [ -e \"$file\" ]; then cp --archive --dereference --parents \"$file\" \"$1\"; fi
         done",
        OTHER_FILES.join(" ")
    );
    let mut copy = Command::new("sh");
    copy.current_dir(debian).args(["-c", &script, "base"]).arg(root);
    step.run(&mut copy)?;
    Ok(())
}

/// The files that the stage copies: the server, and the empty folder for its data.
fn copy(step: &Step, stage: &Stage, server: &Path, root: &Path) -> Result<()> {
    for (from, to, owner) in &stage.copies {
        let to = root.join(to.trim_start_matches('/'));
        match from.as_str() {
            "/out/ridgeline" => {
                step.run(Command::new("install").args(["-m", "755"]).args([server, &to]))?
            }
            "/out/data" => step.run(Command::new("install").args(["-d", "-m", "700"]).arg(&to))?,
            other => bail!("the Dockerfile copies {other}, which is not made here"),
        };
        if let Some(owner) = owner {
            step.run(Command::new("chown").arg(owner).arg(&to))?;
        }
    }
    Ok(())
}

/// A program of the image, as its user, with its environment and nothing else.
fn words(stage: &Stage, root: &Path, listen: &str, program: &[String]) -> Vec<String> {
    let mut words = vec!["/usr/bin/env".to_owned(), "-i".to_owned()];
    words.extend(stage.environment.iter().map(|(name, value)| format!("{name}={value}")));
    // Another port: that of the image may be in use on this machine.
    words.push(format!("RIDGELINE_LISTEN={listen}"));
    words.push("/usr/sbin/chroot".to_owned());
    words.push(format!("--userspec={}", stage.user));
    words.push(root.display().to_string());
    words.extend_from_slice(program);
    words
}

/// The server, as the first process of its namespace.
fn serve(stage: &Stage, root: &Path, listen: &str) -> Result<Child> {
    let program: Vec<String> = stage.program.iter().chain(&stage.arguments).cloned().collect();
    let mut unshare = Command::new("unshare");
    unshare.args(["--pid", "--fork", "--mount", "--kill-child", "sh", "-c", START, "image"]);
    unshare.arg(root).args(words(stage, root, listen, &program));
    let quiet = unshare.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
    quiet.spawn().context("unshare of util-linux is needed")
}

/// Stops it as a container engine does.
fn stop(step: &Step, stage: &Stage, container: &mut Child) -> Result<()> {
    let first = container::first_child(container.id()).context("no process")?;
    step.run(Command::new("kill").args(["-s", &stage.stop_signal, &first.to_string()]))?;
    let ended = container::wait(|| container.try_wait().ok().flatten(), || false);
    let ended = ended.with_context(|| format!("{} does not stop it", stage.stop_signal))?;
    ensure!(ended.success(), "it was stopped, and ended with {ended}");
    Ok(())
}

/// Reads the last stage of a Dockerfile. What it cannot carry out is an error.
fn last_stage(dockerfile: &str) -> Result<Stage> {
    let text = dockerfile.replace("\\\n", " ");
    let (_, last) = text.rsplit_once("\nFROM ").context("no stage")?;
    let (base, instructions) = last.split_once('\n').context("an empty stage")?;
    ensure!(
        base == "gcr.io/distroless/cc-debian12:nonroot",
        "the libraries of {base} are not known"
    );
    let mut stage = Stage::default();
    for line in instructions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (instruction, value) =
            line.split_once(' ').context("an instruction without a value")?;
        match instruction {
            "COPY" => stage.copies.push(copied(value)?),
            "ENV" => stage.environment.extend(value.split_whitespace().filter_map(|pair| {
                pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
            })),
            "USER" => value.clone_into(&mut stage.user),
            "STOPSIGNAL" => value.trim_start_matches("SIG").clone_into(&mut stage.stop_signal),
            "HEALTHCHECK" => {
                let (_, program) = value.split_once("CMD ").context("a health check")?;
                stage.health = serde_json::from_str(program)?;
            }
            "ENTRYPOINT" => stage.program = serde_json::from_str(value)?,
            "CMD" => stage.arguments = serde_json::from_str(value)?,
            // They only state what the server does by itself.
            "EXPOSE" | "VOLUME" => {}
            other => bail!("{other} is not carried out here"),
        }
    }
    Ok(stage)
}

/// From where, to where, and for whom `COPY` copies.
fn copied(value: &str) -> Result<(String, String, Option<String>)> {
    let (flags, paths): (Vec<&str>, Vec<&str>) =
        value.split_whitespace().partition(|word| word.starts_with("--"));
    let [from, to] = paths[..] else { bail!("COPY {value}") };
    let owner = flags.iter().find_map(|flag| flag.strip_prefix("--chown="));
    Ok((from.to_owned(), to.to_owned(), owner.map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_runs_the_server_as_a_user_without_rights_on_a_folder_of_its_own() {
        let dockerfile = fs::read_to_string(checkout::root().join("Dockerfile")).expect("the file");
        let stage = last_stage(&dockerfile).expect("its last stage");
        assert_eq!(stage.user, "65532:65532");
        assert_eq!(stage.environment["RIDGELINE_DATA"], "/data");
        let data = ("/out/data".to_owned(), "/data".to_owned(), Some("65532:65532".to_owned()));
        assert!(stage.copies.contains(&data), "{stage:?}");
        assert_eq!((stage.program.len(), &*stage.arguments), (1, &["serve".to_owned()][..]));
        assert_eq!(stage.health, [&*stage.program[0], "healthcheck"]);
    }

    #[test]
    fn a_step_that_the_trial_does_not_know_is_not_passed_over() {
        let dockerfile = "\nFROM gcr.io/distroless/cc-debian12:nonroot\nRUN useradd ridgeline\n";
        assert!(last_stage(dockerfile).is_err());
    }
}
