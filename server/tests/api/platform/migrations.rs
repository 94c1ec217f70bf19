use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_migrations::MigrationHarness as _;
use moyan_server::db::{MIGRATIONS, migrate};

use crate::support::Database;

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
    for line in include_str!("../../../src/schema.rs").lines() {
        let line = line.trim();
        if let Some((name, _)) = line.strip_suffix(") {").and_then(|line| line.split_once(" (")) {
            table = name;
        }
        if let Some((column, kind)) = line.strip_suffix(',').and_then(|line| line.split_once(" -> ")) {
            let (kind, null) = kind
                .strip_prefix("Nullable<")
                .and_then(|kind| kind.strip_suffix('>'))
                .map_or((kind, ""), |kind| (kind, " null"));
            written.push(format!("{table}.{column} {}{null}", kind.to_lowercase()));
        }
    }
    assert_eq!(written, stored);
}
