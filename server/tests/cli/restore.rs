//! Backups, and what comes back from them.

use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use diesel::connection::SimpleConnection as _;
use flate2::read::MultiGzDecoder;
use sha2::{Digest as _, Sha256};

use crate::database::Database;
use crate::moyan::{command, fresh_path};
use crate::operator::moyan;

/// What a backup in one file says, uncompressed.
pub fn text_of(file: &Path) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(file).unwrap();
    MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
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
         INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 'n ' || n, E'line\\nline \\t tab', 'sent' FROM generate_series(1, 1200) n",
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
fn a_backup_has_its_name_when_it_is_whole() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "li@example.com", "--nickname", "li"],
        "123456\n",
    );
    let path = fresh_path("moyan.backup");
    let file = path.to_str().unwrap();
    // It is ended while it waits for a table.
    let mut other = database.connect();
    other.batch_execute("BEGIN; LOCK TABLE team_members").unwrap();
    let mut ended = command()
        .env("DATABASE_URL", &database.url)
        .args(["backup", file])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !database.is_waited_for() {
        assert_eq!(ended.try_wait().unwrap(), None);
        std::thread::yield_now();
    }
    assert!(!path.exists());
    ended.kill().unwrap();
    ended.wait().unwrap();
    assert!(!path.exists());
    other.batch_execute("ROLLBACK").unwrap();
    let backup = moyan(&database, &["backup", file], "");
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    let copy = Database::empty();
    assert_eq!(moyan(&copy, &["restore", file], "").status, 0);
    assert_eq!(rows_of(&copy), rows_of(&database));
}

#[test]
fn a_backup_writes_to_no_file_that_was_there() {
    let database = Database::empty();
    moyan(&database, &["migrate"], "");
    let path = fresh_path("moyan.backup");
    let partial = path.with_extension("backup.partial");
    let other = path.with_file_name("other");
    std::fs::write(&other, "kept").unwrap();
    std::os::unix::fs::symlink(&other, &partial).unwrap();
    let dangling = path.with_file_name("dangling.backup");
    std::os::unix::fs::symlink(path.with_file_name("nowhere"), &dangling).unwrap();
    let backup = |file: &Path| moyan(&database, &["backup", file.to_str().unwrap()], "");
    assert_eq!(backup(&path).status, 0);
    assert_eq!(backup(&dangling).status, 1);
    assert_eq!(backup(&path.join("below/a/file.backup")).status, 1);
    let names = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["dangling.backup", "moyan.backup", "moyan.backup.partial", "other"]
    );
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "kept");
}

#[test]
fn a_backup_is_of_one_moment_also_on_standard_output() {
    let database = Database::empty();
    moyan(&database, &["migrate"], "");
    // More than a pipe holds, compressed too.
    database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 'before', \
         (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 32) part), 'sent' \
         FROM generate_series(1, 1000) n",
    );
    let before = rows_of(&database);
    let mut backup = command()
        .env("DATABASE_URL", &database.url)
        .args(["backup", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut written = vec![0];
    let mut stdout = backup.stdout.take().unwrap();
    stdout.read_exact(&mut written).unwrap();
    // It waits for its reader in the middle of the mails: what comes after them is not read yet.
    database.execute(
        "INSERT INTO audit_entries (id, action, details) VALUES (gen_random_uuid(), 'later', '{}'); \
         DELETE FROM mails",
    );
    stdout.read_to_end(&mut written).unwrap();
    let ended = backup.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success(), "{said}");
    assert!(said.contains(" rows, 0 files"), "{said}");
    let file = fresh_path("piped.backup");
    std::fs::write(&file, written).unwrap();
    let copy = Database::empty();
    let restored = moyan(&copy, &["restore", file.to_str().unwrap()], "");
    assert_eq!(restored.status, 0, "{}", restored.stderr);
    assert_eq!(rows_of(&copy), before);
}

/// A backup of the version whose newest migration is 2026-11-22-100000, with rows of every table.
const BACKUP: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/cli/fixtures/2026-11-22.backup"
);

