//! A running application with a frontend of its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::dev::Service as _;
use actix_web::http::{Method, StatusCode};
use actix_web::test;
use moyan_server::static_files::Site;
use moyan_server::{AppState, build_app};

/// The application, over a small frontend in a folder of its own, removed at the end.
pub struct TestApp {
    folder: PathBuf,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl TestApp {
    /// An application whose frontend holds these files.
    pub fn with_files(files: &[(&str, &str)]) -> Self {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("site-{}-{number}", std::process::id()));
        for (name, content) in files {
            let file = folder.join("dist").join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, content).unwrap();
        }
        Self { folder }
    }

    /// An application with a page, a hashed script in three encodings and a secret beside the frontend.
    pub fn new() -> Self {
        Self::with_files(&[
            ("index.html", "<title>page</title>"),
            ("favicon.svg", "<svg/>"),
            ("assets/index-BqX3k_9z.js", "plain"),
            ("assets/index-BqX3k_9z.js.br", "brotli"),
            ("assets/index-BqX3k_9z.js.gz", "gzip"),
            ("assets/moyan_article_bg-12345678.wasm", "\0asm"),
            ("../secret.txt", "secret"),
        ])
    }

    /// Sends one request.
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let state = AppState {
            site: Site::Folder(self.folder.join("dist")),
        };
        let app = test::init_service(build_app(state)).await;
        let mut request = test::TestRequest::default().method(method).uri(path);
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        let response = app.call(request.to_request()).await.unwrap();
        let status = response.status();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        let body = test::read_body(response).await.to_vec();
        Answer {
            status,
            headers,
            body,
        }
    }

    /// Sends a GET request without headers.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[]).await
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // A folder that stays is only litter below `target`.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Answer {
    /// A header's value; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value)
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}
