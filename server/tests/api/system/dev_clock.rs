use actix_web::http::Method;

use crate::support::TestApp;

#[actix_web::test]
async fn developers_move_the_clock_and_set_it_right_again() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    // A session that is not used ends after a month.
    for (ahead_s, is_logged_in) in [(29 * 86_400, true), (61 * 86_400, false)] {
        let path = format!("/dev/clock?aheadS={ahead_s}");
        assert_eq!(app.send(Method::POST, &path, &[]).await.status, 200);
        assert_eq!(app.is_logged_in(&user.token).await, is_logged_in, "{ahead_s}");
    }
    // Who logs in then is logged in.
    let token = app.login(&user.email).await;
    assert!(app.is_logged_in(&token).await);
    assert_eq!(
        app.send(Method::POST, "/dev/clock?aheadS=0", &[]).await.status,
        200
    );
    assert_eq!(app.clock.ahead(), chrono::TimeDelta::zero());
    for query in ["aheadS=-1", "aheadS=99999999999999999", "aheadS=x", ""] {
        let answer = app.send(Method::POST, &format!("/dev/clock?{query}"), &[]).await;
        assert_eq!(answer.status, 400, "{query}");
    }
}

#[actix_web::test]
async fn in_production_nobody_moves_the_clock() {
    let app = TestApp::configured(&[("MOYAN_ENV", "production")]);
    let answer = app.send(Method::POST, "/dev/clock?aheadS=60", &[]).await;
    assert_eq!(answer.status, 404);
    assert_eq!(app.clock.ahead(), chrono::TimeDelta::zero());
}
