//! Runs the binary.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use moyan_foundation::config::Config;

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The binary with a clean configuration, for development, whose database is not there.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moyan"));
    for variable in Config::variables() {
        command.env_remove(variable.name);
        command.env_remove(format!("{}_FILE", variable.name));
    }
    command
        .env_remove("CREDENTIALS_DIRECTORY")
        .env("MOYAN_ENV", "development")
        .env("LC_ALL", "C.UTF-8")
        .env("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
    command
}

/// Runs `moyan` with arguments and something on standard input.
pub fn moyan_with(args: &[&str], input: &[u8]) -> Run {
    run(&mut command(), args, input)
}

/// Runs a command with arguments and something on standard input.
pub fn run(command: &mut Command, args: &[&str], input: &[u8]) -> Run {
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that refuses its options never reads, which is no fault of the test.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `moyan render - …` on a text that must render, and gives the HTML.
pub fn render(text: &str, options: &[&str]) -> String {
    let args: Vec<&str> = ["render", "-"].iter().chain(options).copied().collect();
    let run = moyan_with(&args, text.as_bytes());
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
}

/// A file below the tests' folder that no other test has.
pub fn fresh_path(name: &str) -> PathBuf {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}
