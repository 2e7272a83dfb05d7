//! A standby of PostgreSQL answers long reads (`--database-replica-url`). Whoever stored a change sees it, whatever the
//! standby does.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::{
    cluster::Cluster,
    people::{ApiClient, Person},
    server::Place,
};

/// How long a test waits for a standby to be asked again.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A company with a server that has a standby.
struct Office {
    client: ApiClient,
    admin: Person,
}

impl Office {
    /// Stores a job, and reads the activity log, which the standby should answer.
    async fn sees_its_own_change(&self) {
        let title = Uuid::now_v7().simple().to_string();
        let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
        self.client.post(&self.admin.token, "/api/jobs/create", form).await;
        let log = self.client.get(&self.admin.token, "/api/activity").await;
        assert!(log["activity"][0].to_string().contains(&title), "{}", log["activity"][0]);
    }

    /// How many reads the standby answered, and how many the primary answered in its place.
    async fn counts(&self) -> [u64; 2] {
        let text = self.client.text("/metrics").await;
        ["reads", "refusals"].map(|name| {
            let line = format!("ridgeline_database_replica_{name}_total ");
            let found = text.lines().find_map(|found| found.strip_prefix(&line));
            found.and_then(|number| number.parse().ok()).expect("a number")
        })
    }

    /// Waits until the standby answers a read again.
    async fn wait_for_replica(&self) {
        let ([before, _], began) = (self.counts().await, Instant::now());
        while self.counts().await[0] == before {
            assert!(began.elapsed() < TIMEOUT, "nobody asks the standby");
            self.sees_its_own_change().await;
        }
    }
}

/// Lets the standby receive changes and not replay them.
async fn pause(standby: &str) {
    let mut connection = PgConnection::connect(standby).await.expect("the standby");
    sqlx::raw_sql("SELECT pg_wal_replay_pause()").execute(&mut connection).await.expect("paused");
    let began = Instant::now();
    loop {
        let state: String = sqlx::query_scalar("SELECT pg_get_wal_replay_pause_state()")
            .fetch_one(&mut connection)
            .await
            .expect("a state");
        if state == "paused" {
            return;
        }
        assert!(began.elapsed() < TIMEOUT, "it is {state}");
    }
}

async fn resume(standby: &str) {
    let mut connection = PgConnection::connect(standby).await.expect("the standby");
    sqlx::raw_sql("SELECT pg_wal_replay_resume()").execute(&mut connection).await.expect("resumed");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_stored_a_change_sees_it_whatever_the_replica_does() {
    let primary = Cluster::start();
    let database = primary.fresh_database().await;
    let standby = primary.standby();
    let replica = standby.url_of(&database);
    let mut place = Place::new(Some(database));
    place.besides = ["--database-replica-url", &replica].map(str::to_owned).into();
    let server = place.start();
    let client = ApiClient::new(&server.at);
    let admin = client.founder("ana@summit.example", "contractor").await;
    let office = Office { client, admin };

    for _ in 0..30 {
        office.sees_its_own_change().await;
    }
    let [reads, _] = office.counts().await;
    assert!(reads >= 20, "the standby answered only {reads} of 30");

    pause(&replica).await;
    let [_, refusals] = office.counts().await;
    for _ in 0..5 {
        office.sees_its_own_change().await;
    }
    assert_eq!(
        office.counts().await[1],
        refusals + 5,
        "the primary answers while the standby lags"
    );
    resume(&replica).await;
    office.wait_for_replica().await;

    standby.stop_at_once();
    for _ in 0..5 {
        office.sees_its_own_change().await;
    }
    standby.go_on();
    office.wait_for_replica().await;

    standby.promote();
    let [reads, _] = office.counts().await;
    for _ in 0..5 {
        office.sees_its_own_change().await;
    }
    assert_eq!(office.counts().await[0], reads, "a promoted standby has a history of its own");
    let log: Value = office.client.get(&office.admin.token, "/api/activity").await;
    assert!(log["activity"].as_array().is_some_and(|log| log.len() > 40));
}
