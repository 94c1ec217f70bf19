use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::TestApp;

#[actix_web::test]
async fn each_kind_of_expired_record_is_removed_and_no_other() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let team = app.team(&user, "ours").await;
    let id = user.id;
    app.sql(&format!(
        "DELETE FROM throttles; DELETE FROM audit_entries; DELETE FROM sessions; \
         INSERT INTO sessions (id, user_id, device, user_agent, ip_address, last_seen_at, expires_at) \
         SELECT gen_random_uuid(), '{id}', device, '', '', now() - seen, now() + ends FROM (VALUES \
            ('kept', interval '29 days', interval '1 minute'), \
            ('idle', interval '31 days', interval '1 day'), \
            ('over', interval '1 day', interval '-1 minute')) rows (device, seen, ends); \
         INSERT INTO verification_codes (target, purpose, code_hash, expires_at) VALUES \
            ('kept', 'login', '', now() + interval '1 minute'), ('over', 'login', '', now() - interval '1 minute'); \
         INSERT INTO throttles (key, n_hits, resets_at) VALUES \
            ('kept', 1, now() - interval '23 hours'), ('over', 1, now() - interval '25 hours'); \
         INSERT INTO idempotency_keys (user_id, key, route, request_hash, created_at) VALUES \
            ('{id}', 'kept', '', '', now() - interval '23 hours'), ('{id}', 'over', '', '', now() - interval '25 hours'); \
         INSERT INTO mails (id, channel, recipient, template, subject, body, status, created_at) \
         SELECT gen_random_uuid(), 'email', name, 'code', '', '', status, now() - age FROM (VALUES \
            ('kept sent', 'sent', interval '29 days'), ('kept waiting', 'waiting', interval '31 days'), \
            ('over sent', 'sent', interval '31 days'), ('over dead', 'dead', interval '31 days')) rows (name, status, age); \
         INSERT INTO audit_entries (id, action, created_at) VALUES \
            (gen_random_uuid(), 'kept', now() - interval '364 days'), (gen_random_uuid(), 'over', now() - interval '366 days'); \
         INSERT INTO team_invitations (id, team_id, email, role, token_hash, invited_by_id, expires_at) VALUES \
            (gen_random_uuid(), '{team}', 'kept', 'viewer', '1', '{id}', now() + interval '1 minute'), \
            (gen_random_uuid(), '{team}', 'over', 'viewer', '2', '{id}', now() - interval '1 minute')"
    ));
    assert!(app.sweep().await);
    for (table, column, kept) in [
        ("sessions", "device", "kept"),
        ("verification_codes", "target", "kept"),
        ("throttles", "key", "kept"),
        ("idempotency_keys", "key", "kept"),
        ("mails", "recipient", "kept sent, kept waiting"),
        ("audit_entries", "action", "kept"),
        ("team_invitations", "email", "kept"),
    ] {
        let left = format!("SELECT string_agg({column}, ', ' ORDER BY {column}) FROM {table}");
        assert_eq!(app.database().text(&left), kept, "{table}");
    }
}

#[actix_web::test]
async fn networks_that_may_send_all_they_want_are_forgotten_also_while_changes_are_refused() {
    // What a request takes of the allowance is back after some nanoseconds.
    let limit = ("RATE_LIMIT_PER_MINUTE", "4294967295");
    let mut app = TestApp::configured(&[limit]);
    for is_read_only in ["false", "true"] {
        app.reconfigure(&[limit, ("READ_ONLY", is_read_only)]);
        app.sql(
            "INSERT INTO throttles (key, n_hits, resets_at) VALUES ('over', 1, now() - interval '2 days')",
        );
        app.get("/api/health").await;
        assert_eq!(app.state.rate_limit.n_networks(), 1);
        assert!(app.sweep().await);
        assert_eq!(app.state.rate_limit.n_networks(), 0);
        let is_left = app.database().is_true("EXISTS (SELECT FROM throttles)");
        assert_eq!(is_left, is_read_only == "true");
    }
}

