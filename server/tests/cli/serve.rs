use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::database::Database;
use crate::moyan::{command, fresh_path, moyan_with};
use crate::operator::moyan;
use crate::server::{Server, wait_until};

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
    // Probes of balancers ask so.
    for path in ["/healthz", "/api/health"] {
        let answer = server.ask("HEAD", path);
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }
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
fn a_log_line_has_the_trace_and_the_kind_of_its_request() {
    let mut server = Server::start();
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "GET /md HTTP/1.1\r\nHost: 127.0.0.1\r\ntraceparent: 00-{trace}-b7ad6b7169203331-01\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    stream.read_to_end(&mut Vec::new()).unwrap();
    server.ask("GET", "/api/health");
    server.signal("-TERM");
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    let requests: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|entry: &serde_json::Value| entry["message"] == "request")
        .collect();
    let said: Vec<_> = requests
        .iter()
        .map(|entry| (entry["route"].as_str().unwrap(), entry["trace_id"].as_str()))
        .collect();
    assert_eq!(said, [("console/screen", Some(trace)), ("/api/health", None)]);
}

#[test]
fn metrics_have_a_listener_of_their_own_that_stops_with_the_server() {
    let mut server = Server::start_with(&[("METRICS_ADDRESS", "127.0.0.1:0")]);
    let address = server
        .first_log
        .lines()
        .find_map(|line| Some(line.split_once("metrics on http://")?.1.split_once("/metrics")?.0))
        .unwrap()
        .to_owned();
    let ask = |address: &str, path: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let answer = ask(&address, "/metrics");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("\nmoyan_build_info{"), "{answer}");
    assert!(
        !cfg!(target_os = "linux") || answer.contains("\nprocess_start_time_seconds "),
        "{answer}"
    );
    // Nothing else is there, and nothing of it at the address for people.
    assert!(ask(&address, "/healthz").starts_with("HTTP/1.1 404"));
    assert!(ask(&server.address, "/metrics").starts_with("HTTP/1.1 404"));
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn an_address_for_metrics_that_cannot_be_had_stops_the_program_with_its_variable() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    for (value, status, said) in [
        (
            "9464".to_owned(),
            2,
            "moyan: METRICS_ADDRESS=9464: address:port is needed",
        ),
        (
            taken.local_addr().unwrap().to_string(),
            1,
            "moyan: METRICS_ADDRESS: cannot listen on 127.0.0.1:",
        ),
    ] {
        for name in ["serve", "work"] {
            let output = command()
                .arg(name)
                .envs([("BIND", "127.0.0.1:0"), ("METRICS_ADDRESS", value.as_str())])
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(status), "{name}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(error.contains(said), "{name}: {error}");
        }
    }
}

