//! What an operator does on the command line, on a real database.

use sha2::{Digest as _, Sha256};

use crate::database::Database;
use crate::moyan::{Run, command, fresh_path, run};

fn moyan(database: &Database, args: &[&str], input: &str) -> Run {
    run(
        command().env("DATABASE_URL", &database.url),
        args,
        input.as_bytes(),
    )
}

#[test]
fn a_database_is_brought_up_to_date_once() {
    let database = Database::empty();
    let first = moyan(&database, &["migrate"], "");
    assert_eq!(
        (first.status, first.stdout.contains("applied ")),
        (0, true),
        "{}",
        first.stderr
    );
    let second = moyan(&database, &["migrate"], "");
    assert_eq!(second.stdout, "the database is up to date\n");
}

#[test]
fn the_first_administrator_is_made_here() {
    let database = Database::empty();
    let create = [
        "user",
        "create",
        "root@example.com",
        "--nickname",
        "root",
        "--admin",
    ];
    let made = moyan(&database, &create, "a good password\n");
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(database.is_true("(SELECT is_admin AND password_hash LIKE '$2b$%' FROM users)"));
    assert!(database.is_true("EXISTS (SELECT FROM teams WHERE kind = 'personal')"));
    let again = moyan(&database, &create, "a good password\n");
    assert_eq!(again.status, 1);
    assert!(again.stderr.contains("already in use"), "{}", again.stderr);
    let short = moyan(
        &database,
        &["user", "create", "b@example.com", "--nickname", "bob"],
        "12345\n",
    );
    assert!(short.stderr.contains("at least 6 characters"), "{}", short.stderr);
}

#[test]
fn roles_and_editions_are_set_here() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "13800138000", "--nickname", "li"],
        "123456\n",
    );
    assert_eq!(moyan(&database, &["user", "admin", "13800138000"], "").status, 0);
    assert!(database.is_true("(SELECT is_admin FROM users)"));
    assert_eq!(
        moyan(&database, &["user", "admin", "13800138000", "--revoke"], "").status,
        0
    );
    assert!(!database.is_true("(SELECT is_admin FROM users)"));
    assert_eq!(
        moyan(&database, &["user", "plan", "13800138000", "professional"], "").status,
        0
    );
    assert_eq!(database.text("SELECT plan FROM teams"), "professional");
    for (words, problem) in [
        (
            ["golden", "--until", "2999-01-31"],
            "creator, professional or enterprise is needed",
        ),
        (["creator", "--until", "2020-01-31"], "it must be in the future"),
        (
            ["creator", "--until", "tomorrow"],
            "a day such as 2027-01-31 is needed",
        ),
    ] {
        let refused = moyan(
            &database,
            &[&["user", "plan", "13800138000"], &words[..]].concat(),
            "",
        );
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    }
    let until = [
        "user",
        "plan",
        "13800138000",
        "enterprise",
        "--until",
        "2999-01-31",
    ];
    assert_eq!(moyan(&database, &until, "").status, 0);
    // The whole day counts.
    assert_eq!(
        database.text("SELECT plan_ends_at AT TIME ZONE 'UTC' FROM teams"),
        "2999-02-01 00:00:00"
    );
    assert_eq!(
        moyan(&database, &["user", "admin", "nobody@example.com"], "").status,
        1
    );
}

#[test]
fn the_demonstration_account_is_made_once() {
    let database = Database::empty();
    for _ in 0..2 {
        let seeded = moyan(&database, &["seed", "--public-password"], "");
        assert_eq!(seeded.status, 0, "{}", seeded.stderr);
    }
    assert_eq!(
        database.text("SELECT string_agg(email, ' ') FROM users"),
        "demo@moyan.example"
    );
}

/// Every row of every table, in an order of its own.
fn rows_of(database: &Database) -> String {
    database.text(
        "SELECT string_agg(line, E'\\n' ORDER BY line) FROM ( \
            SELECT 'users ' || t::text AS line FROM users t UNION ALL SELECT 'avatars ' || t::text FROM avatars t \
            UNION ALL SELECT 'teams ' || t::text FROM teams t \
            UNION ALL SELECT 'members ' || t::text FROM team_members t UNION ALL SELECT 'mails ' || t::text FROM mails t \
            UNION ALL SELECT 'audit ' || t::text FROM audit_entries t) lines",
    )
}

