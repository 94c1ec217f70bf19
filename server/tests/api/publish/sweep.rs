use crate::support::TestApp;
use crate::support::site::Site;

#[actix_web::test]
async fn a_release_that_was_never_completed_is_removed_after_an_hour() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    app.sql(&format!(
        "INSERT INTO releases (id, site_id, number, status, settings, categories, engine_version, created_at) VALUES \
         (gen_random_uuid(), '{0}', 1, 'building', '{{}}', '[]', 'x', now() - interval '61 minutes'), \
         (gen_random_uuid(), '{0}', 2, 'building', '{{}}', '[]', 'x', now() - interval '59 minutes'), \
         (gen_random_uuid(), '{0}', 3, 'ready', '{{}}', '[]', 'x', now() - interval '9 days')",
        site.id
    ));
    assert!(app.sweep().await);
    let left = "SELECT string_agg(number::text, ' ' ORDER BY number) FROM releases";
    assert_eq!(app.database().text(left), "2 3");
}

#[actix_web::test]
async fn a_rendering_that_no_release_names_is_removed_after_a_day() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    app.sql(
        "UPDATE rendered_documents SET created_at = now() - interval '9 days'; \
         INSERT INTO rendered_documents (hash, data, created_at) VALUES \
         (repeat('a', 64), '{}', now() - interval '25 hours'), (repeat('b', 64), '{}', now() - interval '23 hours')",
    );
    assert!(app.sweep().await);
    assert_eq!(
        app.database().text("SELECT count(*) FROM rendered_documents"),
        "2"
    );
    assert!(
        !app.database()
            .is_true("EXISTS (SELECT FROM rendered_documents WHERE hash = repeat('a', 64))")
    );
}

#[actix_web::test]
async fn a_rendering_that_is_used_again_is_not_removed_under_the_publish() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    app.sql("DELETE FROM releases; UPDATE rendered_documents SET created_at = now() - interval '23 hours'");
    site.publish(&app).await.data();
    assert!(
        app.database()
            .is_true("(SELECT created_at > now() - interval '1 hour' FROM rendered_documents)")
    );
}
