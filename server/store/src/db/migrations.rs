//! The migrations, which the binary carries.

use std::{borrow::Cow, sync::LazyLock};

use sqlx::{
    SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};

use super::Engine;

// `SHARED`, `SQLITE` and `POSTGRES`: the names of files in `migrations/`, and what is in them.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The migrations of an engine: one text for both, and beside it what only one of them is told
/// (`migrations/README.md`).
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

/// The migration of a file `0001_what_it_does.sql`; a test holds that every file is called so.
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
