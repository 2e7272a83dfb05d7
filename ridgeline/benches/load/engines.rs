//! The same calls on PostgreSQL: against SQLite, and against axum and one statement. CPU times include PostgreSQL's own.

use std::{process::Command, sync::Arc};

use anyhow::{Result, ensure};
use bytes::Bytes;
use domain::types::ids::JobId;
use server::backup::move_to_postgres::move_to_postgres;

use crate::{
    Bench, baseline, changing,
    client::{Requests, call, get},
    company_fixture::{CompanyFixture, Season},
    comparison::{Side, compare},
    creates, lists,
    postgres::with_database,
    processes,
    server::Server,
    table::Row,
};

const JOBS: usize = 200;

/// A call that is measured.
struct Call {
    name: &'static str,
    connections: usize,
    /// By the authorization header of the caller.
    requests: Box<dyn Fn(&str) -> Requests>,
    status: u16,
    /// The most CPU time on PostgreSQL, in that of SQLite; `None` without a target.
    max_ratio: Option<f64>,
    /// Whether the bare server answers it.
    bare: bool,
}

/// All calls. Without a PostgreSQL on this machine nothing is measured.
pub async fn compared(bench: &Bench) -> Result<Vec<Row>> {
    let Some(postgres) = &bench.postgres else {
        println!("  PostgreSQL: name one by RIDGELINE_TEST_POSTGRES");
        return Ok(Vec::new());
    };
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::Summer).await?;
    let jobs = fixture.jobs().await?;
    let copy = fixture.copy(bench).await?;
    let measured = async |url: String| {
        move_to_postgres(fixture.folder(), &url).await?;
        baseline::postgres::furnish(&url, &jobs).await?;
        let postmaster = match processes::postmaster(&url).await {
            Ok(postmaster) => postmaster,
            Err(why) => {
                println!("  nothing is measured: {why:#}");
                return Ok(Vec::new());
            }
        };
        let folder = bench.folder()?;
        let ours = Server::ours_over(&bench.server, folder.path(), &url)?;
        let ours = ours.counting_database(postmaster);
        let on_sqlite = Server::ours(&bench.server, copy.path())?;
        let mut bare = Command::new(std::env::current_exe()?);
        let bare = Server::start(bare.arg("--bare-postgres").arg(&url))?;
        let bare = bare.counting_database(postmaster);
        send_the_same_list(&fixture, &ours, &bare).await?;
        let mut rows = Vec::new();
        for each in calls(&fixture, &ours).await? {
            rows.extend(each.against_sqlite(bench, &fixture, &ours, &on_sqlite).await?);
            if each.bare {
                rows.extend(each.against_bare(bench, &fixture, &ours, &bare).await?);
            }
        }
        Ok(rows)
    };
    with_database(postgres, measured).await
}

async fn send_the_same_list(fixture: &CompanyFixture, ours: &Server, bare: &Server) -> Result<()> {
    let (_, our_bytes, _) = call(ours.address, &get(lists::LIST, &fixture.bearer())).await?;
    let (_, their_bytes, _) = call(bare.address, &get(lists::LIST, "")).await?;
    ensure!(our_bytes == their_bytes, "the two sides send different lists");
    Ok(())
}

async fn calls(fixture: &CompanyFixture, ours: &Server) -> Result<Vec<Call>> {
    let ids: Arc<[JobId]> = fixture.jobs().await?.iter().map(|job| job.id).collect();
    let tag = lists::tag(ours, fixture).await?;
    let (of_list, of_one, of_move) = (ids.clone(), ids.clone(), ids);
    let read = |name, requests, status, bare| Call {
        name,
        connections: 32,
        requests,
        status,
        max_ratio: Some(2.5),
        bare,
    };
    let write = |name, requests| Call {
        name,
        connections: 64,
        requests,
        status: 200,
        max_ratio: Some(5.0),
        bare: true,
    };
    Ok(vec![
        read(
            "unchanged list",
            Box::new(move |authorization| {
                Requests::Same(get(
                    lists::LIST,
                    &format!("{authorization}if-none-match: {tag}\r\n"),
                ))
            }),
            304,
            false,
        ),
        Call {
            max_ratio: None,
            ..read(
                "list, 1 in 10 a reschedule",
                Box::new(move |authorization| changing::mixed(&of_list, 10, authorization, "")),
                200,
                true,
            )
        },
        read(
            "one job",
            Box::new(move |authorization| changing::one_by_one(&of_one, authorization)),
            200,
            true,
        ),
        write(
            "reschedule",
            Box::new(move |authorization| changing::moves(&of_move, authorization)),
        ),
        write(
            "create",
            Box::new(|authorization| {
                let authorization = authorization.to_owned();
                Requests::Varied(Arc::new(move |number| {
                    Bytes::from(creates::create(number, &authorization))
                }))
            }),
        ),
    ])
}

impl Call {
    fn side<'s>(&self, name: &'static str, server: &'s Server, authorization: &str) -> Side<'s> {
        Side { name, server, requests: (self.requests)(authorization), status: self.status }
    }

    async fn against_sqlite(
        &self,
        bench: &Bench,
        fixture: &CompanyFixture,
        ours: &Server,
        on_sqlite: &Server,
    ) -> Result<Vec<Row>> {
        let authorization = fixture.bearer();
        let sides = [
            self.side("on PostgreSQL", ours, &authorization),
            self.side("on SQLite", on_sqlite, &authorization),
        ];
        let compared = compare(bench, self.connections, sides).await?;
        Ok(compared.work(&format!("PostgreSQL to SQLite: {}", self.name), self.max_ratio))
    }

    async fn against_bare(
        &self,
        bench: &Bench,
        fixture: &CompanyFixture,
        ours: &Server,
        bare: &Server,
    ) -> Result<Vec<Row>> {
        let sides = [
            self.side("on PostgreSQL", ours, &fixture.bearer()),
            self.side("axum, one statement", bare, ""),
        ];
        let compared = compare(bench, self.connections, sides).await?;
        Ok(compared.reported(&format!("PostgreSQL: {}", self.name)))
    }
}
