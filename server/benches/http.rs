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

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use moyan_server::access::{Role, Tokens};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const SECRET: &str = "only-for-a-benchmark-0123456789ab";
const N_CONNECTIONS: usize = 32;
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(5);

/// A running server.
struct Server {
    child: Child,
    address: String,
    /// From its start until it could answer everything.
    start_ms: u128,
}

impl Server {
    fn start(database: &str, folder: &str) -> Self {
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_moyan"))
            .arg("serve")
            .envs([
                ("MOYAN_ENV", "development"),
                ("BIND", "127.0.0.1:0"),
                ("DATABASE_URL", database),
                ("JWT_SECRET", SECRET),
                ("STATIC_DIR", folder),
                ("RATE_LIMIT_PER_MINUTE", "0"),
                ("LOG_LEVEL", "warn,moyan_server::cli=info"),
                ("LOG_FORMAT", "json"),
            ])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let (mut address, mut is_ready) = (None, false);
        while address.is_none() || !is_ready {
            let line = log.next().unwrap().unwrap();
            is_ready |= line.contains("\"message\":\"ready\"");
            if let Some((_, rest)) = line.split_once("listening on http://") {
                address = rest.split('"').next().map(str::to_owned);
            }
        }
        std::thread::spawn(move || log.for_each(drop));
        Self {
            child,
            address: address.unwrap(),
            start_ms: began.elapsed().as_millis(),
        }
    }

    /// Memory in use, MB; none where the system does not say.
    fn memory_mb(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(kilobytes.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
    }

    /// Seconds of processor time used so far; none where the system does not say.
    fn cpu_s(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, fields) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        // Ticks of a hundredth of a second, as user and as system.
        Some((fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?) / 100.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One member of a team of twenty, and the team.
fn fill(database: &str) -> (String, String) {
    let (user, session, team) = (uuid::Uuid::now_v7(), uuid::Uuid::now_v7(), uuid::Uuid::now_v7());
    let mut sql = String::new();
    for number in 0..20 {
        let id = if number == 0 { user } else { uuid::Uuid::now_v7() };
        let role = if number == 0 { Role::Owner } else { Role::Editor }.as_str();
        sql += &format!(
            "INSERT INTO users (id, nickname, email, password_hash, locale) \
               VALUES ('{id}', 'Author {number}', '{id}@example.com', 'none', 'en');"
        );
        if number == 0 {
            sql += &format!(
                "INSERT INTO teams (id, kind, name, owner_id) VALUES ('{team}', 'team', 'Bench', '{user}');\
                 INSERT INTO sessions (id, user_id, device, user_agent, ip_address, expires_at) \
                   VALUES ('{session}', '{user}', 'web', 'bench', '127.0.0.1', now() + interval '1 day');"
            );
        }
        sql += &format!(
            "INSERT INTO team_members (team_id, user_id, role) VALUES ('{team}', '{id}', '{role}');"
        );
    }
    PgConnection::establish(database)
        .unwrap()
        .batch_execute(&sql)
        .unwrap();
    let end = moyan_server::clock::Clock::default().now() + chrono::TimeDelta::days(1);
    (
        Tokens::new(SECRET, None).sign(user, session, end).unwrap(),
        team.to_string(),
    )
}

/// Asks until the time is over and notes how long each answer took, in microseconds.
async fn ask(address: String, request: String, until: Instant, times: Rc<RefCell<Vec<u32>>>) {
    let mut stream = TcpStream::connect(&address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut buffer = Vec::with_capacity(64 * 1024);
    while Instant::now() < until {
        let began = Instant::now();
        stream.write_all(request.as_bytes()).await.unwrap();
        buffer.clear();
        let mut length = None;
        while length.is_none_or(|length| buffer.len() < length) {
            assert_ne!(
                stream.read_buf(&mut buffer).await.unwrap(),
                0,
                "the connection was closed"
            );
            length = length.or_else(|| length_of(&buffer));
        }
        assert!(
            buffer.starts_with(b"HTTP/1.1 200 "),
            "{}",
            String::from_utf8_lossy(&buffer)
        );
        times
            .borrow_mut()
            .push(u32::try_from(began.elapsed().as_micros()).unwrap());
    }
}

/// Bytes of an answer, once its head is there.
fn length_of(answer: &[u8]) -> Option<usize> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&answer[..end]).unwrap().to_ascii_lowercase();
    let (_, rest) = head.split_once("content-length: ")?;
    Some(end + rest.split("\r\n").next()?.parse::<usize>().unwrap())
}

/// Keeps the server busy and gives the time of each answer, sorted.
fn load(address: &str, request: &str, duration: Duration) -> Vec<u32> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let times = Rc::new(RefCell::new(Vec::with_capacity(1 << 20)));
    let local = tokio::task::LocalSet::new();
    let until = Instant::now() + duration;
    for _ in 0..N_CONNECTIONS {
        let (address, request, times) = (address.to_owned(), request.to_owned(), times.clone());
        local.spawn_local(ask(address, request, until, times));
    }
    runtime.block_on(local);
    let mut times = times.take();
    times.sort_unstable();
    times
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
    let (token, team) = fill(&database);
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
    ];
    println!("| request | requests/s | per CPU second of the server | median, ms | 99 %, ms |");
    println!("| :-- | --: | --: | --: | --: |");
    for (name, path) in routes {
        let request = format!("GET {path} HTTP/1.1\r\nHost: bench\r\ntoken: {token}\r\n\r\n");
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
    let shown = |memory: Option<f64>| memory.map_or("?".to_owned(), |memory| format!("{memory:.0} MB"));
    println!("\n| | |\n| :-- | --: |");
    println!(
        "| start until ready, database up to date | {} ms |",
        server.start_ms
    );
    println!("| memory at rest | {} |", shown(at_rest));
    println!("| memory after the load | {} |", shown(server.memory_mb()));
}
