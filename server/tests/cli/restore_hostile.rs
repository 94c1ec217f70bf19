//! Backups that somebody made up: each has the right checksums, and none changes anything.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::database::Database;
use crate::moyan::{Run, command, fresh_path, run};
use crate::operator::moyan;
use crate::restore::text_of;

const TEAM: &str = "22222222-2222-4222-8222-222222222222";
const BASE: &str = "33333333-3333-4333-8333-333333333333";
const DOCUMENT: &str = "55555555-5555-4555-8555-555555555555";
/// No base of the backup.
const FOREIGN_BASE: &str = "99999999-9999-4999-8999-999999999999";

fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The rows of a backup of a base with a document and a revision of it.
fn sound_rows() -> Vec<String> {
    let database = Database::new();
    database.execute(&format!(
        "INSERT INTO users (id, nickname, email, password_hash, locale) \
         VALUES ('11111111-1111-4111-8111-111111111111', 'li', 'li@example.com', 'x', 'en'); \
         INSERT INTO teams (id, kind, name, owner_id) VALUES ('{TEAM}', 'team', 'ours', \
         '11111111-1111-4111-8111-111111111111'); \
         INSERT INTO knowledge_bases (id, team_id, title) VALUES ('{BASE}', '{TEAM}', 'notes'); \
         INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision) \
         VALUES ('{BASE}', '44444444-4444-4444-8444-444444444444', 'docs', 'docs', 1, 1); \
         INSERT INTO documents (knowledge_base_id, id, category_id, position, title, content, text_revision, \
         place_revision, revision) VALUES ('{BASE}', '{DOCUMENT}', '44444444-4444-4444-8444-444444444444', 1, 'first', \
         'text', 1, 1, 1)"
    ));
    let file = fresh_path("sound.backup");
    let backup = moyan(&database, &["backup", file.to_str().unwrap()], "");
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    text_of(&file)
        .lines()
        .filter(|line| line.starts_with('['))
        .map(str::to_owned)
        .collect()
}

/// A backup with these rows and files, whose checksums are right.
fn backup_of(rows: &[String], files: &[(&str, &[u8])]) -> PathBuf {
    let rows_text = rows
        .iter()
        .flat_map(|row| [row.as_str(), "\n"])
        .collect::<String>();
    let mut bytes = format!(
        "{{\"format\":\"moyan-backup-2\",\"migration\":\"20261122150000\"}}\n{rows_text}{{\"rows\":{},\"sha256\":\"{}\"}}\n",
        rows.len(),
        hash_of(rows_text.as_bytes()),
    )
    .into_bytes();
    for (name, content) in files {
        let head = serde_json::json!({ "file": name, "bytes": content.len(), "sha256": hash_of(content) });
        bytes.extend(format!("{head}\n").into_bytes());
        bytes.extend(*content);
    }
    bytes.extend(format!("{{\"files\":{}}}\n", files.len()).into_bytes());
    let file = fresh_path("made-up.backup");
    std::fs::write(&file, bytes).unwrap();
    file
}

/// Restores a backup into a new database and an empty store.
fn restored(file: &Path) -> (Database, PathBuf, Run) {
    let database = Database::new();
    let above = fresh_path("store");
    let store = above.join("files");
    std::fs::create_dir_all(&store).unwrap();
    let mut command = command();
    command
        .env("DATABASE_URL", &database.url)
        .env("FILES_DIR", &store);
    let run = run(&mut command, &["restore", file.to_str().unwrap()], b"");
    (database, above, run)
}

/// Everything below a folder that is no folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn rows_that_were_made_up_change_nothing() {
    let rows = sound_rows();
    let (database, _, run) = restored(&backup_of(&rows, &[]));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(database.text("SELECT content FROM documents"), "text");

    let with = |more: String| [rows.clone(), vec![more]].concat();
    let document = rows.iter().find(|row| row.starts_with("[\"documents\"")).unwrap();
    let elsewhere = document
        .replace(BASE, FOREIGN_BASE)
        .replace(DOCUMENT, "55555555-5555-4555-8555-555555555556");
    let deep = format!("[\"teams\",{}1{}]", "[".repeat(100_000), "]".repeat(100_000));
    let made_up = [
        // A document of a base that is not in the backup.
        with(elsewhere),
        // One that is there twice.
        with(document.clone()),
        // Tables that no backup holds.
        with("[\"__diesel_schema_migrations\",{\"version\":\"99999999999999\"}]".to_owned()),
        with("[\"documents; DROP TABLE documents\",{}]".to_owned()),
        // What is no row.
        with("[\"documents\",[]]".to_owned()),
        with("[\"documents\"]".to_owned()),
        with("[\"documents\",{\"content\":\"\\u0000\"}]".to_owned()),
        with(deep),
    ];
    for (number, rows) in made_up.iter().enumerate() {
        let (database, _, run) = restored(&backup_of(rows, &[]));
        assert_eq!(run.status, 1, "{number}: {}", run.stdout);
        assert!(!run.stderr.contains("panicked"), "{number}: {}", run.stderr);
        assert_eq!(
            database.text(
                "SELECT (SELECT count(*) FROM users) || ' ' || (SELECT count(*) FROM documents) || ' ' \
                 || (SELECT count(*) FROM __diesel_schema_migrations WHERE version = '99999999999999')"
            ),
            "0 0 0",
            "{number}"
        );
    }
}

#[test]
fn a_file_whose_name_leads_out_of_the_store_is_written_nowhere() {
    let rows = sound_rows();
    for name in [
        "../outside",
        "/outside",
        "ab/../../outside",
        "ab//c",
        "ab/",
        "",
        "ab/\u{0}",
    ] {
        let (database, above, run) = restored(&backup_of(&rows, &[("ab/image", b"sound"), (name, b"out")]));
        assert_eq!(run.status, 1, "{name}: {}", run.stdout);
        assert!(run.stderr.contains("cannot be named"), "{name}: {}", run.stderr);
        assert_eq!(database.text("SELECT count(*) FROM users"), "0", "{name}");
        assert_eq!(files_below(&above), Vec::<PathBuf>::new(), "{name}");
    }
}

#[test]
fn a_file_that_says_it_is_larger_than_it_is_is_refused() {
    let file = backup_of(&sound_rows(), &[("ab/image", b"sound")]);
    let text = std::fs::read_to_string(&file).unwrap();
    for size in ["6", "18446744073709551615", "-1", "1e300"] {
        std::fs::write(&file, text.replace("\"bytes\":5", &format!("\"bytes\":{size}"))).unwrap();
        let (database, above, run) = restored(&file);
        assert_eq!(run.status, 1, "{size}: {}", run.stdout);
        assert!(run.stderr.contains("damaged"), "{size}: {}", run.stderr);
        assert_eq!(database.text("SELECT count(*) FROM users"), "0", "{size}");
        assert_eq!(files_below(&above), Vec::<PathBuf>::new(), "{size}");
    }
}
