//! Starting the real binary: fast if all is well, and with a one-line error if not.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use domain::types::{ids::UserId, language::Language};
use services::core::clock::Clock;
use store::{
    accounts::{second_factors, sessions},
    companies::people,
    db::{Tx, error::DbResult},
    token::Token,
};
use uuid::Uuid;

fn ridgeline(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
    command.arg("serve").arg("--data").arg(data).env_remove("DATABASE_URL");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The error message of a server that did not start.
fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "it must not look as if it had worked");
    String::from_utf8_lossy(&output.stderr).trim().to_string()
}

/// Waits for the line with the address it listens on.
fn address(server: &mut Child) -> String {
    let mut line = String::new();
    let out = server.stdout.as_mut().expect("stdout");
    BufReader::new(out).read_line(&mut line).expect("a line");
    line.trim().rsplit(' ').next().expect("an address").to_string()
}

#[test]
fn a_port_in_use_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("address").to_string();
    let message =
        refusal(&ridgeline(folder.path()).args(["--listen", &port]).output().expect("run"));
    assert!(message.contains(&port) && message.contains("--listen"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn an_unwritable_data_folder_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    // A file where the folder should be: not even root can write into it.
    let blocked = folder.path().join("data");
    std::fs::write(&blocked, "").expect("file");
    let message = refusal(&ridgeline(&blocked).output().expect("run"));
    assert!(
        message.contains("cannot write to the data folder") && message.contains("--data"),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn a_basemap_that_no_browser_can_draw_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    let map =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/e2e/support/streets/nashville.pmtiles");
    let map = std::fs::read(map).expect("the map");
    let mut old = map.clone();
    old[7] = 2;
    for (name, content, reason) in [
        ("missing.pmtiles", None, "cannot be read"),
        ("page.pmtiles", Some(&b"<!doctype html><title>404</title>"[..]), "not a PMTiles file"),
        ("old.pmtiles", Some(&old[..]), "version 2"),
        ("half.pmtiles", Some(&map[..map.len() / 2]), "cut off"),
    ] {
        let file = folder.path().join(name);
        if let Some(content) = content {
            std::fs::write(&file, content).expect("written");
        }
        let mut command = ridgeline(folder.path());
        let output = command.arg("--basemap").arg(&file).output().expect("run");
        let message = refusal(&output);
        assert!(message.contains(reason) && message.contains("--basemap"), "{name}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn a_map_style_that_no_browser_would_load_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    for style in ["tiles.example.com/style.json", "http://tiles.example.com/style.json"] {
        let output = ridgeline(folder.path()).args(["--map-style", style]).output().expect("run");
        let message = refusal(&output);
        assert!(message.contains("--map-style must be an address such as https://"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn an_unknown_flag_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let output = ridgeline(folder.path()).arg("--roof-pitch").output().expect("run");
    assert!(refusal(&output).contains("--roof-pitch"));
}

/// What the server says to a database in which the record of the migrations was changed.
fn refused_after(change: impl AsyncFnOnce(&mut Tx) -> DbResult<u64>) -> String {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("ridgeline.db");
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    runtime.block_on(async {
        let db = store::db::Db::open_sqlite(&file).await.expect("database");
        let mut tx = db.write().await.expect("tx");
        assert_eq!(change(&mut tx).await.expect("changed"), 1);
        tx.commit().await.expect("commit");
        db.close().await;
    });
    let message = refusal(&ridgeline(folder.path()).output().expect("run"));
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn a_database_of_a_newer_version_is_left_unchanged() {
    let message = refused_after(async |tx| {
        let newer = store::sql!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'from the future', TRUE, $1, 0)"
        );
        newer.bind(Vec::<u8>::new()).run(tx).await
    });
    assert!(message.contains("newer Ridgeline") && message.contains("9999"), "{message}");
}

#[test]
fn a_database_that_other_migrations_made_or_that_was_left_halfway_is_not_served() {
    let changed = refused_after(async |tx| {
        let changed = store::sql!(
            "UPDATE _sqlx_migrations SET checksum = $1
             WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)"
        );
        changed.bind(vec![0_u8]).run(tx).await
    });
    assert!(changed.contains("has been modified"), "{changed}");
    let halfway = refused_after(async |tx| {
        let halfway = store::sql!(
            "UPDATE _sqlx_migrations SET success = FALSE
             WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)"
        );
        halfway.run(tx).await
    });
    let unknown = refused_after(async |tx| {
        let unknown = store::sql!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'from the future', FALSE, $1, 0)"
        );
        unknown.bind(Vec::<u8>::new()).run(tx).await
    });
    for message in [halfway, unknown] {
        assert!(message.contains("is partially applied"), "{message}");
    }
}

#[test]
fn a_second_server_cannot_use_the_same_data_folder() {
    let folder = tempfile::tempdir().expect("folder");
    let mut first =
        ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).spawn().expect("run");
    let at = address(&mut first);
    assert!(at.starts_with("http://127.0.0.1:"), "{at}");
    let output = ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).output().expect("run");
    let message = refusal(&output);
    assert!(message.contains("another ridgeline"), "{message}");
    first.kill().expect("kill");
    first.wait().expect("end");
}

