use chrono::TimeDelta;
use moyan_domain::limits::INVITATION_LIFETIME_DAYS;
use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::{TestApp, User};

/// Invites an address and reads the token in the mail.
async fn invite(app: &TestApp, by: &User, team: &str, email: &str) -> String {
    let body = json!({ "email": email, "role": "editor" });
    app.call(by, "POST", &format!("/api/teams/{team}/invitations"), body)
        .await
        .data();
    token_in(&app.mail_to(email))
}

/// The token in the link of an invitation.
fn token_in(mail: &str) -> String {
    let (_, rest) = mail.split_once("https://moyan.example/invitations#").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[actix_web::test]
async fn an_invitation_makes_its_addressee_a_member_once() {
    let app = TestApp::with_database();
    let (owner, guest) = (app.user("owner").await, app.user("guest").await);
    let team = app.team(&owner, "ours").await;
    let token = invite(&app, &owner, &team, &guest.email).await;
    assert_eq!(token.len(), 64);
    // Looking changes nothing, so a mail scanner does no harm.
    for _ in 0..2 {
        let seen = app
            .post("/api/invitations/lookup", json!({ "token": token }))
            .await
            .data();
        assert_eq!(
            (&seen["teamName"], &seen["role"]),
            (&json!("ours"), &json!("editor"))
        );
    }
    let stranger = app.user("stranger").await;
    let (path, body) = ("/api/invitations/accept", json!({ "token": token }));
    let answer = app.call(&stranger, "POST", path, body.clone()).await;
    assert_eq!(answer.refusal(), (403, "invitation.otherEmail".to_owned()));
    let data = app.call(&guest, "POST", path, body.clone()).await.data();
    assert_eq!((&data["id"], &data["role"]), (&json!(team), &json!("editor")));
    let answer = app.call(&guest, "POST", path, body).await;
    assert_eq!(answer.refusal(), (404, "invitation.notFound".to_owned()));
}

#[actix_web::test]
async fn an_invitation_ends_with_time_with_a_newer_one_and_when_it_is_taken_back() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let lookup = "/api/invitations/lookup";
    let first = invite(&app, &owner, &team, "guest@example.com").await;
    let second = invite(&app, &owner, &team, "guest@example.com").await;
    assert_eq!(app.post(lookup, json!({ "token": first })).await.status, 404);
    assert_eq!(app.post(lookup, json!({ "token": second })).await.status, 200);
    app.sql("UPDATE team_invitations SET expires_at = now() - interval '1 second'");
    assert_eq!(app.post(lookup, json!({ "token": second })).await.status, 404);

    let third = invite(&app, &owner, &team, "guest@example.com").await;
    let path = format!("/api/teams/{team}/invitations");
    let list = app.call(&owner, "GET", &path, Value::Null).await.data();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(list[0]["invitedByNickname"], "owner");
    let one = format!("{path}/{}", list[0]["id"].as_str().unwrap());
    app.call(&owner, "DELETE", &one, Value::Null).await.data();
    assert_eq!(app.post(lookup, json!({ "token": third })).await.status, 404);
    assert_eq!(
        app.call(&owner, "DELETE", &one, Value::Null).await.refusal(),
        (404, "invitation.notFound".to_owned())
    );
}

#[actix_web::test]
async fn an_invitation_of_another_team_is_out_of_reach() {
    let app = TestApp::with_database();
    let (owner, other) = (app.user("owner").await, app.user("other").await);
    let (ours, theirs) = (app.team(&owner, "ours").await, app.team(&other, "theirs").await);
    let token = invite(&app, &other, &theirs, "guest@example.com").await;
    let id = app.database().text("SELECT id FROM team_invitations");
    let answer = app
        .call(
            &owner,
            "DELETE",
            &format!("/api/teams/{ours}/invitations/{id}"),
            Value::Null,
        )
        .await;
    assert_eq!(answer.refusal(), (404, "invitation.notFound".to_owned()));
    assert_eq!(
        app.post("/api/invitations/lookup", json!({ "token": token }))
            .await
            .status,
        200
    );
}

