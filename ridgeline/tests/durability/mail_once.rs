//! A mail that the mail server accepted while the database was down, so that this could not be recorded, is
//! not sent again.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

use sqlx::{Connection as _, PgConnection};

use crate::{cluster::Cluster, number, people::ApiClient, server::Place};

/// The time limit for recording it once the database is back.
const NOTED: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_sent_while_postgres_was_down_is_not_sent_again() {
    // Longer than three attempts, one each second.
    let lasts = Duration::from_secs(number("RIDGELINE_DURABILITY_OUTAGE", 6) as u64);
    let mails = MailServer::start();
    let cluster = Cluster::start();
    let database = cluster.fresh_database().await;
    let mut place = Place::new(Some(database.clone()));
    place.besides = vec!["--smtp-url".to_owned(), format!("smtp://127.0.0.1:{}", mails.port)];
    let server = place.start();
    ApiClient::new(&server.at).founder("new@summit.example", "contractor").await;
    mails.arrives();

    cluster.stop_at_once();
    mails.take();
    tokio::time::sleep(lasts).await;
    cluster.go_on();
    let back = Instant::now();
    let mut looking = PgConnection::connect(&database).await.expect("the database");
    let attempts = loop {
        let taken: Option<i64> =
            sqlx::query_scalar("SELECT attempts FROM mail_delivery WHERE state = 'taken'")
                .fetch_optional(&mut looking)
                .await
                .expect("a delivery");
        match taken {
            Some(attempts) => break attempts,
            None if back.elapsed() < NOTED => tokio::time::sleep(Duration::from_millis(50)).await,
            None => panic!("nobody knows that it went out: {}", place.said()),
        }
    };
    println!(
        "A mail taken while PostgreSQL was gone for {} s: noted {} ms after it was back, sent {attempts} time",
        lasts.as_secs(),
        back.elapsed().as_millis(),
    );
    assert_eq!(attempts, 1, "it was sent once more");
}

/// A mail server that receives a mail and acknowledges it only when the test allows it.
struct MailServer {
    port: u16,
    arrived: Receiver<()>,
    let_go: Sender<()>,
}

impl MailServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let (tell, arrived) = channel();
        let (let_go, wait) = channel();
        std::thread::spawn(move || {
            for line in listener.incoming().map_while(Result::ok) {
                // A broken connection only means that this mail does not arrive.
                let _ = talk(line, &tell, &wait);
            }
        });
        Self { port, arrived, let_go }
    }

    /// Returns once a whole mail has arrived.
    fn arrives(&self) {
        self.arrived.recv_timeout(Duration::from_secs(30)).expect("no mail came");
    }

    /// Acknowledges the mail.
    fn take(&self) {
        self.let_go.send(()).expect("the mail server");
    }
}

fn talk(line: TcpStream, tell: &Sender<()>, wait: &Receiver<()>) -> std::io::Result<()> {
    let mut say = line.try_clone()?;
    say.write_all(b"220 mail.example\r\n")?;
    let mut is_mail = false;
    for input in BufReader::new(line).lines() {
        let input = input?;
        let word = input.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match (is_mail, word.as_str()) {
            (true, ".") => {
                is_mail = false;
                let _ = tell.send(());
                let _ = wait.recv();
                b"250 taken\r\n"
            }
            (true, _) => continue,
            (false, "DATA") => {
                is_mail = true;
                b"354 go on\r\n"
            }
            (false, "QUIT") => return say.write_all(b"221 bye\r\n"),
            (false, _) => b"250 fine\r\n",
        };
        say.write_all(answer)?;
    }
    Ok(())
}
