//! A name server that answers questions for TXT records over UDP.

use std::collections::{BTreeMap, HashMap};
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes of the head of a message.
const HEAD_BYTES: usize = 12;
/// Bytes that one string of a TXT record can have.
const STRING_MAX_BYTES: usize = 255;

/// What the server says of a name.
#[derive(Clone)]
enum Reply {
    /// These texts.
    Texts(Vec<String>),
    /// That it cannot say.
    Failure,
    /// Nothing at all.
    Silence,
}

/// Ends with the test.
pub struct DnsServer {
    /// Where it is, for `DNS_SERVER`.
    pub address: SocketAddr,
    replies: Arc<Mutex<HashMap<String, Reply>>>,
    asked: Arc<Mutex<Vec<String>>>,
    /// Nothing is answered before so many names were asked for.
    n_together: Arc<AtomicUsize>,
}

impl DnsServer {
    /// A server that knows no name.
    pub fn start() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = socket.local_addr().unwrap();
        let replies: Arc<Mutex<HashMap<String, Reply>>> = Arc::default();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let n_together: Arc<AtomicUsize> = Arc::default();
        let (known, seen, together) = (replies.clone(), asked.clone(), n_together.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut waiting = BTreeMap::new();
            // A message without a head is the end.
            while let Ok((n_bytes, from)) = socket.recv_from(&mut bytes) {
                if n_bytes < HEAD_BYTES {
                    return;
                }
                let (name, question) = question_of(&bytes[HEAD_BYTES..n_bytes]);
                let reply = known.lock().unwrap().get(&name).cloned();
                seen.lock().unwrap().push(name.clone());
                if let Some(answer) = answer(&bytes[..2], question, reply) {
                    waiting.insert(name, (answer, from));
                }
                if waiting.len() >= together.load(Ordering::SeqCst) {
                    for (answer, from) in std::mem::take(&mut waiting).into_values() {
                        socket.send_to(&answer, from).unwrap();
                    }
                }
            }
        });
        Self {
            address,
            replies,
            asked,
            n_together,
        }
    }

    /// From now on it answers nobody before so many names were asked for.
    pub fn answer_together(&self, n_names: usize) {
        self.n_together.store(n_names, Ordering::SeqCst);
    }

    /// From now on a name has records with these texts; without any there is no such name.
    pub fn set(&self, name: &str, texts: &[&str]) {
        let mut replies = self.replies.lock().unwrap();
        if texts.is_empty() {
            replies.remove(name);
        } else {
            let texts = texts.iter().map(|text| (*text).to_owned()).collect();
            replies.insert(name.to_owned(), Reply::Texts(texts));
        }
    }

    /// From now on it answers that it cannot say.
    pub fn fail(&self, name: &str) {
        self.reply(name, Reply::Failure);
    }

    /// From now on it answers nothing.
    pub fn be_silent(&self, name: &str) {
        self.reply(name, Reply::Silence);
    }

    fn reply(&self, name: &str, reply: Reply) {
        self.replies.lock().unwrap().insert(name.to_owned(), reply);
    }

    /// The names that it was asked for since the last time.
    pub fn take_asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

impl Drop for DnsServer {
    fn drop(&mut self) {
        let _ = UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(&[], self.address));
    }
}

/// The name of a question in lower case, and the bytes of the question.
fn question_of(body: &[u8]) -> (String, &[u8]) {
    let (mut labels, mut at) = (Vec::new(), 0);
    while body[at] != 0 {
        let end = at + 1 + usize::from(body[at]);
        labels.push(String::from_utf8_lossy(&body[at + 1..end]).to_lowercase());
        at = end;
    }
    (labels.join("."), &body[..at + 5])
}

fn answer(id: &[u8], question: &[u8], reply: Option<Reply>) -> Option<Vec<u8>> {
    let (code, texts) = match reply {
        Some(Reply::Silence) => return None,
        Some(Reply::Failure) => (2, Vec::new()),
        Some(Reply::Texts(texts)) => (0, texts),
        None => (3, Vec::new()),
    };
    let n_texts = u16::try_from(texts.len()).unwrap().to_be_bytes();
    let mut answer = [id, &[0x85, 0x80 | code, 0, 1], &n_texts, &[0; 4], question].concat();
    for text in texts {
        let strings: Vec<u8> = text
            .as_bytes()
            .chunks(STRING_MAX_BYTES)
            .flat_map(|chunk| [&[u8::try_from(chunk.len()).unwrap()], chunk].concat())
            .collect();
        let n_bytes = u16::try_from(strings.len()).unwrap().to_be_bytes();
        // The name of the question, TXT, Internet, kept for no time.
        answer.extend([&[0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0], &n_bytes[..], &strings].concat());
    }
    Some(answer)
}
