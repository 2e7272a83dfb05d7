//! The life of a package on a machine: installed, used, upgraded, started with the machine, removed, and installed
//! again, with the same jobs at the end.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use xtask::{checkout, steps, steps::Step};

use super::{
    container,
    container::Container,
    debian_package::{self, VERSION},
};

const SETTINGS: &str = "/etc/ridgeline/ridgeline.env";
/// Where the unit keeps the data, and what it writes into it.
const DATABASE: &str = "/var/lib/ridgeline/ridgeline.db";
const SERVER: &str = "http://127.0.0.1:8080";
const TITLE: &str = "Whitaker re-roof";
const PASSWORD: &str = "ridge cap shingle";

/// Tries this package, upgraded from one with the server `before`.
pub fn run(new: &Path, before: &Path) -> Result<()> {
    let folder = tempfile::tempdir_in(checkout::state_folder())?;
    let root = folder.path().join("debian");
    steps::step("bare Debian", |step| {
        let bare = container::bare_root(step)?;
        step.run(Command::new("cp").args(["--archive", "--reflink=auto"]).arg(bare).arg(&root))?;
        fs::create_dir(root.join("packages"))?;
        let old = debian_package::make(step, before, &format!("{VERSION}~before"), folder.path())?;
        fs::rename(old, root.join("packages/before.deb"))?;
        fs::copy(new, root.join("packages/new.deb"))?;
        Ok(())
    })?;
    steps::step("package in a bare Debian", |step| live(step, &root))
}

fn live(step: &Step, root: &Path) -> Result<()> {
    let debian = Container::boot(root)?;
    install(step, &debian, "before")?;
    let token = sign_up(step, &debian)?;
    debian.run(step, &["test", "-s", DATABASE]).context("the data is not where the unit says")?;
    debian.run(step, &["systemd-analyze", "verify", "ridgeline.service"])?;
    let owner = debian.run(step, &["stat", "--format=%U %a", "/etc/ridgeline/ridgeline.env"])?;
    ensure!(owner.trim() == "root 600", "{SETTINGS} holds secrets, and is {owner}");
    let user = debian.run(step, &["ps", "-C", "ridgeline", "-o", "user="])?;
    ensure!(!user.contains("root"), "the server runs as {user}");

    step.say("an upgrade keeps the jobs and the settings");
    debian.run(step, &["sed", "-i", "s/^RIDGELINE_LOG=.*/RIDGELINE_LOG=warn/", SETTINGS])?;
    install(step, &debian, "new")?;
    has_the_job(step, &debian, &token)?;
    debian.run(step, &["grep", "-q", "^RIDGELINE_LOG=warn", SETTINGS]).context("lost settings")?;
    let version =
        debian.run(step, &["dpkg-query", "--show", "--showformat=${Version}", "ridgeline"])?;
    ensure!(version.trim() == format!("{VERSION}-1"), "{version} is installed");

    step.say("the server starts with the machine");
    debian.shut_down()?;
    let debian = Container::boot(root)?;
    is_ready(&debian)?;
    has_the_job(step, &debian, &token)?;

    step.say("the jobs stay when the package goes");
    for removal in ["--remove", "--purge"] {
        debian.run(step, &["dpkg", removal, "ridgeline"])?;
        ensure!(!debian.succeeds(&["pgrep", "-x", "ridgeline"]), "it still runs after {removal}");
        debian.run(step, &["test", "-s", DATABASE]).context("the data went with the package")?;
        let is_purged = !debian.succeeds(&["test", "-e", SETTINGS]);
        ensure!(is_purged == (removal == "--purge"), "the settings after {removal}");
        install(step, &debian, "new")?;
        has_the_job(step, &debian, &token)?;
    }
    debian.shut_down()
}

fn install(step: &Step, debian: &Container, package: &str) -> Result<()> {
    debian.run(step, &["dpkg", "--install", &format!("/packages/{package}.deb")])?;
    is_ready(debian)
}

fn is_ready(debian: &Container) -> Result<()> {
    debian.wait_for("the server is ready", &["curl", "-fsS", &format!("{SERVER}/api/ready")])
}

/// Signs up, with a company and a job; returns the token.
fn sign_up(step: &Step, debian: &Container) -> Result<String> {
    let email = "ana@example.com";
    let form = json!({ "email": email, "password": PASSWORD });
    let created = call(step, debian, "/api/auth/local/signup", None, Some(&form))?;
    let token = created["token"].as_str().context("no token")?.to_owned();
    let form = json!({
        "firstName": "Ana", "lastName": "Ridge", "location": "Nashville, TN", "language": "english",
        "account_type": "contractor", "company_name": "Ridge & Sons", "position": "Owner",
    });
    call(step, debian, "/api/auth/createNewAccountWithCompany", Some(&token), Some(&form))?;
    let form = json!({ "title": TITLE, "city": "Nashville", "state": "TN" });
    call(step, debian, "/api/jobs/create", Some(&token), Some(&form))?;
    Ok(token)
}

fn has_the_job(step: &Step, debian: &Container, token: &str) -> Result<()> {
    let list = call(step, debian, "/api/jobs/myJobs/contractor", Some(token), None)?;
    let titles: Vec<&Value> =
        list["jobs"].as_array().into_iter().flatten().map(|job| &job["title"]).collect();
    ensure!(titles == [TITLE], "the jobs are {titles:?}");
    Ok(())
}

fn call(
    step: &Step,
    debian: &Container,
    path: &str,
    token: Option<&str>,
    form: Option<&Value>,
) -> Result<Value> {
    let url = format!("{SERVER}{path}");
    let authorization = token.map(|token| format!("Authorization: Bearer {token}"));
    let form = form.map(ToString::to_string);
    let mut words =
        vec!["curl", "-sS", "--fail-with-body", &url, "-H", "Content-Type: application/json"];
    if let Some(header) = &authorization {
        words.extend(["-H", header]);
    }
    if let Some(form) = &form {
        words.extend(["-d", form]);
    }
    let answer = debian.run(step, &words)?;
    serde_json::from_str(&answer).with_context(|| format!("{path} answered {answer}"))
}
