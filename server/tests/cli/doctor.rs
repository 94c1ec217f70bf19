//! `moyan doctor`, on a real database, store and mail server.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;

use crate::database::Database;
use crate::moyan::{Run, command, fresh_path, run};
use crate::operator::moyan;
use crate::s3_server::S3Server;
use crate::server::{Server, wait_until};
use crate::smtp_server;

/// What the doctor says with these variables.
fn doctor(variables: &[(&str, &str)]) -> Run {
    run(command().envs(variables.iter().copied()), &["doctor"], b"")
}

/// The lines of a report that begin so.
fn lines<'a>(report: &'a Run, status: &str) -> Vec<&'a str> {
    report
        .stdout
        .lines()
        .filter(|line| line.starts_with(status))
        .collect()
}

#[test]
fn of_a_server_that_works_nothing_fails() {
    let database = Database::new();
    let server = Server::start_with(&[("DATABASE_URL", &database.url)]);
    wait_until(|| server.ask("GET", "/readyz").starts_with("HTTP/1.1 200"));
    let files = fresh_path("files");
    std::fs::create_dir_all(&files).unwrap();
    let (port, _mails) = smtp_server::start("220 ready");
    let report = doctor(&[
        ("DATABASE_URL", &database.url),
        ("FILES_DIR", files.to_str().unwrap()),
        ("BIND", &server.address),
        ("PUBLIC_URL", &format!("http://{}", server.address)),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
    ]);
    assert_eq!(report.status, 0, "{}", report.stdout);
    assert_eq!(lines(&report, "FAILED"), [""; 0]);
    for found in [
        "fine     configuration  every variable can be used",
        "fine     database       PostgreSQL ",
        "fine     tables         up to date",
        "fine     files          written, read, listed and removed",
        // How much there is depends on the machine.
        " room           FILES_DIR ",
        "fine     server         it runs",
        "warning  configuration  MOYAN_ENV=development",
        "fine     mail           the mail server takes the login",
    ] {
        assert!(report.stdout.contains(found), "{found}: {}", report.stdout);
    }
    assert!(
        report
            .stdout
            .contains(&format!("http://{} answers", server.address))
    );
    // Nothing is left of what was tried.
    let folders = std::fs::read_dir(&files).unwrap();
    let n_files: usize = folders
        .map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap().count())
        .sum();
    assert_eq!(n_files, 0);
}

#[test]
fn a_server_is_asked_for_which_names_a_certificate_may_be_had() {
    let database = Database::new();
    let server = Server::start_with(&[("DATABASE_URL", &database.url), ("SITE_DOMAIN", "sites.example")]);
    wait_until(|| server.ask("GET", "/readyz").starts_with("HTTP/1.1 200"));
    for (domain, wildcard, found) in [
        ("sites.example", "false", "fine     certificates   "),
        ("other.example", "false", "FAILED   certificates   "),
        // The one certificate is had without asking.
        ("other.example", "true", "fine     certificates   "),
        ("sites.example", "true", "FAILED   certificates   "),
    ] {
        let report = doctor(&[
            ("DATABASE_URL", &database.url),
            ("BIND", &server.address),
            ("PUBLIC_URL", &format!("http://{}", server.address)),
            ("SITE_DOMAIN", domain),
            ("SITE_DOMAIN_WILDCARD", wildcard),
        ]);
        assert!(report.stdout.contains(found), "{domain}: {}", report.stdout);
    }
}

#[test]
fn a_bucket_is_tried_and_one_that_refuses_is_named() {
    let s3 = S3Server::start(fresh_path("s3").parent().unwrap());
    let report = doctor(&s3.variables());
    let found = "fine     files          written, read, listed and removed";
    assert!(report.stdout.contains(found), "{}", report.stdout);
    let mut variables = s3.variables();
    variables[3].1 = "another";
    let report = doctor(&variables);
    let found = "FAILED   files          S3_ENDPOINT: ";
    assert!(report.stdout.contains(found), "{}", report.stdout);
}

#[test]
fn each_variable_that_is_wrong_is_named_in_one_run() {
    let secret = fresh_path("jwt");
    std::fs::write(&secret, "0123456789abcdef0123456789abcdef").unwrap();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o644)).unwrap();
    let report = doctor(&[
        ("PORT", "70000"),
        ("PUBLIC_URL", "moyan.example.com"),
        ("JWT_SECRET_FILE", secret.to_str().unwrap()),
        ("SMTP_URL", "http://mail"),
    ]);
    assert_eq!(report.status, 1);
    for (variable, problem) in [
        ("PORT=70000", ""),
        ("PUBLIC_URL=moyan.example.com", "https://moyan.example.com"),
        ("JWT_SECRET_FILE=", "chmod 600"),
        ("SMTP_URL=[redacted]", "smtps://"),
    ] {
        let found = lines(&report, "FAILED   configuration")
            .into_iter()
            .any(|line| line.contains(variable) && line.contains(problem));
        assert!(found, "{variable}: {}", report.stdout);
    }
    assert!(!report.stdout.contains("0123456789abcdef"), "{}", report.stdout);
}

