//! Files in backups.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::database::Database;
use crate::moyan::{Run, command, fresh_path, run};
use crate::operator::moyan;
use crate::s3_server::S3Server;

/// A backup of the version whose newest migration is 2026-11-22-140000, of the format without files, with rows of
/// every table.
const WITHOUT_FILES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/cli/fixtures/2026-11-22-knowledge-bases.backup"
);
/// A backup of the version whose newest migration is 2026-11-22-150000, with rows of every table and a file.
const WITH_FILES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/cli/fixtures/2026-11-22-files.backup"
);
/// A backup of the version whose newest migration is 2026-11-24-170000, with rows of every table that a backup holds:
/// a site with its release, a visitor, an order that was paid and partly given back.
pub const WITH_SITES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/cli/fixtures/2026-11-24-sites-and-money.backup"
);

/// The only file of a database.
pub const BYTES: &[u8] = b"the bytes of an image\n{\"files\":0}\n\xff\0";
pub const NAME: &str = "ab/image";

pub fn hash() -> String {
    let sum = Sha256::digest(BYTES);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs the program over a database and a store.
pub fn with_store(database: &Database, store: &[(&str, &str)], args: &[&str]) -> Run {
    let mut command = command();
    command
        .env("DATABASE_URL", &database.url)
        .envs(store.iter().copied());
    run(&mut command, args, b"")
}

/// A migrated database with an account and a public image of its team.
pub fn with_image() -> Database {
    let database = Database::empty();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    moyan(&database, &create, "a good password\n");
    let hash = hash();
    database.execute(&format!(
        "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
         VALUES ('{hash}', '{NAME}', 'image/png', {}, 4, 3); \
         INSERT INTO team_images (team_id, file_hash) SELECT id, '{hash}' FROM teams",
        BYTES.len()
    ));
    database
}

pub fn write(folder: &Path, bytes: &[u8]) {
    let file = folder.join(NAME);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, bytes).unwrap();
}

