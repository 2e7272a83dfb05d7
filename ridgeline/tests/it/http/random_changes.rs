//! Lists, their changes since a state, and the search index stay equal to the rows, whatever changes.

use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use fastrand::Rng;

use client::{Client, Copy};
use office::Office;

use crate::support::TestApp;

mod client;
mod office;

/// Random changes on one server, read on another: each role's lists, copies and searches are the rows.
async fn random_changes(app: &TestApp, reading: &TestApp, seed: u64, steps: usize) {
    let admin = app.sign_in(Contractor, Admin).await;
    let sub = app.sign_in(Subcontractor, Admin).await;
    let stranger = app.sign_in(Contractor, Admin).await;
    let connection = app.connection(&admin, &sub, true).await;
    let mut clients = Vec::new();
    for user in [Admin, Member, Foreman, Salesman] {
        clients.push(Client::of(app, &admin, Contractor, user).await);
    }
    for user in [Admin, Member] {
        clients.push(Client::of(app, &sub, Subcontractor, user).await);
    }
    clients.push(Client::of(app, &stranger, Contractor, Member).await);
    let foreman = clients[2].person.clone();
    let mut office = Office {
        rng: Rng::with_seed(seed),
        admin,
        sub,
        foreman,
        connection,
        jobs: Vec::new(),
        customers: Vec::new(),
        appointments: Vec::new(),
        calendars: Vec::new(),
        crews: Vec::new(),
    };
    for step in 0..steps {
        office.change(app).await;
        // Some look seldom, and see many changes at once.
        let at = step % (clients.len() * 2);
        if let Some(client) = clients.get_mut(at) {
            client.check_lists(reading).await;
            client.check_single_jobs(reading).await;
            client.check_copies(reading).await;
            client.check_search(reading).await;
        }
    }
    for client in &mut clients {
        client.check_lists(reading).await;
        client.check_single_jobs(reading).await;
        client.check_copies(reading).await;
        client.check_search(reading).await;
    }
    let Copy { looks, wholes, .. } = clients[0].copies["jobs"];
    assert!(wholes * 2 < looks, "of {looks} answers {wholes} were whole lists");
}

both_engines! {
    async fn whatever_changes_every_role_sees_the_rows_as_they_are(app: &TestApp) {
        for seed in [1, 2] {
            random_changes(app, app, seed, 100).await;
        }
    }
}

#[tokio::test]
async fn a_second_server_puts_lists_together_that_are_the_rows() {
    let app = TestApp::new(store::db::Engine::Postgres).await;
    let other = app.second_server(|_| {}).await;
    random_changes(&app, &other, 3, 120).await;
}