#[test]
fn what_does_not_answer_and_what_is_of_others_fails_and_says_what_mends_it() {
    let database = Database::empty();
    database.execute("CREATE TABLE of_others (id int)");
    let report = doctor(&[
        ("DATABASE_URL", &database.url),
        ("FILES_DIR", "/proc/files"),
        ("SMTP_URL", "smtp://127.0.0.1:1"),
        ("PUBLIC_URL", "http://127.0.0.1:1"),
        ("BIND", "127.0.0.1:1"),
    ]);
    assert_eq!(report.status, 1);
    for found in [
        "FAILED   tables         the database holds tables of another program",
        "FAILED   files          FILES_DIR: ",
        "FAILED   mail           SMTP_URL: ",
        "FAILED   address        PUBLIC_URL: http://127.0.0.1:1 does not answer",
        "warning  server         it does not run",
        "4 failed, ",
    ] {
        assert!(report.stdout.contains(found), "{found}: {}", report.stdout);
    }
    let report = doctor(&[]);
    let found = "FAILED   database       DATABASE_URL: cannot connect";
    assert!(report.stdout.contains(found), "{}", report.stdout);
}

/// A web server in front that names each caller to the server. Returns its address.
fn proxy_to(server: &Server) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let to = server.address.clone();
    std::thread::spawn(move || {
        for mut caller in listener.incoming().flatten() {
            let mut head = String::new();
            let mut lines = BufReader::new(&caller);
            while lines.read_line(&mut head).unwrap() > 2 {}
            let asked = head.replacen("\r\n", "\r\nconnection: close\r\nx-forwarded-for: 1.2.3.4\r\n", 1);
            let mut server = TcpStream::connect(&to).unwrap();
            server.write_all(asked.as_bytes()).unwrap();
            std::io::copy(&mut server, &mut caller).unwrap();
        }
    });
    address
}

#[test]
fn a_proxy_that_trusted_proxies_does_not_name_is_told() {
    for (trusted, found) in [
        ("10.9.9.9", "FAILED   address "),
        ("127.0.0.1", "fine     address "),
    ] {
        let database = Database::new();
        let server = Server::start_with(&[("DATABASE_URL", &database.url), ("TRUSTED_PROXIES", trusted)]);
        let report = doctor(&[
            ("DATABASE_URL", &database.url),
            ("PUBLIC_URL", &format!("http://{}", proxy_to(&server))),
        ]);
        assert!(report.stdout.contains(found), "{trusted}: {}", report.stdout);
    }
}

#[test]
fn tables_that_are_not_up_to_date_and_jobs_that_were_given_up_are_told() {
    let database = Database::empty();
    let report = doctor(&[("DATABASE_URL", &database.url)]);
    let found = "warning  tables         the database is not up to date: run moyan migrate first";
    assert!(report.stdout.contains(found), "{}", report.stdout);
    let database = Database::new();
    database.execute(
        "INSERT INTO jobs (id, kind, payload, priority, status) VALUES (gen_random_uuid(), 'sendMail', '{}', 10, 'dead')",
    );
    let report = doctor(&[("DATABASE_URL", &database.url)]);
    assert!(
        report.stdout.contains("1 jobs were given up"),
        "{}",
        report.stdout
    );
}

#[test]
fn a_backup_that_is_missed_is_told() {
    let database = Database::new();
    let said = |expected: &str| {
        let report = doctor(&[("DATABASE_URL", &database.url)]);
        assert!(report.stdout.contains(expected), "{expected}: {}", report.stdout);
    };
    said("warning  backup         there never was one: systemctl enable --now moyan-backup.timer");
    database.execute("INSERT INTO backups (taken_at) VALUES (now() - interval '27 hours')");
    said("warning  backup         the last good one is 27 hours old: ");
    let file = fresh_path("one.backup");
    let backup = moyan(&database, &["backup", file.to_str().unwrap()], "");
    assert_eq!(backup.status, 0, "{}", backup.stderr);
    said("fine     backup         the last good one is 0 hours old\n");
}