#[test]
fn what_is_backed_up_comes_back_as_it_was() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "li@example.com", "--nickname", "李\\明\"'"],
        "123456\n",
    );
    database.execute(
        "INSERT INTO avatars (id, user_id, png) SELECT gen_random_uuid(), id, '\\x00ff10' FROM users; \
         INSERT INTO mails (id, channel, recipient, template, subject, body) \
         SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 'n ' || n, E'line\\nline \\t tab' FROM generate_series(1, 1200) n",
    );
    let file = fresh_path("moyan.backup");
    let file = file.to_str().unwrap();
    let backup = moyan(&database, &["backup", file], "");
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600, "nobody else reads it");
    assert_eq!(
        moyan(&database, &["backup", file], "").status,
        1,
        "a file is not overwritten"
    );
    assert_eq!(
        moyan(&database, &["restore", file], "").status,
        1,
        "a database with accounts is not overwritten"
    );

    let copy = Database::empty();
    let restore = moyan(&copy, &["restore", file], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(restore.stdout, backup.stdout);
    assert_eq!(rows_of(&copy), rows_of(&database));
}

#[test]
fn a_session_that_was_ended_since_does_not_come_back_with_a_backup() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "li@example.com", "--nickname", "li"],
        "123456\n",
    );
    database.execute(
        "INSERT INTO sessions (id, user_id, device, user_agent, ip_address, expires_at) \
         SELECT gen_random_uuid(), id, 'web', '', '10.0.0.1', now() + interval '1 day' FROM users",
    );
    let file = fresh_path("moyan.backup");
    moyan(&database, &["backup", file.to_str().unwrap()], "");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("[\"sessions\""));

    // A file of an older version, which held them.
    let session = database.text("SELECT row_to_json(t) FROM sessions t");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let foot = lines.len() - 1;
    lines.insert(foot, format!("[\"sessions\",{session}]"));
    let rows = lines[1..=foot].join("\n") + "\n";
    let sum: String = Sha256::digest(rows.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    lines[foot + 1] = format!("{{\"rows\":{foot},\"sha256\":\"{sum}\"}}");
    let older = fresh_path("older.backup");
    std::fs::write(&older, lines.join("\n")).unwrap();
    let copy = Database::empty();
    let restore = moyan(&copy, &["restore", older.to_str().unwrap()], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(
        copy.text("SELECT count(*) || ' ' || (SELECT count(*) FROM sessions) FROM users"),
        "1 0"
    );
}

#[test]
fn a_damaged_backup_changes_nothing() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "li@example.com", "--nickname", "li"],
        "123456\n",
    );
    let file = fresh_path("whole.backup");
    moyan(&database, &["backup", file.to_str().unwrap()], "");
    let whole = std::fs::read_to_string(&file).unwrap();
    let damaged = [
        whole.replacen("li@example.com", "ma@example.com", 1),
        whole.lines().take(3).collect::<Vec<_>>().join("\n"),
        whole.replace("moyan-backup-1", "moyan-backup-9"),
        String::new(),
    ];
    for (number, text) in damaged.iter().enumerate() {
        let file = fresh_path(&format!("damaged{number}.backup"));
        std::fs::write(&file, text).unwrap();
        let copy = Database::new();
        let restore = moyan(&copy, &["restore", file.to_str().unwrap()], "");
        assert_eq!(restore.status, 1, "{number}: {}", restore.stdout);
        assert_eq!(copy.text("SELECT count(*) FROM users"), "0");
    }
}

#[test]
fn every_table_is_backed_up_or_left_out_on_purpose() {
    let database = Database::new();
    let names = database.text(
        "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables \
         WHERE schemaname = 'public' AND tablename <> '__diesel_schema_migrations'",
    );
    let program = include_str!("../../src/cli/backup.rs");
    for name in names.split(' ') {
        assert!(program.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn a_password_that_is_set_here_is_hashed_at_the_configured_cost() {
    let database = Database::empty();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    let made = run(
        command()
            .env("DATABASE_URL", &database.url)
            .env("BCRYPT_COST", "5"),
        &create,
        b"a good password\n",
    );
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(database.is_true("(SELECT password_hash LIKE '$2b$05$%' FROM users)"));
    let refused = run(
        command()
            .env("DATABASE_URL", &database.url)
            .env("BCRYPT_COST", "3"),
        &create,
        b"a good password\n",
    );
    assert!(refused.stderr.contains("BCRYPT_COST=3"), "{}", refused.stderr);
}
