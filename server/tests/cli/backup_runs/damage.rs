//! Runs that are damaged, or never came to their end.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{World, names_in};
use crate::database::Database;
use crate::restore_files::{BYTES, folder, hash, with_store};

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