/// A folder for files that no other test has.
pub fn folder() -> PathBuf {
    let folder = fresh_path("files");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn files_are_backed_up_from_a_folder_and_restored_into_s3_and_back() {
    let database = with_image();
    let first = folder();
    write(&first, BYTES);
    let first = [("FILES_DIR", first.to_str().unwrap())];
    let into_s3 = fresh_path("first.backup");
    let into_s3 = into_s3.to_str().unwrap();
    let backup = with_store(&database, &first, &["backup", into_s3]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    assert!(backup.stdout.ends_with(" rows, 1 files\n"), "{}", backup.stdout);

    let s3 = S3Server::start(&folder());
    let copy = Database::empty();
    let restore = with_store(&copy, &s3.variables(), &["restore", into_s3]);
    assert_eq!(
        (restore.status, &restore.stdout),
        (0, &backup.stdout),
        "{}",
        restore.stderr
    );
    assert_eq!(std::fs::read(s3.bucket().join(NAME)).unwrap(), BYTES);

    let back = fresh_path("second.backup");
    let back = back.to_str().unwrap();
    let backup = with_store(&copy, &s3.variables(), &["backup", back]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    assert_eq!(std::fs::read(back).unwrap(), std::fs::read(into_s3).unwrap());
    let last = folder();
    let store = [("FILES_DIR", last.to_str().unwrap())];
    let again = Database::empty();
    let restore = with_store(&again, &store, &["restore", back]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(std::fs::read(last.join(NAME)).unwrap(), BYTES);
    assert_eq!(
        again.text("SELECT hash || (SELECT count(*) FROM team_images) FROM files"),
        format!("{}1", hash())
    );
}

#[test]
fn a_missing_file_is_named_and_left_out_only_when_that_is_wanted() {
    let database = with_image();
    let empty = folder();
    let store = [("FILES_DIR", empty.to_str().unwrap())];
    let file = fresh_path("moyan.backup");
    let path = file.to_str().unwrap();
    let failed = with_store(&database, &store, &["backup", path]);
    assert_eq!(failed.status, 1);
    assert!(failed.stderr.contains(NAME), "{}", failed.stderr);
    assert!(!file.exists());
    let backup = with_store(&database, &store, &["backup", path, "--without-missing-files"]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    assert!(backup.stdout.ends_with(" rows, 0 files\n"), "{}", backup.stdout);
    let copy = Database::empty();
    // No store is needed where there are no files.
    let restore = moyan(&copy, &["restore", path], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(
        copy.text("SELECT concat((SELECT count(*) FROM files), (SELECT count(*) FROM team_images), count(*)) FROM teams"),
        "001"
    );
}

#[test]
fn a_file_with_other_bytes_fails_the_backup_and_the_restore() {
    let database = with_image();
    let folder = folder();
    let store = [("FILES_DIR", folder.to_str().unwrap())];
    let damaged = [&BYTES[1..], &BYTES[..1]].concat();
    for bytes in [&damaged, &BYTES[1..]] {
        write(&folder, bytes);
        let path = fresh_path("moyan.backup");
        let backup = with_store(&database, &store, &["backup", path.to_str().unwrap()]);
        assert_eq!(backup.status, 1);
        assert!(backup.stderr.contains(NAME), "{}", backup.stderr);
    }
    write(&folder, BYTES);
    let file = fresh_path("moyan.backup");
    with_store(&database, &store, &["backup", file.to_str().unwrap()]);
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(BYTES.len()).position(|part| part == BYTES).unwrap();
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let copy = Database::new();
    let restore = with_store(&copy, &store, &["restore", file.to_str().unwrap()]);
    assert_eq!(restore.status, 1);
    assert!(restore.stderr.contains("another checksum"), "{}", restore.stderr);
    assert_eq!(copy.text("SELECT count(*) FROM users"), "0");
}

#[test]
fn a_backup_without_files_of_an_older_version_is_restored() {
    let database = Database::empty();
    let restore = moyan(&database, &["restore", WITHOUT_FILES], "");
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    let seen = "SELECT concat_ws(' ', title, category, revision - history_start, \
                (SELECT string_agg(title || ':' || content, ',' ORDER BY id) FROM documents), \
                (SELECT device FROM document_revisions)) FROM knowledge_bases";
    assert_eq!(database.text(seen), "手册 techDocs 4 开始:正文,旧文:旧文 Firefox");
}

#[test]
fn a_backup_with_files_of_an_older_version_is_restored() {
    let database = Database::empty();
    let folder = folder();
    let store = [("FILES_DIR", folder.to_str().unwrap())];
    let restore = with_store(&database, &store, &["restore", WITH_FILES]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert!(restore.stdout.contains(", 3 files\n"), "{}", restore.stdout);
    assert_eq!(
        database.text(
            "SELECT concat_ws(' ', (SELECT string_agg(name || ' ' || media_type, ' ' ORDER BY name) FROM files), \
             (SELECT name FROM knowledge_base_images), (SELECT left(source_hash, 2) FROM knowledge_base_diagrams))"
        ),
        "aa/a image/png bb/b image/svg+xml cc/c image/gif 0123456789abcdef.png dd"
    );
    assert_eq!(std::fs::read(folder.join("aa/a")).unwrap(), b"a public image");
    assert_eq!(std::fs::read(folder.join("bb/b")).unwrap(), b"a drawing");
}

#[test]
fn a_backup_with_sites_and_money_of_an_older_version_is_restored() {
    let database = Database::empty();
    let folder = folder();
    let store = [("FILES_DIR", folder.to_str().unwrap())];
    let restore = with_store(&database, &store, &["restore", WITH_SITES]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert!(
        restore.stdout.starts_with("57 rows, 3 files\n"),
        "{}",
        restore.stdout
    );
    let site = "SELECT concat_ws(' | ', s.name, s.slug, s.status, r.number, r.status, \
                s.knowledge_base_id = r.knowledge_base_id, f.slug, \
                (SELECT path || ' ' || (rendered_hash = (SELECT hash FROM rendered_documents)) FROM release_documents), \
                (SELECT name FROM release_files), (SELECT tab FROM site_settings), \
                (SELECT string_agg(host, ' ' ORDER BY host) FROM site_domains WHERE is_primary), \
                (SELECT from_path || '>' || to_path FROM site_redirects), (SELECT n_views FROM site_views)) \
                FROM sites s JOIN releases r ON r.id = s.live_release_id JOIN site_former_slugs f ON f.site_id = s.id";
    assert_eq!(
        database.text(site),
        "A site | a-site | published | 1 | ready | the-site | /docs/a/b true | 0123456789abcdef.png | carousel | \
         docs.example first.example | /old>/docs | 7"
    );
    let money = "SELECT concat_ws(' | ', v.email, o.number, o.status, o.amount_fen, o.paid_fen, o.refunded_fen, \
                 o.problems, p.reference, p.amount_fen, f.amount_fen, f.status, g.source, g.n_months, c.code, b.tail, \
                 (SELECT count(*) FROM grant_revocations), (SELECT count(*) FROM coupon_uses), \
                 (SELECT event_id FROM payment_notifications), (SELECT kind FROM order_events), \
                 (SELECT status FROM newsletter_subscribers)) \
                 FROM visitors v JOIN orders o ON o.visitor_id = v.id JOIN payments p ON p.order_id = o.id \
                 JOIN refunds f ON f.payment_id = p.id JOIN grants g ON g.order_id = o.id AND g.visitor_id = v.id \
                 JOIN coupons c ON c.id = o.coupon_id JOIN redeem_codes b ON b.id = g.redeem_code_id";
    assert_eq!(
        database.text(money),
        "reader@example.com | M20261123000001 | partiallyRefunded | 900 | 900 | 100 | {unknownRefund,refundFailed} | \
         M20261123000001 | 900 | 100 | succeeded | order | 1 | SPRING | WXYZ | 1 | 1 | evt_1 | created | pending"
    );
    // Sessions and codes of visitors end with a restore, as those of accounts do.
    let open = "SELECT (SELECT count(*) FROM visitor_sessions) + (SELECT count(*) FROM visitor_codes)";
    assert_eq!(database.text(open), "0");
    assert_eq!(std::fs::read(folder.join("aa/a")).unwrap(), b"a public image");
}
