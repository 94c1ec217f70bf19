//! How many requests the server answers in a second, and the memory it needs, measured on the program itself.
//!
//! `make bench` runs it with a private database. Load comes from one thread over 32 connections that stay open,
//! on the same cores as the server and the database: a machine of its own would do more.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark that cannot go on must end, and prints"
)]

mod load;
mod loaded_sites;
mod server;
mod sites;
mod sync;
mod uploads;

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use moyan_foundation::access::{Role, Tokens};

use load::load;
use server::Server;

const SECRET: &str = "only-for-a-benchmark-0123456789ab";
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(5);

/// The tokens of twenty members of a team with a thousand knowledge bases, the owner's first, and the team.
fn fill(database: &str) -> (Vec<String>, String) {
    let team = uuid::Uuid::now_v7();
    let end = moyan_domain::Clock::default().now() + chrono::TimeDelta::days(1);
    let signer = Tokens::new(SECRET, None);
    let mut tokens = Vec::new();
    let mut sql = String::new();
    for number in 0..20 {
        let (id, session) = (uuid::Uuid::now_v7(), uuid::Uuid::now_v7());
        let role = if number == 0 { Role::Owner } else { Role::Editor }.as_str();
        sql += &format!(
            "INSERT INTO users (id, nickname, email, password_hash, locale) \
               VALUES ('{id}', 'Author {number}', '{id}@example.com', 'none', 'en');\
             INSERT INTO teams (id, kind, name, owner_id) VALUES (gen_random_uuid(), 'personal', '', '{id}');"
        );
        if number == 0 {
            sql += &format!(
                "INSERT INTO teams (id, kind, name, owner_id, plan) \
                   VALUES ('{team}', 'team', 'Bench', '{id}', 'professional');"
            );
        }
        sql += &format!(
            "INSERT INTO team_members (team_id, user_id, role) VALUES ('{team}', '{id}', '{role}');\
             INSERT INTO sessions (id, user_id, device, user_agent, ip_address, expires_at) \
               VALUES ('{session}', '{id}', 'web', 'bench', '127.0.0.1', now() + interval '1 day');"
        );
        tokens.push(signer.sign(id, session, end).unwrap());
    }
    sql += &format!(
        "INSERT INTO knowledge_bases (id, team_id, title, description, category, status) \
           SELECT gen_random_uuid(), '{team}', 'Handbook ' || n, 'What it is about', 'techDocs', 'active' \
           FROM generate_series(1, {}) n; ANALYZE;",
        sync::N_BASES
    );
    PgConnection::establish(database)
        .unwrap()
        .batch_execute(&sql)
        .unwrap();
    (tokens, team.to_string())
}

/// A size as it is printed.
fn shown(memory_mb: Option<f64>) -> String {
    memory_mb.map_or("?".to_owned(), |memory| format!("{memory:.0} MB"))
}

fn main() {
    // `cargo test --all-targets` starts benchmarks too, to see that they are there.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let database = std::env::var("DATABASE_URL")
        .expect("DATABASE_URL: node scripts/with-postgres.mjs cargo bench -p moyan-server --bench http");
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/bench-site");
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(format!("{folder}/index.html"), "x".repeat(4096)).unwrap();
    drop(Server::start(&database, folder));
    let (tokens, team) = fill(&database);
    let token = &tokens[0];
    // `cargo bench … -- loaded-sites` measures that part alone.
    if std::env::args().any(|argument| argument == "loaded-sites") {
        return loaded_sites::measure(&database, folder, (token, &team));
    }
    let server = Server::start(&database, folder);
    let at_rest = server.memory_mb();
    let routes = [
        ("health, no database", "/api/health".to_owned()),
        ("page, 4 KB from a folder", "/md".to_owned()),
        ("logged in: the account's teams", "/api/teams".to_owned()),
        (
            "logged in: a list of 20 members",
            format!("/api/teams/{team}/members?limit=20"),
        ),
        (
            "logged in: 20 of 1,000 knowledge bases",
            format!("/api/teams/{team}/knowledge-bases"),
        ),
    ];
    println!("| request | requests/s | per CPU second of the server | median, ms | 99 %, ms |");
    println!("| :-- | --: | --: | --: | --: |");
    for (name, path) in routes {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\ntoken: {token}\r\n\r\n");
        load(&server.address, &request, WARM_UP);
        let (began, cpu) = (Instant::now(), server.cpu_s());
        let times = load(&server.address, &request, MEASURED);
        let per_second = times.len() as f64 / began.elapsed().as_secs_f64();
        let per_cpu = server.cpu_s().zip(cpu).map_or("?".to_owned(), |(after, before)| {
            format!("{:.0}", times.len() as f64 / (after - before))
        });
        let ms = |percent: usize| f64::from(times[(times.len() - 1) * percent / 100]) / 1000.0;
        println!(
            "| {name} | {per_second:.0} | {per_cpu} | {:.2} | {:.2} |",
            ms(50),
            ms(99)
        );
    }
    println!("\n| | |\n| :-- | --: |");
    println!(
        "| start until ready, database up to date | {} ms |",
        server.start_ms
    );
    println!("| memory at rest | {} |", shown(at_rest));
    println!("| memory after the load | {} |", shown(server.memory_mb()));
    println!("\n| synchronized knowledge bases | ms |\n| :-- | --: |");
    let (rows, filled) = sync::measure(&server.address, token, &team);
    for (name, ms) in rows {
        println!("| {name} | {ms:.0} |");
    }
    println!("\nMemory after that: {}", shown(server.memory_mb()));
    let slugs = sites::publish(&server.address, &database, (token, &team), &filled);
    drop(server);
    sites::read(&Server::start(&database, folder), &slugs);
    uploads::measure(|| Server::start(&database, folder), &tokens, &team);
    loaded_sites::measure(&database, folder, (token, &team));
}