#[actix_web::test]
async fn one_account_that_cannot_be_removed_leaves_the_others_removed() {
    let app = TestApp::with_database();
    let (stuck, gone, kept) = (
        app.user("stuck").await,
        app.user("gone").await,
        app.user("kept").await,
    );
    let team = app.team(&kept, "ours").await;
    app.sql(&format!(
        "CREATE TABLE holds (user_id UUID REFERENCES users (id) ON DELETE RESTRICT); \
         INSERT INTO holds VALUES ('{}'); \
         UPDATE users SET deletes_at = now() - interval '2 days' WHERE id = '{}'; \
         UPDATE users SET deletes_at = now() - interval '1 day' WHERE id = '{}'; \
         UPDATE teams SET purges_at = now() - interval '1 day' WHERE id = '{team}'; \
         INSERT INTO verification_codes (target, purpose, code_hash, expires_at) VALUES ('x', 'login', '', now() - interval '1 day')",
        stuck.id, stuck.id, gone.id
    ));
    assert!(!app.sweep().await);
    assert_eq!(
        app.database()
            .text("SELECT string_agg(nickname, ' ' ORDER BY nickname) FROM users"),
        "kept stuck"
    );
    assert!(!app.database().is_true(
        "EXISTS (SELECT FROM verification_codes) OR EXISTS (SELECT FROM teams WHERE kind = 'team')"
    ));
    let text = app.state.metrics.text();
    assert!(
        text.contains("moyan_job_failures_total{job=\"sweepExpiredRecords\"} 1\n"),
        "{text}"
    );
    // Its personal space is there as well: nothing of the account was removed.
    let personal = format!("EXISTS (SELECT FROM teams WHERE owner_id = '{}')", stuck.id);
    assert!(app.database().is_true(&personal));
    app.sql("DROP TABLE holds");
    assert!(app.sweep().await);
    assert_eq!(app.database().text("SELECT count(*) FROM users"), "1");
}

#[actix_web::test]
async fn one_team_that_cannot_be_removed_leaves_the_others_removed() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let (stuck, _gone) = (app.team(&owner, "stuck").await, app.team(&owner, "gone").await);
    app.sql(&format!(
        "CREATE TABLE holds (team_id UUID REFERENCES teams (id) ON DELETE RESTRICT); INSERT INTO holds VALUES ('{stuck}'); \
         UPDATE teams SET purges_at = now() - interval '1 day' WHERE kind = 'team'"
    ));
    assert!(!app.sweep().await);
    let left = "SELECT string_agg(name, ' ') FROM teams WHERE kind = 'team'";
    assert_eq!(app.database().text(left), "stuck");
    let purged = "SELECT count(*) FROM audit_entries WHERE action = 'team.purged'";
    assert_eq!(app.database().text(purged), "1");
}

#[actix_web::test]
async fn what_its_owner_keeps_at_the_last_moment_is_kept() {
    let app = TestApp::with_database();
    let (user, owner) = (app.user("li").await, app.user("owner").await);
    let team = app.team(&owner, "ours").await;
    app.sql(&format!(
        "UPDATE users SET deletes_at = now() - interval '1 day' WHERE id = '{}'; \
         UPDATE teams SET purges_at = now() - interval '1 day' WHERE id = '{team}'",
        user.id
    ));
    // The account is being kept: it is passed over. The team is being restored: that is waited for.
    let keeping = format!(
        "UPDATE users SET deletes_at = NULL WHERE id = '{}'; UPDATE teams SET purges_at = NULL WHERE id = '{team}'",
        user.id
    );
    assert!(app.while_changing(&keeping, app.sweep()).await);
    assert_eq!(
        app.call(&owner, "GET", &format!("/api/teams/{team}"), Value::Null)
            .await
            .status,
        200
    );
    assert!(app.is_logged_in(&user.token).await);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM audit_entries WHERE action LIKE '%.purged'"),
        "0"
    );
}

#[actix_web::test]
async fn a_member_who_leaves_while_the_owners_account_ends_becomes_no_owner() {
    let app = TestApp::with_database();
    let (owner, leaver, stays) = (
        app.user("owner").await,
        app.user("leaver").await,
        app.user("stays").await,
    );
    let team = app.team(&owner, "ours").await;
    app.join(&team, &leaver, Role::Admin);
    app.join(&team, &stays, Role::Viewer);
    app.sql(&format!(
        "UPDATE users SET deletes_at = now() - interval '1 day' WHERE id = '{}'",
        owner.id
    ));
    // As leaving does it.
    let leaving = format!(
        "SELECT FROM teams WHERE id = '{team}' FOR UPDATE; DELETE FROM team_members WHERE user_id = '{}' AND team_id = '{team}'",
        leaver.id
    );
    assert!(app.while_changing(&leaving, app.sweep()).await);
    let seen = app
        .call(&stays, "GET", &format!("/api/teams/{team}"), Value::Null)
        .await
        .data();
    assert_eq!(
        (&seen["role"], &seen["ownerId"], &seen["nMembers"]),
        (&json!("owner"), &json!(stays.id), &json!(1))
    );
}
