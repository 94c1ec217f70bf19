//! Published sites: a publish, and pages read by strangers beside nginx with the same bytes in a file.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use serde_json::json;

use crate::load::{length_of, load};
use crate::server::Server;
use crate::sync::{Client, Filled, N_DOCUMENTS, put, text_of};
use crate::{WARM_UP, shown};

/// How long the server and nginx answer in turns.
const TURN: Duration = Duration::from_secs(3);
const N_TURNS: usize = 5;
/// Sites on one base; each has a page for each document.
const N_SITES: usize = 2;

/// Publishes sites from the base and prints how long it takes. Gives the names of the sites.
pub fn publish(address: &str, database: &str, (token, team): (&str, &str), filled: &Filled) -> Vec<String> {
    let mut creator = Client::new(address, token, format!("/api/teams/{team}"));
    println!("\n| publish | ms |\n| :-- | --: |");
    let slugs: Vec<String> = (0..N_SITES)
        .map(|_| format!("bench-{}", &uuid::Uuid::new_v4().simple().to_string()[..12]))
        .collect();
    for (number, slug) in slugs.iter().enumerate() {
        let site = json!({ "name": "Bench", "slug": slug, "knowledgeBaseId": filled.base });
        let site = creator.ask("POST", "/sites", Some(&site));
        let releases = format!("/sites/{}/releases", site["id"].as_str().unwrap());
        let mut publish = |name: &str| {
            let began = Instant::now();
            creator.ask("POST", &releases, Some(&json!({ "note": "" })));
            println!("| {name} | {:.0} |", began.elapsed().as_secs_f64() * 1000.0);
        };
        publish(&format!("{N_DOCUMENTS} documents of 8 KB, site {}", number + 1));
        if number == 0 {
            let edit = put(filled.document, filled.category, filled.revision, &text_of(7));
            let path = format!("/knowledge-bases/{}/changes", filled.base);
            let pushed = Client::new(address, token, format!("/api/teams/{team}")).ask(
                "POST",
                &path,
                Some(&json!({ "changes": [edit] })),
            );
            assert_eq!(pushed["results"][0]["outcome"], "accepted");
            publish("again, with one of them changed");
        }
    }
    PgConnection::establish(database)
        .unwrap()
        .batch_execute("UPDATE sites SET status = 'published'")
        .unwrap();
    slugs
}

/// Asks once and gives the head and the body.
pub fn get(address: &str, request: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let (mut answer, mut piece, mut length) = (Vec::new(), [0; 64 * 1024], None);
    while length.is_none_or(|length| answer.len() < length) {
        let n_bytes = stream.read(&mut piece).unwrap();
        assert_ne!(n_bytes, 0, "the connection was closed");
        answer.extend_from_slice(&piece[..n_bytes]);
        length = length.or_else(|| length_of(&answer));
    }
    let head = answer
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .unwrap();
    let body = answer.split_off(head + 4);
    (String::from_utf8(answer).unwrap(), body)
}

/// A request for a page of a site.
pub fn request_for(slug: &str, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {slug}.localhost\r\naccept-encoding: br\r\n\r\n")
}

/// The paths of a site's documents, from its sitemap.
pub fn paths_of(address: &str, slug: &str) -> Vec<String> {
    let request = format!("GET /sitemap.xml HTTP/1.1\r\nHost: {slug}.localhost\r\n\r\n");
    let (_, body) = get(address, &request);
    let sitemap = String::from_utf8(body).unwrap();
    sitemap
        .split("<loc>")
        .skip(1)
        .filter_map(|part| part.split_once("</loc>"))
        .filter_map(|(url, _)| url.splitn(4, '/').nth(3))
        .map(|path| format!("/{path}"))
        .collect()
}

/// Reads every page once, then one page as fast as possible, and prints what comes out.
pub fn read(server: &Server, slugs: &[String]) {
    let address = &server.address;
    let at_rest = server.memory_mb();
    let began = Instant::now();
    let mut n_pages = 0;
    let mut last = String::new();
    for slug in slugs {
        for path in paths_of(address, slug) {
            last = request_for(slug, &path);
            let (head, _) = get(address, &last);
            assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
            n_pages += 1;
        }
    }
    let first_ms = began.elapsed().as_secs_f64() * 1000.0 / f64::from(n_pages);
    println!("\n| published pages | |\n| :-- | --: |");
    println!("| pages read once, one after the other | {n_pages}, {first_ms:.1} ms each |");
    println!(
        "| memory before and after them | {}, {} |",
        shown(at_rest),
        shown(server.memory_mb())
    );
    compare_with_nginx(address, &last);
    println!("| memory after the load | {} |", shown(server.memory_mb()));
}

/// Asks for one page as fast as possible, in turns with an nginx that has the same bytes in a file, and prints both.
pub fn compare_with_nginx(address: &str, request: &str) {
    let (head, body) = get(address, request);
    println!("| a page of 8 KB of Markdown, brotli | {} bytes |", body.len());
    let nginx = Nginx::start(&head, &body);
    if let Some(nginx) = &nginx {
        assert_eq!(get(&nginx.address, request).1, body);
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let rate = |address: &str| load(address, request, TURN).len() as f64 / TURN.as_secs_f64();
    load(address, request, WARM_UP);
    for _ in 0..N_TURNS {
        ours.push(rate(address));
        if let Some(nginx) = &nginx {
            theirs.push(rate(&nginx.address));
        }
    }
    let median = |rates: &mut Vec<f64>| {
        rates.sort_unstable_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    let ours = median(&mut ours);
    println!("| requests/s of that page | {ours:.0} |");
    if nginx.is_some() {
        let theirs = median(&mut theirs);
        println!("| nginx, the same bytes and headers from a file, in turns | {theirs:.0} |");
        println!("| share of nginx | {:.2} |", ours / theirs);
    } else {
        println!("| nginx | not on this machine |");
    }
}

/// An nginx that serves one file.
struct Nginx {
    child: Child,
    address: String,
}

impl Nginx {
    /// Starts it with the headers and the bytes of an answer; none where nginx is not installed.
    fn start(head: &str, body: &[u8]) -> Option<Self> {
        Command::new("nginx").arg("-v").output().ok()?;
        let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/bench-nginx");
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(format!("{folder}/page"), body).unwrap();
        let address = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .to_string();
        // Length, date, type and validators are its own.
        let of_nginx = [
            "content-length",
            "date",
            "content-type",
            "etag",
            "last-modified",
            "connection",
        ];
        let headers: String = head
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .filter(|(name, _)| !of_nginx.contains(&name.to_ascii_lowercase().as_str()))
            .map(|(name, value)| format!("add_header {name} \"{}\";\n", value.replace('"', "\\\"")))
            .collect();
        let settings = format!(
            "worker_processes auto;\ndaemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n\
             http {{\naccess_log off;\nsendfile on;\ntcp_nopush on;\nopen_file_cache max=10;\n\
             keepalive_requests 100000000;\nserver {{\nlisten {address};\nlocation / {{\nroot {folder};\n\
             try_files /page =404;\ndefault_type \"text/html; charset=utf-8\";\n{headers}}}\n}}\n}}\n"
        );
        let file = format!("{folder}/nginx.conf");
        std::fs::write(&file, settings).unwrap();
        let child = Command::new("nginx")
            .args(["-p", folder, "-c", &file])
            .spawn()
            .unwrap();
        while TcpStream::connect(&address).is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(Self { child, address })
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // SIGTERM ends its workers too; a killed master would leave them.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}
