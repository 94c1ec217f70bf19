//! Runs in a folder.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{World, mode_of, names_in};
use crate::moyan::{Run, command, fresh_path, run};
use crate::restore_files::{BYTES, NAME, folder, hash, write};

#[test]
fn a_second_run_copies_only_what_is_new_and_each_can_be_restored() {
    let world = World::new();
    world.back_up(&[]);
    let first = world.path("files").join(&hash()[..2]).join(hash());
    assert_eq!(std::fs::read(&first).unwrap(), BYTES);
    let written = std::fs::metadata(&first).unwrap().modified().unwrap();
    world.add_image("ab/other", b"another image");
    // It is not read a second time.
    std::fs::remove_file(world.store.join(NAME)).unwrap();
    world.back_up(&[]);
    assert_eq!(std::fs::metadata(&first).unwrap().modified().unwrap(), written);
    assert_eq!(world.kept().len(), 2);

    let (copy, store, restore) = world.restored(&[]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert!(restore.stdout.ends_with(" rows, 2 files\n"), "{}", restore.stdout);
    assert_eq!(copy.text("SELECT count(*) FROM files"), "2");
    assert_eq!(std::fs::read(store.join(NAME)).unwrap(), BYTES);
    assert_eq!(std::fs::read(store.join("ab/other")).unwrap(), b"another image");
    let (copy, store, restore) = world.restored(&["--run", &world.names()[0]]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(copy.text("SELECT count(*) FROM files"), "1");
    assert!(!store.join("ab/other").exists());
}

#[test]
fn nobody_else_can_read_a_run() {
    let world = World::new();
    let runs = world.runs.join("new/");
    let backup = world.moyan(&["backup", runs.to_str().unwrap()]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    assert_eq!(mode_of(&runs), 0o700);
    for name in names_in(&runs.join("runs")) {
        assert_eq!(mode_of(&runs.join("runs").join(name)), 0o600);
    }
}

#[test]
fn a_file_that_is_missing_or_damaged_in_the_store_fails_the_run_and_leaves_none() {
    let world = World::new();
    for bytes in [None, Some(&BYTES[1..])] {
        match bytes {
            None => std::fs::remove_file(world.store.join(NAME)).unwrap(),
            Some(bytes) => write(&world.store, bytes),
        }
        let backup = world.backup(&[]);
        assert_eq!(backup.status, 1);
        assert!(backup.stderr.contains(NAME), "{}", backup.stderr);
        assert_eq!(names_in(&world.path("runs")), [""; 0]);
        assert!(world.database.is_true("NOT EXISTS (SELECT FROM backups)"));
    }
    std::fs::remove_file(world.store.join(NAME)).unwrap();
    let backup = world.backup(&["--without-missing-files"]);
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    let (copy, _, restore) = world.restored(&[]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(
        copy.text("SELECT (SELECT count(*) FROM files) + (SELECT count(*) FROM team_images)"),
        "0"
    );
}

#[test]
fn a_file_that_the_store_has_lost_stays_in_the_backup_that_holds_it() {
    let world = World::new();
    world.back_up(&[]);
    std::fs::remove_file(world.store.join(NAME)).unwrap();
    world.back_up(&["--without-missing-files", "--keep", "1"]);
    assert_eq!(world.kept(), [hash()]);
    let (copy, store, restore) = world.restored(&[]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    assert_eq!(copy.text("SELECT count(*) FROM team_images"), "1");
    assert_eq!(std::fs::read(store.join(NAME)).unwrap(), BYTES);
}

#[test]
fn a_file_of_a_run_that_was_cut_off_is_copied_again() {
    let world = World::new();
    world.back_up(&[]);
    let kept = world.path("files").join(&hash()[..2]).join(hash());
    std::fs::write(&kept, &BYTES[..3]).unwrap();
    world.back_up(&[]);
    assert_eq!(std::fs::read(&kept).unwrap(), BYTES);
}

#[test]
fn the_transaction_ends_with_the_rows_and_no_other_backup_begins_while_files_are_copied() {
    let world = World::new();
    // A store of files that takes connections and says nothing.
    let store = TcpListener::bind("127.0.0.1:0").unwrap();
    store.set_nonblocking(true).unwrap();
    let mut backup = command()
        .env("DATABASE_URL", &world.database.url)
        .env("S3_ENDPOINT", format!("http://{}", store.local_addr().unwrap()))
        .envs([
            ("S3_BUCKET", "moyan"),
            ("S3_ACCESS_KEY", "key"),
            ("S3_SECRET_KEY", "secret"),
        ])
        .args(["backup", world.runs.to_str().unwrap()])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let asked = loop {
        match store.accept() {
            Ok((asked, _)) => break asked,
            Err(_) => assert_eq!(backup.try_wait().unwrap(), None),
        }
        std::thread::yield_now();
    };
    let states = "SELECT string_agg(state, ' ') FROM pg_stat_activity \
                  WHERE datname = current_database() AND application_name = 'moyan'";
    assert_eq!(world.database.text(states), "idle");
    let other = world.moyan(&["backup", fresh_path("other.backup").to_str().unwrap()]);
    assert_eq!(
        other.stderr,
        "moyan: another backup of this database is being written\n"
    );
    backup.kill().unwrap();
    backup.wait().unwrap();
    drop(asked);
}

#[test]
fn a_backup_that_is_whole_is_noted_and_others_are_not() {
    let world = World::new();
    let noted = || {
        world.database.text("SELECT count(*) || ' ' || coalesce(max(taken_at) > now() - interval '1 hour', false) FROM backups")
    };
    let taken_at = || world.database.text("SELECT taken_at FROM backups");
    assert_eq!(noted(), "0 false");
    assert_eq!(world.moyan(&["backup", "/no/such/folder/file"]).status, 1);
    assert_eq!(noted(), "0 false");
    world.back_up(&[]);
    assert_eq!(noted(), "1 true");
    let first = taken_at();
    let file = fresh_path("one.backup");
    assert_eq!(world.moyan(&["backup", file.to_str().unwrap()]).status, 0);
    assert_eq!(noted(), "1 true");
    assert_ne!(taken_at(), first);
    // A database that was restored has none of its own.
    let (copy, _, _) = world.restored(&[]);
    assert_eq!(copy.text("SELECT count(*) FROM backups"), "0");
}

/// Runs a command on a disk of one MB at this place, which is there for the command only, then lists what is there.
/// None where this account may not mount one.
fn on_small_disk(place: &Path, command: &Command) -> Option<Run> {
    let mounted = "mount -t tmpfs -o size=1m tmpfs \"$0\"";
    let script =
        format!("{mounted} || exit 77; \"$@\"; status=$?; cd \"$0\" && find . -type f; exit $status");
    let mut shell = Command::new("unshare");
    shell
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .arg(place)
        .arg(command.get_program());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let args: Vec<&str> = command.get_args().map(|arg| arg.to_str().unwrap()).collect();
    let done = run(&mut shell, &args, b"");
    let may_mount = done.status != 77 && !done.stderr.starts_with("unshare:");
    may_mount.then_some(done)
}

#[test]
fn a_full_disk_is_named_and_no_part_of_a_backup_stays() {
    let world = World::new();
    world.database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         SELECT gen_random_uuid(), 'email', 'a@b.cn', 'x', 's', \
         (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 320) part), 'sent' \
         FROM generate_series(1, 400) n",
    );
    let disk = folder();
    for to in [disk.join("one.backup"), disk.clone()] {
        let mut backup = command();
        backup
            .env("DATABASE_URL", &world.database.url)
            .env("FILES_DIR", &world.store)
            .args(["backup", to.to_str().unwrap()]);
        let Some(backup) = on_small_disk(&disk, &backup) else {
            eprintln!("this account may not mount a file system");
            return;
        };
        assert_eq!(
            (backup.status, backup.stdout.as_str()),
            (1, ""),
            "{}",
            backup.stderr
        );
        assert!(
            backup.stderr.starts_with("moyan: cannot write "),
            "{}",
            backup.stderr
        );
        assert!(
            backup.stderr.contains("No space left on device"),
            "{}",
            backup.stderr
        );
    }
    assert!(world.database.is_true("NOT EXISTS (SELECT FROM backups)"));
}