#[test]
fn sigterm_stops_it_cleanly_and_quickly() {
    let folder = tempfile::tempdir().expect("folder");
    let mut server =
        ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).spawn().expect("run");
    address(&mut server);
    let sent = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let ended = server.wait().expect("end");
    let mut log = String::new();
    server.stderr.take().expect("stderr").read_to_string(&mut log).expect("text");
    assert!(ended.success(), "{ended} {log}");
}

#[test]
fn the_operator_exports_leads_while_the_server_runs_without_formulas() {
    let folder = tempfile::tempdir().expect("folder");
    let mut server =
        ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).spawn().expect("run");
    let at = address(&mut server);
    let lead = r#"{"name":"=1+1","email":"ana@peak.example","companyType":"vendor","details":"Slate, \"blue\""}"#;
    let host = at.strip_prefix("http://").expect("address");
    let mut wire = TcpStream::connect(host).expect("connection");
    let length = lead.len();
    write!(
        wire,
        "POST /api/leads HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{lead}"
    )
    .expect("lead");
    let mut answer = String::new();
    wire.read_to_string(&mut answer).expect("answer");
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");

    let feedback = |command: &str, of: &str| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
        process.args([command, of, "--data"]).arg(folder.path()).env_remove("DATABASE_URL");
        let output = process.output().expect("run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let sheet = feedback("feedback", "leads");
    assert_eq!(feedback("letters", "leads"), sheet, "the name of earlier versions");
    let mut lines = sheet.lines();
    assert_eq!(lines.next(), Some("date,name,email,companyType,details"));
    let lead = lines.next().expect("the lead");
    assert!(lead.ends_with(r#",'=1+1,ana@peak.example,vendor,"Slate, ""blue""""#), "{lead}");
    assert_eq!(feedback("feedback", "feedback"), "date,email,type,subject,details\n");
    server.kill().expect("kill");
    server.wait().expect("end");
}

#[test]
fn a_wrong_folder_is_an_error_and_not_an_empty_list_of_leads() {
    let folder = tempfile::tempdir().expect("folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
    command.args(["feedback", "leads", "--data"]).arg(folder.path()).env_remove("DATABASE_URL");
    let message = refusal(&command.output().expect("run"));
    assert!(message.contains("no database") && message.contains("--data"), "{message}");
    assert!(!folder.path().join("ridgeline.db").exists(), "asking must not make one");
}

#[test]
fn an_invalid_setting_of_the_identity_provider_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    for (flags, named) in [
        (
            vec!["--oidc-issuer", "http://accounts.example.com", "--oidc-client-id", "x"],
            "--oidc-issuer",
        ),
        (vec!["--oidc-issuer", "accounts", "--oidc-client-id", "x"], "--oidc-issuer"),
        (vec!["--oidc-issuer", "https://accounts.example.com"], "--oidc-client-id"),
        (vec!["--oidc-client-id", "x"], "--oidc-issuer"),
        (
            vec![
                "--oidc-issuer",
                "https://a.example",
                "--oidc-issuer",
                "https://b.example",
                "--oidc-client-id",
                "x",
            ],
            "--oidc-client-id",
        ),
        (
            vec![
                "--oidc-issuer",
                "https://a.example,https://a.example/",
                "--oidc-client-id",
                "x,y",
            ],
            "--oidc-issuer",
        ),
        (
            vec![
                "--oidc-issuer",
                "https://a.example,https://b.example",
                "--oidc-client-id",
                "x,y",
                "--local-accounts",
                "off",
            ],
            "--local-accounts",
        ),
    ] {
        let mut command = ridgeline(folder.path());
        command.args(["--listen", "127.0.0.1:0"]).args(&flags);
        let message = refusal(&command.output().expect("run"));
        assert!(message.contains(named), "{flags:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn the_operator_restores_access_after_a_lost_phone_while_the_server_is_stopped() {
    let folder = tempfile::tempdir().expect("folder");
    let turn_off = |address: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
        command.args(["second-factor-off", "--email", address, "--data"]).arg(folder.path());
        command.env_remove("DATABASE_URL").output().expect("run")
    };
    let message = refusal(&turn_off("ana@example.com"));
    assert!(message.contains("no database") && message.contains("--data"), "{message}");
    let file = folder.path().join("ridgeline.db");
    let ana = UserId(Uuid::now_v7());
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    runtime.block_on(async {
        let db = store::db::Db::open_sqlite(&file).await.expect("database");
        let mut tx = db.write().await.expect("tx");
        let now = Clock::Real.now();
        let reads = Language::Spanish;
        people::insert(&mut tx, ana, "ana@example.com", reads, now).await.expect("person");
        let token = Token::random().expect("randomness");
        sessions::insert(&mut tx, token.hash(), ana, now).await.expect("session");
        second_factors::begin(&mut tx, ana, Uuid::now_v7(), now).await.expect("begun");
        second_factors::set_used(&mut tx, ana, 1).await.expect("on");
        tx.commit().await.expect("commit");
        db.close().await;
    });
    let mut server =
        ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).spawn().expect("run");
    address(&mut server);
    let message = refusal(&turn_off("ana@example.com"));
    assert!(message.contains("another ridgeline"), "a server remembers sessions: {message}");
    server.kill().expect("kill");
    server.wait().expect("end");
    let message = refusal(&turn_off("bo@example.com"));
    assert_eq!(message, "ridgeline: nobody signs in with bo@example.com");
    let done = turn_off("Ana@Example.com");
    let output = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && output.contains("is off for ana@example.com"), "{done:?}");
    let message = refusal(&turn_off("ana@example.com"));
    assert_eq!(message, "ridgeline: two-step sign-in is not on for ana@example.com");
    runtime.block_on(async {
        let db = store::db::Db::open_sqlite(&file).await.expect("database");
        let mut tx = db.read().await.expect("tx");
        let left = sessions::list(&mut tx, ana, Clock::Real.now()).await.expect("sessions");
        assert!(left.is_empty(), "{left:?}");
        let subjects: Vec<(String,)> = store::sql!(
            "SELECT subject AS value FROM mail JOIN mail_delivery ON mail_delivery.mail_id = mail.id
             WHERE mail_delivery.email = 'ana@example.com'"
        )
        .all(&mut tx)
        .await
        .expect("mails");
        assert_eq!(subjects, [("Inicio de sesión en dos pasos desactivado".to_string(),)]);
    });
}

#[test]
fn an_operator_can_require_verified_addresses() {
    let folder = tempfile::tempdir().expect("folder");
    let mut command = ridgeline(folder.path());
    command.args(["--listen", "127.0.0.1:0", "--require-verified-email", "on"]);
    let mut server = command.spawn().expect("run");
    let at = address(&mut server);
    let host = at.strip_prefix("http://").expect("address");
    let ask = |head: &str, body: &str| {
        let mut wire = TcpStream::connect(host).expect("connection");
        let length = body.len();
        write!(
            wire,
            "{head}\r\nhost: {host}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
        .expect("asked");
        let mut answer = String::new();
        wire.read_to_string(&mut answer).expect("answer");
        answer
    };
    let created = ask(
        "POST /api/auth/local/signup HTTP/1.1",
        r#"{"email":"ana@example.com","password":"ridge cap shingle"}"#,
    );
    let token = created.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let token = token.unwrap_or_else(|| panic!("no token: {created}"));
    let account =
        ask(&format!("GET /api/auth/account HTTP/1.1\r\nauthorization: Bearer {token}"), "");
    assert!(account.contains("\"verificationRequired\":true"), "{account}");
    server.kill().expect("kill");
    server.wait().expect("end");
}
