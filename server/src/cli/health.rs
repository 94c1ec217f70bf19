//! `moyan health`: whether the server answers, for health checks where there is no other program to ask.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use moyan_foundation::config::{Config, HttpConfig};

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes that are read of the answer: more than it has.
const ANSWER_MAX_BYTES: u64 = 16 * 1024;

/// Asks the server that the environment configures. 0 when it answers, 1 when not, 2 when a variable is wrong.
pub fn run() -> ExitCode {
    let http = match Config::http_from_env() {
        Ok(http) => http,
        Err(error) => {
            eprintln!("moyan: {error}");
            return ExitCode::from(2);
        }
    };
    match ask_any(&http) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A host may have several addresses, and the server listens on those it can have.
pub fn ask_any(http: &HttpConfig) -> anyhow::Result<()> {
    status_of_any(http, "/healthz").and_then(require_ok)
}

/// The status line that the server which runs with this configuration answers at a path.
pub fn status_of_any(http: &HttpConfig, path: &str) -> anyhow::Result<String> {
    if http.port == 0 {
        bail!("PORT=0: nobody knows the port that the server took");
    }
    let mut answer = Err(anyhow::anyhow!("{} has no address", http.host));
    for address in (http.host.as_str(), http.port).to_socket_addrs()? {
        let address = reachable(address);
        answer = status_of(address, path, PATIENCE).with_context(|| format!("http://{address}{path}"));
        if answer.is_ok() {
            break;
        }
    }
    answer
}

fn require_ok(status: String) -> anyhow::Result<()> {
    if status.starts_with("HTTP/1.1 200 ") {
        return Ok(());
    }
    bail!("it answers {status:?}")
}

/// The address at which a server that listens somewhere is reached from its own machine.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() {
            Ipv4Addr::LOCALHOST.into()
        } else {
            Ipv6Addr::LOCALHOST.into()
        });
    }
    address
}

/// Asks a server for `/healthz`. Fails when it does not answer in time, or answers anything but 200.
pub fn ask(address: SocketAddr, within: Duration) -> anyhow::Result<()> {
    status_of(address, "/healthz", within).and_then(require_ok)
}

fn status_of(address: SocketAddr, path: &str, within: Duration) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, within)?;
    stream.set_read_timeout(Some(within))?;
    stream.set_write_timeout(Some(within))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.take(ANSWER_MAX_BYTES).read_to_string(&mut answer)?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_this_machine() {
        for (listens, is_asked) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            let address = reachable(listens.parse().unwrap());
            assert_eq!(address.to_string(), is_asked);
        }
    }

    #[test]
    fn who_takes_the_connection_and_does_not_answer_is_not_well() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        assert!(ask(address, Duration::from_millis(1)).is_err());
        drop(listener);
        assert!(ask(address, PATIENCE).is_err());
    }

    #[test]
    fn an_answer_other_than_200_is_an_error() {
        for (answer, is_well) in [
            ("HTTP/1.1 200 OK\r\n\r\nok\n", true),
            ("HTTP/1.1 503 Service Unavailable\r\n\r\n", false),
            ("", false),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = listener.local_addr().unwrap();
            let asked = std::thread::scope(|scope| {
                scope.spawn(|| {
                    let (mut stream, _) = listener.accept().unwrap();
                    let mut request = [0; 256];
                    assert!(stream.read(&mut request).unwrap() > 0);
                    stream.write_all(answer.as_bytes()).unwrap();
                });
                ask(address, PATIENCE)
            });
            assert_eq!(asked.is_ok(), is_well, "{asked:?}");
        }
    }
}
