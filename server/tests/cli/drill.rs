//! `moyan drill`, on a live database with published sites, and an empty one.

use crate::database::Database;
use crate::moyan::{Run, fresh_path};
use crate::restore_files::{WITH_SITES, folder, with_store};

/// A live database with sites, and a backup of it.
struct World {
    live: Database,
    store: String,
    backup: String,
}

impl World {
    /// With the sites of the demonstration.
    fn with_pages() -> Self {
        Self::of(&["seed"])
    }

    /// With a site whose pages nobody renders.
    fn new() -> Self {
        Self::of(&["restore", WITH_SITES])
    }

    fn of(made_by: &[&str]) -> Self {
        let world = Self {
            live: Database::empty(),
            store: folder().to_str().unwrap().to_owned(),
            backup: folder().to_str().unwrap().to_owned(),
        };
        let made = world.moyan(&[], made_by);
        assert_eq!(made.status, 0, "{}", made.stderr);
        let written = world.moyan(&[], &["backup", &world.backup]);
        assert_eq!(written.status, 0, "{}", written.stderr);
        world
    }

    fn moyan(&self, variables: &[(&str, &str)], args: &[&str]) -> Run {
        let store = [("FILES_DIR", self.store.as_str())];
        with_store(&self.live, &[&store, variables].concat(), args)
    }

    /// Restores the backup into this database.
    fn drill(&self, copy: &Database) -> Run {
        self.moyan(&[("DRILL_DATABASE_URL", &copy.url)], &["drill", &self.backup])
    }
}

#[test]
fn a_backup_that_can_be_restored_is_reported_with_what_was_compared() {
    let world = World::with_pages();
    let copy = Database::empty();
    let drill = world.drill(&copy);
    assert_eq!(drill.status, 0, "{}", drill.stderr);
    for line in [
        " tables, counted\n",
        "files     5, each with its checksum\n",
        " of 2 sites, the same as in the live database; 0 sites have changed since\n",
        "minutes   0.",
        " can be restored\n",
    ] {
        assert!(drill.stdout.contains(line), "{line}: {}", drill.stdout);
    }
    let pages = drill
        .stdout
        .lines()
        .find(|line| line.starts_with("pages"))
        .unwrap();
    let n_pages: usize = pages.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(n_pages > 100, "{pages}");
    // It is not emptied, and no second drill goes into it.
    assert_eq!(copy.text("SELECT count(*) FROM sites"), "2");
    let again = world.drill(&copy);
    assert_eq!(
        (again.status, again.stderr.as_str()),
        (1, "moyan: the database is not empty\n")
    );
    // A file is tried as well.
    let file = fresh_path("one.backup");
    let file = file.to_str().unwrap();
    assert_eq!(world.moyan(&[], &["backup", file]).status, 0);
    let copy = Database::empty();
    let drill = world.moyan(&[("DRILL_DATABASE_URL", &copy.url)], &["drill", file]);
    assert_eq!(drill.status, 0, "{}", drill.stderr);
    assert!(
        drill.stdout.ends_with("the file can be restored\n"),
        "{}",
        drill.stdout
    );
}

#[test]
fn the_live_database_takes_no_drill() {
    let world = World::new();
    let refused = world.drill(&world.live);
    assert_eq!(refused.status, 1);
    let said = "moyan: DRILL_DATABASE_URL names the live database: name an empty one for the drill\n";
    assert_eq!(refused.stderr, said);
    let unnamed = world.moyan(&[], &["drill", &world.backup]);
    assert_eq!(unnamed.status, 2);
    assert!(
        unnamed.stderr.contains("DRILL_DATABASE_URL"),
        "{}",
        unnamed.stderr
    );
}

#[test]
fn the_database_of_somebody_else_stays_as_it_is() {
    let world = World::new();
    for (tables, said) in [
        (
            // Of an older version.
            "CREATE TABLE __diesel_schema_migrations (version text PRIMARY KEY, run_on timestamp); \
             CREATE TABLE users (id int); INSERT INTO users VALUES (1)",
            "the database is not empty",
        ),
        ("CREATE TABLE of_others (id int)", "tables of another program"),
    ] {
        let copy = Database::empty();
        copy.execute(tables);
        let drill = world.drill(&copy);
        assert_eq!(drill.status, 1);
        assert!(drill.stderr.contains(said), "{}", drill.stderr);
        assert!(!copy.is_true("EXISTS (SELECT FROM pg_tables WHERE tablename = 'teams')"));
    }
}

#[test]
fn a_page_that_differs_fails_the_drill_and_a_site_that_was_changed_is_not_compared() {
    let world = World::with_pages();
    world
        .live
        .execute("UPDATE release_documents SET title = 'Another title'");
    let drill = world.drill(&Database::empty());
    assert_eq!(drill.status, 1, "{}", drill.stdout);
    let said = " differs from that of the live database\n";
    assert!(drill.stderr.ends_with(said), "{}", drill.stderr);
    world.live.execute("UPDATE sites SET generation = generation + 1");
    let drill = world.drill(&Database::empty());
    assert_eq!(drill.status, 0, "{}", drill.stderr);
    let said = "pages     0 of 0 sites, the same as in the live database; 2 sites have changed since\n";
    assert!(drill.stdout.contains(said), "{}", drill.stdout);
}

#[test]
fn a_damaged_file_fails_the_drill() {
    let world = World::new();
    let files = std::path::Path::new(&world.backup).join("files");
    let shelf = std::fs::read_dir(files).unwrap().next().unwrap().unwrap().path();
    let file = std::fs::read_dir(shelf).unwrap().next().unwrap().unwrap().path();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let drill = world.drill(&Database::empty());
    assert_eq!(drill.status, 1, "{}", drill.stdout);
    assert!(drill.stderr.contains("has another checksum"), "{}", drill.stderr);
}