#[test]
fn a_backup_of_an_older_version_is_restored() {
    let database = Database::empty();
    let restore = moyan(&database, &["restore", BACKUP], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert!(
        restore.stdout.starts_with("15 rows, 0 files\n"),
        "{}",
        restore.stdout
    );
    let seen = "SELECT concat_ws(' | ', u.nickname, u.locale, u.is_admin, encode(a.png, 'hex'), t.name, t.plan, \
                t.plan_ends_at AT TIME ZONE 'UTC', m.joined_at AT TIME ZONE 'UTC', \
                (SELECT count(*) FROM team_members), (SELECT email FROM team_invitations), \
                (SELECT details FROM audit_entries)) \
                FROM users u JOIN avatars a ON a.user_id = u.id JOIN teams t ON t.owner_id = u.id AND t.kind = 'team' \
                JOIN team_members m ON m.team_id = t.id AND m.user_id = u.id";
    assert_eq!(
        database.text(seen),
        "李明 | zh-CN | t | 89504e47 | 墨砚 | professional | 2999-01-01 00:00:00 | 2026-11-01 08:00:00.123456 | 4 | \
         guest@example.com | {\"device\": \"web\"}"
    );
    let other = "SELECT nickname FROM users WHERE phone IS NOT NULL";
    assert_eq!(database.text(other), "Wang \"the quick\" \\\\ O'Neill");
}

#[test]
fn a_column_that_is_new_gets_its_default_and_one_that_is_computed_is_computed() {
    let later = Database::new();
    // As migrations of a later version may do it.
    let migrations = "ALTER TABLE users ADD COLUMN motto TEXT NOT NULL DEFAULT 'none', \
                         ADD COLUMN \"Shout\" TEXT GENERATED ALWAYS AS (upper(nickname)) STORED; \
                      ALTER TABLE teams DROP COLUMN suspended_reason";
    later.execute(migrations);
    let restore = moyan(&later, &["restore", BACKUP], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    let seen = "SELECT string_agg(motto || ' ' || \"Shout\", ', ' ORDER BY id) FROM users";
    let expected = "none 李明, none WANG \"THE QUICK\" \\\\ O'NEILL";
    assert_eq!(later.text(seen), expected);
    // A backup of that version holds the columns, and comes back too.
    later.execute("UPDATE users SET motto = 'carpe diem' WHERE nickname = '李明'");
    let file = fresh_path("later.backup");
    moyan(&later, &["backup", file.to_str().unwrap()], "");
    let copy = Database::new();
    copy.execute(migrations);
    let restore = moyan(&copy, &["restore", file.to_str().unwrap()], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(copy.text(seen), expected.replacen("none", "carpe diem", 1));
}

#[test]
fn a_mail_that_waited_is_not_sent_again_after_a_restore() {
    let database = Database::empty();
    let restore = moyan(&database, &["restore", BACKUP], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert!(
        restore.stdout.contains("2 mails that waited are held back"),
        "{}",
        restore.stdout
    );
    let mails = "SELECT string_agg(concat_ws(' ', template, status, coalesce(last_error, '-'), body <> ''), E'\n' ORDER BY id) FROM mails";
    assert_eq!(
        database.text(mails),
        "invitation dead restored from a backup; it may have been sent before t\n\
         code dead restored from a backup; it may have been sent before f\n\
         passwordChanged sent - f"
    );
}

#[test]
fn codes_that_waited_are_emptied_by_a_restore_and_other_mails_are_not() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "li@example.com", "--nickname", "li"],
        "12345678\n",
    );
    database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body) SELECT gen_random_uuid(), 'email', 'a@b.cn', \
         template, 'subject', 'text' FROM unnest(ARRAY['code', 'visitorCode', 'invitation']) template",
    );
    let file = fresh_path("codes.backup");
    let file = file.to_str().unwrap();
    assert_eq!(moyan(&database, &["backup", file], "").status, 0);
    let copy = Database::empty();
    assert_eq!(moyan(&copy, &["restore", file], "").status, 0);
    assert_eq!(
        copy.text("SELECT string_agg(concat_ws(' ', template, status, subject || body), ',' ORDER BY template) FROM mails"),
        "code dead ,invitation dead subjecttext,visitorCode dead "
    );
}

