//! A server that starts while the database is away shows the sites that it knew, where they were open to everybody.

use std::path::PathBuf;

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};

use super::hosts::{HOST, get, published};
use crate::support::database_proxy::{Proxy, place_of};
use crate::support::site::Site;
use crate::support::{Answer, TestApp, wait_until};

/// A server with a folder for sites, whose way to the database can be cut.
struct Kept {
    app: TestApp,
    site: Site,
    folder: PathBuf,
    proxy: Proxy,
    url: String,
}

impl Kept {
    /// A published site, which is in the folder.
    async fn new() -> Self {
        let app = TestApp::with_database();
        let site = published(&app).await;
        let url = app.database().url.clone();
        let (place, target) = place_of(&url);
        let proxy = Proxy::to(target);
        let mut kept = Self {
            folder: app.folder().join("sites"),
            url: url.replace(place, &proxy.address.to_string()),
            app,
            site,
            proxy,
        };
        kept.restart(&[]).await;
        kept.app.state.db.set_ready();
        assert_eq!(kept.page().await.status, 200);
        wait_until(|| kept.is_noted()).await;
        kept
    }

    /// Another process of the server, which has not reached the database yet. These variables come first.
    async fn restart(&mut self, variables: &[(&str, &str)]) {
        let own = [
            ("DATABASE_URL", self.url.as_str()),
            ("SITES_STATE_DIR", self.folder.to_str().unwrap()),
        ];
        self.app.restart(&[variables, &own].concat());
        wait_until(|| self.is_left()).await;
    }

    /// The same after the database went away.
    async fn restart_without_database(&mut self, variables: &[(&str, &str)]) {
        self.proxy.cut();
        self.restart(variables).await;
    }

    /// Whether no process uses the folder.
    fn is_left(&self) -> bool {
        let Ok(lock) = std::fs::File::open(self.folder.join("lock")) else {
            return true;
        };
        rustix::fs::flock(&lock, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
    }

    async fn page(&self) -> Answer {
        get(&self.app, HOST, "/docs").await
    }

    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.site.gz", self.site.id))
    }

    /// Whether there is a file of the site.
    fn has_file(&self) -> bool {
        self.file().exists()
    }

    fn is_noted(&self) -> bool {
        self.has_file() && self.index().is_some()
    }

    /// The bytes of the index.
    fn index(&self) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join("index.gz")).ok()
    }

    /// The site as another server changes it: its row tells of it.
    fn change_elsewhere(&self, statement: &str) {
        self.app.sql(&format!(
            "{statement}; UPDATE sites SET generation = generation + 1"
        ));
        self.app.clock.advance(TimeDelta::seconds(2));
    }
}

/// Gives the site this access.
const RULES: &str = "INSERT INTO site_settings (site_id, tab, data) SELECT id, 'access', \
    '{\"guest\": \"partial\", \"nonMember\": \"free\", \"partialChars\": 3, \"categories\": [], \"documents\": []}' FROM sites";

#[actix_web::test]
async fn a_server_that_starts_without_its_database_shows_the_open_sites_it_knew() {
    let mut kept = Kept::new().await;
    let map = get(&kept.app, HOST, "/sitemap.xml").await;
    let (_, document) = map.text().split_once(".localhost/docs/").unwrap();
    let (document, _) = document.split_once('<').unwrap();
    let document = format!("/docs/{document}");
    let paths = [
        "/",
        "/docs",
        &document,
        "/search?q=x",
        "/sitemap.xml",
        "/feed.xml",
    ];
    let mut before = Vec::new();
    for path in paths {
        before.push(get(&kept.app, HOST, path).await);
    }
    assert!(before.iter().all(|answer| answer.status == 200));
    kept.restart_without_database(&[]).await;
    let ready = async |kept: &Kept, path: &str| kept.app.get(path).await.status.as_u16();
    assert_eq!(ready(&kept, "/readyz?for=pages").await, 200);
    assert_eq!(ready(&kept, "/readyz").await, 503);
    let check = "/internal/domains/check?domain=handbook.localhost";
    let asked = kept
        .app
        .send_from("127.0.0.1", Method::GET, check, &[], Vec::new());
    assert_eq!(asked.await.status, 200);
    for (path, before) in paths.into_iter().zip(before) {
        let now = get(&kept.app, HOST, path).await;
        assert_eq!(
            (now.status, &now.body, now.header("etag")),
            (before.status, &before.body, before.header("etag")),
            "{path}"
        );
    }
    let n_stale = kept.app.state.metrics.sites.stale_answers.get();
    assert_eq!(n_stale, paths.len() as u64);
    assert_eq!(get(&kept.app, "other.localhost", "/docs").await.status, 503);
    // For as long as a site in memory.
    kept.app.clock.advance(TimeDelta::seconds(3500));
    assert_eq!(kept.page().await.status, 200);
    kept.app.clock.advance(TimeDelta::seconds(101));
    assert_eq!(kept.page().await.status, 503);
    assert_eq!(ready(&kept, "/readyz?for=pages").await, 503);
}

