use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use crate::database::Database;
use crate::moyan::{command, fresh_path, run};
use crate::server::{Server, wait_until};

/// A file with a secret.
fn secret_file(name: &str, content: &str, mode: u32) -> PathBuf {
    let path = fresh_path(name);
    std::fs::write(&path, content).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

#[test]
fn every_command_reads_the_secrets_that_stand_in_files() {
    let database = Database::empty();
    let url = secret_file("DATABASE_URL", &format!("{}\n", database.url), 0o400);
    let migrated = run(
        command()
            .env_remove("DATABASE_URL")
            .env("DATABASE_URL_FILE", &url),
        &["migrate"],
        b"",
    );
    assert!(migrated.stdout.contains("applied "), "{}", migrated.stderr);
    let ordered = run(
        command()
            .env_remove("DATABASE_URL")
            .env("CREDENTIALS_DIRECTORY", url.parent().unwrap()),
        &["orders"],
        b"",
    );
    assert_eq!(ordered.status, 0, "{}", ordered.stderr);
    let server = Server::start_with(&[
        ("DATABASE_URL", ""),
        ("CREDENTIALS_DIRECTORY", url.parent().unwrap().to_str().unwrap()),
    ]);
    wait_until(|| server.ask("GET", "/readyz").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_secret_that_everybody_may_read_stops_the_program_and_is_not_shown() {
    let path = secret_file("jwt", "0123456789abcdef0123456789abcdef", 0o644);
    let refused = run(command().env("JWT_SECRET_FILE", &path), &["serve"], b"");
    assert_eq!(refused.status, 2);
    let path = path.display();
    assert_eq!(
        refused.stderr,
        format!("moyan: JWT_SECRET_FILE={path}: everybody may read or change the file: chmod 600 {path}\n")
    );
}
