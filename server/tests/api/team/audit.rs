use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::TestApp;

/// The entries since the last call, oldest first: action, actor, account, team, what changed.
fn take_entries(app: &TestApp) -> String {
    let entries = app.database().text(
        "SELECT COALESCE(string_agg(concat_ws(' ', action, 'by', COALESCE(a.nickname, 'nobody'), 'to', COALESCE(u.nickname, 'nobody'), \
         'in', COALESCE(t.name, 'nothing'), details), E'\\n' ORDER BY e.id), '') \
         FROM audit_entries e LEFT JOIN users a ON a.id = actor_id LEFT JOIN users u ON u.id = user_id \
         LEFT JOIN teams t ON t.id = team_id WHERE action NOT LIKE 'account.%'",
    );
    app.sql("DELETE FROM audit_entries");
    entries
}

#[actix_web::test]
async fn what_is_done_in_a_team_is_written_down() {
    let app = TestApp::with_database();
    let (owner, member, guest) = (
        app.user("owner").await,
        app.user("member").await,
        app.user("guest").await,
    );
    let team = app.team(&owner, "old").await;
    assert_eq!(
        take_entries(&app),
        r#"team.created by owner to nobody in old {"name": "old"}"#
    );
    app.join(&team, &member, Role::Editor);
    let path = format!("/api/teams/{team}");
    let member_path = format!("{path}/members/{}", member.id);
    let invite = json!({ "email": guest.email, "role": "viewer" });
    for (caller, method, rest, body, entry) in [
        (
            &owner,
            "PATCH",
            path.clone(),
            json!({ "name": "ours" }),
            r#"team.renamed by owner to nobody in ours {"to": "ours", "from": "old"}"#,
        ),
        (
            &owner,
            "PATCH",
            member_path.clone(),
            json!({ "role": "admin" }),
            r#"team.roleChanged by owner to member in ours {"to": "admin", "from": "editor"}"#,
        ),
        (
            &member,
            "POST",
            format!("{path}/invitations"),
            invite,
            r#"team.invited by member to nobody in ours {"role": "viewer"}"#,
        ),
        (
            &owner,
            "DELETE",
            path.clone(),
            Value::Null,
            "team.deleted by owner to nobody in ours {}",
        ),
        (
            &owner,
            "POST",
            format!("{path}/restore"),
            Value::Null,
            "team.restored by owner to nobody in ours {}",
        ),
        (
            &owner,
            "POST",
            format!("{path}/transfer"),
            json!({ "userId": member.id }),
            "team.transferred by owner to member in ours {}",
        ),
        (
            &owner,
            "POST",
            format!("{path}/leave"),
            Value::Null,
            "team.left by owner to nobody in ours {}",
        ),
    ] {
        app.call(caller, method, &rest, body).await.data();
        assert_eq!(take_entries(&app), entry, "{method} {rest}");
    }
    let mail = app.mail_to(&guest.email);
    let (_, rest) = mail.split_once("/invitations#").unwrap();
    let token = rest.split_whitespace().next().unwrap();
    let accept = json!({ "token": token });
    app.call(&guest, "POST", "/api/invitations/accept", accept)
        .await
        .data();
    assert_eq!(
        take_entries(&app),
        r#"team.joined by guest to guest in ours {"role": "viewer"}"#
    );
    let guest_path = format!("{path}/members/{}", guest.id);
    app.call(&member, "DELETE", &guest_path, Value::Null).await.data();
    assert_eq!(
        take_entries(&app),
        "team.memberRemoved by member to guest in ours {}"
    );
}

#[actix_web::test]
async fn what_a_sweep_does_to_teams_is_written_down() {
    let app = TestApp::with_database();
    let (owner, successor) = (app.user("owner").await, app.user("successor").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &successor, Role::Editor);
    let gone = app.team(&successor, "gone").await;
    take_entries(&app);
    app.sql(&format!(
        "UPDATE users SET deletes_at = now() WHERE id = '{}'; UPDATE teams SET purges_at = now() WHERE id = '{gone}'",
        owner.id
    ));
    assert!(app.sweep().await);
    assert_eq!(
        take_entries(&app),
        "team.inherited by nobody to successor in ours {}\nteam.purged by nobody to nobody in nothing {}"
    );
}