#[actix_web::test]
async fn a_site_on_disk_is_as_old_as_its_confirmation_whenever_the_server_starts() {
    let mut kept = Kept::new().await;
    for (seconds, status) in [(3500, 200), (3601, 503), (-10, 503)] {
        kept.app.clock.advance(TimeDelta::seconds(seconds));
        kept.restart_without_database(&[]).await;
        assert_eq!(kept.page().await.status, status, "{seconds}");
        let ready = kept.app.get("/readyz?for=pages").await.status;
        assert_eq!(ready, status, "{seconds}");
        kept.app.clock.advance(TimeDelta::seconds(-seconds));
    }
    kept.restart_without_database(&[("STALE_SITES_S", "0")]).await;
    assert_eq!(kept.page().await.status, 503);
}

#[actix_web::test]
async fn what_the_database_confirms_is_noted_once_a_minute() {
    let mut kept = Kept::new().await;
    let first = kept.index();
    for _ in 0..5 {
        kept.app.clock.advance(TimeDelta::seconds(10));
        assert_eq!(kept.page().await.status, 200);
    }
    assert_eq!(kept.index(), first);
    kept.app.clock.advance(TimeDelta::seconds(3000));
    assert_eq!(kept.page().await.status, 200);
    wait_until(|| kept.index().is_some_and(|index| Some(index) != first)).await;
    kept.app.clock.advance(TimeDelta::seconds(3000));
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
}

#[actix_web::test]
async fn a_site_that_nobody_read_for_hours_is_in_the_folder_again_with_its_next_page() {
    let mut kept = Kept::new().await;
    kept.app.clock.advance(TimeDelta::hours(2));
    let note = |kept: &Kept| {
        let sites = kept.app.state.memory.of::<Sites>();
        sites.note_on_disk_now(kept.app.clock.now(), false);
    };
    note(&kept);
    assert!(!kept.has_file());
    let before = kept.index();
    assert_eq!(kept.page().await.status, 200);
    wait_until(|| kept.has_file() && kept.index() != before).await;
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
}

#[actix_web::test]
async fn files_are_for_the_user_of_the_server_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let kept = Kept::new().await;
    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let modes = [kept.folder.clone(), kept.file(), kept.folder.join("index.gz")];
    assert_eq!(modes.map(mode), [0o700, 0o600, 0o600]);
}

#[actix_web::test]
async fn a_site_with_rules_is_not_written() {
    let app = TestApp::with_database();
    published(&app).await;
    app.sql(RULES);
    let folder = app.folder().join("sites");
    let mut app = app;
    app.reconfigure(&[("SITES_STATE_DIR", folder.to_str().unwrap())]);
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    app.state
        .memory
        .of::<Sites>()
        .note_on_disk_now(app.clock.now(), true);
    let files = std::fs::read_dir(&folder).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["lock"]);
}

#[actix_web::test]
async fn a_site_that_is_not_for_everybody_any_more_loses_its_file_before_it_is_shown() {
    for change in [
        RULES,
        "UPDATE sites SET status = 'maintenance'",
        "UPDATE sites SET status = 'archived'",
        "UPDATE sites SET status = 'draft'",
        "UPDATE sites SET purges_at = now()",
        "UPDATE sites SET live_release_id = NULL",
        "UPDATE teams SET suspended_at = now()",
        "UPDATE users SET suspended_at = now()",
    ] {
        let mut kept = Kept::new().await;
        kept.change_elsewhere(change);
        kept.page().await;
        assert!(!kept.has_file(), "{change}");
        kept.restart_without_database(&[]).await;
        assert_eq!(kept.page().await.status, 503, "{change}");
    }
}

