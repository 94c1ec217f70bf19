//! What `--keep` removes.

use super::{World, names_in};
use crate::moyan::fresh_path;
use crate::restore_files::hash;

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
