use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Stdio};

use crate::moyan::{command, fresh_path, moyan_with};

/// A server on a free port, ended with the test.
struct Server {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
}

impl Server {
    /// Starts `moyan serve` over a frontend of one page, and waits until it listens.
    fn start() -> Self {
        let page = fresh_path("index.html");
        std::fs::write(&page, "<title>page</title>").unwrap();
        let mut child = command()
            .arg("serve")
            .env("BIND", "127.0.0.1:0")
            .env("LOG_FORMAT", "json")
            .env("STATIC_DIR", page.parent().unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "the server ended");
            let entry: serde_json::Value = serde_json::from_str(&line).unwrap();
            if let Some(address) = entry["message"]
                .as_str()
                .and_then(|text| text.strip_prefix("listening on http://"))
            {
                break address.to_owned();
            }
        };
        Self { child, log, address }
    }

    /// Sends one request and reads the answer until the server closes the connection.
    fn ask(&self, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn signal(&self, name: &str) {
        let status = std::process::Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already where a test stopped it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_and_the_api_are_served() {
    let server = Server::start();
    assert!(server.ask("GET", "/md").ends_with("<title>page</title>"));
    assert!(server.ask("GET", "/api/health").contains("\"status\":\"ok\""));
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let server = Server::start();
    let answer = server.ask("HEAD", "/md");
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(
        answer.to_lowercase().contains("content-length: 19\r\n"),
        "{answer}"
    );
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
}

#[test]
fn a_request_leaves_one_log_line_without_its_query() {
    let mut server = Server::start();
    server.ask("GET", "/api/nope?token=secret");
    server.signal("-TERM");
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    let entries: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let requests: Vec<_> = entries
        .iter()
        .filter(|entry| entry["message"] == "request")
        .collect();
    assert_eq!(requests.len(), 1, "{log}");
    assert_eq!(
        (&requests[0]["method"], &requests[0]["path"]),
        (&"GET".into(), &"/api/nope".into())
    );
    assert_eq!(requests[0]["status"], 404);
    assert!(
        requests[0]["request_id"].is_string() && requests[0]["duration_ms"].is_u64(),
        "{log}"
    );
    assert!(!log.contains("secret"), "{log}");
}

#[test]
fn a_signal_stops_the_server_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start();
        server.signal(signal);
        assert!(server.child.wait().unwrap().success(), "{signal}");
    }
}

#[test]
fn a_bad_variable_stops_the_program_with_its_name() {
    let output = command().arg("serve").env("PORT", "http").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "moyan: PORT=http: a port from 0 to 65535 is needed\n"
    );
}

#[test]
fn an_address_in_use_is_named() {
    let server = Server::start();
    let output = command()
        .arg("serve")
        .env("BIND", &server.address)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&format!("moyan: cannot listen on {}: ", server.address)),
        "{error}"
    );
}

#[test]
fn an_unknown_subcommand_is_refused() {
    let run = moyan_with(&["publish"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("unrecognized subcommand 'publish'"),
        "{}",
        run.stderr
    );
}