#[actix_web::test]
async fn a_site_that_changed_loses_its_file_whichever_site_is_read() {
    let kept = Kept::new().await;
    let second = kept.site.second(&kept.app);
    second.publish(&kept.app).await.data();
    kept.app.sql("UPDATE sites SET status = 'published'");
    let page = async || get(&kept.app, "second.localhost", "/docs").await.status;
    assert_eq!(page().await, 200);
    wait_until(|| kept.folder.join(format!("{}.site.gz", second.id)).exists()).await;
    kept.app.sql(&format!(
        "UPDATE sites SET generation = generation + 1 WHERE id = '{}'",
        kept.site.id
    ));
    kept.app.clock.advance(TimeDelta::seconds(2));
    assert_eq!(page().await, 200);
    assert!(!kept.has_file());
}

#[actix_web::test]
async fn a_start_with_the_database_asks_it_and_clears_up() {
    let mut kept = Kept::new().await;
    kept.app.sql(RULES);
    kept.restart(&[]).await;
    assert!(kept.has_file());
    let page = kept.page().await;
    assert_eq!(page.status, 200);
    assert!(!kept.has_file());
    // A name that is nobody's any more.
    let mut kept = Kept::new().await;
    kept.app.sql("UPDATE sites SET slug = 'another'");
    kept.restart(&[]).await;
    assert_eq!(kept.page().await.status, 404);
    assert!(!kept.has_file());
}

#[actix_web::test]
async fn a_change_through_the_console_is_never_followed_by_the_site_as_it_was() {
    let change = json!({ "guest": "members", "nonMember": "members", "partialChars": 0, "categories": [], "documents": [] });
    let mut kept = Kept::new().await;
    let route = format!("{}/access", kept.site.path);
    let owner = kept.site.base.owner.clone();
    let revision = kept.app.call(&owner, "GET", &route, Value::Null).await;
    let tag = revision.header("etag").to_owned();
    let headers = [
        ("token", owner.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", tag.as_str()),
    ];
    let body = change.to_string().into_bytes();
    let saved = kept
        .app
        .send_from("10.0.0.1", Method::PUT, &route, &headers, body);
    saved.await.data();
    // Nobody has asked for the site since.
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 503);
    assert_eq!(kept.app.get("/readyz?for=pages").await.status, 503);
}

#[actix_web::test]
async fn a_change_that_may_be_of_any_site_leaves_each_until_it_is_confirmed() {
    let mut kept = Kept::new().await;
    let doubt = async |kept: &Kept| {
        let owner = &kept.site.base.owner;
        let path = format!("/api/teams/{}/sites", kept.site.base.team);
        let body = json!({ "name": "新站", "slug": "newsite", "language": "zh-CN" });
        kept.app.call(owner, "POST", &path, body).await.data();
    };
    doubt(&kept).await;
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 503);

    let mut kept = Kept::new().await;
    doubt(&kept).await;
    let doubted = kept.index();
    kept.app.clock.advance(TimeDelta::seconds(2));
    assert_eq!(kept.page().await.status, 200);
    wait_until(|| kept.index().is_some_and(|index| Some(index) != doubted)).await;
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
}

#[actix_web::test]
async fn a_team_that_is_deleted_takes_its_sites_along() {
    let mut kept = Kept::new().await;
    let owner = kept.site.base.owner.clone();
    let path = format!("/api/teams/{}", kept.site.base.team);
    kept.app.call(&owner, "DELETE", &path, Value::Null).await.data();
    // Nobody has asked for the site since.
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 503);
}

#[actix_web::test]
async fn a_page_that_changed_is_shown_changed_at_the_first_request_with_the_database() {
    let mut kept = Kept::new().await;
    kept.restart_without_database(&[]).await;
    assert!(!kept.page().await.text().contains("新名字"));
    kept.app.sql(
        "UPDATE releases SET settings = jsonb_set(settings, '{basicInfo,name}', '\"新名字\"'); \
         UPDATE sites SET generation = generation + 1",
    );
    kept.proxy.mend();
    kept.app.state.db.set_ready();
    assert!(kept.page().await.text().contains("新名字"));
}

