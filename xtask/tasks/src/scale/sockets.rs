//! Open browsers: each has a socket that connects again as the web app's does (`web/src/api/socket.ts`), and reads the
//! list whenever it is connected.

use std::{
    io::ErrorKind,
    net::TcpStream,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket};

use crate::scale::{
    ledger::read_job,
    processes::wait_until,
    sightings::{EventSummary, Sightings, Source},
    site::Site,
};

/// How many browsers each company has open.
const OF_EACH_COMPANY: usize = 3;
/// The limits of the pause before a socket connects again, in ms.
const SHORTEST_PAUSE: f64 = 1_000.0;
const LONGEST_PAUSE: f64 = 5_000.0;
/// How long an attempt to connect may take.
const ATTEMPT: Duration = Duration::from_secs(10);
/// How long silence may last before the connection is checked, and how long the check may take.
const MOST_SILENCE: Duration = Duration::from_secs(30);
const CHECK: Duration = Duration::from_secs(5);
/// How often a silent socket looks whether it should end.
const TICK: Duration = Duration::from_millis(100);
/// How long browsers may take to know everything once the work has ended: longer than the longest pause and the
/// answer to a list.
const CATCH_UP: Duration = Duration::from_secs(20);

type Line = WebSocket<TcpStream>;

/// The open browsers.
pub struct Sockets {
    site: Arc<Site>,
    all: Vec<Arc<Browser>>,
    threads: Vec<JoinHandle<()>>,
    are_closed: Arc<AtomicBool>,
}

/// One of them.
struct Browser {
    number: usize,
    company: usize,
    sightings: Mutex<Sightings>,
    /// How often it was connected.
    joined: AtomicUsize,
}

