//! A server that speaks S3 and checks signatures, over a folder.

use std::path::{Path, PathBuf};

use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::sync::oneshot;

pub const ACCESS_KEY: &str = "moyan-test";
pub const SECRET_KEY: &str = "a secret of tests";

/// Ends with the test.
pub struct S3Server {
    pub endpoint: String,
    folder: PathBuf,
    _end: oneshot::Sender<()>,
}

impl S3Server {
    /// A server with the bucket `moyan` in this folder.
    pub fn start(folder: &Path) -> Self {
        let folder = folder.join("s3");
        std::fs::create_dir_all(folder.join("moyan")).unwrap();
        let mut service = S3ServiceBuilder::new(s3s_fs::FileSystem::new(&folder).unwrap());
        service.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        let service = service.build();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let (end, mut ended) = oneshot::channel::<()>();
        let serve = async move {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            loop {
                let (socket, _) = tokio::select! {
                    accepted = listener.accept() => accepted.unwrap(),
                    _ = &mut ended => return,
                };
                let connection = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(socket), service.clone());
                tokio::spawn(connection);
            }
        };
        std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(serve);
        });
        Self {
            endpoint,
            folder,
            _end: end,
        }
    }

    /// The variables that name it.
    pub fn variables(&self) -> [(&str, &str); 4] {
        [
            ("S3_ENDPOINT", &self.endpoint),
            ("S3_BUCKET", "moyan"),
            ("S3_ACCESS_KEY", ACCESS_KEY),
            ("S3_SECRET_KEY", SECRET_KEY),
        ]
    }

    /// The folder of the bucket.
    pub fn bucket(&self) -> PathBuf {
        self.folder.join("moyan")
    }
}
