//! What a running server does without being asked, and how it stops doing it.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use crate::database::Database;
use crate::moyan::{command, fresh_path, run};
use crate::server::{GIVE_UP_AFTER, Server, wait_until};
use crate::smtp_server;

/// A job for each mail.
const SEND_ALL: &str = "INSERT INTO jobs (id, kind, payload, priority) \
    SELECT gen_random_uuid(), 'sendMail', jsonb_build_object('mailId', id), 10 FROM mails";

#[test]
fn a_running_server_sends_mails_and_removes_expired_records() {
    let (port, received) = smtp_server::start("220 localhost");
    let database = Database::new();
    database.execute(
        "INSERT INTO throttles (key, n_hits, resets_at) VALUES ('over', 1, now() - interval '2 days')",
    );
    let mut server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
    ]);
    server.wait_for("ready");
    server.send_code_to("li@example.com");
    let mail = received.recv_timeout(GIVE_UP_AFTER).unwrap();
    assert!(
        mail.to.contains("<li@example.com>") && mail.data.contains("Message-ID: <"),
        "{mail:?}"
    );
    wait_until(|| !database.is_true("EXISTS (SELECT FROM throttles WHERE key = 'over')"));
}

#[test]
fn a_server_without_jobs_leaves_them_to_who_does_them_alone() {
    let (port, received) = smtp_server::start("220 localhost");
    let database = Database::new();
    let page = fresh_path("index.html");
    std::fs::write(&page, "<title>page</title>").unwrap();
    let mut serving = command();
    serving.args(["serve", "--no-jobs"]).env("BIND", "127.0.0.1:0");
    // It could not send them.
    let variables = [
        ("DATABASE_URL", database.url.as_str()),
        ("SMTP_URL", "smtp://127.0.0.1:1"),
    ];
    let mut server = Server::spawn(serving, &page, &variables);
    server.wait_for("ready");
    server.send_code_to("li@example.com");
    // The periodic ones are there, and would have been begun before any mail.
    wait_until(|| database.is_true("EXISTS (SELECT FROM jobs WHERE kind = 'sweepExpiredRecords')"));
    let mut working = command();
    let worker = working
        .arg("work")
        .env("SMTP_URL", format!("smtp://127.0.0.1:{port}"))
        .env("DATABASE_URL", &database.url)
        .spawn()
        .unwrap();
    let mut worker = Ended(worker);
    let mail = received.recv_timeout(GIVE_UP_AFTER).unwrap();
    assert!(mail.to.contains("<li@example.com>"), "{mail:?}");
    wait_until(|| database.text("SELECT status FROM mails") == "sent");
    // The server has tried nothing.
    assert!(database.is_true("(SELECT n_attempts = 1 FROM mails)"));
    let status = Command::new("kill")
        .args(["-TERM", &worker.0.id().to_string()])
        .status();
    assert!(status.unwrap().success());
    assert!(worker.0.wait().unwrap().success());
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
}

/// A process that ends with its test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn who_does_jobs_alone_ends_when_the_database_must_not_be_used() {
    let refused = run(command().env("MOYAN_ENV", "wrong"), &["work"], b"");
    assert_eq!(refused.status, 2, "{}", refused.stderr);
    let database = Database::new();
    database.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
    let refused = run(command().env("DATABASE_URL", &database.url), &["work"], b"");
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("newer"), "{}", refused.stderr);
}

#[test]
fn a_mail_that_is_on_its_way_is_finished_before_the_server_ends() {
    let (took, has_taken) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let (port, received) = smtp_server::start_with("220 localhost", move |_| {
        took.send(()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
    });
    let database = Database::new();
    let mut server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
    ]);
    server.wait_for("ready");
    server.send_code_to("li@example.com");
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    server.signal("-TERM");
    server.wait_for("waiting for the jobs");
    go_on.send(()).unwrap();
    assert!(server.child.wait().unwrap().success());
    received.recv_timeout(GIVE_UP_AFTER).unwrap();
    assert_eq!(database.text("SELECT status FROM mails"), "sent");
}

#[test]
fn a_server_with_many_mails_to_send_stops_after_those_at_hand() {
    let (took, has_taken) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let (port, _received) = smtp_server::start_with("220 localhost", move |_| {
        took.send(()).unwrap();
        // Once the test lets one go, it lets all of them go.
        let _ = may_go_on.lock().unwrap().recv();
    });
    let database = Database::new();
    database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body) \
         SELECT gen_random_uuid(), 'email', 'user' || n || '@example.com', 'x', 'x', 'x' FROM generate_series(1, 120) n",
    );
    database.execute(SEND_ALL);
    let mut server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
    ]);
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    server.signal("-TERM");
    server.wait_for("waiting for the jobs");
    drop(go_on);
    assert!(server.child.wait().unwrap().success());
    // One for each of its workers.
    let n_sent = "(SELECT count(*) BETWEEN 1 AND 2 FROM mails WHERE status = 'sent')";
    assert!(database.is_true(n_sent));
}

#[test]
fn a_mail_server_that_never_answers_does_not_keep_the_server_from_ending() {
    let (took, has_taken) = channel();
    let (_go_on, may_go_on) = channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let (port, _received) = smtp_server::start_with("220 localhost", move |_| {
        took.send(()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
    });
    let database = Database::new();
    let mut server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
        ("SHUTDOWN_TIMEOUT_S", "1"),
    ]);
    server.wait_for("ready");
    server.send_code_to("li@example.com");
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    server.signal("-TERM");
    server.wait_for("a job did not end in time; its work is done again later");
    assert!(server.child.wait().unwrap().success());
    assert_eq!(database.text("SELECT status FROM mails"), "waiting");
}

