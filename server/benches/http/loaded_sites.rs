//! What sites that are read at the same time ask of the database and of the memory, with 10, 100 and 1,000 of them.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::sql_types::BigInt;
use diesel::{Connection as _, PgConnection, QueryableByName, RunQueryDsl as _, sql_query};
use serde_json::json;
use uuid::Uuid;

use crate::MEASURED;
use crate::load::load;
use crate::server::Server;
use crate::sites::{compare_with_nginx, get, paths_of, request_for};
use crate::sync::{Client, put, text_of};

const SIZES: [usize; 3] = [10, 100, 1_000];
/// Documents of a site, 8 KB each.
const N_DOCUMENTS: usize = 10;
/// How long the sites are read, each of them about once a second.
const READ_FOR: Duration = Duration::from_secs(10);

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Publishes a small site and copies it, and prints what the copies take when they are read.
pub fn measure(database: &str, folder: &str, (token, team): (&str, &str)) {
    let slug = publish_one(database, folder, (token, team));
    let mut connection = PgConnection::establish(database).unwrap();
    println!("\n| sites that are read | first page each, ms | statements/s | requests/s | memory, KB each |");
    println!("| --: | --: | --: | --: | --: |");
    let mut n_copies = 0;
    for size in SIZES {
        copy(&mut connection, &slug, n_copies..size);
        n_copies = size;
        // A server that has read nothing yet.
        let server = Server::start(database, folder);
        let requests: Vec<String> = (0..size)
            .map(|number| request_for(&format!("{slug}-{number}"), "/"))
            .collect();
        let at_rest = server.memory_mb();
        let began = Instant::now();
        for request in &requests {
            assert!(get(&server.address, request).0.starts_with("HTTP/1.1 200 "));
        }
        let first_ms = began.elapsed().as_secs_f64() * 1000.0 / size as f64;
        let at_work = idle_rate(&mut connection);
        let (began, before) = (Instant::now(), transactions(&mut connection));
        let mut n_requests = 0;
        while began.elapsed() < READ_FOR {
            let turn = Instant::now();
            for request in &requests {
                get(&server.address, request);
                n_requests += 1;
            }
            std::thread::sleep(Duration::from_secs(1).saturating_sub(turn.elapsed()));
        }
        let seconds = began.elapsed().as_secs_f64();
        let statements = (transactions(&mut connection) - before) as f64 / seconds - at_work;
        let memory = server
            .memory_mb()
            .zip(at_rest)
            .map_or("?".to_owned(), |(after, before)| {
                format!("{:.0}", (after - before) * 1024.0 / size as f64)
            });
        println!(
            "| {size} | {first_ms:.1} | {statements:.1} | {:.0} | {memory} |",
            f64::from(n_requests) / seconds
        );
        if size == SIZES[SIZES.len() - 1] {
            by_kind(&server, &format!("{slug}-0"));
        }
    }
}

/// How many requests of each kind a server with all of these sites in memory answers in a second.
fn by_kind(server: &Server, slug: &str) {
    let address = &server.address;
    println!("\n| with all of them in memory | |\n| :-- | --: |");
    println!("| start until ready | {} ms |", server.start_ms);
    let paths = paths_of(address, slug);
    let article = paths
        .iter()
        .max_by_key(|path| path.len())
        .unwrap_or_else(|| panic!("{slug} has no pages"));
    let kinds = [
        ("the homepage", "/"),
        ("the sitemap", "/sitemap.xml"),
        ("the feed", "/feed.xml"),
        ("the list for language models", "/llms.txt"),
    ];
    for (name, path) in kinds {
        let request = request_for(slug, path);
        let (began, cpu) = (Instant::now(), server.cpu_s());
        let n_answers = load(address, &request, MEASURED).len() as f64;
        let per_second = n_answers / began.elapsed().as_secs_f64();
        let per_cpu = server.cpu_s().zip(cpu).map_or("?".to_owned(), |(after, before)| {
            format!("{:.0}", n_answers / (after - before))
        });
        println!("| {name}, requests/s, and per CPU second of the server | {per_second:.0}, {per_cpu} |");
    }
    compare_with_nginx(address, &request_for(slug, article));
}

/// What the jobs of a server ask in a second while nobody reads.
fn idle_rate(connection: &mut PgConnection) -> f64 {
    let (began, before) = (Instant::now(), transactions(connection));
    std::thread::sleep(READ_FOR);
    (transactions(connection) - before) as f64 / began.elapsed().as_secs_f64()
}

/// What the database has committed: a statement outside of a transaction is one of its own.
fn transactions(connection: &mut PgConnection) -> i64 {
    // Connections report what they did at most once a second.
    std::thread::sleep(Duration::from_millis(1_500));
    let count: Count =
        sql_query("SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()")
            .get_result(connection)
            .unwrap();
    count.n
}

/// A published site with a base of its own, by its name.
fn publish_one(database: &str, folder: &str, (token, team): (&str, &str)) -> String {
    let server = Server::start(database, folder);
    let mut creator = Client::new(&server.address, token, format!("/api/teams/{team}"));
    let base = json!({ "title": "Small" });
    let base = creator.ask("POST", "/knowledge-bases", Some(&base));
    let base = base["id"].as_str().unwrap();
    let category = Uuid::now_v7();
    let mut changes = vec![json!({
        "id": Uuid::now_v7(), "kind": "putCategory", "categoryId": category, "name": "Chapters", "slug": "chapters",
        "position": 1,
    })];
    changes.extend((0..N_DOCUMENTS).map(|number| put(Uuid::now_v7(), category, 0, &text_of(number))));
    creator.ask(
        "POST",
        &format!("/knowledge-bases/{base}/changes"),
        Some(&json!({ "changes": changes })),
    );
    let slug = format!("small-{}", &Uuid::new_v4().simple().to_string()[..8]);
    let site = json!({ "name": "Small", "slug": slug, "knowledgeBaseId": base });
    let site = creator.ask("POST", "/sites", Some(&site));
    let releases = format!("/sites/{}/releases", site["id"].as_str().unwrap());
    creator.ask("POST", &releases, Some(&json!({ "note": "" })));
    slug
}

/// Copies a site with its release.
fn copy(connection: &mut PgConnection, slug: &str, numbers: std::ops::Range<usize>) {
    for number in numbers {
        let (site, release) = (Uuid::now_v7(), Uuid::now_v7());
        connection
            .batch_execute(&format!(
                "INSERT INTO sites SELECT (json_populate_record(sites, json_build_object('id', '{site}', \
                   'slug', '{slug}-{number}', 'status', 'published', 'live_release_id', NULL))).* \
                   FROM sites WHERE slug = '{slug}'; \
                 INSERT INTO releases SELECT (json_populate_record(releases, json_build_object('id', '{release}', \
                   'site_id', '{site}'))).* FROM releases JOIN sites ON live_release_id = releases.id \
                   WHERE slug = '{slug}'; \
                 INSERT INTO release_documents SELECT (json_populate_record(release_documents, \
                   json_build_object('release_id', '{release}'))).* FROM release_documents \
                   JOIN sites ON live_release_id = release_id WHERE slug = '{slug}'; \
                 UPDATE sites SET live_release_id = '{release}' WHERE id = '{site}';"
            ))
            .unwrap();
    }
}
