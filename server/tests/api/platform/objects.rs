//! What the path of a request names is loaded and checked before the handler runs.

use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, web};
use moyan_foundation::access::{Action, DocumentAccess, KnowledgeBaseAccess, Role, SiteAccess, TeamAccess};
use moyan_foundation::http::error_body;
use moyan_foundation::http::path_ids::not_found_of;
use moyan_foundation::openapi::failures_of;
use moyan_foundation::route::{Access, Route};
use moyan_server::{composition, router};
use serde_json::Value;

use super::successful_requests::Scene;
use crate::support::{TestApp, User};

const PATH: &str = "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/documents/{documentId}";

async fn describe(team: TeamAccess, base: KnowledgeBaseAccess, document: DocumentAccess) -> String {
    format!(
        "{} {} {} {} {} {} {}",
        team.team_id,
        base.id,
        base.status.as_str(),
        base.is_in_bin,
        base.revision,
        document.id,
        document.is_deleted
    )
}

fn reading() -> Route {
    let access = Access::Team(Action::ReadContent);
    Route::new(Method::GET, PATH, "get_document", "Read", access, describe)
}

fn writing() -> Route {
    let access = Access::Team(Action::WriteContent);
    Route::new(Method::PUT, PATH, "put_document", "Write", access, describe)
}

/// The status of a route's answer, and its text or the key of its refusal.
async fn ask(app: &TestApp, route: &Route, user: &User, ids: [&str; 3]) -> (u16, String) {
    let served = App::new()
        .app_data(web::Data::new(app.state.clone()))
        .configure(|cfg| router::serve(cfg, std::slice::from_ref(route)))
        .wrap(from_fn(error_body::fill));
    let mut path = route.path.to_owned();
    for (parameter, id) in route.path_parameters().zip(ids) {
        path = path.replace(&format!("{{{parameter}}}"), id);
    }
    let request = TestRequest::default()
        .method(route.method.clone())
        .uri(&path)
        .insert_header(("token", user.token.as_str()));
    let answer = call_service(&init_service(served).await, request.to_request()).await;
    let status = answer.status().as_u16();
    let body = read_body(answer).await;
    if status == 200 {
        return (status, String::from_utf8(body.to_vec()).unwrap());
    }
    let refusal: Value = serde_json::from_slice(&body).unwrap();
    let key = refusal["data"]["error"].as_str().unwrap().to_owned();
    assert!(failures_of(route)[&status].contains(&key.as_str()), "{key}");
    (status, key)
}

/// A team with a knowledge base and a document in it.
async fn ids_of(app: &TestApp, scene: &Scene) -> (String, String, String) {
    let base = scene.id_of(app, "knowledgeBaseId");
    let document = scene.id_of(app, "documentId");
    (scene.team.clone(), base, document)
}

#[actix_web::test]
async fn a_handler_gets_the_objects_that_its_path_names() {
    let app = TestApp::with_database();
    let scene = Scene::new(&app, "ours").await;
    let (team, base, document) = ids_of(&app, &scene).await;
    app.sql("UPDATE knowledge_bases SET status = 'draft', revision = 7");
    let ids = [team.as_str(), &base, &document];
    let (status, text) = ask(&app, &reading(), &scene.member, ids).await;
    assert_eq!(
        (status, text),
        (200, format!("{team} {base} draft false 7 {document} false"))
    );
    app.sql("UPDATE documents SET deleted_at = now()");
    let (_, text) = ask(&app, &writing(), &scene.member, ids).await;
    assert!(text.ends_with("true"), "{text}");
    // In the caller's own space as well.
    app.sql(&format!(
        "UPDATE knowledge_bases SET team_id = (SELECT id FROM teams WHERE kind = 'personal' AND owner_id = '{}')",
        scene.member.id
    ));
    let ids = ["personal", &base, &document];
    assert_eq!(ask(&app, &writing(), &scene.member, ids).await.0, 200);
    assert_eq!(
        ask(&app, &writing(), &scene.owner, ids).await,
        (404, "knowledgeBase.notFound".to_owned())
    );
}