#[actix_web::test]
async fn with_the_database_no_file_decides() {
    let mut kept = Kept::new().await;
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
    // Its row tells of no change, and it is read again all the same.
    kept.app
        .sql("UPDATE releases SET settings = jsonb_set(settings, '{basicInfo,name}', '\"新名字\"')");
    kept.proxy.mend();
    kept.app.state.db.set_ready();
    let before = kept.index();
    assert!(kept.page().await.text().contains("新名字"));
    wait_until(|| kept.index().is_some_and(|index| Some(index) != before)).await;
    // A failure that is an answer.
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
    kept.app.sql("ALTER TABLE sites RENAME TO sites_away");
    kept.proxy.mend();
    kept.app.state.db.set_ready();
    for _ in 0..2 {
        assert_eq!(kept.page().await.status, 503);
    }
}

#[actix_web::test]
async fn files_are_shown_only_until_the_process_has_reached_the_database() {
    let mut kept = Kept::new().await;
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
    kept.app.state.db.set_ready();
    assert_eq!(kept.page().await.status, 503);
    assert_eq!(kept.app.get("/readyz?for=pages").await.status, 503);
    // Nor a file that was not opened before.
    kept.restart(&[]).await;
    kept.app.state.db.set_ready();
    assert_eq!(kept.page().await.status, 503);
    let check = "/internal/domains/check?domain=handbook.localhost";
    let asked = kept
        .app
        .send_from("127.0.0.1", Method::GET, check, &[], Vec::new());
    assert_eq!(asked.await.status, 503);
}

#[actix_web::test]
async fn what_cannot_be_used_is_removed() {
    let mut kept = Kept::new().await;
    let flip = |path: PathBuf| {
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(path, bytes).unwrap();
    };
    flip(kept.file());
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 503);
    assert!(!kept.has_file());

    let mut kept = Kept::new().await;
    flip(kept.folder.join("index.gz"));
    std::fs::write(kept.folder.join("notes.txt"), "of the operator").unwrap();
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 503);
    assert_eq!((kept.index(), kept.has_file()), (None, false));
    assert!(kept.folder.join("notes.txt").exists());

    // The file of another site in the place of this one.
    let mut kept = Kept::new().await;
    let other = kept.folder.join(format!("{}.site.gz", uuid::Uuid::now_v7()));
    std::fs::copy(kept.file(), &other).unwrap();
    kept.restart_without_database(&[]).await;
    assert_eq!(kept.page().await.status, 200);
    assert!(!other.exists() && kept.has_file());
}

#[actix_web::test]
async fn sites_of_another_database_are_not_shown() {
    let mut kept = Kept::new().await;
    let (place, name) = kept.url.rsplit_once('/').unwrap();
    let other = format!("{place}/other_{name}");
    kept.restart_without_database(&[("DATABASE_URL", &other), ("DATABASE_DIRECT_URL", &other)])
        .await;
    assert_eq!(kept.page().await.status, 503);
    assert_eq!((kept.index(), kept.has_file()), (None, false));
}

#[actix_web::test]
async fn without_a_folder_nothing_is_written() {
    let mut kept = Kept::new().await;
    std::fs::remove_dir_all(&kept.folder).unwrap();
    kept.restart(&[("SITES_STATE_DIR", "")]).await;
    kept.app.state.db.set_ready();
    assert_eq!(kept.page().await.status, 200);
    kept.app
        .state
        .memory
        .of::<Sites>()
        .note_on_disk_now(kept.app.clock.now(), true);
    assert!(!kept.folder.exists());
}

#[actix_web::test]
async fn a_site_that_was_seen_to_be_closed_is_closed_under_all_of_its_names() {
    let mut kept = Kept::new().await;
    let before = kept.index();
    kept.change_elsewhere(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{}', 'docs.example', 't', now(), true)",
        kept.site.id
    ));
    assert_eq!(kept.page().await.status, 301);
    let domain = async |kept: &Kept| get(&kept.app, "docs.example", "/docs").await.status.as_u16();
    assert_eq!(domain(&kept).await, 200);
    wait_until(|| kept.is_noted() && kept.index() != before).await;
    kept.restart_without_database(&[]).await;
    assert_eq!(
        (kept.page().await.status.as_u16(), domain(&kept).await),
        (301, 200)
    );
    kept.app.sql(RULES);
    kept.proxy.mend();
    kept.app.state.db.set_ready();
    assert_eq!(kept.page().await.status, 301);
    // The other name was not asked for while the database was there.
    kept.proxy.cut();
    assert_eq!(domain(&kept).await, 503);
}
