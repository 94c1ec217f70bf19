//! What `--keep` removes.

use super::{World, names_in};
use crate::moyan::fresh_path;
use crate::restore_files::{BYTES, folder, hash, with_store, write};

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
fn what_others_keep_beside_the_runs_stays() {
    let world = World::new();
    world.back_up(&[]);
    let foreign = format!("{}-0123456789abcdef", hash());
    let kept = world.path("files").join(&hash()[..2]);
    std::fs::write(kept.join(&foreign), "of somebody else").unwrap();
    std::fs::write(world.path("runs").join("x.json"), "{}").unwrap();
    // Another server may be writing this one.
    let begun = "29990101T000000.000Z.rows.gz";
    std::fs::write(world.path("runs").join(begun), "rows").unwrap();
    world.back_up(&["--keep", "1"]);
    assert_eq!(world.kept(), [hash(), foreign]);
    let runs = names_in(&world.path("runs"));
    assert_eq!(runs.len(), 4, "{runs:?}");
    assert!(runs.iter().any(|name| name == begun) && runs.iter().any(|name| name == "x.json"));
    let (_, _, restore) = world.restored(&[]);
    assert_eq!(restore.status, 0, "{}", restore.stderr);
}

#[test]
fn the_run_that_was_just_written_stays_whatever_the_clock_said_before() {
    let world = World::new();
    world.back_up(&[]);
    let [first] = world.names().try_into().unwrap();
    for part in ["json", "rows.gz"] {
        let of_later = format!("29990101T000000.000Z.{part}");
        std::fs::rename(
            world.path("runs").join(format!("{first}.{part}")),
            world.path("runs").join(of_later),
        )
        .unwrap();
    }
    world.back_up(&["--keep", "1"]);
    let [kept] = world.names().try_into().unwrap();
    assert!(kept.starts_with("20"), "{kept}");
}

#[test]
fn a_folder_around_the_store_takes_no_backup() {
    let world = World::new();
    let parent = folder();
    for store in ["files", "files/store"] {
        let store = parent.join(store);
        write(&store, BYTES);
        let variables = [("FILES_DIR", store.to_str().unwrap())];
        let args = ["backup", parent.to_str().unwrap(), "--keep", "1"];
        let refused = with_store(&world.database, &variables, &args);
        assert_eq!(refused.status, 1, "{}", refused.stdout);
        assert!(refused.stderr.contains("FILES_DIR"), "{}", refused.stderr);
    }
    assert!(!parent.join("runs").exists());
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
