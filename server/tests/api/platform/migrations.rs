use actix_web::http::Method;
use diesel::connection::SimpleConnection as _;
use diesel::migration::MigrationSource;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_migrations::MigrationHarness as _;
use moyan_foundation::db::{MIGRATIONS, migrate};

use crate::support::{Database, PASSWORD, TestApp, block_until};

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(database: &Database, query: &str) -> Vec<String> {
    let rows: Vec<Line> = diesel::sql_query(query).load(&mut database.connect()).unwrap();
    rows.into_iter().map(|row| row.line).collect()
}

/// Columns, indexes and constraints, as the catalog describes them.
fn schema_of(database: &Database) -> Vec<String> {
    lines(
        database,
        "SELECT format('%s.%s %s null=%s default=%s', table_name, column_name, udt_name, is_nullable, column_default) AS line \
           FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%' \
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE '\\_\\_%' \
         UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint \
           WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE '\\_\\_%' \
         ORDER BY 1",
    )
}

#[test]
fn up_down_and_up_again_leaves_the_same_schema() {
    let database = Database::empty();
    let mut connection = database.connect();
    assert!(!migrate(&mut connection).unwrap().is_empty());
    let first = schema_of(&database);
    assert!(first.len() > 50);
    connection.revert_all_migrations(MIGRATIONS).unwrap();
    assert_eq!(schema_of(&database), [""; 0]);
    migrate(&mut connection).unwrap();
    assert_eq!(schema_of(&database), first);
    assert!(migrate(&mut connection).unwrap().is_empty());
}

/// Applies migrations one at a time, each with the rows that a release with it may have left, as far as told.
fn migrate_with_rows(database: &Database, n_steps: usize) {
    let mut connection = database.connect();
    for _ in 0..n_steps {
        let version = connection.run_next_migration(MIGRATIONS).unwrap().to_string();
        let stamp = format!(
            "{}-{}-{}-{}",
            &version[..4],
            &version[4..6],
            &version[6..8],
            &version[8..]
        );
        let rows = format!(
            "{}/tests/api/platform/rows/{stamp}.sql",
            env!("CARGO_MANIFEST_DIR")
        );
        database.execute(&std::fs::read_to_string(&rows).unwrap_or_else(|error| panic!("{rows}: {error}")));
    }
}

/// How many rows each table has.
fn counts(database: &Database) -> Vec<(String, String)> {
    lines(
        database,
        "SELECT table_name::text AS line FROM information_schema.tables \
         WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%' ORDER BY 1",
    )
    .into_iter()
    .map(|table| {
        let count = database.text(&format!("SELECT count(*) FROM {table}"));
        (table, count)
    })
    .collect()
}

#[actix_web::test]
async fn what_an_older_release_stored_is_there_after_every_step() {
    let n_steps = MigrationSource::<diesel::pg::Pg>::migrations(&MIGRATIONS)
        .unwrap()
        .len();
    for n_old in 1..=n_steps {
        let database = Database::empty();
        migrate_with_rows(&database, n_old);
        let before = counts(&database);
        assert!(before.iter().all(|(_, count)| count != "0"), "{before:?}");
        migrate(&mut database.connect()).unwrap();
        let after = counts(&database);
        for known in &before {
            assert!(after.contains(known), "{known:?} is not among {after:?}");
        }
        database.connect().revert_all_migrations(MIGRATIONS).unwrap();
    }
    // And the newest program works with all of it.
    let database = Database::empty();
    migrate_with_rows(&database, n_steps);
    let app = TestApp::over(database);
    let token = app.login("li@example.com").await;
    let teams = app
        .send(Method::GET, "/api/teams", &[("token", &token)])
        .await
        .data();
    let names: Vec<&str> = teams
        .as_array()
        .unwrap()
        .iter()
        .map(|team| team["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["李明的空间", "墨砚"]);
    let primary = "SELECT string_agg(host, ' ' ORDER BY host) FROM site_domains WHERE is_primary";
    assert_eq!(app.database().text(primary), "docs.example first.example");
    assert_eq!(PASSWORD, "correct horse", "the rows hold its hash");
}

#[test]
fn servers_that_start_together_migrate_once() {
    let database = Database::empty();
    let applied: usize = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| migrate(&mut database.connect()).unwrap().len()))
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).sum()
    });
    let n_migrations = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations"))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_dir())
        .count();
    assert_eq!(applied, n_migrations);
}

