//! Memory of a server that imports files of every shape.

use std::{fmt::Write as _, time::Duration};

use reqwest::{Method, StatusCode};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::support::process::Process;

/// The size of each file.
const FILE: usize = 9 << 20;
/// What an import may take besides three times its file: connections, the database's pages, the response, and what the
/// allocator keeps for each of up to 40 threads.
const BESIDES: u64 = 16 << 20;

const HEADINGS: &str = "First name,Last name,Phone,Company,Address,City,State,Zip\n";

const END: &[u8] = b"\r\n--edge--\r\n";

fn form(file: &[u8]) -> Vec<u8> {
    let start =
        b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n";
    [start.as_slice(), file, END].concat()
}

/// Imports a file as customers; the status, and how much more memory the server took at most.
async fn import(server: &Process, token: &str, file: Vec<u8>) -> (StatusCode, u64) {
    let body = form(&file);
    drop(file);
    let before = server.reset_peak_memory();
    let sent = server
        .ask(Method::POST, "/api/customers/import")
        .bearer_auth(token)
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(body)
        .send()
        .await
        .expect("a server that is still there");
    let status = sent.status();
    sent.bytes().await.expect("a response");
    (status, server.peak_memory() - before)
}

/// A server, and the token of a contractor who has imported one row: what the first import loads once is there.
async fn started() -> (Process, String) {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let file = format!("{HEADINGS}Ana,Ridge,6155550100,,,,,\n");
    let (status, _) = import(&server, &token, file.into_bytes()).await;
    assert_eq!(status, StatusCode::OK);
    (server, token)
}

/// Sends a file, and disconnects when the server has begun to check its rows.
async fn send_and_disconnect(server: &Process, token: &str, form: &[u8]) {
    let mut line = TcpStream::connect(&server.at).await.expect("a connection");
    let head = format!(
        "POST /api/customers/import HTTP/1.1\r\nhost: ridgeline\r\nauthorization: Bearer {token}\r\n\
         content-type: multipart/form-data; boundary=edge\r\ncontent-length: {}\r\n\r\n",
        form.len()
    );
    line.write_all(head.as_bytes()).await.expect("sent");
    let (most, end) = form.split_at(form.len() - END.len());
    line.write_all(most).await.expect("sent");
    // The file is on disk until its rows are checked.
    until_arriving(server, true).await;
    line.write_all(end).await.expect("sent");
    until_arriving(server, false).await;
}

async fn until_arriving(server: &Process, expected: bool) {
    let folder = server.data().join("arriving");
    let so = async {
        while std::fs::read_dir(&folder).expect("a folder").next().is_some() != expected {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), so).await.expect("a server that goes on");
}

fn rows(row: impl Fn(usize) -> String) -> Vec<u8> {
    let mut file = HEADINGS.to_owned();
    for n in 0..25_000 {
        writeln!(file, "{}", row(n)).expect("text");
    }
    file.into_bytes()
}

#[tokio::test]
async fn an_import_takes_at_most_three_times_the_memory_of_its_file_whatever_its_shape() {
    let filled = |start: &str, byte: u8, end: &str| {
        [start.as_bytes(), &vec![byte; FILE], end.as_bytes()].concat()
    };
    let ok = "Ana,Ridge,6155550100,,,,,\n";
    let short = rows(|n| format!("Ana,Ridge {n},6155550100,,,,,"));
    let short = String::from_utf8(short).expect("text");
    // With the huge one before them they are as many as allowed.
    let short = short.splitn(3, '\n').last().expect("rows");
    let address = "x".repeat(300);
    let files: [(&str, Vec<u8>, StatusCode); 9] = [
        ("only commas", filled("", b',', ""), StatusCode::UNPROCESSABLE_ENTITY),
        (
            "a row of commas",
            filled(&format!("{HEADINGS}x"), b',', &format!("\n{ok}")),
            StatusCode::OK,
        ),
        ("only newlines", filled(&format!("{HEADINGS}{ok}"), b'\n', ""), StatusCode::OK),
        ("one heading", filled("", b'x', "\nx\n"), StatusCode::UNPROCESSABLE_ENTITY),
        ("one cell", filled(HEADINGS, b'x', ",b,6155550100,,,,,\n"), StatusCode::OK),
        (
            "a quoted cell before short rows",
            filled(&format!("{HEADINGS}\""), b'x', &format!("\",,,,,,,\n{short}")),
            StatusCode::OK,
        ),
        (
            "an open quote",
            filled(&format!("{HEADINGS}\""), b'x', ""),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "rows wrong in every cell",
            rows(|n| format!("=a{n},=b,=c,=d,={address},=f,=g,=h")),
            StatusCode::OK,
        ),
        (
            "long valid rows",
            rows(|n| format!("Ana,Ridge {n},6155550100,Co,{address},Nashville,TN,37201")),
            StatusCode::OK,
        ),
    ];
    for (shape, file, expected) in files {
        let limit = 3 * file.len() as u64 + BESIDES;
        let (server, token) = started().await;
        let (status, grown) = import(&server, &token, file).await;
        println!("{shape}: {:.1} MB of {:.1} MB", mb(grown), mb(limit));
        assert_eq!(status, expected, "{shape}");
        assert!(grown <= limit, "{shape}: {:.1} MB", mb(grown));
    }
}

/// 25,000 rows with long addresses that no other number has.
fn long_rows(number: usize) -> Vec<u8> {
    let address = "x".repeat(300);
    rows(|n| format!("Ana,Ridge {number} {n},6155550100,Co,{address},Nashville,TN,37201"))
}

#[tokio::test]
async fn an_import_into_a_company_with_many_rows_takes_no_more_memory() {
    let (server, token) = started().await;
    for number in 0..2 {
        let file = long_rows(number);
        let limit = 3 * file.len() as u64 + BESIDES;
        let (status, grown) = import(&server, &token, file).await;
        println!("import {number}: {:.1} MB of {:.1} MB", mb(grown), mb(limit));
        assert_eq!(status, StatusCode::OK);
        assert!(grown <= limit, "import {number}: {:.1} MB", mb(grown));
    }
}

#[tokio::test]
async fn imports_whose_clients_disconnect_take_no_more_memory_than_two() {
    let (server, token) = started().await;
    let file = long_rows(0);
    let limit = 2 * 3 * file.len() as u64 + BESIDES;
    let form = form(&file);
    let before = server.reset_peak_memory();
    for _ in 0..8 {
        send_and_disconnect(&server, &token, &form).await;
    }
    let grown = server.peak_memory() - before;
    println!("disconnected: {:.1} MB of {:.1} MB", mb(grown), mb(limit));
    assert!(grown <= limit, "{:.1} MB", mb(grown));
}

#[expect(clippy::cast_precision_loss, reason = "for people")]
fn mb(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