#[test]
fn a_mail_server_that_is_slow_does_not_keep_expired_records() {
    let (took, has_taken) = channel();
    let (_go_on, may_go_on) = channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let (port, _received) = smtp_server::start_with("220 localhost", move |_| {
        took.send(()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
    });
    let database = Database::new();
    // The mail is due before the first sweep, and its conversation never ends.
    database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body) VALUES (gen_random_uuid(), 'email', 'li@example.com', 'x', 'x', 'x'); \
         INSERT INTO throttles (key, n_hits, resets_at) VALUES ('over', 1, now() - interval '2 days')",
    );
    database.execute(SEND_ALL);
    let server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
    ]);
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    wait_until(|| !database.is_true("EXISTS (SELECT FROM throttles WHERE key = 'over')"));
    drop(server);
}

#[test]
fn two_servers_do_each_job_once() {
    let (port, received) = smtp_server::start("220 localhost");
    let database = Database::new();
    database.execute(
        "INSERT INTO mails (id, channel, recipient, template, subject, body) \
         SELECT gen_random_uuid(), 'email', 'user' || n || '@example.com', 'x', 'x', 'x' FROM generate_series(1, 60) n",
    );
    database.execute(SEND_ALL);
    let smtp = format!("smtp://127.0.0.1:{port}");
    let variables = [
        ("DATABASE_URL", database.url.as_str()),
        ("SMTP_URL", smtp.as_str()),
    ];
    let servers = [Server::start_with(&variables), Server::start_with(&variables)];
    let to: BTreeSet<String> = (0..60)
        .map(|_| received.recv_timeout(GIVE_UP_AFTER).unwrap().to)
        .collect();
    assert_eq!(to.len(), 60);
    wait_until(|| !database.is_true("EXISTS (SELECT FROM jobs WHERE kind = 'sendMail')"));
    assert!(received.try_recv().is_err());
    assert!(database.is_true("(SELECT bool_and(status = 'sent' AND n_attempts = 1) FROM mails)"));
    // What repeats itself is there once.
    wait_until(|| database.is_true("(SELECT count(*) = 1 FROM jobs WHERE kind = 'sweepExpiredRecords')"));
    drop(servers);
}

#[test]
fn a_job_of_a_server_that_is_killed_is_done_by_another_and_once() {
    let (took, has_taken) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let (may_go_on, is_first) = (Mutex::new(may_go_on), AtomicBool::new(true));
    // The first conversation is never acknowledged: its server is killed in the middle of it.
    let (port, received) = smtp_server::start_with("220 localhost", move |_| {
        if is_first.swap(false, Ordering::Relaxed) {
            took.send(()).unwrap();
            let _ = may_go_on.lock().unwrap().recv();
            panic!("cut off");
        }
    });
    let database = Database::new();
    let smtp = format!("smtp://127.0.0.1:{port}");
    let variables = [
        ("DATABASE_URL", database.url.as_str()),
        ("SMTP_URL", smtp.as_str()),
    ];
    let mut killed = Server::start_with(&variables);
    killed.wait_for("ready");
    killed.send_code_to("li@example.com");
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    let other = Server::start_with(&variables);
    killed.signal("-KILL");
    killed.child.wait().unwrap();
    let job = "FROM jobs WHERE kind = 'sendCode'";
    assert_eq!(
        database.text(&format!("SELECT concat(n_attempts, lease_id IS NULL) {job}")),
        "1f"
    );
    // As if the time of its lease had passed.
    database.execute("UPDATE jobs SET leased_until = now() WHERE kind = 'sendCode'");
    let mail = received.recv_timeout(GIVE_UP_AFTER).unwrap();
    assert!(mail.to.contains("<li@example.com>"), "{mail:?}");
    wait_until(|| !database.is_true(&format!("EXISTS (SELECT {job})")));
    assert_eq!(
        database.text("SELECT concat(status, n_attempts) FROM mails"),
        "sent1"
    );
    drop(go_on);
    drop(other);
    assert!(received.try_recv().is_err());
}

#[test]
fn a_job_that_another_server_took_meanwhile_is_named_in_the_log_and_no_other() {
    let (took, has_taken) = channel();
    let (go_on, may_go_on) = channel::<()>();
    let may_go_on = Mutex::new(may_go_on);
    let (port, _received) = smtp_server::start_with("220 localhost", move |_| {
        took.send(()).unwrap();
        may_go_on.lock().unwrap().recv().unwrap();
    });
    let database = Database::new();
    let mut server = Server::start_with(&[
        ("DATABASE_URL", &database.url),
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
    ]);
    server.wait_for("ready");
    // One that it keeps, and one that it loses.
    server.send_code_to("kept@example.com");
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    go_on.send(()).unwrap();
    wait_until(|| !database.is_true("EXISTS (SELECT FROM jobs WHERE kind = 'sendCode')"));
    server.send_code_to("lost@example.com");
    has_taken.recv_timeout(GIVE_UP_AFTER).unwrap();
    let lost = "FROM jobs WHERE kind = 'sendCode'";
    let id = database.text(&format!("SELECT id {lost}"));
    database.execute("UPDATE jobs SET lease_id = gen_random_uuid() WHERE kind = 'sendCode'");
    server.signal("-TERM");
    go_on.send(()).unwrap();
    assert!(server.child.wait().unwrap().success());
    let mut log = String::new();
    server.log.read_to_string(&mut log).unwrap();
    let warnings: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("another worker has it"))
        .collect();
    assert!(warnings.len() == 1 && warnings[0].contains(&id), "{log}");
    // The other one has it to the end.
    assert!(database.is_true(&format!("EXISTS (SELECT {lost})")));
}
