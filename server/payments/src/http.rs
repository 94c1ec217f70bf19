//! Requests to providers: they end, they follow nothing, and their answers are not without bound.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use moyan_domain::held_connection;
use moyan_domain::limits::{PROVIDER_ANSWER_MAX_BYTES, PROVIDER_TIMEOUT_S};
use serde_json::Value;
use ureq::http::{HeaderMap, Request};

use super::PaymentError;

/// Is told of each request: to which provider, how long it took, and whether it was answered in order.
pub type Observer = Arc<dyn Fn(&'static str, Duration, bool) + Send + Sync>;

/// Sends requests to providers, each over a connection of its own.
#[derive(Clone)]
pub struct ProviderHttp {
    agent: ureq::Agent,
    observer: Option<Observer>,
}

impl std::fmt::Debug for ProviderHttp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ProviderHttp")
    }
}

/// The answer of a provider.
pub(super) struct ProviderAnswer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as text.
    pub body: String,
}

impl Default for ProviderHttp {
    fn default() -> Self {
        Self::with_timeout(Duration::from_secs(PROVIDER_TIMEOUT_S))
    }
}

impl ProviderHttp {
    /// Gives each request so long, from its first byte to the last of the answer.
    pub fn with_timeout(timeout: Duration) -> Self {
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(timeout))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            // A connection that waited may be closed by the provider just when a payment is sent over it.
            .max_idle_connections(0)
            .build()
            .new_agent();
        Self {
            agent,
            observer: None,
        }
    }

    /// The same, which tells somebody of each request.
    pub fn observed_by(self, observer: Observer) -> Self {
        Self {
            observer: Some(observer),
            ..self
        }
    }

    /// Sends a request to a provider and reads its answer. The texts of failures hold nothing of the request.
    pub(super) fn send(
        &self,
        provider: &'static str,
        request: Request<String>,
    ) -> Result<ProviderAnswer, PaymentError> {
        held_connection::forbid();
        let started = Instant::now();
        let answer = self.answer(request);
        if let Some(observer) = &self.observer {
            let is_in_order = answer.as_ref().is_ok_and(ProviderAnswer::is_in_order);
            observer(provider, started.elapsed(), is_in_order);
        }
        answer
    }

    fn answer(&self, request: Request<String>) -> Result<ProviderAnswer, PaymentError> {
        let unavailable = |error: ureq::Error| PaymentError::Unavailable(error.to_string());
        let mut response = self.agent.run(request).map_err(unavailable)?;
        let body = response
            .body_mut()
            .with_config()
            .limit(PROVIDER_ANSWER_MAX_BYTES)
            .read_to_string()
            .map_err(unavailable)?;
        Ok(ProviderAnswer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body,
        })
    }
}

impl ProviderAnswer {
    /// Whether the provider is in order: it says neither 5xx nor "too many".
    fn is_in_order(&self) -> bool {
        self.status < 500 && self.status != 429
    }

    /// The answer when the provider is in order.
    pub fn in_order(self) -> Result<Self, PaymentError> {
        if !self.is_in_order() {
            return Err(PaymentError::Unavailable(format!("status {}", self.status)));
        }
        Ok(self)
    }

    /// True for 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// When the provider answered, by its own clock; none when it does not say.
    pub fn sent_at(&self) -> Option<DateTime<Utc>> {
        let date = DateTime::parse_from_rfc2822(self.header("date")).ok()?;
        Some(date.with_timezone(&Utc))
    }

    /// A header as text; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }
}

/// Adds a field to a JSON object.
pub(super) fn add(object: &mut Value, field: &str, value: impl Into<Value>) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(field.to_owned(), value.into());
    }
}

/// The failure of a request that could not even be written.
pub(super) fn unwritable(error: ureq::http::Error) -> PaymentError {
    PaymentError::Refused(format!("the request cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::TcpListener;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_log_shows_no_more_of_it_than_its_name() {
        assert_eq!(format!("{:?}", ProviderHttp::default()), "ProviderHttp");
    }

    #[test]
    fn who_observes_is_told_of_each_request_and_whether_its_answer_was_in_order() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answers = [
            "200 OK",
            "400 Bad Request",
            "429 Too Many Requests",
            "503 Service Unavailable",
        ];
        std::thread::spawn(move || {
            for status in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
                let head = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                stream.write_all(head.as_bytes()).unwrap();
            }
        });
        let told = Arc::new(Mutex::new(Vec::new()));
        let noted = told.clone();
        let http = ProviderHttp::default().observed_by(Arc::new(move |provider, _, is_answered| {
            noted.lock().unwrap().push((provider, is_answered));
        }));
        let ask = |address: &str| {
            let request = Request::get(format!("http://{address}/")).body(String::new());
            http.send("stripe", request.unwrap()).map(|answer| answer.status)
        };
        for status in [200, 400, 429, 503] {
            assert_eq!(ask(&address.to_string()).unwrap(), status);
        }
        // Nothing listens there.
        assert!(ask("127.0.0.1:1").is_err());
        let expected = [true, true, false, false, false].map(|is_answered| ("stripe", is_answered));
        assert_eq!(*told.lock().unwrap(), expected);
    }

    #[test]
    fn a_connection_that_the_provider_closes_after_its_answer_costs_no_request() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        // Says that connections stay open, and closes each when the next request comes over it.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                std::thread::spawn(move || {
                    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                    while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
                    stream
                        .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
                        .unwrap();
                    let _next = lines.next();
                });
            }
        });
        let http = ProviderHttp::default();
        for _ in 0..3 {
            let request = Request::post(format!("http://{address}/pay")).body(String::new());
            assert_eq!(http.send("stripe", request.unwrap()).unwrap().body, "ok");
        }
    }
}
