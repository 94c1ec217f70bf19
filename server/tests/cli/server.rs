//! A running server.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::moyan::{command, fresh_path};

/// How long a test waits for something that must happen before it gives up.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(60);

/// Waits until something is so.
pub fn wait_until(is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < GIVE_UP_AFTER, "it does not happen");
        std::thread::yield_now();
    }
}

/// A server on a free port, ended with the test.
pub struct Server {
    pub child: Child,
    /// What it logs from now on.
    pub log: Box<dyn BufRead + Send>,
    /// What it logged before it listened.
    pub first_log: String,
    pub address: String,
}

impl Server {
    /// Starts `moyan serve` over a frontend of one page, and waits until it listens.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts it with more variables.
    pub fn start_with(variables: &[(&str, &str)]) -> Self {
        let page = fresh_path("index.html");
        std::fs::write(&page, "<title>page</title>").unwrap();
        let mut command = command();
        command.arg("serve").env("BIND", "127.0.0.1:0");
        Self::spawn(command, &page, variables)
    }

    /// Starts a command that serves, and waits until it listens.
    pub fn spawn(mut command: Command, page: &Path, variables: &[(&str, &str)]) -> Self {
        let mut child = command
            .env("LOG_FORMAT", "json")
            .env("STATIC_DIR", page.parent().unwrap())
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut first_log = String::new();
        let address = loop {
            let mut line = String::new();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "the server ended");
            first_log += &line;
            let entry: serde_json::Value = serde_json::from_str(&line).unwrap();
            if let Some(address) = entry["message"]
                .as_str()
                .and_then(|text| text.strip_prefix("listening on http://"))
            {
                break address.to_owned();
            }
        };
        Self {
            child,
            log: Box::new(log),
            first_log,
            address,
        }
    }

    /// Sends one request and reads the answer until the server closes the connection.
    pub fn ask(&self, method: &str, path: &str) -> String {
        self.ask_host("127.0.0.1", method, path)
    }

    /// The same to a host of a site.
    pub fn ask_host(&self, host: &str, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Waits for a line of the log.
    pub fn wait_for(&mut self, message: &str) -> serde_json::Value {
        loop {
            let mut line = String::new();
            assert_ne!(self.log.read_line(&mut line).unwrap(), 0, "the server ended");
            let entry: serde_json::Value = serde_json::from_str(&line).unwrap();
            if entry["message"] == message {
                return entry;
            }
        }
    }

    /// Sends JSON and reads the answer until the server closes the connection.
    pub fn post(&self, path: &str, token: &str, body: &str) -> String {
        self.post_with(path, &format!("token: {token}"), body)
    }

    /// The same with other lines in its head.
    pub fn post_with(&self, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{headers}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks for a code to register an address with, which sends a mail.
    pub fn send_code_to(&self, email: &str) {
        let body = format!(r#"{{"identifier":"{email}","identityType":"email","purpose":"register"}}"#);
        let answer = self.post("/api/account/sendCode", "", &body);
        assert!(answer.contains("\"code\":1"), "{answer}");
    }

    /// Sends a signal, such as `-TERM`.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill")
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