#[test]
fn a_restored_base_counts_on_from_where_no_browser_has_been() {
    let database = Database::new();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    assert_eq!(moyan(&database, &create, "12345678\n").status, 0);
    database.execute(
        "INSERT INTO knowledge_bases (id, team_id, title, revision, settings_revision) \
         SELECT gen_random_uuid(), id, 'base', 7, 3 FROM teams",
    );
    let file = fresh_path("moyan.backup");
    moyan(&database, &["backup", file.to_str().unwrap()], "");
    let copy = Database::empty();
    let restore = moyan(&copy, &["restore", file.to_str().unwrap()], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    let seen = "SELECT concat_ws(' ', history_start > 1000000000000, revision - history_start, \
                settings_revision - history_start) FROM knowledge_bases";
    assert_eq!(copy.text(seen), "t 7 3");
}

#[test]
fn a_job_that_waited_is_held_after_a_restore() {
    let database = Database::new();
    database.execute(
        "INSERT INTO jobs (id, kind, priority, status, lease_id, leased_until, last_error, dedupe_key) VALUES \
         (gen_random_uuid(), 'ofANewerRelease', 5, 'waiting', gen_random_uuid(), now(), NULL, NULL), \
         (gen_random_uuid(), 'sendMail', 10, 'dead', NULL, NULL, 'no such host', NULL), \
         (gen_random_uuid(), 'sendMail', 10, 'waiting', NULL, NULL, NULL, NULL), \
         (gen_random_uuid(), 'sendCode', 0, 'waiting', NULL, NULL, NULL, NULL), \
         (gen_random_uuid(), 'sweepExpiredRecords', 30, 'waiting', NULL, NULL, NULL, 'sweepExpiredRecords')",
    );
    let file = fresh_path("moyan.backup");
    moyan(&database, &["backup", file.to_str().unwrap()], "");
    let copy = Database::empty();
    let restore = moyan(&copy, &["restore", file.to_str().unwrap()], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert!(
        restore.stdout.contains("1 jobs that waited are held back"),
        "{}",
        restore.stdout
    );
    // What sends a mail is held with it, and what repeats itself is written anew.
    let jobs = "SELECT string_agg(concat_ws(' ', kind, status, lease_id IS NULL, last_error), E'\n' ORDER BY kind) FROM jobs";
    assert_eq!(
        copy.text(jobs),
        "ofANewerRelease dead t restored from a backup; it may have been done before\n\
         sendMail dead t no such host"
    );
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
    let text = text_of(&file);
    assert!(!text.contains("[\"sessions\""));

    // A file of an older version, which held them.
    let session = database.text("SELECT row_to_json(t) FROM sessions t");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let foot = lines.len() - 2;
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
    let whole = text_of(&file);
    let damaged = [
        whole.replacen("li@example.com", "ma@example.com", 1),
        whole.lines().take(3).collect::<Vec<_>>().join("\n"),
        whole.replace("moyan-backup-2", "moyan-backup-9"),
        whole.replace("{\"files\":0}", "{\"files\":1}"),
        whole.replace("{\"files\":0}\n", ""),
        format!("{whole}more"),
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
fn rows_that_the_database_refuses_are_named_by_their_table() {
    // 500 rows go at once, and no more than four MB of them.
    for (n_rows, n_chars, said) in [
        (1200, 4, "moyan: rows 1 to 500 of mails: "),
        (5, 1_500_000, "moyan: rows 1 to 2 of mails: "),
    ] {
        let database = Database::new();
        database.execute(&format!(
            "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
             SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 's', repeat('t', {n_chars}), 'sent' \
             FROM generate_series(1, {n_rows}) n",
        ));
        let file = fresh_path("moyan.backup");
        moyan(&database, &["backup", file.to_str().unwrap()], "");
        let later = Database::new();
        later.execute("ALTER TABLE mails ADD CHECK (subject <> 's')");
        let restore = moyan(&later, &["restore", file.to_str().unwrap()], "");
        assert_eq!(restore.status, 1);
        assert!(restore.stderr.starts_with(said), "{}", restore.stderr);
        assert_eq!(later.text("SELECT count(*) FROM mails"), "0");
    }
}

#[test]
fn a_restore_counts_what_came_of_the_rows() {
    let database = Database::new();
    database
        .execute("INSERT INTO audit_entries (id, action, details) VALUES (gen_random_uuid(), 'login', '{}')");
    let file = fresh_path("moyan.backup");
    moyan(&database, &["backup", file.to_str().unwrap()], "");
    let later = Database::new();
    later.execute("CREATE RULE lost AS ON INSERT TO audit_entries DO INSTEAD NOTHING");
    let restore = moyan(&later, &["restore", file.to_str().unwrap()], "");
    let said = "moyan: the table audit_entries has 0 rows, and 1 were read after 0\n";
    assert_eq!((restore.status, restore.stderr.as_str()), (1, said));
    // What a server has written meanwhile, which found no account, stays.
    let begun = Database::new();
    begun
        .execute("INSERT INTO audit_entries (id, action, details) VALUES (gen_random_uuid(), 'login', '{}')");
    let restore = moyan(&begun, &["restore", file.to_str().unwrap()], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(begun.text("SELECT count(*) FROM audit_entries"), "2");
}

#[test]
fn a_backup_that_was_cut_off_anywhere_is_refused_as_damaged() {
    let database = Database::empty();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    moyan(&database, &create, "12345678\n");
    let file = fresh_path("whole.backup");
    moyan(&database, &["backup", file.to_str().unwrap()], "");
    let whole = std::fs::read(&file).unwrap();
    let copy = Database::new();
    for length in (10..whole.len())
        .step_by(whole.len() / 20)
        .chain([whole.len() - 1])
    {
        std::fs::write(&file, &whole[..length]).unwrap();
        let restore = moyan(&copy, &["restore", file.to_str().unwrap()], "");
        assert_eq!(restore.status, 1, "{length}: {}", restore.stdout);
        let said = "moyan: the file is damaged: its end is missing";
        assert!(restore.stderr.starts_with(said), "{length}: {}", restore.stderr);
    }
    assert_eq!(copy.text("SELECT count(*) FROM users"), "0");
}

#[test]
fn every_table_is_backed_up_or_left_out_on_purpose() {
    let database = Database::new();
    let names = database.text(
        "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables \
         WHERE schemaname = 'public' AND tablename <> '__diesel_schema_migrations'",
    );
    let program = include_str!("../../src/cli/backup/tables.rs");
    for name in names.split(' ') {
        assert!(program.contains(&format!("\"{name}\"")), "{name}");
    }
}
