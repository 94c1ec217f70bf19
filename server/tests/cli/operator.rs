//! What an operator does on the command line, on a real database.

use crate::database::Database;
use crate::moyan::{Run, command, run};

/// Runs the program on a database.
pub fn moyan(database: &Database, args: &[&str], input: &str) -> Run {
    run(
        command().env("DATABASE_URL", &database.url),
        args,
        input.as_bytes(),
    )
}

#[test]
fn a_database_is_brought_up_to_date_once() {
    let database = Database::empty();
    let first = moyan(&database, &["migrate"], "");
    assert_eq!(
        (first.status, first.stdout.contains("applied ")),
        (0, true),
        "{}",
        first.stderr
    );
    let second = moyan(&database, &["migrate"], "");
    assert_eq!(second.stdout, "the database is up to date\n");
}

#[test]
fn the_first_administrator_is_made_here() {
    let database = Database::empty();
    let create = [
        "user",
        "create",
        "root@example.com",
        "--nickname",
        "root",
        "--admin",
    ];
    let made = moyan(&database, &create, "a good password\n");
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(database.is_true("(SELECT is_admin AND password_hash LIKE '$2b$%' FROM users)"));
    assert!(database.is_true("EXISTS (SELECT FROM teams WHERE kind = 'personal')"));
    let again = moyan(&database, &create, "a good password\n");
    assert_eq!(again.status, 1);
    assert!(again.stderr.contains("already in use"), "{}", again.stderr);
    let short = moyan(
        &database,
        &["user", "create", "b@example.com", "--nickname", "bob"],
        "12345\n",
    );
    assert!(short.stderr.contains("at least 6 characters"), "{}", short.stderr);
}

#[test]
fn roles_and_plans_are_set_here() {
    let database = Database::empty();
    moyan(
        &database,
        &["user", "create", "13800138000", "--nickname", "li"],
        "123456\n",
    );
    assert_eq!(moyan(&database, &["user", "admin", "13800138000"], "").status, 0);
    assert!(database.is_true("(SELECT is_admin FROM users)"));
    assert_eq!(
        moyan(&database, &["user", "admin", "13800138000", "--revoke"], "").status,
        0
    );
    assert!(!database.is_true("(SELECT is_admin FROM users)"));
    assert_eq!(
        moyan(&database, &["user", "plan", "13800138000", "professional"], "").status,
        0
    );
    assert_eq!(database.text("SELECT plan FROM teams"), "professional");
    for (words, problem) in [
        (
            ["golden", "--until", "2999-01-31"],
            "creator, professional or enterprise is needed",
        ),
        (["creator", "--until", "2020-01-31"], "it must be in the future"),
        (
            ["creator", "--until", "tomorrow"],
            "a day such as 2027-01-31 is needed",
        ),
    ] {
        let refused = moyan(
            &database,
            &[&["user", "plan", "13800138000"], &words[..]].concat(),
            "",
        );
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    }
    let until = [
        "user",
        "plan",
        "13800138000",
        "enterprise",
        "--until",
        "2999-01-31",
    ];
    assert_eq!(moyan(&database, &until, "").status, 0);
    // The whole day counts.
    assert_eq!(
        database.text("SELECT plan_ends_at AT TIME ZONE 'UTC' FROM teams"),
        "2999-02-01 00:00:00"
    );
    assert_eq!(
        moyan(&database, &["user", "admin", "nobody@example.com"], "").status,
        1
    );
}

#[test]
fn what_an_operator_changes_is_written_down() {
    let database = Database::empty();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    moyan(&database, &create, "a good password\n");
    for args in [
        &["user", "admin", "li@example.com"][..],
        &["user", "admin", "li@example.com", "--revoke"],
        &["user", "plan", "li@example.com", "professional"],
    ] {
        assert_eq!(moyan(&database, args, "").status, 0);
    }
    assert_eq!(
        database.text(
            "SELECT string_agg(concat_ws(' ', action, actor_id, u.nickname, t.kind, details), E'\\n' ORDER BY e.id) \
             FROM audit_entries e LEFT JOIN users u ON u.id = user_id LEFT JOIN teams t ON t.id = team_id"
        ),
        "account.created li {}\n\
         admin.roleChanged li {\"isAdmin\": true}\n\
         admin.roleChanged li {\"isAdmin\": false}\n\
         team.planChanged personal {\"plan\": \"professional\", \"endsAt\": null}"
    );
}

#[test]
fn the_demonstration_account_is_made_once() {
    let database = Database::empty();
    for _ in 0..2 {
        let seeded = moyan(&database, &["seed", "--public-password"], "");
        assert_eq!(seeded.status, 0, "{}", seeded.stderr);
    }
    assert_eq!(
        database.text("SELECT string_agg(email, ' ') FROM users"),
        "demo@moyan.example"
    );
}

#[test]
fn a_password_that_is_set_here_is_hashed_at_the_configured_cost() {
    let database = Database::empty();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    let made = run(
        command()
            .env("DATABASE_URL", &database.url)
            .env("BCRYPT_COST", "5"),
        &create,
        b"a good password\n",
    );
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(database.is_true("(SELECT password_hash LIKE '$2b$05$%' FROM users)"));
    let refused = run(
        command()
            .env("DATABASE_URL", &database.url)
            .env("BCRYPT_COST", "3"),
        &create,
        b"a good password\n",
    );
    assert!(refused.stderr.contains("BCRYPT_COST=3"), "{}", refused.stderr);
}
