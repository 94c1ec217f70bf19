//! Runs in a bucket.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use diesel::connection::SimpleConnection as _;

use super::{World, names_in};
use crate::database::Database;
use crate::moyan::command;
use crate::restore_files::{BYTES, NAME, folder, with_store};
use crate::s3_server::{ACCESS_KEY, S3Server, SECRET_KEY};

#[test]
fn a_bucket_holds_runs_as_a_folder_does_also_with_keys_of_its_own() {
    let world = World::new();
    let s3 = S3Server::start(&folder());
    let of_files = [
        ("S3_ENDPOINT", s3.endpoint.as_str()),
        ("S3_BUCKET", "moyan"),
        ("S3_ACCESS_KEY", ACCESS_KEY),
        ("S3_SECRET_KEY", SECRET_KEY),
    ];
    let own = [
        ("FILES_DIR", world.store.to_str().unwrap()),
        ("BACKUP_S3_ENDPOINT", s3.endpoint.as_str()),
        ("BACKUP_S3_ACCESS_KEY", ACCESS_KEY),
        ("BACKUP_S3_SECRET_KEY", SECRET_KEY),
    ];
    let to = "s3://moyan/backups/of/moyan";
    let backup = with_store(&world.database, &own, &["backup", to, "--keep", "1"]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    let folder = s3.bucket().join("backups/of/moyan");
    assert_eq!(names_in(&folder), ["files", "runs"]);
    let copy = Database::empty();
    let restore = with_store(&copy, &of_files, &["restore", to]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(std::fs::read(s3.bucket().join(NAME)).unwrap(), BYTES);
    let again = with_store(&copy, &of_files, &["backup", to, "--keep", "1"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(
        again.stdout.contains("1 old runs and 0 files were removed"),
        "{}",
        again.stdout
    );
    assert_eq!(names_in(&folder.join("runs")).len(), 2);

    let mut refused = own;
    refused[3].1 = "another";
    let backup = with_store(&world.database, &refused, &["backup", to]);
    assert_eq!(backup.status, 1);
    let said = format!("moyan: cannot read {to}: ");
    assert!(backup.stderr.starts_with(&said), "{}", backup.stderr);
    let nowhere = with_store(&world.database, &own, &["backup", "s3://nowhere/moyan"]);
    assert_eq!(nowhere.status, 1);
    assert!(
        nowhere.stderr.contains("s3://nowhere/moyan"),
        "{}",
        nowhere.stderr
    );
}

#[test]
fn rows_of_more_than_one_part_go_to_a_bucket_and_come_back() {
    let world = World::new();
    // More than a part of 8 MB, compressed: hexadecimal digits become half as many.
    world.database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 's', \
         (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 3200) part), 'sent' \
         FROM generate_series(1, 200) n",
    );
    let sum = "SELECT md5(string_agg(body, '' ORDER BY id)) FROM mails";
    let expected = world.database.text(sum);
    let s3 = S3Server::start(&folder());
    let variables = s3.variables();
    let with_files = [&variables[..], &[("FILES_DIR", world.store.to_str().unwrap())]].concat();
    // The image is in the folder, the backup in the bucket.
    std::fs::create_dir_all(s3.bucket().join("ab")).unwrap();
    std::fs::copy(world.store.join(NAME), s3.bucket().join(NAME)).unwrap();
    let backup = with_store(&world.database, &with_files, &["backup", "s3://moyan/backups"]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    let copy = Database::empty();
    let restore = with_store(&copy, &with_files, &["restore", "s3://moyan/backups"]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(copy.text(sum), expected);
}

#[test]
fn a_run_that_loses_its_database_leaves_no_part_in_the_bucket() {
    let world = World::new();
    world.database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 's', \
         (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 3200) part), 'sent' \
         FROM generate_series(1, 200) n",
    );
    let s3 = S3Server::start(&folder());
    // It waits for a table after those of which a part was sent.
    let mut other = world.database.connect();
    other
        .batch_execute("BEGIN; LOCK TABLE newsletter_subscribers")
        .unwrap();
    let mut backup = command()
        .env("DATABASE_URL", &world.database.url)
        .envs(s3.variables())
        .args(["backup", "s3://moyan/backups"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !world.database.is_waited_for() {
        assert_eq!(backup.try_wait().unwrap(), None);
        std::thread::yield_now();
    }
    let entries = || -> Vec<PathBuf> {
        let found = Command::new("find")
            .arg(s3.bucket().parent().unwrap())
            .args(["-type", "f"])
            .output();
        String::from_utf8(found.unwrap().stdout)
            .unwrap()
            .lines()
            .map(PathBuf::from)
            .collect()
    };
    assert!(!entries().is_empty(), "a part was sent");
    world.database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name = 'moyan'",
    );
    assert_eq!(backup.wait().unwrap().code(), Some(1));
    assert!(entries().is_empty(), "{:?}", entries());
}