#[actix_web::test]
async fn who_cannot_be_invited_is_refused_with_the_reason() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &member, Role::Viewer);
    let path = format!("/api/teams/{team}/invitations");
    let call = |email: &str, role: &str| json!({ "email": email, "role": role });
    let answer = app.call(&owner, "POST", &path, call("nonsense", "editor")).await;
    assert_eq!(answer.problem("email"), "email.withoutAt");
    let answer = app
        .call(&owner, "POST", &path, call("x@example.com", "owner"))
        .await;
    assert_eq!(answer.problem("role"), "role.notGiven");
    let answer = app
        .call(&owner, "POST", &path, call(&member.email, "editor"))
        .await;
    assert_eq!(answer.refusal(), (409, "team.alreadyMember".to_owned()));
    app.sql("UPDATE teams SET plan = 'enterprise'");
    app.sql(&format!(
        "INSERT INTO team_invitations (id, team_id, email, role, token_hash, invited_by_id, expires_at) \
         SELECT gen_random_uuid(), '{team}', n || '@example.com', 'viewer', n::text, '{}', now() + interval '1 day' \
         FROM generate_series(1, 198) n",
        owner.id
    ));
    let answer = app
        .call(&owner, "POST", &path, call("x@example.com", "editor"))
        .await;
    assert_eq!(answer.refusal(), (409, "team.tooManyMembers".to_owned()));
}

#[actix_web::test]
async fn those_who_are_invited_take_the_places_beside_the_owner_for_seven_days() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let path = format!("/api/teams/{team}/invitations");
    let invite = async |number: i32| {
        let body = json!({ "email": format!("guest{number}@example.com"), "role": "viewer" });
        app.call(&owner, "POST", &path, body).await
    };
    for number in 0..4 {
        invite(number).await.data();
    }
    let refused = (403, "plan.notAvailable".to_owned());
    assert_eq!(invite(4).await.refusal(), refused);
    app.clock
        .advance(TimeDelta::days(INVITATION_LIFETIME_DAYS) - TimeDelta::minutes(1));
    assert_eq!(invite(4).await.refusal(), refused);
    app.clock.advance(TimeDelta::minutes(1));
    invite(4).await.data();
}

#[actix_web::test]
async fn a_plan_has_room_for_so_many_people_and_a_larger_one_for_more() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &member, Role::Viewer);
    let path = format!("/api/teams/{team}/invitations");
    let invite = async |number: i32| {
        let body = json!({ "email": format!("guest{number}@example.com"), "role": "viewer" });
        app.call(&owner, "POST", &path, body).await
    };
    // The owner, a member and three who are invited: five.
    for number in 0..3 {
        invite(number).await.data();
    }
    let answer = invite(3).await;
    assert_eq!(answer.refusal(), (403, "plan.notAvailable".to_owned()));
    assert_eq!(
        answer.json()["message"],
        "This feature is not available in your current plan"
    );
    assert_eq!(app.n_mails_to("guest3@example.com").as_str(), "0");
    // Inviting somebody once more takes no more room.
    invite(2).await.data();

    app.sql("UPDATE teams SET plan = 'professional'");
    invite(3).await.data();
    let seen = app
        .call(&owner, "GET", &format!("/api/teams/{team}"), Value::Null)
        .await;
    assert_eq!(seen.data()["maxMembers"], 50);
    // The plan ends: nobody is put out, and who was invited in time comes in.
    app.sql("UPDATE teams SET plan_ends_at = now() - interval '1 second'");
    assert_eq!(invite(4).await.refusal().1, "plan.notAvailable");
    let guest = app.user("guest0").await;
    let token = token_in(&app.mail_to(&guest.email));
    app.call(
        &guest,
        "POST",
        "/api/invitations/accept",
        json!({ "token": token }),
    )
    .await
    .data();
}

#[actix_web::test]
async fn a_team_sends_a_hundred_invitations_a_day_whoever_sends_them() {
    let app = TestApp::with_database();
    let (owner, admin) = (app.user("owner").await, app.user("admin").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &admin, Role::Admin);
    app.sql("UPDATE teams SET plan = 'enterprise'");
    let path = format!("/api/teams/{team}/invitations");
    for number in 0..=100 {
        let sender = if number % 2 == 0 { &owner } else { &admin };
        let body = json!({ "email": format!("guest{number}@example.com"), "role": "viewer" });
        let answer = app.call(sender, "POST", &path, body).await;
        let is_allowed = number < 100;
        assert_eq!(answer.status == 200, is_allowed, "{number}: {}", answer.text());
        assert!(is_allowed || answer.refusal() == (429, "request.tooMany".to_owned()));
    }
}

#[actix_web::test]
async fn a_token_is_stored_as_a_hash_and_left_out_of_the_audit_log() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let token = invite(&app, &owner, &team, "guest@example.com").await;
    assert_ne!(
        app.database().text("SELECT token_hash FROM team_invitations"),
        token
    );
    assert!(!app.database().is_true(&format!(
        "EXISTS (SELECT FROM audit_entries a WHERE a::text LIKE '%{token}%')"
    )));
}

