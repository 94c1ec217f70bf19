//! The tree of documents: it has no cycle, and nobody is lost in it.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_category, delete_document, put_category, put_place};

/// The parent of a document in the database; empty at the top.
fn parent_of(app: &TestApp, id: Uuid) -> String {
    app.database().text(&format!(
        "SELECT coalesce(parent_id::text, '') FROM documents WHERE id = '{id}'"
    ))
}

#[actix_web::test]
async fn moving_and_writing_do_not_disturb_each_other() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (above, _) = base.document(&app, "above").await;
    let (id, text) = base.document(&app, "one").await;
    let place = base.accepted(&app, base.put_place(id, Some(above), 2.5)).await;
    assert_eq!(base.pulled(&app, id).await["revision"], place);
    // Written on the revision of before the move.
    let written = base.accepted(&app, base.put_text(id, text, "two")).await;
    let document = base.pulled(&app, id).await;
    assert_eq!(
        (
            &document["placeRevision"],
            &document["textRevision"],
            &document["revision"]
        ),
        (&json!(place), &json!(written), &json!(written))
    );
    assert_eq!(
        (&document["parentId"], &document["position"]),
        (&json!(above), &json!(2.5))
    );
    // The later move wins, whatever its author had seen.
    base.accepted(&app, base.put_place(id, None, 7.0)).await;
    assert_eq!(base.pulled(&app, id).await["position"], 7.0);
    // The same place again is no change.
    let revision = base.revision(&app);
    base.accepted(&app, base.put_place(id, None, 7.0)).await;
    assert_eq!(base.revision(&app), revision);
}

#[actix_web::test]
async fn a_parent_that_cannot_be_one_becomes_no_parent() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (top, _) = base.document(&app, "top").await;
    let (below, _) = base.document(&app, "below").await;
    let (gone, revision) = base.document(&app, "gone").await;
    base.accepted(&app, base.put_place(below, Some(top), 1.0)).await;
    base.accepted(&app, delete_document(gone, revision)).await;
    let other = Uuid::now_v7();
    base.accepted(&app, put_category(other, "别的", "other")).await;
    let elsewhere = Uuid::now_v7();
    let mut change = base.put_text(elsewhere, 0, "elsewhere");
    change["place"]["categoryId"] = json!(other);
    base.accepted(&app, change).await;
    for parent in [top, below, gone, elsewhere, Uuid::now_v7()] {
        base.accepted(&app, base.put_place(top, Some(parent), 1.0)).await;
        assert_eq!(parent_of(&app, top), "", "{parent}");
        assert_eq!(parent_of(&app, below), top.to_string(), "{parent}");
        // Its author learns of it, also when the place is the one of before.
        let revision: i64 = base.revision(&app).parse().unwrap();
        assert_eq!(
            base.pull(&app, revision - 1).await["documents"][0]["id"],
            top.to_string(),
            "{parent}"
        );
    }
    // Nor for a document that is new.
    let new = Uuid::now_v7();
    let mut change = base.put_text(new, 0, "new");
    change["place"]["parentId"] = json!(new);
    base.accepted(&app, change).await;
    assert_eq!(parent_of(&app, new), "");
}

#[actix_web::test]
async fn documents_that_arrive_as_parents_of_each_other_make_no_cycle() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let ids = [0, 1, 2].map(|_| Uuid::now_v7());
    let ring = |texts: bool| {
        let change = |at: usize| {
            let parent = ids[(at + 1) % ids.len()];
            if !texts {
                return base.put_place(ids[at], Some(parent), 1.0);
            }
            let mut change = base.put_text(ids[at], 0, "text");
            change["place"]["parentId"] = json!(parent);
            change
        };
        (0..ids.len()).map(change).collect::<Vec<_>>()
    };
    for (texts, parents) in [(true, ["", "", "0"]), (false, ["1", "", "0"])] {
        let results = base.push(&app, ring(texts)).await;
        assert!(
            results.iter().all(|result| result["outcome"] == "accepted"),
            "{results:?}"
        );
        let found = ids.map(|id| parent_of(&app, id));
        let expected = parents.map(|at| at.parse().map_or(String::new(), |at: usize| ids[at].to_string()));
        assert_eq!(found, expected, "{texts}");
    }
}

