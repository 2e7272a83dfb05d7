//! Starting the real binary: quickly where all is well, and with one sentence where it is not.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    net::TcpListener,
    path::Path,
    process::{Child, Command, Output, Stdio},
};

fn ridgeline(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridgeline"));
    command.arg("serve").arg("--data").arg(data).env_remove("DATABASE_URL");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What somebody reads whose server did not start.
fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "it must not look as if it had worked");
    String::from_utf8_lossy(&output.stderr).trim().to_string()
}

/// Waits for the line that says where it listens.
fn address(server: &mut Child) -> String {
    let mut line = String::new();
    let out = server.stdout.as_mut().expect("stdout");
    BufReader::new(out).read_line(&mut line).expect("a line");
    line.trim().rsplit(' ').next().expect("an address").to_string()
}

#[test]
fn a_port_in_use_is_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("address").to_string();
    let told = refusal(&ridgeline(folder.path()).args(["--listen", &port]).output().expect("run"));
    assert!(told.contains(&port) && told.contains("--listen"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_data_folder_that_cannot_be_written_is_one_sentence() {
    let folder = tempfile::tempdir().expect("folder");
    // A file where the folder should be: not even root can write into that.
    let blocked = folder.path().join("data");
    std::fs::write(&blocked, "").expect("file");
    let told = refusal(&ridgeline(&blocked).output().expect("run"));
    assert!(told.contains("cannot write to the data folder") && told.contains("--data"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn an_unknown_flag_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let output = ridgeline(folder.path()).arg("--roof-pitch").output().expect("run");
    assert!(refusal(&output).contains("--roof-pitch"));
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("ridgeline.db");
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    runtime.block_on(async {
        let db = server::db::Db::open_sqlite(&file).await.expect("database");
        let mut tx = db.write().await.expect("tx");
        server::sql!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'from the future', TRUE, $1, 0)"
        )
        .bind(Vec::<u8>::new())
        .run_one(&mut tx)
        .await
        .expect("a newer migration");
        tx.commit().await.expect("commit");
        db.close().await;
    });
    let told = refusal(&ridgeline(folder.path()).output().expect("run"));
    assert!(told.contains("newer Ridgeline") && told.contains("9999"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_second_server_does_not_share_a_data_folder() {
    let folder = tempfile::tempdir().expect("folder");
    let mut first =
        ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).spawn().expect("run");
    let at = address(&mut first);
    assert!(at.starts_with("http://127.0.0.1:"), "{at}");
    let output = ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).output().expect("run");
    let told = refusal(&output);
    assert!(told.contains("another ridgeline"), "{told}");
    first.kill().expect("kill");
    first.wait().expect("end");
}

#[test]
fn sigterm_ends_it_well_and_quickly() {
    let folder = tempfile::tempdir().expect("folder");
    let mut server =
        ridgeline(folder.path()).args(["--listen", "127.0.0.1:0"]).spawn().expect("run");
    address(&mut server);
    let asked = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(asked.expect("kill").success());
    let ended = server.wait().expect("end");
    let mut told = String::new();
    server.stderr.take().expect("stderr").read_to_string(&mut told).expect("text");
    assert!(ended.success(), "{ended} {told}");
}
