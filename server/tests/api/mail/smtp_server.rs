//! A mail server, as far as RFC 5321 goes for receiving.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// A mail as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub to: String,
    pub data: String,
}

/// Starts a server; gives its port and what it receives. `greeting` other than 220 turns every client away.
pub fn start(greeting: &'static str) -> (u16, Receiver<Received>) {
    start_with(greeting, |_| {})
}

/// Starts a server that does something with each mail before it says that it has it.
pub fn start_with(
    greeting: &'static str,
    receive: impl Fn(&Received) + Send + Sync + 'static,
) -> (u16, Receiver<Received>) {
    start_answering(greeting, "250 ok", receive)
}

/// Starts a server that gives an answer to each recipient that is named.
pub fn start_answering(
    greeting: &'static str,
    to_recipients: &'static str,
    receive: impl Fn(&Received) + Send + Sync + 'static,
) -> (u16, Receiver<Received>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, receiver) = channel();
    let receive = Arc::new(receive);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let (sender, receive) = (sender.clone(), receive.clone());
            std::thread::spawn(move || {
                if let Some(received) = talk(&stream, greeting, to_recipients, &*receive) {
                    // The test has ended when nobody listens.
                    let _ = sender.send(received);
                }
            });
        }
    });
    (port, receiver)
}

/// One conversation; none when no mail was handed over.
fn talk(
    stream: &TcpStream,
    greeting: &str,
    to_recipients: &str,
    receive: &dyn Fn(&Received),
) -> Option<Received> {
    let mut lines = BufReader::new(stream).lines();
    let mut out = stream;
    let mut say = |text: &str| out.write_all(format!("{text}\r\n").as_bytes()).ok();
    say(greeting)?;
    let mut to = String::new();
    let mut received = None;
    while let Some(Ok(line)) = lines.next() {
        match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => say("250 localhost")?,
            "RCPT" => {
                to = line;
                say(to_recipients)?;
            }
            "DATA" => {
                say("354 go on")?;
                let data: Vec<String> = lines
                    .by_ref()
                    .map_while(Result::ok)
                    .take_while(|line| line != ".")
                    .collect();
                let mail = Received {
                    to: to.clone(),
                    data: data.join("\n"),
                };
                receive(&mail);
                received = Some(mail);
                say("250 ok")?;
            }
            "QUIT" => {
                say("221 bye")?;
                break;
            }
            _ => say("250 ok")?,
        }
    }
    received
}