#[actix_web::test]
async fn an_object_of_another_team_or_base_is_not_there() {
    let app = TestApp::with_database();
    let (ours, theirs) = (Scene::new(&app, "ours").await, Scene::new(&app, "theirs").await);
    // Somebody who is in both teams reaches nothing through the wrong one either.
    app.join(&theirs.team, &ours.owner, Role::Editor);
    let (team, base, document) = ids_of(&app, &ours).await;
    let (_, their_base, their_document) = ids_of(&app, &theirs).await;
    for route in [reading(), writing()] {
        for (ids, key) in [
            ([&*team, &*their_base, &*their_document], "knowledgeBase.notFound"),
            ([&team, "nonsense", &document], "knowledgeBase.notFound"),
            ([&team, &base, &their_document], "document.notFound"),
            ([&team, &base, "nonsense"], "document.notFound"),
        ] {
            assert_eq!(
                ask(&app, &route, &ours.owner, ids).await,
                (404, key.to_owned()),
                "{ids:?}"
            );
        }
    }
    // Who is no member, or may not do it, learns nothing about objects.
    let viewer = app.user("viewer").await;
    let ids = [team.as_str(), "nonsense", "nonsense"];
    assert_eq!(
        ask(&app, &writing(), &viewer, ids).await,
        (404, "team.notFound".to_owned())
    );
    app.join(&team, &viewer, Role::Viewer);
    assert_eq!(
        ask(&app, &writing(), &viewer, ids).await,
        (403, "access.denied".to_owned())
    );
}

#[actix_web::test]
async fn an_archived_base_and_one_in_the_bin_can_be_read_and_are_changed_by_routes_for_them() {
    let app = TestApp::with_database();
    let scene = Scene::new(&app, "ours").await;
    let (team, base, document) = ids_of(&app, &scene).await;
    let ids = [team.as_str(), &base, &document];
    let ask = async |route: Route| {
        let (status, text) = ask(&app, &route, &scene.owner, ids).await;
        if status == 200 { String::new() } else { text }
    };
    app.sql("UPDATE knowledge_bases SET status = 'archived'");
    assert_eq!(ask(reading()).await, "");
    assert_eq!(ask(writing().reading()).await, "");
    assert_eq!(ask(writing()).await, "knowledgeBase.archived");
    assert_eq!(ask(writing().for_bin()).await, "knowledgeBase.archived");
    assert_eq!(ask(writing().for_archived()).await, "");
    app.sql("UPDATE knowledge_bases SET purges_at = now() + interval '1 day'");
    assert_eq!(ask(reading()).await, "");
    assert_eq!(ask(writing().for_archived()).await, "knowledgeBase.inBin");
    assert_eq!(ask(writing().for_archived().for_bin()).await, "");
    app.sql("UPDATE knowledge_bases SET status = 'active'");
    assert_eq!(ask(writing()).await, "knowledgeBase.inBin");
    assert_eq!(ask(writing().for_bin()).await, "");
}

#[actix_web::test]
async fn an_archived_site_and_one_in_the_bin_can_be_read_and_are_changed_by_routes_for_them() {
    const SITE: &str = "/api/teams/{teamId}/sites/{siteId}";
    async fn site(site: SiteAccess) -> String {
        site.id.to_string()
    }
    let app = TestApp::with_database();
    let scene = Scene::new(&app, "ours").await;
    let id = scene.id_of(&app, "siteId");
    let reading = || {
        let access = Access::Team(Action::ReadContent);
        Route::new(Method::GET, SITE, "get_site", "Read", access, site)
    };
    let writing = || {
        let access = Access::Team(Action::WriteContent);
        Route::new(Method::PUT, SITE, "put_site", "Write", access, site)
    };
    let ask = async |route: Route| {
        let (_, text) = ask(&app, &route, &scene.owner, [scene.team.as_str(), &id, ""]).await;
        text
    };
    assert_eq!(ask(writing()).await, id);
    app.sql("UPDATE sites SET status = 'archived'");
    assert_eq!(ask(reading()).await, id);
    assert_eq!(ask(writing().reading()).await, id);
    assert_eq!(ask(writing()).await, "site.archived");
    assert_eq!(ask(writing().for_bin()).await, "site.archived");
    assert_eq!(ask(writing().for_archived()).await, id);
    app.sql("UPDATE sites SET purges_at = now() + interval '1 day'");
    assert_eq!(ask(reading()).await, id);
    assert_eq!(ask(writing().for_archived()).await, "site.inBin");
    assert_eq!(ask(writing().for_archived().for_bin()).await, id);
    app.sql("UPDATE sites SET status = 'draft'");
    assert_eq!(ask(writing()).await, "site.inBin");
    assert_eq!(ask(writing().for_bin()).await, id);
}

#[test]
fn every_parameter_of_a_path_is_known() {
    for route in composition::routes() {
        for parameter in route.path_parameters() {
            let is_known = not_found_of(parameter).is_some() || route.tail_parameter() == Some(parameter);
            assert!(is_known, "{}: {parameter}", route.name);
        }
    }
}

#[test]
fn no_handler_reads_an_id_from_a_path_by_itself() {
    let features = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/features");
    for feature in std::fs::read_dir(features).unwrap() {
        let routes = feature.unwrap().path().join("routes.rs");
        if let Ok(text) = std::fs::read_to_string(&routes) {
            for reading in ["Path<(", "Path<Uuid", "match_info"] {
                assert!(!text.contains(reading), "{}", routes.display());
            }
        }
    }
}