#[test]
fn a_migration_whose_table_is_in_use_lets_the_others_in_and_tries_again() {
    let database = Database::new();
    let mut connection = database.connect();
    connection
        .batch_execute(
            "ALTER TABLE grants DROP COLUMN time_zone; \
             DELETE FROM __diesel_schema_migrations WHERE version = '20261129161000'",
        )
        .unwrap();
    let applied = std::thread::scope(|scope| {
        // Closed when this fails: the thread would wait for it for ever.
        let mut reader = database.connect();
        reader
            .batch_execute("BEGIN; SELECT count(*) FROM grants")
            .unwrap();
        let migrating = scope.spawn(|| migrate(&mut connection).unwrap());
        block_until(|| database.is_waited_for());
        // Whoever comes now waits behind it, and as long as a request does by default: it steps back before that.
        let mut request = database.connect();
        request
            .batch_execute("SET lock_timeout = '1500ms'; SELECT count(*) FROM grants")
            .unwrap();
        reader.batch_execute("COMMIT").unwrap();
        migrating.join().unwrap()
    });
    assert_eq!(applied, ["20261129161000"]);
}

#[test]
fn what_a_try_left_of_an_index_is_made_anew() {
    let database = Database::new();
    let mut connection = database.connect();
    let name = "index_jobs_kind_run_at";
    let migration = "DELETE FROM __diesel_schema_migrations WHERE version = '20261201030000'";
    connection.batch_execute(migration).unwrap();
    let is_valid = format!("(SELECT indisvalid FROM pg_index WHERE indexrelid = '{name}'::regclass)");
    connection
        .batch_execute(&format!(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '{name}'::regclass"
        ))
        .unwrap();
    assert!(!database.is_true(&is_valid));
    assert_eq!(migrate(&mut connection).unwrap(), ["20261201030000"]);
    assert!(database.is_true(&is_valid));
}

/// Migrations from the first one that had to keep nobody waiting.
fn later_migrations() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() && path.file_name().unwrap().to_str().unwrap() >= "2026-12-01")
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path.join("up.sql")).unwrap())
        })
        .collect()
}

#[test]
fn an_index_on_a_table_with_rows_is_made_while_others_write() {
    let mut n_indexes = 0;
    for (name, sql) in later_migrations() {
        for statement in sql.split(';').filter(|statement| statement.contains("CREATE ")) {
            let Some((_, on)) = statement
                .split_once(" ON ")
                .filter(|_| statement.contains("INDEX"))
            else {
                continue;
            };
            let table = on.split([' ', '(']).next().unwrap();
            let is_new = sql.contains(&format!("CREATE TABLE {table} "));
            assert!(
                is_new || statement.contains("INDEX CONCURRENTLY "),
                "{name}: {statement}"
            );
            n_indexes += 1;
        }
    }
    assert!(n_indexes > 0);
}

#[test]
fn every_foreign_key_has_an_index() {
    let database = Database::new();
    let missing = lines(
        &database,
        "SELECT conrelid::regclass || ' ' || conname AS line FROM pg_constraint key \
         WHERE contype = 'f' AND NOT EXISTS ( \
             SELECT FROM pg_index WHERE indrelid = key.conrelid AND indpred IS NULL \
             AND (indkey::int2[])[0:array_length(key.conkey, 1) - 1] = key.conkey)",
    );
    assert_eq!(missing, [""; 0]);
}

#[test]
fn the_schema_of_the_program_is_that_of_the_database() {
    let database = Database::new();
    let stored = lines(
        &database,
        "SELECT format('%s.%s %s%s', table_name, column_name, udt_name, CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END) AS line \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%' \
         ORDER BY table_name, ordinal_position",
    );
    let mut written = Vec::new();
    let mut table = "";
    for line in include_str!("../../../foundation/src/schema.rs").lines() {
        let line = line.trim();
        if let Some((name, _)) = line.strip_suffix(") {").and_then(|line| line.split_once(" (")) {
            table = name;
        }
        if let Some((column, kind)) = line.strip_suffix(',').and_then(|line| line.split_once(" -> ")) {
            let (kind, null) = kind
                .strip_prefix("Nullable<")
                .and_then(|kind| kind.strip_suffix('>'))
                .map_or((kind, ""), |kind| (kind, " null"));
            // PostgreSQL names the type of an array after that of its elements.
            let kind = kind
                .strip_prefix("Array<Nullable<")
                .and_then(|kind| kind.strip_suffix(">>"))
                .map_or(kind.to_lowercase(), |kind| format!("_{}", kind.to_lowercase()));
            written.push(format!("{table}.{column} {kind}{null}"));
        }
    }
    assert_eq!(written, stored);
}
