//! What systemd is told, where it wants to know (`NOTIFY_SOCKET`): the server is ready, it stops, it is alive.
//!
//! Alive means that it answers a request over its own socket: then connections are taken, and a worker has time.
//! A job that hangs is none of its concern: ending all requests for it would be worse.
//!
//! Source: sd_notify(3), sd_watchdog_enabled(3).

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use moyan_foundation::stopping::Stopping;

use super::health;

/// The start is over.
pub fn say_ready(has_database: bool) {
    tell(&format!("READY=1\nSTATUS={}", status(has_database)));
}

/// What `systemctl status` shows of a server that runs.
pub fn say_status(has_database: bool) {
    tell(&format!("STATUS={}", status(has_database)));
}

/// The server was told to stop.
pub fn say_stopping() {
    tell("STOPPING=1\nSTATUS=running requests may finish");
}

fn status(has_database: bool) -> &'static str {
    if has_database {
        "serving"
    } else {
        "serving the editor only: the database is not ready"
    }
}

/// Says that the server is alive, for as long as it answers, where systemd wants to hear it (`WATCHDOG_USEC`).
///
/// - `address`: one that the server listens on
pub fn watch(address: SocketAddr, stopping: Arc<Stopping>) -> std::io::Result<()> {
    let Some(limit) = watchdog_limit() else {
        return Ok(());
    };
    let address = health::reachable(address);
    std::thread::Builder::new()
        .name("watchdog".to_owned())
        .spawn(move || {
            loop {
                if is_alive(&stopping, address, limit / 4) {
                    tell("WATCHDOG=1");
                    std::thread::sleep(limit / 2);
                } else {
                    std::thread::sleep(limit / 8);
                }
            }
        })?;
    Ok(())
}

/// What stops takes no connection any more, and is alive: systemd waits for its end by `TimeoutStopSec`.
fn is_alive(stopping: &Stopping, address: SocketAddr, within: Duration) -> bool {
    stopping.is_asked() || is_answering(address, within)
}

fn is_answering(address: SocketAddr, within: Duration) -> bool {
    health::ask(address, within)
        .inspect_err(|error| tracing::warn!("the server does not answer itself: {error:#}"))
        .is_ok()
}

/// Sends lines of sd_notify(3). Nobody is told where nobody asked.
#[cfg(unix)]
fn tell(lines: &str) {
    if let Err(error) = sd_notify::notify(&[sd_notify::NotifyState::Custom(lines)]) {
        tracing::warn!("systemd cannot be told: {error}");
    }
}

/// How long systemd waits for a sign of life before it kills the server.
#[cfg(unix)]
fn watchdog_limit() -> Option<Duration> {
    sd_notify::watchdog_enabled()
}

#[cfg(not(unix))]
fn tell(_: &str) {}

#[cfg(not(unix))]
fn watchdog_limit() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_server_that_takes_connections_and_answers_none_is_alive_only_while_it_stops() {
        let hanging = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, stopping) = (hanging.local_addr().unwrap(), Stopping::default());
        let ask = || is_alive(&stopping, address, Duration::from_millis(50));
        assert!(!ask());
        stopping.ask(Duration::from_secs(1));
        assert!(ask());
    }
}