#[actix_web::test]
async fn two_moves_at_the_same_moment_make_no_cycle() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (first, _) = base.document(&app, "first").await;
    let (second, _) = base.document(&app, "second").await;
    // Another push puts the first below the second and is not finished yet.
    let other = format!(
        "SELECT FROM knowledge_bases WHERE id = '{0}' FOR NO KEY UPDATE; \
         UPDATE documents SET parent_id = '{second}' WHERE id = '{first}'",
        base.id
    );
    let push = base.push(&app, vec![base.put_place(second, Some(first), 1.0)]);
    let result = app.while_changing(&other, push).await.remove(0);
    assert_eq!(result["outcome"], "accepted");
    assert_eq!(
        (parent_of(&app, first), parent_of(&app, second)),
        (second.to_string(), String::new())
    );
}

#[actix_web::test]
async fn requests_at_the_same_moment_make_no_cycle() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let mut ids = Vec::new();
    for name in ["a", "b", "c"] {
        ids.push(base.document(&app, name).await.0);
    }
    for _ in 0..5 {
        let moves = [(0, 1), (1, 2), (2, 0)]
            .map(|(id, parent)| base.push(&app, vec![base.put_place(ids[id], Some(ids[parent]), 1.0)]));
        futures_util::future::join_all(moves).await;
        let at_top = "EXISTS (SELECT FROM documents WHERE parent_id IS NULL)";
        assert!(app.database().is_true(at_top));
        for id in &ids {
            base.accepted(&app, base.put_place(*id, None, 1.0)).await;
        }
    }
}

#[actix_web::test]
async fn what_is_below_a_document_goes_to_another_category_with_it() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (top, _) = base.document(&app, "top").await;
    let (middle, _) = base.document(&app, "middle").await;
    let (bottom, _) = base.document(&app, "bottom").await;
    base.accepted(&app, base.put_place(middle, Some(top), 1.0)).await;
    base.accepted(&app, base.put_place(bottom, Some(middle), 1.0))
        .await;
    let other = Uuid::now_v7();
    let before = base.accepted(&app, put_category(other, "别的", "other")).await;
    let moved = base.accepted(&app, put_place(top, other, None, 1.0)).await;
    assert_eq!(moved, before + 1);
    let pulled = base.pull(&app, before).await;
    let documents = pulled["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 3);
    assert!(documents.iter().all(|row| row["categoryId"] == other.to_string()));
    assert!(
        documents
            .iter()
            .all(|row| row["placeRevision"] == row["revision"])
    );
    // Each row has a revision of its own, and the base has the last of them.
    let revisions: Vec<_> = documents
        .iter()
        .map(|row| row["revision"].as_i64().unwrap())
        .collect();
    assert_eq!(revisions, [moved, moved + 1, moved + 2]);
    assert_eq!(pulled["revision"], moved + 2);
    assert_eq!(
        (parent_of(&app, bottom), parent_of(&app, middle)),
        (middle.to_string(), top.to_string())
    );
}

#[actix_web::test]
async fn a_document_that_is_not_there_is_not_moved_and_a_deleted_one_stays_deleted() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    assert_eq!(
        base.refused(&app, base.put_place(Uuid::now_v7(), None, 1.0))
            .await,
        "document.notFound"
    );
    let (id, revision) = base.document(&app, "one").await;
    assert_eq!(
        base.refused(&app, put_place(id, Uuid::now_v7(), None, 1.0)).await,
        "category.notFound"
    );
    let deleted = base.accepted(&app, delete_document(id, revision)).await;
    assert_eq!(base.accepted(&app, base.put_place(id, None, 8.0)).await, deleted);
    let document = base.pulled(&app, id).await;
    assert_eq!(
        (&document["position"], document["deletedAt"].is_string()),
        (&json!(1.0), true)
    );
}

#[actix_web::test]
async fn a_position_is_a_finite_number() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    let change = base.put_place(id, None, 1.0).to_string().replace("1.0", "1e999");
    let body = format!("{{\"changes\": [{change}]}}");
    let headers = [
        ("token", base.owner.token.as_str()),
        ("content-type", "application/json"),
    ];
    let path = format!("{}/changes", base.path);
    let method = actix_web::http::Method::POST;
    let answer = app
        .send_from("10.0.0.1", method, &path, &headers, body.into_bytes())
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    assert_ne!(base.pulled(&app, id).await["position"], Value::Null);
}

#[actix_web::test]
async fn nothing_is_put_into_a_category_that_was_deleted() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    let gone = Uuid::now_v7();
    base.accepted(&app, put_category(gone, "旧", "old")).await;
    base.accepted(&app, delete_category(gone)).await;
    let moved = put_place(id, gone, None, 1.0);
    assert_eq!(base.refused(&app, moved).await, "category.notFound");
    let mut new = base.put_text(Uuid::now_v7(), 0, "two");
    new["place"]["categoryId"] = json!(gone);
    assert_eq!(base.refused(&app, new).await, "category.notFound");
}
