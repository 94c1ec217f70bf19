//! No line of the log holds a sentence of a document.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once};

use actix_web::http::Method;
use moyan_server::features::public_site::Sites;
use tracing_subscriber::EnvFilter;

use super::world::World;
use crate::support::visitor::Visitor;

/// What only texts of documents have.
const OF_TEXTS: [&str; 2] = ["kqx", "段落"];

static N_LINES: AtomicUsize = AtomicUsize::new(0);
static LEAKS: Mutex<Vec<String>> = Mutex::new(Vec::new());
static START: Once = Once::new();

/// Counts lines and keeps those that hold something of a text.
struct Watcher;

impl io::Write for Watcher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        N_LINES.fetch_add(1, Ordering::Relaxed);
        if OF_TEXTS.iter().any(|text| line.contains(text)) {
            LEAKS.lock().unwrap().push(line.into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads along what the server logs from now on, at its most talkative.
pub fn watch() {
    START.call_once(|| {
        let filter = EnvFilter::new("info,moyan_server=trace");
        let builder = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false);
        builder.with_writer(|| Watcher).try_init().unwrap();
    });
}

#[actix_web::test]
async fn the_log_never_has_a_sentence_of_a_document() {
    watch();
    // The log says what is found in it.
    tracing::warn!(target: "moyan_server", "a kqxprobe");
    assert!(LEAKS.lock().unwrap().iter().any(|line| line.contains("kqxprobe")));
    let world = World::new().await;
    let member = Visitor::new(&world.app, world.site.id, "reader").await;
    member.grant(&world.app, "is_lifetime = TRUE");
    let n_lines = N_LINES.load(Ordering::Relaxed);
    for cookie in ["", member.cookie.as_str()] {
        world.crawl(cookie).await;
        world
            .ask(Method::POST, &world.document("a1").path(), cookie, "br")
            .await;
    }
    // Failures are told with their cause.
    for table in ["visitor_sessions", "release_documents", "rendered_documents"] {
        world
            .app
            .sql(&format!("ALTER TABLE {table} RENAME TO {table}_away"));
        world.app.sql("UPDATE sites SET generation = generation + 1");
        world.app.state.memory.of::<Sites>().expire();
        world.crawl(&member.cookie).await;
        world.site.publish(&world.app).await;
        world
            .app
            .sql(&format!("ALTER TABLE {table}_away RENAME TO {table}"));
    }
    assert!(N_LINES.load(Ordering::Relaxed) > n_lines);
    let mut leaks = LEAKS.lock().unwrap().clone();
    leaks.retain(|line| !line.contains("kqxprobe"));
    assert!(leaks.is_empty(), "{leaks:?}");
}
