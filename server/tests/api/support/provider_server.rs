//! A server that answers like a payment provider, or like one that is out of order.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents};
use rustls_pki_types::PrivatePkcs8KeyDer;
use rustls_pki_types::pem::PemObject as _;

/// The merchant's keys.
pub const MERCHANT_KEY: &str = include_str!("../../keys/wechatpay_go.private.pem");
pub const MERCHANT_PUBLIC_KEY: &str = include_str!("../../keys/wechatpay_go.public.pem");
/// A key of somebody else.
pub const OTHER_PUBLIC_KEY: &str = include_str!("../../keys/other.public.pem");
/// The keys of WeChat Pay and Alipay.
pub const PLATFORM_KEY: &str = include_str!("../../keys/platform.private.pem");
pub const PLATFORM_PUBLIC_KEY: &str = include_str!("../../keys/platform.public.pem");
pub const PLATFORM_CERTIFICATE: &str = include_str!("../../keys/platform.certificate.pem");

/// A request that came.
#[derive(Clone, Debug)]
pub struct Received {
    pub method: String,
    /// What follows the host, with the query.
    pub path: String,
    headers: HashMap<String, String>,
    pub body: String,
}

impl Received {
    /// A header; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The fields of a form.
    pub fn form(&self) -> HashMap<String, String> {
        url::form_urlencoded::parse(self.body.as_bytes())
            .into_owned()
            .collect()
    }
}

/// What is answered.
pub struct Answered {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl Answered {
    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.to_string(),
        }
    }
}

/// How the server answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Behavior {
    /// As the provider does.
    Normal,
    /// It takes the request and never answers.
    Silent,
    /// It answers something else.
    Garbage,
    /// It answers 502.
    Failing,
    /// It answers as soon as it behaves in another way.
    Stalled,
    /// It does what it is asked for, and answers 502.
    AnswerLost,
}

/// Ends with the test program.
pub struct ProviderServer {
    pub url: String,
    behavior: Arc<Mutex<Behavior>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl ProviderServer {
    pub fn start(answer: impl Fn(&Received) -> Answered + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let behavior = Arc::new(Mutex::new(Behavior::Normal));
        let received = Arc::new(Mutex::new(Vec::new()));
        let server = Self {
            url,
            behavior: behavior.clone(),
            received: received.clone(),
        };
        std::thread::spawn(move || {
            let mut unanswered = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(request) = read(&stream) else {
                    continue;
                };
                received.lock().unwrap().push(request.clone());
                while *behavior.lock().unwrap() == Behavior::Stalled {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
                let behavior = *behavior.lock().unwrap();
                let answered = match behavior {
                    Behavior::Normal | Behavior::Stalled => answer(&request),
                    Behavior::Garbage => Answered {
                        status: 200,
                        headers: Vec::new(),
                        body: "<html>\u{fffd}</html>".to_owned(),
                    },
                    Behavior::Failing | Behavior::AnswerLost => {
                        if behavior == Behavior::AnswerLost {
                            answer(&request);
                        }
                        Answered {
                            status: 502,
                            headers: Vec::new(),
                            body: String::new(),
                        }
                    }
                    Behavior::Silent => {
                        unanswered.push(stream);
                        continue;
                    }
                };
                write(&mut stream, &answered);
            }
        });
        server
    }

    pub fn behavior(&self) -> Behavior {
        *self.behavior.lock().unwrap()
    }

    pub fn set_behavior(&self, behavior: Behavior) {
        *self.behavior.lock().unwrap() = behavior;
    }

    /// How many requests came that nobody took yet.
    pub fn n_received(&self) -> usize {
        self.received.lock().unwrap().len()
    }

    /// The requests that came, and forgets them.
    pub fn take_received(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut parts = line.split_whitespace();
    let (method, path) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Received {
        method,
        path,
        headers,
        body: String::from_utf8(body).unwrap(),
    })
}

fn write(stream: &mut TcpStream, answered: &Answered) {
    let headers: String = answered
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let length = if answered.status == 204 {
        String::new()
    } else {
        format!("content-length: {}\r\n", answered.body.len())
    };
    // Who asked may have gone.
    let _ = write!(
        stream,
        "HTTP/1.1 {} x\r\n{headers}{length}connection: close\r\n\r\n{}",
        answered.status, answered.body
    );
}

fn pair(pem: &str) -> RsaKeyPair {
    let der = PrivatePkcs8KeyDer::from_pem_slice(pem.as_bytes()).unwrap();
    RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()).unwrap()
}

/// Signs a text by a private key, in base 64.
pub fn sign(pem: &str, message: &str) -> String {
    let pair = pair(pem);
    let mut signature = vec![0; pair.public().modulus_len()];
    pair.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        message.as_bytes(),
        &mut signature,
    )
    .unwrap();
    STANDARD.encode(signature)
}

/// Whether the owner of a private key signed a text.
pub fn is_signed(pem: &str, message: &str, signature: &str) -> bool {
    let public: RsaPublicKeyComponents<Vec<u8>> = RsaPublicKeyComponents::from(pair(pem).public());
    let signature = STANDARD.decode(signature).unwrap();
    public
        .verify(&RSA_PKCS1_2048_8192_SHA256, message.as_bytes(), &signature)
        .is_ok()
}