impl Browser {
    fn sightings(&self) -> MutexGuard<'_, Sightings> {
        self.sightings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sockets {
    /// Opens them, and waits until all are connected.
    pub fn open(site: &Arc<Site>) -> Result<Self> {
        let are_closed = Arc::new(AtomicBool::new(false));
        let (mut all, mut threads) = (Vec::new(), Vec::new());
        for number in 0..OF_EACH_COMPANY * site.admins.len() {
            let browser = Arc::new(Browser {
                number,
                company: number % site.admins.len(),
                sightings: Mutex::default(),
                joined: AtomicUsize::new(0),
            });
            all.push(browser.clone());
            let (site, are_closed) = (site.clone(), are_closed.clone());
            threads.push(thread::spawn(move || run(&site, &browser, &are_closed)));
        }
        let sockets = Self { site: site.clone(), all, threads, are_closed };
        wait_until("a socket", ATTEMPT, || {
            sockets.all.iter().all(|browser| browser.joined.load(Ordering::Relaxed) > 0)
        })?;
        Ok(sockets)
    }

    /// How often they had to connect again.
    pub fn moved(&self) -> usize {
        let again =
            |browser: &Arc<Browser>| browser.joined.load(Ordering::Relaxed).saturating_sub(1);
        self.all.iter().map(again).sum()
    }

    /// Waits until all know everything, or should; returns what they have seen.
    pub fn catch_up(&self) -> EventSummary {
        // If they do not, the summary says what they missed.
        let _ = wait_until("the last event", CATCH_UP, || {
            let ledger = self.site.ledger();
            self.all.iter().all(|browser| browser.sightings().is_complete(&ledger, browser.company))
        });
        let ledger = self.site.ledger();
        let mut summary = EventSummary::default();
        for browser in &self.all {
            summary.add(&ledger, browser.company, &browser.sightings());
        }
        summary
    }
}

impl Drop for Sockets {
    fn drop(&mut self) {
        self.are_closed.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Connects again and again until the browser is closed.
fn run(site: &Arc<Site>, browser: &Arc<Browser>, is_closed: &AtomicBool) {
    let mut attempt = 0;
    while !is_closed.load(Ordering::Relaxed) {
        if let Ok(mut line) = connect(site, browser.company) {
            attempt = 0;
            browser.joined.fetch_add(1, Ordering::Relaxed);
            let is_lost = Arc::new(AtomicBool::new(false));
            {
                let (site, browser, is_lost) = (site.clone(), browser.clone(), is_lost.clone());
                thread::spawn(move || fetch_missed(&site, &browser, &is_lost));
            }
            listen(site, &mut line, browser, is_closed);
            is_lost.store(true, Ordering::Relaxed);
        }
        let until = Instant::now() + reconnect_delay(attempt, browser.number);
        while Instant::now() < until && !is_closed.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
        attempt += 1;
    }
}

/// The pause before the next attempt: longer each time, and different for each browser.
fn reconnect_delay(attempt: u32, browser: usize) -> Duration {
    let attempt = f64::from(attempt.min(20));
    let longest = LONGEST_PAUSE.min(1.5 * SHORTEST_PAUSE * 1.6_f64.powf(attempt));
    let shortest = SHORTEST_PAUSE.max(longest / 2.0);
    // Spread evenly, where the web app draws a number.
    let spread = u32::try_from(browser % 7).map_or(0.0, |number| f64::from(number) / 7.0);
    Duration::from_secs_f64((shortest + spread * (longest - shortest)) / 1_000.0)
}

/// A socket that receives the events of a company.
fn connect(site: &Site, company: usize) -> Result<Line> {
    let at = site.api.address.trim_start_matches("http://");
    let stream = TcpStream::connect_timeout(&at.parse()?, ATTEMPT)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(ATTEMPT))?;
    stream.set_write_timeout(Some(ATTEMPT))?;
    let opened = tungstenite::client(format!("ws://{at}/api/socket"), stream);
    let (mut line, _) = opened.map_err(|error| anyhow!("{error}"))?;
    let admin = &site.admins[company];
    let frame = json!({ "type": "identify", "token": admin.token });
    ask(&mut line, &frame, "identified")?;
    ask(&mut line, &subscription(&admin.company), "subscribed")?;
    line.get_ref().set_read_timeout(Some(TICK))?;
    Ok(line)
}

fn subscription(company: &str) -> Value {
    json!({ "type": "subscribe", "rooms": [format!("company_{company}")] })
}

/// Sends a frame, and waits for its answer.
fn ask(line: &mut Line, frame: &Value, answer: &str) -> Result<()> {
    line.send(Message::text(frame.to_string()))?;
    loop {
        match line.read()? {
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(&text)?;
                if frame["type"] == answer {
                    return Ok(());
                }
                bail!("{text} where {answer} should be");
            }
            Message::Close(frame) => bail!("closed: {frame:?}"),
            _ => {}
        }
    }
}

/// Reads events until the connection is lost.
fn listen(site: &Site, line: &mut Line, browser: &Browser, is_closed: &AtomicBool) {
    let mut heard = Instant::now();
    let mut check_ends: Option<Instant> = None;
    while !is_closed.load(Ordering::Relaxed) {
        match line.read() {
            Ok(Message::Text(text)) => {
                (heard, check_ends) = (Instant::now(), None);
                note_events(&text, browser);
            }
            // Browsers hide pings.
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_)) => {}
            Err(Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Ok(Message::Close(_)) | Err(_) => return,
        }
        match check_ends {
            Some(ends) if Instant::now() > ends => return,
            None if heard.elapsed() > MOST_SILENCE => {
                let frame = subscription(&site.admins[browser.company].company).to_string();
                if line.send(Message::text(frame)).is_err() {
                    return;
                }
                check_ends = Some(Instant::now() + CHECK);
            }
            _ => {}
        }
    }
}

fn note_events(text: &str, browser: &Browser) {
    let Ok(frame) = serde_json::from_str::<Value>(text) else { return };
    for event in frame["events"].as_array().into_iter().flatten() {
        if event["event"] == "job"
            && let Some(job) = read_job(&event["data"])
        {
            browser.sightings().note(job, Source::Event);
        }
    }
}

/// Reads the list until that succeeds, as long as the connection lasts: earlier changes arrive as no event.
fn fetch_missed(site: &Site, browser: &Browser, is_lost: &AtomicBool) {
    while !is_lost.load(Ordering::Relaxed) {
        if let Some(jobs) = site.list(&site.api, browser.company) {
            let mut sightings = browser.sightings();
            for job in jobs {
                sightings.note(job, Source::List);
            }
            return;
        }
        thread::sleep(Duration::from_secs(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_connect_again_as_the_web_app_does() {
        let pause = |attempt, browser| reconnect_delay(attempt, browser).as_millis();
        assert_eq!((pause(0, 0), pause(1, 0), pause(2, 0)), (1_000, 1_200, 1_920));
        assert_eq!((pause(9, 0), pause(9, 6)), (2_500, 4_642));
    }
}
