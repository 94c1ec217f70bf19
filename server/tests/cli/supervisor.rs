use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::Command;

use crate::database::Database;
use crate::moyan::{command, fresh_path};
use crate::server::{GIVE_UP_AFTER, Server};

/// What the program tells systemd.
struct Supervisor {
    socket: UnixDatagram,
}

impl Supervisor {
    /// Receives at a path.
    fn at(path: &Path) -> Self {
        let socket = UnixDatagram::bind(path).unwrap();
        socket.set_read_timeout(Some(GIVE_UP_AFTER)).unwrap();
        Self { socket }
    }

    /// The next message that has a line.
    fn wait_for(&self, line: &str) -> String {
        loop {
            let mut bytes = [0; 1024];
            let length = self.socket.recv(&mut bytes).unwrap();
            let message = String::from_utf8(bytes[..length].to_vec()).unwrap();
            if message.lines().any(|told| told == line) {
                return message;
            }
        }
    }
}

/// Starts the program as systemd does: it learns where to tell what, and how often.
fn start(socket: &Path, watchdog_usec: &str, variables: &[(&str, &str)]) -> Server {
    let page = fresh_path("index.html");
    std::fs::write(&page, "<title>page</title>").unwrap();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "WATCHDOG_PID=$$ exec \"$0\" serve"])
        .arg(command().get_program())
        .envs(
            command()
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env("BIND", "127.0.0.1:0")
        .env("NOTIFY_SOCKET", socket)
        .env("WATCHDOG_USEC", watchdog_usec);
    Server::spawn(shell, &page, variables)
}

#[test]
fn systemd_learns_that_the_server_is_ready_alive_and_stopping() {
    let database = Database::empty();
    let path = fresh_path("notify");
    let supervisor = Supervisor::at(&path);
    let mut server = start(&path, "2000000", &[("DATABASE_URL", &database.url)]);
    let ready = supervisor.wait_for("READY=1");
    assert!(ready.contains("STATUS=serving\n"), "{ready}");
    // It listens and its database is migrated.
    assert!(server.ask("GET", "/readyz").starts_with("HTTP/1.1 200"));
    supervisor.wait_for("WATCHDOG=1");
    supervisor.wait_for("WATCHDOG=1");
    server.signal("-TERM");
    supervisor.wait_for("STOPPING=1");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn a_start_is_over_though_the_database_is_away() {
    let path = fresh_path("notify");
    let supervisor = Supervisor::at(&path);
    let server = start(&path, "", &[]);
    let ready = supervisor.wait_for("READY=1");
    let told = "STATUS=serving the editor only: the database is not ready\n";
    assert!(ready.contains(told), "{ready}");
    assert!(server.ask("GET", "/md").contains("<title>page</title>"));
}

#[test]
fn a_start_that_fails_is_never_ready() {
    let database = Database::new();
    database.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
    let path = fresh_path("notify");
    let supervisor = Supervisor::at(&path);
    let mut server = start(&path, "", &[("DATABASE_URL", &database.url)]);
    assert_eq!(server.child.wait().unwrap().code(), Some(1));
    supervisor.socket.set_nonblocking(true).unwrap();
    let mut bytes = [0; 1024];
    while let Ok(length) = supervisor.socket.recv(&mut bytes) {
        let message = String::from_utf8_lossy(&bytes[..length]);
        assert!(!message.contains("READY"), "{message}");
    }
}

#[test]
fn a_health_check_asks_the_server_of_its_configuration() {
    let mut server = Server::start();
    let health = |bind: &str| command().arg("health").env("BIND", bind).output().unwrap();
    assert_eq!(health(&server.address).status.code(), Some(0));
    let port = server.address.rsplit(':').next().unwrap();
    assert_eq!(health(&format!("0.0.0.0:{port}")).status.code(), Some(0));
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
    let after = health(&server.address);
    assert_eq!(after.status.code(), Some(1));
    let error = String::from_utf8(after.stderr).unwrap();
    let start = format!("moyan: http://{}/healthz: ", server.address);
    assert!(error.starts_with(&start), "{error}");
    assert_eq!(health("8080").status.code(), Some(2));
}

#[test]
fn a_package_gets_manual_pages_and_completions() {
    let folder = fresh_path("manual");
    std::fs::create_dir(&folder).unwrap();
    let manual = || command().arg("manual").arg(&folder).output().unwrap();
    assert_eq!(manual().status.code(), Some(0));
    for (file, text) in [
        ("man1/moyan.1", "moyan\\-serve(1)"),
        ("man1/moyan-render.1", ".TH moyan-render 1"),
        ("completions/moyan.bash", "complete -F _moyan"),
        ("completions/_moyan", "#compdef moyan"),
        ("completions/moyan.fish", "complete -c moyan"),
    ] {
        let content = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(content.contains(text), "{file}: {content}");
    }
    // What is there is not written over.
    let again = manual();
    assert_eq!(again.status.code(), Some(1));
    assert!(
        String::from_utf8(again.stderr)
            .unwrap()
            .starts_with("moyan: cannot write to ")
    );
}