#[actix_web::test]
async fn an_invitation_leads_into_no_team_that_was_suspended_or_deleted_since() {
    let app = TestApp::with_database();
    let (owner, guest) = (app.user("owner").await, app.user("guest").await);
    let team = app.team(&owner, "ours").await;
    let token = invite(&app, &owner, &team, &guest.email).await;
    let accept = || {
        app.call(
            &guest,
            "POST",
            "/api/invitations/accept",
            json!({ "token": token }),
        )
    };
    app.sql("UPDATE teams SET suspended_at = now(), suspended_reason = 'spam'");
    assert_eq!(accept().await.refusal(), (403, "team.suspended".to_owned()));
    app.sql("UPDATE teams SET suspended_at = NULL, suspended_reason = NULL");
    // Deleted in the moment between reading the invitation and joining.
    let deletion = format!("UPDATE teams SET purges_at = now() + interval '7 days' WHERE id = '{team}'");
    let answer = app.while_changing(&deletion, accept()).await;
    assert_eq!(answer.refusal(), (404, "invitation.notFound".to_owned()));
    app.sql("UPDATE teams SET purges_at = NULL");
    accept().await.data();
}

#[actix_web::test]
async fn the_invitations_of_a_member_who_is_gone_are_worth_nothing() {
    let app = TestApp::with_database();
    let (owner, removed, leaver) = (
        app.user("owner").await,
        app.user("removed").await,
        app.user("leaver").await,
    );
    let team = app.team(&owner, "ours").await;
    for admin in [&removed, &leaver] {
        app.join(&team, admin, Role::Admin);
    }
    let way_back = invite(&app, &removed, &team, "other-address@example.com").await;
    let path = format!("/api/teams/{team}");
    let member = format!("{path}/members/{}", removed.id);
    app.call(&owner, "DELETE", &member, Value::Null).await.data();
    let left_behind = invite(&app, &leaver, &team, "another@example.com").await;
    let kept = invite(&app, &owner, &team, "guest@example.com").await;
    app.call(&leaver, "POST", &format!("{path}/leave"), Value::Null)
        .await
        .data();
    for (token, status) in [(way_back, 404), (left_behind, 404), (kept, 200)] {
        let answer = app
            .post("/api/invitations/lookup", json!({ "token": token }))
            .await;
        assert_eq!(answer.status, status);
    }
}

#[actix_web::test]
async fn a_demoted_administrator_does_not_come_back_by_their_own_invitation() {
    let app = TestApp::with_database();
    let (owner, admin) = (app.user("owner").await, app.user("admin").await);
    let second = app.user("second").await;
    let team = app.team(&owner, "ours").await;
    app.join(&team, &admin, Role::Admin);
    let path = format!("/api/teams/{team}");
    let body = json!({ "email": second.email, "role": "admin" });
    let invitations = format!("{path}/invitations");
    app.call(&admin, "POST", &invitations, body).await.data();
    let token = token_in(&app.mail_to(&second.email));
    let kept = invite(&app, &owner, &team, "guest@example.com").await;
    let member = format!("{path}/members/{}", admin.id);
    app.call(&owner, "PATCH", &member, json!({ "role": "viewer" }))
        .await
        .data();
    let accept = "/api/invitations/accept";
    let answer = app.call(&second, "POST", accept, json!({ "token": token })).await;
    assert_eq!(answer.refusal(), (404, "invitation.notFound".to_owned()));
    assert_eq!(app.call(&second, "GET", &path, Value::Null).await.status, 404);
    let lookup = "/api/invitations/lookup";
    assert_eq!(app.post(lookup, json!({ "token": kept })).await.status, 200);
}

#[actix_web::test]
async fn an_invitation_outlives_a_change_of_role_that_still_allows_it() {
    let app = TestApp::with_database();
    let (owner, successor) = (app.user("owner").await, app.user("successor").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &successor, Role::Editor);
    let token = invite(&app, &owner, &team, "guest@example.com").await;
    let path = format!("/api/teams/{team}");
    app.call(
        &owner,
        "POST",
        &format!("{path}/transfer"),
        json!({ "userId": successor.id }),
    )
    .await
    .data();
    let member = format!("{path}/members/{}", owner.id);
    app.call(&successor, "PATCH", &member, json!({ "role": "admin" }))
        .await
        .data();
    let lookup = "/api/invitations/lookup";
    assert_eq!(app.post(lookup, json!({ "token": token })).await.status, 200);
}

#[actix_web::test]
async fn a_link_keeps_its_token_in_the_fragment() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let token = invite(&app, &owner, &team, "guest@example.com").await;
    // What a browser asks a server for is the address without its fragment.
    let mail = app.mail_to("guest@example.com");
    let (sent, _) = mail.split_once('#').unwrap();
    assert!(sent.ends_with("https://moyan.example/invitations"), "{mail}");
    assert_eq!(mail.matches(&token).count(), 1);
}
