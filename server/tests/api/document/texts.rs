//! Texts that are pushed: written once, and never over one that their author had not seen.

use moyan_foundation::access::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_document, put_category};

#[actix_web::test]
async fn a_text_is_there_for_the_next_pull_with_its_words_and_its_author() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "---\ntags: [a]\n---\n你好 **world**").await;
    assert_eq!(revision, 3);
    let document = base.pulled(&app, id).await;
    for (field, value) in [
        ("title", json!("标题")),
        ("isNamed", json!(true)),
        ("content", json!("---\ntags: [a]\n---\n你好 **world**")),
        ("nWords", json!(3)),
        ("textRevision", json!(3)),
        ("placeRevision", json!(3)),
        ("categoryId", json!(base.category)),
        ("parentId", Value::Null),
        ("updatedByNickname", json!("owner")),
        ("deletedAt", Value::Null),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    let row = app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
    assert_eq!(
        (&row["nDocuments"], &row["nWords"], &row["revision"]),
        (&json!(1), &json!(3), &json!(3))
    );
}

#[actix_web::test]
async fn a_change_that_arrives_twice_is_done_once() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let id = Uuid::now_v7();
    let first = base.put_text(id, 0, "one");
    assert_eq!(base.accepted(&app, first.clone()).await, 3);
    assert_eq!(base.accepted(&app, base.put_text(id, 3, "two")).await, 4);
    // Late, and twice in one request.
    let results = base.push(&app, vec![first.clone(), first]).await;
    for result in results {
        assert_eq!(
            (&result["outcome"], &result["revision"]),
            (&json!("accepted"), &json!(3))
        );
    }
    assert_eq!(base.pulled(&app, id).await["content"], "two");
    assert_eq!(base.revision(&app), "4");
}

#[actix_web::test]
async fn two_texts_on_the_same_revision_are_a_conflict_with_the_one_that_is_there() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let theirs = base.accepted(&app, base.put_text(id, revision, "theirs")).await;
    for seen in [0, revision, theirs + 1000] {
        let current = base.conflict(&app, base.put_text(id, seen, "ours")).await;
        assert_eq!(current["content"], "theirs", "{seen}");
        assert_eq!(current["textRevision"], theirs);
        assert_eq!(current["updatedByNickname"], "owner");
    }
    assert_eq!(base.pulled(&app, id).await["content"], "theirs");
    // Its author has seen the other one now.
    let merged = base.accepted(&app, base.put_text(id, theirs, "ours")).await;
    assert_eq!(
        (base.pulled(&app, id).await["textRevision"].as_i64(), merged),
        (Some(merged), theirs + 1)
    );
}

#[actix_web::test]
async fn the_same_text_is_no_change_of_its_base() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let changed = "SELECT updated_at::text FROM knowledge_bases";
    let before = app.database().text(changed);
    app.state.clock.advance(chrono::TimeDelta::hours(1));
    base.accepted(&app, base.put_text(id, revision, "one")).await;
    assert_eq!(app.database().text(changed), before);
}

#[actix_web::test]
async fn the_same_text_is_no_conflict_and_no_new_revision() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "same").await;
    for seen in [0, revision, revision + 9] {
        assert_eq!(
            base.accepted(&app, base.put_text(id, seen, "same")).await,
            revision
        );
    }
    assert_eq!(base.revision(&app), revision.to_string());
    // Another title or path is another text.
    for field in ["title", "routerPath"] {
        let mut change = base.put_text(id, 0, "same");
        change[field] = json!("other");
        base.conflict(&app, change).await;
    }
    // Who gave the title is no text: it is taken whatever its author had seen.
    let mut change = base.put_text(id, 0, "same");
    change["isNamed"] = json!(false);
    assert_eq!(base.accepted(&app, change).await, revision + 1);
}