#[test]
fn a_signal_stops_the_server_cleanly() {
    for signal in ["-TERM", "-INT"].repeat(3) {
        let mut server = Server::start();
        server.signal(signal);
        let mut log = String::new();
        server.log.read_to_string(&mut log).unwrap();
        assert!(server.child.wait().unwrap().success(), "{signal}");
        assert!(log.contains("no connection is taken any more"), "{log}");
        assert!(!log.contains(r#""level":"ERROR""#), "{log}");
    }
}

#[test]
fn who_reads_the_log_may_go() {
    let mut server = Server::start();
    server.log = Box::new(std::io::empty());
    assert!(server.ask("GET", "/md").ends_with("<title>page</title>"));
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
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

#[test]
fn without_its_database_the_editor_is_served_and_the_api_says_that_it_starts() {
    let server = Server::start();
    assert!(server.ask("GET", "/md").contains("<title>page</title>"));
    assert!(server.ask("GET", "/readyz").starts_with("HTTP/1.1 503"));
    assert!(server.ask("GET", "/api/teams").contains("server.starting"));
}

/// The first word of a text that some test says yes to.
fn word(text: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    text.split(|character: char| !character.is_ascii_alphanumeric())
        .find(|word| is_wanted(word))
        .unwrap_or_else(|| panic!("{text}"))
        .to_owned()
}

/// A log of JSON lines without their times, whose microseconds may be the six digits of a code.
fn without_times(log: &str) -> String {
    let without_time = |line: &str| match serde_json::from_str::<serde_json::Map<_, _>>(line) {
        Ok(mut fields) => {
            fields.remove("timestamp");
            serde_json::Value::Object(fields).to_string()
        }
        // What is no line of the log is looked at as it is.
        Err(_) => line.to_owned(),
    };
    log.lines().map(without_time).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_times_of_a_log_are_left_out_and_nothing_else() {
    let log = "{\"timestamp\":\"2026-11-25T00:12:29.083596Z\",\"message\":\"sent 123456\"}\nplain 083596";
    assert_eq!(without_times(log), "{\"message\":\"sent 123456\"}\nplain 083596");
}

/// The code in the newest letter to somebody.
fn code_to(database: &Database, recipient: &str) -> String {
    let body = database.text(&format!(
        "SELECT body FROM mails WHERE recipient = '{recipient}' ORDER BY id DESC LIMIT 1"
    ));
    word(&body, |word| word.len() == 6 && word.parse::<u32>().is_ok())
}

#[test]
fn a_server_brings_its_database_up_to_date_and_keeps_secrets_out_of_its_log() {
    let database = Database::empty();
    let mut server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("JWT_SECRET", "a-secret-that-nobody-may-see-0123"),
        // Nothing listens there: each mail fails, and the log says so.
        ("SMTP_URL", "smtp://moyan:a-secret-of-the-mail-server@127.0.0.1:1"),
        ("BCRYPT_COST", "4"),
        ("LOG_LEVEL", "trace"),
    ]);
    // So many lines are read while they are written: the server would wait for a reader.
    let mut lines = std::mem::replace(&mut server.log, Box::new(std::io::empty()));
    let mut log = server.first_log.clone();
    let reader = std::thread::spawn(move || {
        lines.read_to_string(&mut log).unwrap();
        log
    });
    wait_until(|| server.ask("GET", "/readyz").starts_with("HTTP/1.1 200"));
    let post = |path: &str, token: &str, body: &str| {
        let answer = server.post(path, token, body);
        assert!(answer.contains("\"code\":1"), "{path}: {answer}");
        answer
    };
    server.send_code_to("li@example.com");
    let code = code_to(&database, "li@example.com");
    let register = format!(
        r#"{{"identifier":"li@example.com","identityType":"email","passwd":"my-very-own-password","passwdConfirmPasswd":"my-very-own-password","nickname":"li ming","code":"{code}"}}"#
    );
    post("/api/account/registerByIdentifier", "", &register);
    let login = r#"{"identifier":"li@example.com","identityType":"email","passwd":"my-very-own-password"}"#;
    let answer = post("/api/account/loginByIdentifier", "", login);
    let (_, rest) = answer.split_once("\"token\":\"").unwrap();
    let (token, _) = rest.split_once('"').unwrap();
    post("/api/account/isLogin", token, "");
    // A wrong password may be the right one of something else.
    let wrong = login.replace("my-very-own", "my-mistyped");
    server.post("/api/account/loginByIdentifier", "", &wrong);
    let answer = post("/api/teams", token, r#"{"name":"our secret project"}"#);
    let (_, rest) = answer.split_once("\"id\":\"").unwrap();
    let (team, _) = rest.split_once('"').unwrap();
    let invitation = r#"{"email":"guest@example.com","role":"viewer"}"#;
    post(&format!("/api/teams/{team}/invitations"), token, invitation);
    let letter = database.text("SELECT body FROM mails WHERE template = 'invitation'");
    let secret = word(&letter, |word| word.len() == 64);
    let lookup = format!(r#"{{"token":"{secret}"}}"#);
    post("/api/invitations/lookup", "", &lookup);
    database.execute("DELETE FROM throttles");
    let send = r#"{"identifier":"li@example.com","identityType":"email","purpose":"reset"}"#;
    post("/api/account/sendCode", "", send);
    let reset_code = code_to(&database, "li@example.com");
    let reset = format!(
        r#"{{"identifier":"li@example.com","identityType":"email","passwd":"my-new-password","passwdConfirmPasswd":"my-new-password","code":"{reset_code}"}}"#
    );
    post("/api/account/resetPassword", "", &reset);
    wait_until(|| database.is_true("(SELECT bool_and(last_error IS NOT NULL) FROM mails)"));
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
    let log = without_times(&reader.join().unwrap());
    assert!(
        log.contains("a job failed; it is tried again") && log.contains("/api/account/loginByIdentifier")
    );
    let password_of_database = database
        .url
        .split(':')
        .nth(2)
        .and_then(|rest| rest.split('@').next())
        .unwrap();
    for secret in [
        token,
        code.as_str(),
        &reset_code,
        &secret,
        "my-very-own-password",
        "my-mistyped-password",
        "my-new-password",
        "li@example.com",
        "guest@example.com",
        "li ming",
        "our secret project",
        "a-secret-",
        password_of_database,
    ] {
        assert_eq!(log.lines().find(|line| line.contains(secret)), None, "{secret}");
    }
}

#[test]
fn running_requests_finish_when_the_server_is_stopped() {
    let database = Database::empty();
    let mut server = Server::start_with(&[("DATABASE_URL", &database.url), ("WORKERS", "2")]);
    server.wait_for("ready");
    // Hashing this login takes long enough to be running when the signal comes.
    let login = r#"{"identifier":"li@example.com","identityType":"email","passwd":"123456"}"#;
    let (started, has_started) = std::sync::mpsc::channel();
    let answers: Vec<String> = std::thread::scope(|scope| {
        let requests: Vec<_> = (0..8)
            .map(|number| {
                let (address, started) = (server.address.clone(), started.clone());
                scope.spawn(move || {
                    let mut stream = TcpStream::connect(&address).unwrap();
                    let body = login.replace("li@", &format!("li{number}@"));
                    write!(
                        stream,
                        "POST /api/account/loginByIdentifier HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
                         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                        body.len()
                    )
                    .unwrap();
                    started.send(()).unwrap();
                    let mut answer = String::new();
                    stream.read_to_string(&mut answer).unwrap();
                    answer
                })
            })
            .collect();
        for _ in 0..8 {
            has_started.recv().unwrap();
        }
        // Each has been counted in the database, so each is past the door.
        while !database.is_true("(SELECT count(*) >= 17 FROM throttles)") {
            std::thread::yield_now();
        }
        server.signal("-TERM");
        requests
            .into_iter()
            .map(|request| request.join().unwrap())
            .collect()
    });
    for answer in answers {
        assert!(answer.contains("account.loginFailed"), "{answer}");
    }
    assert!(server.child.wait().unwrap().success());
}

/// A client that asks again and again, on one connection or on a new one each time.
struct Asker {
    address: SocketAddr,
    request: String,
    stays: bool,
    connection: Option<BufReader<TcpStream>>,
}

impl Asker {
    /// Sends a request and gives the status of its answer; what goes wrong is the answer, too.
    fn ask(&mut self) -> Result<u16, String> {
        if let Some(mut connection) = self.connection.take() {
            // As every client does: a connection that was closed between two requests is opened anew.
            if let Ok(Some(status)) = self.exchange(&mut connection) {
                return Ok(status);
            }
        }
        let stream = TcpStream::connect(self.address).map_err(|error| format!("not taken: {error}"))?;
        let mut connection = BufReader::new(stream);
        self.exchange(&mut connection)
            .map_err(|error| format!("cut off: {error}"))?
            .ok_or_else(|| "closed without an answer".to_owned())
    }

    /// One request and its answer; none when the connection was closed before it.
    fn exchange(&mut self, connection: &mut BufReader<TcpStream>) -> std::io::Result<Option<u16>> {
        connection.get_ref().write_all(self.request.as_bytes())?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if connection.read_line(&mut head)? == 0 {
                return if head.is_empty() {
                    Ok(None)
                } else {
                    Err(std::io::Error::other("half an answer"))
                };
            }
        }
        let head = head.to_lowercase();
        let after = |name: &str| head.split(name).nth(1).and_then(|rest| rest.split("\r\n").next());
        let length = after("content-length: ").unwrap().parse().unwrap();
        connection.read_exact(&mut vec![0; length])?;
        if self.stays && after("connection: ") != Some("close") {
            self.connection = Some(BufReader::new(connection.get_ref().try_clone()?));
        }
        Ok(after("http/1.1 ").and_then(|rest| rest.split(' ').next()?.parse().ok()))
    }
}

/// Starts a server on a socket that is handed over, as systemd does.
fn start_on(socket: &TcpListener, variables: &[(&str, &str)]) -> Server {
    let page = fresh_path("index.html");
    std::fs::write(&page, "<title>page</title>").unwrap();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve 3<&0"])
        .arg(command().get_program())
        .envs(
            command()
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .stdin(OwnedFd::from(socket.try_clone().unwrap()));
    Server::spawn(shell, &page, variables)
}

#[test]
fn a_restart_under_load_fails_no_request() {
    let database = Database::empty();
    let variables = [
        ("DATABASE_URL", database.url.as_str()),
        ("JWT_SECRET", "a-secret-that-nobody-may-see-0123"),
        ("RATE_LIMIT_PER_MINUTE", "0"),
        ("WORKERS", "2"),
        // Nobody reads the lines of so many requests.
        ("LOG_LEVEL", "warn,moyan_server::cli=info"),
    ];
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let (n_asked, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Until so many more requests were answered than now.
    let wait_for = |n_more: usize| {
        let goal = n_asked.load(Ordering::Relaxed) + n_more;
        while n_asked.load(Ordering::Relaxed) < goal && !is_over.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    };
    let mut server = start_on(&socket, &variables);
    std::thread::scope(|scope| {
        let askers: Vec<_> = (0..12)
            .map(|number| {
                // With the database and without it, on connections that stay and on new ones.
                let path = ["/api/teams", "/api/plans", "/md"][number % 3];
                let mut asker = Asker {
                    address,
                    request: format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
                    stays: number % 2 == 0,
                    connection: None,
                };
                let expected = if path == "/api/teams" { 401 } else { 200 };
                let (n_asked, is_over) = (&n_asked, &is_over);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed) {
                        let answer = asker.ask();
                        if answer != Ok(expected) {
                            is_over.store(true, Ordering::Relaxed);
                            return Err(format!("{path}: {answer:?}"));
                        }
                        n_asked.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                })
            })
            .collect();
        for _ in 0..2 {
            wait_for(200);
            server.signal("-TERM");
            assert!(server.child.wait().unwrap().success());
            server = start_on(&socket, &variables);
        }
        wait_for(200);
        is_over.store(true, Ordering::Relaxed);
        for asker in askers {
            assert_eq!(asker.join().unwrap(), Ok(()));
        }
    });
}

#[test]
fn a_server_that_stops_says_so_while_it_still_takes_connections() {
    let database = Database::empty();
    let mut server = Server::start_with(&[("DATABASE_URL", &database.url), ("SHUTDOWN_DRAIN_S", "600")]);
    server.wait_for("ready");
    assert!(server.ask("GET", "/readyz").starts_with("HTTP/1.1 200"));
    server.signal("-TERM");
    server.wait_for("stopping: running requests may finish");
    let answer = loop {
        let answer = server.ask("GET", "/readyz");
        if answer.starts_with("HTTP/1.1 503") {
            break answer;
        }
    };
    assert!(answer.ends_with("stopping\n"), "{answer}");
    assert!(server.ask("GET", "/api/plans").starts_with("HTTP/1.1 200"));
    // A second signal waits for nothing.
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn who_comes_when_the_server_ends_is_refused_and_who_was_taken_is_answered() {
    let database = Database::empty();
    let mut server = Server::start_with(&[("DATABASE_URL", &database.url), ("WORKERS", "1")]);
    server.wait_for("ready");
    let body = r#"{"identifier":"li@example.com","identityType":"email","passwd":"123456"}"#;
    let (half, rest) = body.split_at(body.len() / 2);
    let mut taken = TcpStream::connect(&server.address).unwrap();
    write!(
        taken,
        "POST /api/account/loginByIdentifier HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{half}",
        body.len()
    )
    .unwrap();
    // The only worker takes connections in their order: when this one is answered the other was taken.
    assert!(server.ask("GET", "/healthz").starts_with("HTTP/1.1 200"));
    server.signal("-TERM");
    server.wait_for("no connection is taken any more");
    let late = TcpStream::connect(&server.address).unwrap_err();
    assert_eq!(late.kind(), std::io::ErrorKind::ConnectionRefused);
    taken.write_all(rest.as_bytes()).unwrap();
    let mut answer = String::new();
    taken.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("account.loginFailed"), "{answer}");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn production_is_refused_on_the_private_database() {
    let database = Database::empty();
    let is_private = database.is_true("COALESCE(current_setting('moyan.private', true), 'off') = 'on'");
    let mut command = command();
    command
        .arg("serve")
        .env("BIND", "127.0.0.1:0")
        .env("MOYAN_ENV", "production")
        .env("PUBLIC_URL", "https://moyan.example")
        .env("FILES_DIR", env!("CARGO_TARGET_TMPDIR"))
        .env("JWT_SECRET", "0123456789abcdef0123456789abcdef")
        .env("DATABASE_URL", &database.url);
    // On a database of one's own there is nothing to refuse.
    if is_private {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(
            String::from_utf8(output.stderr)
                .unwrap()
                .contains("its data is not safe")
        );
    }
}

#[test]
fn production_needs_its_variables() {
    let output = command()
        .arg("serve")
        .env("MOYAN_ENV", "production")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .starts_with("moyan: PUBLIC_URL=")
    );
}

#[test]
fn a_proxy_that_nobody_trusts_is_warned_about_once() {
    let mut server = Server::start();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream.read_to_string(&mut String::new()).unwrap();
    }
    server.signal("-TERM");
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    assert_eq!(log.matches("TRUSTED_PROXIES").count(), 1, "{log}");
    assert!(!log.contains("192.0.2.1"), "{log}");
}

/// What a server logs while it is sent what is no request.
fn log_of_malformed(variables: &[(&str, &str)]) -> String {
    let mut server = Server::start_with(variables);
    for request in [
        "\u{1}\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /\u{7f} HTTP/1.1\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    server.signal("-TERM");
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    log
}

#[test]
fn what_is_no_request_is_no_error_of_the_server() {
    let log = log_of_malformed(&[]);
    assert!(!log.contains("actix_http"), "{log}");
    let asked = log_of_malformed(&[("LOG_LEVEL", "info,actix_http=error")]);
    assert!(asked.contains("actix_http"), "{asked}");
}

#[test]
fn a_proxy_that_is_trusted_is_not_warned_about() {
    let mut server = Server::start_with(&[("TRUSTED_PROXIES", "127.0.0.0/8")]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    stream.read_to_string(&mut String::new()).unwrap();
    server.signal("-TERM");
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    assert!(!log.contains("TRUSTED_PROXIES"), "{log}");
}

#[test]
fn a_request_whose_outcome_cannot_be_kept_is_answered_and_the_log_says_so() {
    let database = Database::empty();
    let create = ["user", "create", "li@example.com", "--nickname", "li"];
    assert_eq!(moyan(&database, &create, "12345678\n").status, 0);
    // Keeping an answer changes the row of its key, and a refusal removes it.
    database.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept by nobody'; END $$; \
         CREATE TRIGGER refuse BEFORE UPDATE OR DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let mut server = Server::start_with(&[("DATABASE_URL", &database.url)]);
    server.wait_for("ready");
    let login = r#"{"identifier":"li@example.com","identityType":"email","passwd":"12345678"}"#;
    let answer = server.post("/api/account/loginByIdentifier", "", login);
    let (_, rest) = answer.split_once("\"token\":\"").unwrap();
    let (token, _) = rest.split_once('"').unwrap();
    for (key, name, code) in [("one", "ours", "\"code\":1,"), ("two", "", "\"code\":422,")] {
        let headers = format!("token: {token}\r\nIdempotency-Key: {key}");
        let answer = server.post_with("/api/teams", &headers, &format!(r#"{{"name":"{name}"}}"#));
        assert!(answer.contains(code), "{answer}");
    }
    server.signal("-TERM");
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    let told = log.matches("the outcome of an idempotent request was not kept");
    assert_eq!(told.count(), 2, "{log}");
    assert_eq!(
        database.text("SELECT count(*) FROM teams WHERE kind = 'team'"),
        "1"
    );
}
