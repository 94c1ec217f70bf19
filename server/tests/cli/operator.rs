//! What an operator does on the command line, on a real database.

use crate::database::Database;
use crate::moyan::{Run, command, fresh_path, run};

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
fn a_database_of_another_version_of_the_program_is_not_touched() {
    let database = Database::empty();
    let file = fresh_path("moyan.backup");
    let reading: [&[&str]; 2] = [&["backup", file.to_str().unwrap()], &["orders"]];
    for args in reading {
        let run = moyan(&database, args, "");
        assert_eq!(run.status, 1);
        assert!(run.stderr.contains("run moyan migrate first"), "{}", run.stderr);
    }
    moyan(&database, &["migrate"], "");
    database.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261122100000'");
    for args in reading {
        let run = moyan(&database, args, "");
        assert!(run.stderr.contains("run moyan migrate first"), "{}", run.stderr);
    }
    database.execute(
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('20261122100000'), ('99990101000000')",
    );
    let commands: [&[&str]; 4] = [
        reading[0],
        reading[1],
        &["migrate"],
        &["user", "plan", "a@example.com", "creator"],
    ];
    for args in commands {
        let run = moyan(&database, args, "");
        assert_eq!(run.status, 1);
        let said = "of a newer version of the program (migration 99990101000000)";
        assert!(run.stderr.contains(said), "{args:?} {}", run.stderr);
    }
    let serve = run(
        command()
            .env("DATABASE_URL", &database.url)
            .env("BIND", "127.0.0.1:0"),
        &["serve"],
        b"",
    );
    assert_eq!(serve.status, 1);
    assert!(
        serve.stderr.contains("of a newer version of the program"),
        "{}",
        serve.stderr
    );
    assert!(!file.exists());
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
fn the_demonstration_is_made_once_and_holds_the_handbook_in_both_languages() {
    let database = Database::empty();
    let files = fresh_path("files");
    std::fs::create_dir_all(&files).unwrap();
    let mut states = Vec::new();
    for _ in 0..2 {
        let seeded = run(
            command()
                .env("DATABASE_URL", &database.url)
                .env("FILES_DIR", &files),
            &["seed", "--public-password"],
            b"",
        );
        assert_eq!(seeded.status, 0, "{}", seeded.stderr);
        states.push(database.text(
            "SELECT concat_ws(' ', (SELECT string_agg(email, ' ') FROM users),
                (SELECT string_agg(title || ' ' || revision, ' ' ORDER BY title) FROM knowledge_bases),
                (SELECT string_agg(slug || ' ' || status || ' ' || generation, ' ' ORDER BY slug) FROM sites),
                (SELECT string_agg(number || ' ' || n_documents, ' ') FROM releases),
                (SELECT string_agg(tab || ' ' || revision, ' ' ORDER BY site_id, tab) FROM site_settings),
                (SELECT count(*) FROM document_revisions), (SELECT count(*) FROM audit_entries),
                (SELECT count(*) FROM files))",
        ));
    }
    assert_eq!(states[0], states[1]);
    assert!(states[0].starts_with("demo@moyan.example "), "{}", states[0]);
    assert!(database.is_true(
        "(SELECT count(*) = 2 AND bool_and(sites.status = 'published' AND releases.n_documents >= 30)
          FROM sites JOIN releases ON releases.id = sites.live_release_id)"
    ));
    assert!(database.is_true(
        "EXISTS (SELECT 1 FROM release_documents WHERE path = '/docs/getting-started/first-article')"
    ));
    // As many in each language, and every link between them leads to a document of the same base.
    assert!(database.is_true(
        "(SELECT count(DISTINCT n_documents) = 1 AND min(n_documents) >= 30 AND count(*) = 2 FROM knowledge_bases)"
    ));
    assert!(database.is_true(
        "(SELECT count(*) > 100 AND bool_and(EXISTS (
            SELECT 1 FROM documents AS target
            WHERE target.knowledge_base_id = link.base_id AND target.id::text = link.target))
          FROM (SELECT knowledge_base_id AS base_id,
                  (regexp_matches(content, '[]][(]([0-9a-f-]{36})[.]md', 'g'))[1] AS target FROM documents) AS link)"
    ));
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