#[actix_web::test]
async fn a_text_that_is_refused_leaves_the_others() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (first, refused, last) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let mut homeless = base.put_text(refused, 0, "homeless");
    homeless["place"]["categoryId"] = json!(Uuid::now_v7());
    let results = base
        .push(
            &app,
            vec![
                base.put_text(first, 0, "a"),
                homeless,
                base.put_text(last, 0, "b"),
            ],
        )
        .await;
    let outcomes: Vec<_> = results
        .iter()
        .map(|result| result["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["accepted", "refused", "accepted"]);
    assert_eq!(results[1]["error"], "category.notFound");
    assert_eq!(base.pull(&app, 0).await["documents"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn a_new_document_needs_a_place_and_a_known_one_does_not() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let mut change = base.put_text(id, revision, "two");
    change["place"] = Value::Null;
    base.accepted(&app, change.clone()).await;
    change["documentId"] = json!(Uuid::now_v7());
    change["id"] = json!(Uuid::now_v7());
    assert_eq!(base.refused(&app, change).await, "category.notFound");
    // The place of a document that is there does not count.
    let other = Uuid::now_v7();
    base.accepted(&app, put_category(other, "别的", "other")).await;
    let mut change = base.put_text(id, revision + 1, "three");
    change["place"] = json!({ "categoryId": other, "parentId": null, "position": 9 });
    base.accepted(&app, change).await;
    assert_eq!(
        base.pulled(&app, id).await["categoryId"],
        base.category.to_string()
    );
}

#[actix_web::test]
async fn a_document_that_the_server_forgot_is_new() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let id = Uuid::now_v7();
    assert_eq!(
        base.accepted(&app, base.put_text(id, 700, "from before the backup"))
            .await,
        3
    );
}

#[actix_web::test]
async fn a_text_brings_a_deleted_document_back() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one two").await;
    base.accepted(&app, delete_document(id, revision)).await;
    // Whoever has not seen the deleted text does not overwrite it.
    let current = base.conflict(&app, base.put_text(id, 0, "unseen")).await;
    assert!(current["deletedAt"].is_string());
    assert_eq!(current["content"], "one two");
    // Not even the same one: its author may not know that it was deleted.
    base.conflict(&app, base.put_text(id, 0, "one two")).await;
    let back = base
        .accepted(&app, base.put_text(id, revision, "one two three"))
        .await;
    let document = base.pulled(&app, id).await;
    assert_eq!(
        (&document["deletedAt"], &document["placeRevision"]),
        (&Value::Null, &json!(back))
    );
    let row = app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
    assert_eq!((&row["nDocuments"], &row["nWords"]), (&json!(1), &json!(3)));
}

#[actix_web::test]
async fn two_texts_at_the_same_moment_are_one_text_and_one_conflict() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    // Another push has written and is not finished yet.
    let other = format!(
        "SELECT FROM knowledge_bases WHERE id = '{0}' FOR NO KEY UPDATE; \
         UPDATE knowledge_bases SET revision = 4 WHERE id = '{0}'; \
         UPDATE documents SET content = 'theirs', text_revision = 4, revision = 4 WHERE id = '{id}'",
        base.id
    );
    let push = base.push(&app, vec![base.put_text(id, revision, "ours")]);
    let result = app.while_changing(&other, push).await.remove(0);
    assert_eq!(result["outcome"], "conflict", "{result}");
    assert_eq!(result["current"]["content"], "theirs");
}

