//! The embedded migrations.

use std::{borrow::Cow, sync::LazyLock};

use sqlx::{
    SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};

use super::Engine;

// `SHARED`, `SQLITE` and `POSTGRES`: names and contents of the files in `migrations/`.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The migrations of an engine: the shared ones and the engine's own (`migrations/README.md`).
#[must_use]
pub fn migrations(engine: Engine) -> &'static Migrator {
    static ALL: LazyLock<[Migrator; 2]> =
        LazyLock::new(|| [SQLITE, POSTGRES].map(|own| migrator(SHARED.iter().chain(own))));
    let [sqlite, postgres] = &*ALL;
    match engine {
        Engine::Sqlite => sqlite,
        Engine::Postgres => postgres,
    }
}

fn migrator<'a>(files: impl Iterator<Item = &'a (&'static str, &'static str)>) -> Migrator {
    Migrator::with_migrations(files.filter_map(migration).collect())
}

/// The migration of a file named like `0001_what_it_does.sql`; a test checks the name of every file.
fn migration(&(file, sql): &(&'static str, &'static str)) -> Option<Migration> {
    let (version, description) = file.strip_suffix(".sql")?.split_once('_')?;
    Some(Migration::new(
        version.parse().ok()?,
        Cow::Owned(description.replace('_', " ")),
        MigrationType::Simple,
        sql.into_sql_str(),
        sql.starts_with("-- no-transaction"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_migration_is_left_out_because_of_its_name() {
        for (engine, own) in [(Engine::Sqlite, SQLITE), (Engine::Postgres, POSTGRES)] {
            assert!(SHARED.len() > 20 && !own.is_empty());
            assert_eq!(migrations(engine).iter().count(), SHARED.len() + own.len());
        }
    }
}
