//! Backups in a folder or bucket: one run after another, and the files that they share.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diesel::connection::SimpleConnection as _;

use crate::database::Database;
use crate::moyan::{Run, command, fresh_path, run};
use crate::restore_files::{BYTES, NAME, folder, hash, with_image, with_store, write};
use crate::s3_server::{ACCESS_KEY, S3Server, SECRET_KEY};

/// A database with an image, its store, and a folder for backups.
struct World {
    database: Database,
    store: PathBuf,
    runs: PathBuf,
}

impl World {
    fn new() -> Self {
        let store = folder();
        write(&store, BYTES);
        Self {
            database: with_image(),
            store,
            runs: folder(),
        }
    }

    fn moyan(&self, args: &[&str]) -> Run {
        let store = [("FILES_DIR", self.store.to_str().unwrap())];
        with_store(&self.database, &store, args)
    }

    fn backup(&self, args: &[&str]) -> Run {
        self.moyan(&[&["backup", self.runs.to_str().unwrap()], args].concat())
    }

    /// Writes a backup that must be whole.
    fn back_up(&self, args: &[&str]) {
        let backup = self.backup(args);
        assert_eq!(backup.status, 0, "{}", backup.stderr);
    }

    /// Gives the team another image, of these bytes.
    fn add_image(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.store.join(name), bytes).unwrap();
        let hash = moyan_foundation::files::hash_of(bytes);
        self.database.execute(&format!(
            "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
             VALUES ('{hash}', '{name}', 'image/png', {}, 4, 3)",
            bytes.len()
        ));
    }

    /// Restores what the folder holds into a new database and a new store.
    fn restored(&self, args: &[&str]) -> (Database, PathBuf, Run) {
        let (copy, store) = (Database::empty(), folder());
        let variables = [("FILES_DIR", store.to_str().unwrap())];
        let restore = with_store(
            &copy,
            &variables,
            &[&["restore", self.runs.to_str().unwrap()], args].concat(),
        );
        (copy, store, restore)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.runs.join(name)
    }

    /// The names of the runs that have a manifest, the oldest first.
    fn names(&self) -> Vec<String> {
        let names = names_in(&self.path("runs"));
        names
            .iter()
            .filter_map(|name| name.strip_suffix(".json"))
            .map(str::to_owned)
            .collect()
    }

    fn kept(&self) -> Vec<String> {
        names_in(&self.path("files"))
            .iter()
            .flat_map(|folder| names_in(&self.path("files").join(folder)))
            .collect()
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

fn mode_of(path: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path).unwrap().permissions()) & 0o777
}

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
    let said = format!("moyan: cannot write a run into {to}: ");
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
    assert_ne!(entries(), [PathBuf::new(); 0], "a part was sent");
    world.database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name = 'moyan'",
    );
    assert_eq!(backup.wait().unwrap().code(), Some(1));
    assert_eq!(entries(), [PathBuf::new(); 0]);
}