#[actix_web::test]
async fn when_the_database_ends_in_the_middle_whole_changes_are_done_and_the_repetition_does_the_rest() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let ids: Vec<Uuid> = (0..3).map(|_| Uuid::now_v7()).collect();
    let changes: Vec<Value> = ids.iter().map(|id| base.put_text(*id, 0, "text")).collect();
    // The revision of the second one cannot be written: its document must not stay either.
    app.sql(&format!(
        "CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN \
             IF NEW.document_id = '{}' THEN RAISE EXCEPTION 'gone'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql; \
         CREATE TRIGGER fail BEFORE INSERT ON document_revisions FOR EACH ROW EXECUTE FUNCTION fail()",
        ids[1]
    ));
    let answer = base.try_push(&app, &base.owner, changes.clone()).await;
    assert_eq!(answer.status, 500);
    let rows = "SELECT concat_ws(' ', (SELECT count(*) FROM documents), (SELECT count(*) FROM document_revisions), \
                (SELECT count(*) FROM accepted_changes), (SELECT concat_ws(' ', revision, n_documents) FROM knowledge_bases))";
    assert_eq!(app.database().text(rows), "1 1 2 3 1");
    app.sql("DROP TRIGGER fail ON document_revisions");
    let results = base.push(&app, changes).await;
    let revisions: Vec<_> = results
        .iter()
        .map(|result| result["revision"].as_i64().unwrap())
        .collect();
    assert_eq!(revisions, [3, 4, 5]);
    assert_eq!(app.database().text(rows), "3 3 4 5 3");
}

#[actix_web::test]
async fn who_only_reads_pushes_nothing_and_an_archived_base_takes_nothing() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    for role in [Role::Support, Role::Viewer] {
        let reader = base.member(&app, role).await;
        let change = base.put_text(Uuid::now_v7(), 0, "text");
        let answer = base.try_push(&app, &reader, vec![change]).await;
        assert_eq!(answer.refusal(), (403, "access.denied".to_owned()));
        let path = format!("{}/changes", base.path);
        app.call(&reader, "GET", &path, Value::Null).await.data();
    }
    let editor = base.member(&app, Role::Editor).await;
    for (sql, key) in [
        ("status = 'archived'", "knowledgeBase.archived"),
        ("status = 'active', purges_at = now()", "knowledgeBase.inBin"),
    ] {
        app.sql(&format!("UPDATE knowledge_bases SET {sql}"));
        let change = base.put_text(Uuid::now_v7(), 0, "text");
        let answer = base.try_push(&app, &editor, vec![change]).await;
        assert_eq!(answer.refusal(), (409, key.to_owned()));
    }
    assert_eq!(app.database().text("SELECT count(*) FROM documents"), "0");
}

#[actix_web::test]
async fn a_base_that_is_archived_while_a_push_waits_takes_nothing() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    for (sql, key) in [
        ("status = 'archived'", "knowledgeBase.archived"),
        ("status = 'active', purges_at = now()", "knowledgeBase.inBin"),
    ] {
        app.sql("UPDATE knowledge_bases SET status = 'active', purges_at = NULL");
        let push = base.try_push(&app, &base.owner, vec![base.put_text(Uuid::now_v7(), 0, "text")]);
        let answer = app
            .while_changing(&format!("UPDATE knowledge_bases SET {sql}"), push)
            .await;
        assert_eq!(answer.refusal(), (409, key.to_owned()));
    }
}

#[actix_web::test]
async fn the_same_ids_in_two_bases_are_two_documents() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Base::new(&app).await, Base::named(&app, "stranger").await);
    let (id, revision) = ours.document(&app, "ours").await;
    let change = theirs.put_text(id, 0, "theirs");
    theirs.accepted(&app, change.clone()).await;
    assert_eq!(ours.pulled(&app, id).await["content"], "ours");
    // Neither an ID of a change nor one of a category reaches into another base.
    ours.accepted(&app, {
        let mut same = ours.put_text(id, revision, "ours too");
        same["id"] = change["id"].clone();
        same
    })
    .await;
    assert_eq!(ours.pulled(&app, id).await["content"], "ours too");
    let mut foreign = ours.put_text(Uuid::now_v7(), 0, "x");
    foreign["place"]["categoryId"] = json!(theirs.category);
    assert_eq!(ours.refused(&app, foreign).await, "category.notFound");
}

