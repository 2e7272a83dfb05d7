//! Memory of a server that imports files of every shape.

use std::fmt::Write as _;

use reqwest::{Method, StatusCode};

use crate::support::process::Process;

/// The size of each file.
const FILE: usize = 9 << 20;
/// What an import may take besides three times its file: connections, the database's pages, the response.
const BESIDES: u64 = 10 << 20;

const HEADINGS: &str = "First name,Last name,Phone,Company,Address,City,State,Zip\n";

/// Imports a file as customers in a new server; the status, and how much more memory it took at most.
async fn import(file: Vec<u8>) -> (StatusCode, u64) {
    let server = Process::start(&[], &[]);
    let token = server.contractor().await;
    let mut body =
        b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n"
            .to_vec();
    body.extend_from_slice(&file);
    body.extend_from_slice(b"\r\n--edge--\r\n");
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
        let (status, taken) = import(file).await;
        println!("{shape}: {:.1} MB of {:.1} MB", mb(taken), mb(limit));
        assert_eq!(status, expected, "{shape}");
        assert!(taken <= limit, "{shape}: {:.1} MB", mb(taken));
    }
}

#[expect(clippy::cast_precision_loss, reason = "for people")]
fn mb(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
