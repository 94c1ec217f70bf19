//! Load: many connections that ask at once.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const N_CONNECTIONS: usize = 32;

/// Asks until the time is over and notes how long each answer took, in microseconds.
async fn ask(address: String, request: String, until: Instant, times: Rc<RefCell<Vec<u32>>>) {
    let mut stream = TcpStream::connect(&address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut buffer = Vec::with_capacity(64 * 1024);
    while Instant::now() < until {
        let began = Instant::now();
        stream.write_all(request.as_bytes()).await.unwrap();
        buffer.clear();
        let mut length = None;
        while length.is_none_or(|length| buffer.len() < length) {
            assert_ne!(
                stream.read_buf(&mut buffer).await.unwrap(),
                0,
                "the connection was closed"
            );
            length = length.or_else(|| length_of(&buffer));
        }
        assert!(
            buffer.starts_with(b"HTTP/1.1 200 "),
            "{}",
            String::from_utf8_lossy(&buffer)
        );
        times
            .borrow_mut()
            .push(u32::try_from(began.elapsed().as_micros()).unwrap());
    }
}

/// Bytes of an answer, once its head is there.
pub fn length_of(answer: &[u8]) -> Option<usize> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&answer[..end]).unwrap().to_ascii_lowercase();
    let (_, rest) = head.split_once("content-length: ")?;
    Some(end + rest.split("\r\n").next()?.parse::<usize>().unwrap())
}

/// Keeps the server busy and gives the time of each answer, sorted.
pub fn load(address: &str, request: &str, duration: Duration) -> Vec<u32> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let times = Rc::new(RefCell::new(Vec::with_capacity(1 << 20)));
    let local = tokio::task::LocalSet::new();
    let until = Instant::now() + duration;
    for _ in 0..N_CONNECTIONS {
        let (address, request, times) = (address.to_owned(), request.to_owned(), times.clone());
        local.spawn_local(ask(address, request, until, times));
    }
    runtime.block_on(local);
    let mut times = times.take();
    times.sort_unstable();
    times
}