#[actix_web::test]
async fn a_document_is_as_old_as_its_browser_says_within_reason() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let is_now = |created: &str| {
        let created: chrono::DateTime<chrono::Utc> = created.parse().unwrap();
        (app.state.clock.now() - created).num_minutes() == 0
    };
    for (said, expected) in [
        (json!("2020-02-29T12:00:00Z"), Some("2020-02-29T12:00:00Z")),
        // Clocks that are ahead, and moments that the database does not store.
        (json!("2999-01-01T00:00:00Z"), None),
        (Value::Null, None),
        (json!("-200000-01-01T00:00:00Z"), Some("1970-01-01T00:00:00Z")),
    ] {
        let id = Uuid::now_v7();
        let mut change = base.put_text(id, 0, "text");
        change["createdAt"] = said.clone();
        base.accepted(&app, change).await;
        let created = base.pulled(&app, id).await["createdAt"]
            .as_str()
            .unwrap()
            .to_owned();
        match expected {
            Some(expected) => assert_eq!(created, expected, "{said}"),
            None => assert!(is_now(&created), "{said} {created}"),
        }
    }
}

#[actix_web::test]
async fn an_edit_counts_the_words_that_it_adds_and_says_when_and_by_whom() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let editor = base.member(&app, Role::Editor).await;
    let (id, revision) = base.document(&app, "one two").await;
    app.state.clock.advance(chrono::TimeDelta::hours(1));
    let edit = base.put_text(id, revision, "one two three");
    base.try_push(&app, &editor, vec![edit]).await.data();
    let document = base.pulled(&app, id).await;
    assert_eq!(document["updatedByNickname"], "editor");
    let moment =
        |field: &str| -> chrono::DateTime<chrono::Utc> { document[field].as_str().unwrap().parse().unwrap() };
    assert!(moment("updatedAt") - moment("createdAt") >= chrono::TimeDelta::hours(1));
    let row = app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
    assert_eq!((&row["nDocuments"], &row["nWords"]), (&json!(1), &json!(3)));
}

#[actix_web::test]
async fn who_gave_the_title_is_told_whatever_text_it_was_said_of() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, first) = base.document(&app, "one").await;
    let second = base.accepted(&app, base.put_text(id, first, "two")).await;
    // The text is the one that is there, so an older revision is no conflict.
    let mut follows = base.put_text(id, first, "two");
    follows["isNamed"] = json!(false);
    let third = base.accepted(&app, follows).await;
    assert!(third > second);
    assert_eq!(base.pulled(&app, id).await["isNamed"], false);
}

#[actix_web::test]
async fn a_change_that_was_not_done_is_judged_anew_when_it_is_sent_again() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    base.accepted(&app, base.put_text(id, revision, "theirs")).await;
    let late = base.put_text(id, revision, "ours");
    for _ in 0..2 {
        assert_eq!(base.conflict(&app, late.clone()).await["content"], "theirs");
    }
    let category = Uuid::now_v7();
    let mut early = base.put_text(Uuid::now_v7(), 0, "early");
    early["place"]["categoryId"] = json!(category);
    for _ in 0..2 {
        assert_eq!(base.refused(&app, early.clone()).await, "category.notFound");
    }
    base.accepted(&app, put_category(category, "后来", "later")).await;
    base.accepted(&app, early).await;
}

#[actix_web::test]
async fn an_edit_changes_all_that_it_brings_and_the_base_says_when() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    app.state.clock.advance(chrono::TimeDelta::hours(1));
    let mut change = base.put_text(id, revision, "two words");
    change["title"] = json!("新题");
    change["routerPath"] = json!("/new");
    change["isNamed"] = json!(false);
    let answer = base.try_push(&app, &base.owner, vec![change]).await.data();
    assert_eq!(answer["revision"], revision + 1);
    let document = base.pulled(&app, id).await;
    for (field, value) in [
        ("title", json!("新题")),
        ("routerPath", json!("/new")),
        ("isNamed", json!(false)),
        ("content", json!("two words")),
        ("nWords", json!(2)),
        ("textRevision", json!(revision + 1)),
        ("revision", json!(revision + 1)),
        ("placeRevision", json!(revision)),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    let row = app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
    let said: chrono::DateTime<chrono::Utc> = row["updatedAt"].as_str().unwrap().parse().unwrap();
    assert_eq!((app.state.clock.now() - said).num_minutes(), 0);
}