#[test]
fn the_newest_runs_are_kept_with_the_files_that_they_name() {
    let world = World::new();
    let none = world.backup(&["--keep", "0"]);
    assert_eq!(none.status, 2, "{}", none.stderr);
    world.add_image("ab/old", b"an old image");
    world.back_up(&[]);
    world.database.execute("DELETE FROM files WHERE name = 'ab/old'");
    world.back_up(&[]);
    // A run that was killed after its rows.
    let killed = "20200101T000000.000Z.rows.gz";
    std::fs::write(world.path("runs").join(killed), "rows").unwrap();
    world.back_up(&[]);
    assert_eq!((world.names().len(), world.kept().len()), (3, 2));
    let first = world.names()[0].clone();
    let backup = world.backup(&["--keep", "3"]);
    assert!(
        backup.stdout.contains("2 old runs and 1 files were removed"),
        "{}",
        backup.stdout
    );
    assert_eq!((world.names().len(), world.kept()), (3, vec![hash()]));
    assert!(!world.names().contains(&first));
    assert_eq!(
        names_in(&world.path("runs")).len(),
        6,
        "rows and manifests of three runs"
    );
    let (_, _, restore) = world.restored(&["--run", &world.names()[0]]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
}

#[test]
fn nothing_is_removed_while_a_manifest_cannot_be_read() {
    let world = World::new();
    world.back_up(&[]);
    world.back_up(&[]);
    let manifest = format!("runs/{}.json", world.names()[1]);
    std::fs::write(world.path(&manifest), "{").unwrap();
    let backup = world.backup(&["--keep", "2"]);
    assert_eq!(backup.status, 1);
    let said = "moyan: the backup is whole, but old ones were not removed: nothing was removed: ";
    assert!(backup.stderr.starts_with(said), "{}", backup.stderr);
    assert_eq!((world.names().len(), world.kept().len()), (3, 1));
}

#[test]
fn a_file_of_the_disk_takes_no_retention() {
    let world = World::new();
    for to in ["-", fresh_path("one.backup").to_str().unwrap()] {
        let backup = world.moyan(&["backup", to, "--keep", "2"]);
        assert_eq!(backup.status, 1, "{to}");
        assert!(
            backup.stderr.contains("--keep is for a folder"),
            "{}",
            backup.stderr
        );
    }
}

/// The only file of its kind below a folder.
fn only(folder: &Path, ending: &str) -> PathBuf {
    let names = names_in(folder);
    let mut found = names.iter().filter(|name| name.ends_with(ending));
    let name = found.next().unwrap();
    assert_eq!(found.next(), None);
    folder.join(name)
}

#[test]
fn a_run_that_is_damaged_is_refused_with_what_is_damaged() {
    let whole = World::new();
    whole.back_up(&[]);
    let name = whole.names()[0].clone();
    let kept = format!("files/{}/{}", &hash()[..2], hash());
    type Damage = fn(&World, &str);
    let damages: [(Damage, String); 10] = [
        (
            |world, _| std::fs::remove_file(only(&world.path("runs"), ".json")).unwrap(),
            format!("the run {name} has no manifest: it did not come to its end and is no backup"),
        ),
        (
            |world, _| std::fs::write(only(&world.path("runs"), ".json"), "{\"format\":").unwrap(),
            format!("the run {name} is damaged: its manifest cannot be read"),
        ),
        (
            |world, _| std::fs::remove_file(only(&world.path("runs"), ".gz")).unwrap(),
            format!("the run {name} is damaged: its rows are missing"),
        ),
        (
            |world, _| {
                let rows = only(&world.path("runs"), ".gz");
                let bytes = std::fs::read(&rows).unwrap();
                std::fs::write(&rows, &bytes[..bytes.len() / 2]).unwrap();
            },
            format!("the run {name} is damaged: its end is missing"),
        ),
        (
            |world, _| {
                let rows = only(&world.path("runs"), ".gz");
                let mut bytes = std::fs::read(&rows).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x55;
                std::fs::write(&rows, bytes).unwrap();
            },
            format!("the run {name} is damaged"),
        ),
        (
            |world, _| {
                let manifest = only(&world.path("runs"), ".json");
                let text = std::fs::read_to_string(&manifest).unwrap();
                std::fs::write(
                    &manifest,
                    text.replace("\"rows\":{\"rows\":", "\"rows\":{\"rows\":1"),
                )
                .unwrap();
            },
            format!("the run {name} is damaged: its rows are not those of its manifest"),
        ),
        (
            |world, _| {
                let manifest = only(&world.path("runs"), ".json");
                let text = std::fs::read_to_string(&manifest).unwrap();
                std::fs::write(&manifest, text.replace("\"users\":1", "\"users\":2")).unwrap();
            },
            "the table users has 1 rows, the manifest says 2".to_owned(),
        ),
        (
            |world, kept| std::fs::remove_file(world.path(kept)).unwrap(),
            format!("the run {name} is damaged: {kept} is missing or has another length (ab/image)"),
        ),
        (
            |world, kept| std::fs::write(world.path(kept), &BYTES[1..]).unwrap(),
            format!("the run {name} is damaged: {kept} is missing or has another length (ab/image)"),
        ),
        (
            |world, kept| std::fs::write(world.path(kept), [&BYTES[1..], &BYTES[..1]].concat()).unwrap(),
            format!("the run {name} is damaged: {kept}: ab/image has another checksum"),
        ),
    ];
    for (damage, said) in damages {
        let world = World {
            database: Database::empty(),
            store: whole.store.clone(),
            runs: folder(),
        };
        let copied = Command::new("cp")
            .arg("-a")
            .arg(whole.runs.join("."))
            .arg(&world.runs)
            .status();
        assert!(copied.unwrap().success());
        damage(&world, &kept);
        let (copy, store, restore) = world.restored(&[]);
        assert_eq!(restore.status, 1, "{said}: {}", restore.stdout);
        assert!(restore.stderr.contains(&said), "{said}: {}", restore.stderr);
        if copy.is_true("to_regclass('users') IS NOT NULL") {
            assert_eq!(copy.text("SELECT count(*) FROM users"), "0", "{said}");
        }
        // Files that no row names are collected.
        assert!(
            said.contains("manifest says") || names_in(&store).is_empty(),
            "{said}"
        );
    }
}

#[test]
fn a_run_that_did_not_come_to_its_end_is_named_and_the_one_before_it_restored() {
    let world = World::new();
    world.back_up(&[]);
    std::fs::write(world.path("runs/29991231T000000.000Z.rows.gz"), "rows").unwrap();
    let (_, _, restore) = world.restored(&[]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
    let said = "the run 29991231T000000.000Z has no manifest: it did not come to its end and is no backup\n";
    assert_eq!(restore.stderr, said);
    let (_, _, restore) = world.restored(&["--run", "29991231T000000.000Z"]);
    assert_eq!((restore.status, restore.stderr), (1, format!("moyan: {said}")));
    let (_, _, restore) = world.restored(&["--run", "20200101T000000.000Z"]);
    assert!(
        restore.stderr.ends_with(" has no run 20200101T000000.000Z\n"),
        "{}",
        restore.stderr
    );
    let rows = only(&world.path("runs"), &format!("{}.rows.gz", world.names()[0]));
    let rows_only = with_store(&Database::empty(), &[], &["restore", rows.to_str().unwrap()]);
    assert!(
        rows_only.stderr.contains("these are the rows of a run only"),
        "{}",
        rows_only.stderr
    );
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
