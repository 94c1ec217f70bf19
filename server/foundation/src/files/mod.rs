//! The store of uploaded files: a folder, or a bucket of a service that speaks S3.
//!
//! It keeps bytes under names and knows nothing else: what a file is and who uses it stands in the database.
//! A name is never used for other bytes, so whoever removes an old file removes no newer one.
//! Everything is done on threads of its own, so that requests, jobs and the command line use it alike.

mod folder;
mod operator;
mod reader;
mod runtime;
mod upload;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use anyhow::Context as _;
use chrono::{DateTime, Utc};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _};
use moyan_domain::limits::{FILES_CONNECT_S, FILES_TIMEOUT_S};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, ObjectStoreExt as _, RetryConfig};
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use crate::access::hex;
use crate::config::{FilesConfig, S3Config};
use crate::error::{AppError, Refusal};
use crate::metrics::{FileMetrics, Operation};
use folder::Folder;
pub use reader::StoredReader;
use runtime::IoRuntime;
pub use upload::Upload;

/// Pieces of a file that wait to be sent.
const PIECES_WAITING: usize = 2;

/// The store of files. Clones share it.
#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// None for a bucket.
    folder: Option<Arc<Folder>>,
    runtime: Arc<IoRuntime>,
    timeout: Duration,
    /// None on the command line, which nobody watches.
    metrics: Option<FileMetrics>,
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A name for bytes with this hash, which no other file has: `ab/abcd…-0123456789abcdef`.
pub fn new_name(hash: &str) -> String {
    let mut random = [0; 8];
    rand::rng().fill_bytes(&mut random);
    let folder = hash.get(..2).unwrap_or_default();
    format!("{folder}/{hash}-{}", hex(&random))
}

impl Files {
    /// The store that a configuration asks for. Nothing is connected or created yet.
    pub fn new(config: &FilesConfig) -> anyhow::Result<Self> {
        Self::with_timeout(config, Duration::from_secs(FILES_TIMEOUT_S))
    }

    /// A store that gives up after `timeout`.
    fn with_timeout(config: &FilesConfig, timeout: Duration) -> anyhow::Result<Self> {
        let store: Arc<dyn ObjectStore> = match config {
            FilesConfig::Folder(folder) => {
                let folder = std::path::absolute(folder).context("FILES_DIR")?;
                let prefix = Path::from_absolute_path(folder).context("FILES_DIR")?;
                // A file is written under another name, synchronized and renamed.
                Arc::new(PrefixStore::new(LocalFileSystem::new().with_fsync(true), prefix))
            }
            FilesConfig::S3(s3) if s3.prefix.is_empty() => Arc::new(bucket(s3, timeout)?),
            FilesConfig::S3(s3) => Arc::new(PrefixStore::new(
                bucket(s3, timeout)?,
                Path::from(s3.prefix.as_str()),
            )),
        };
        let folder = match config {
            FilesConfig::Folder(folder) => Some(Arc::new(Folder::new(folder.clone()))),
            FilesConfig::S3(_) => None,
        };
        Ok(Self {
            store,
            folder,
            runtime: Arc::new(IoRuntime::start()?),
            timeout,
            metrics: None,
        })
    }

    /// The same, which notes in `metrics` what it does.
    pub fn watched_by(self, metrics: FileMetrics) -> Self {
        Self {
            metrics: Some(metrics),
            ..self
        }
    }

    /// Whether files may have this name: one that leads out of the store, or that the store would spell otherwise, is none.
    pub fn is_name(name: &str) -> bool {
        !name.is_empty() && Path::from(name).as_ref() == name
    }

    /// Stores bytes: all of them or nothing.
    pub async fn put(&self, name: &str, bytes: Bytes) -> Result<(), AppError> {
        let (path, n_bytes) = (Path::from(name), bytes.len());
        self.run(Operation::Put, async move |store| {
            store.put(&path, bytes.into()).await.map(drop)
        })
        .await?
        .map_err(unavailable)?;
        if let Some(metrics) = &self.metrics {
            metrics.written.inc_by(n_bytes as u64);
        }
        Ok(())
    }

    /// The bytes of a file in pieces; none when it is not there. A piece that does not come in time ends the stream
    /// with an error.
    pub async fn get(
        &self,
        name: &str,
    ) -> Result<Option<impl Stream<Item = Result<Bytes, AppError>> + use<>>, AppError> {
        let path = Path::from(name);
        let opened = self
            .run(Operation::Get, async move |store| store.get(&path).await)
            .await?;
        let mut pieces = match opened {
            Ok(found) => found.into_stream(),
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(unavailable(error)),
        };
        let (sender, mut receiver) = mpsc::channel(PIECES_WAITING);
        let (timeout, metrics) = (self.timeout, self.metrics.clone());
        self.runtime.spawn(async move {
            loop {
                let piece = match tokio::time::timeout(timeout, pieces.next()).await {
                    Ok(None) => break,
                    Ok(Some(piece)) => piece.map_err(unavailable),
                    Err(_) => Err(too_slow()),
                };
                match (&metrics, &piece) {
                    (Some(metrics), Ok(piece)) => metrics.read.inc_by(piece.len() as u64),
                    (Some(metrics), Err(_)) => metrics.failed(Operation::Get),
                    (None, _) => {}
                }
                let is_last = piece.is_err();
                // Nobody listens any more when the reader has gone.
                if sender.send(piece).await.is_err() || is_last {
                    break;
                }
            }
        });
        Ok(Some(futures_util::stream::poll_fn(move |context| {
            receiver.poll_recv(context)
        })))
    }

    /// Hands each piece of a file on; none when it is not there.
    pub async fn read_in_pieces(
        &self,
        name: &str,
        mut take: impl FnMut(&[u8]) -> std::io::Result<()>,
    ) -> Result<Option<()>, AppError> {
        let Some(pieces) = self.get(name).await? else {
            return Ok(None);
        };
        let mut pieces = std::pin::pin!(pieces);
        while let Some(piece) = pieces.next().await {
            take(&piece?).map_err(|error| AppError::Internal(error.to_string()))?;
        }
        Ok(Some(()))
    }

    /// All bytes of a file; none when it is not there.
    pub async fn read(&self, name: &str) -> Result<Option<Vec<u8>>, AppError> {
        let mut bytes = Vec::new();
        let take = |piece: &[u8]| {
            bytes.extend_from_slice(piece);
            Ok(())
        };
        let found = self.read_in_pieces(name, take).await?;
        Ok(found.map(|()| bytes))
    }

    /// Removes a file. One that is not there is no failure.
    pub async fn delete(&self, name: &str) -> Result<(), AppError> {
        let path = Path::from(name);
        let deleted = self
            .run(Operation::Delete, async move |store| store.delete(&path).await)
            .await?;
        match deleted {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// The names that begin with a folder, such as `ab`, and when each was stored.
    pub async fn list(&self, folder: &str) -> Result<BTreeMap<String, DateTime<Utc>>, AppError> {
        let path = Path::from(folder);
        let listed = self
            .run(Operation::List, async move |store| {
                store
                    .list(Some(&path))
                    .map_ok(|file| (file.location.to_string(), file.last_modified))
                    .try_collect()
                    .await
            })
            .await?;
        match listed {
            Ok(names) => Ok(names),
            // A folder is made with its first file.
            Err(object_store::Error::NotFound { .. }) => Ok(BTreeMap::new()),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// Writes, reads, lists and removes a file, on this thread, which must not be one that answers requests. The error
    /// says what the store refused.
    pub fn probe(&self) -> anyhow::Result<()> {
        const CONTENT: &[u8] = b"moyan doctor";
        let name = new_name(&hash_of(CONTENT));
        let path = Path::from(name.as_str());
        let work = self.run(Operation::Put, async move |store| {
            store.put(&path, Bytes::from_static(CONTENT).into()).await?;
            let read = store.get(&path).await?.bytes().await?;
            let folder = path.as_ref().split('/').next().map(Path::from);
            let listed: Vec<_> = store.list(folder.as_ref()).try_collect().await?;
            let is_listed = listed.iter().any(|file| file.location == path);
            store.delete(&path).await?;
            Ok((read == CONTENT, is_listed))
        });
        let (is_same, is_listed) = tokio::runtime::Builder::new_current_thread()
            .build()?
            .block_on(work)??;
        anyhow::ensure!(is_same, "what was written is read otherwise");
        anyhow::ensure!(is_listed, "what was written is not listed");
        Ok(())
    }

    /// Does something with the store from a thread that answers no requests, and waits for it.
    pub fn wait<T>(work: impl Future<Output = Result<T, AppError>>) -> Result<T, AppError> {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .map_err(|error| AppError::Internal(error.to_string()))?
            .block_on(work)
    }

    /// Runs one operation on the threads of the store, for a limited time.
    async fn run<T: Send + 'static, F>(
        &self,
        operation: Operation,
        work: impl FnOnce(Arc<dyn ObjectStore>) -> F,
    ) -> Result<object_store::Result<T>, AppError>
    where
        F: Future<Output = object_store::Result<T>> + Send + 'static,
    {
        let work = work(self.store.clone());
        let timeout = self.timeout;
        let metrics = self.metrics.clone();
        let folder = self.folder.clone();
        let work = async move {
            if let Some(folder) = folder {
                folder
                    .require_same()
                    .map_err(|error| object_store::Error::Generic {
                        store: "folder",
                        source: Box::new(error),
                    })?;
            }
            work.await
        };
        let work = async move {
            let started = Instant::now();
            let done = tokio::time::timeout(timeout, work).await;
            if let Some(metrics) = metrics {
                let is_done = matches!(&done, Ok(Ok(_) | Err(object_store::Error::NotFound { .. })));
                metrics.took(operation, started.elapsed(), is_done);
            }
            done
        };
        self.runtime
            .spawn(work)
            .await
            .map_err(|error| AppError::Internal(format!("the store of files did not end: {error}")))?
            .map_err(|_| too_slow())
    }
}

/// A bucket.
fn bucket(s3: &S3Config, timeout: Duration) -> anyhow::Result<impl ObjectStore + use<>> {
    // Who installed one before installed the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = ClientOptions::new()
        .with_allow_http(s3.endpoint.starts_with("http://"))
        .with_connect_timeout(Duration::from_secs(FILES_CONNECT_S))
        .with_timeout(timeout);
    AmazonS3Builder::new()
        .with_endpoint(&s3.endpoint)
        .with_bucket_name(&s3.bucket)
        .with_region(&s3.region)
        .with_access_key_id(&s3.access_key)
        .with_secret_access_key(&s3.secret_key)
        .with_client_options(client)
        .with_retry(RetryConfig {
            max_retries: 2,
            retry_timeout: timeout,
            backoff: BackoffConfig {
                init_backoff: Duration::from_millis(50),
                max_backoff: Duration::from_secs(1),
                base: 2.,
            },
        })
        .build()
        .context("S3_ENDPOINT")
}

/// The cause is for the log.
fn unavailable(error: object_store::Error) -> AppError {
    tracing::warn!(cause = %error, "the store of files cannot be used");
    Refusal::FilesUnavailable.into()
}

/// A temporary file that could not be made, written or read, as when its folder (`TMPDIR`) is full. The cause is for the
/// log.
pub fn temporary_file_failed(error: std::io::Error) -> AppError {
    let folder = std::env::temp_dir();
    tracing::error!(cause = %error, folder = %folder.display(), "a temporary file cannot be used");
    Refusal::FilesUnavailable.into()
}

fn too_slow() -> AppError {
    tracing::warn!("the store of files does not answer in time");
    Refusal::FilesUnavailable.into()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::metrics::Metrics;

    /// A store whose service takes connections and says nothing.
    fn silent(timeout: Duration) -> (Files, TcpListener) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let s3 = S3Config {
            endpoint: format!("http://{}", listener.local_addr().unwrap()),
            bucket: "moyan".to_owned(),
            prefix: String::new(),
            region: "us-east-1".to_owned(),
            access_key: "key".to_owned(),
            secret_key: "secret".to_owned(),
        };
        (
            Files::with_timeout(&FilesConfig::S3(s3), timeout).unwrap(),
            listener,
        )
    }

    fn is_unavailable<T>(result: &Result<T, AppError>) -> bool {
        matches!(result, Err(AppError::Refused(Refusal::FilesUnavailable)))
    }

    #[test]
    fn a_store_that_says_nothing_is_given_up() {
        let (files, _listener) = silent(Duration::from_millis(50));
        assert!(is_unavailable(&Files::wait(files.put("ab/x", "one".into()))));
        assert!(is_unavailable(&Files::wait(files.read("ab/x"))));
        assert!(is_unavailable(&Files::wait(files.list("ab"))));
        assert!(is_unavailable(&Files::wait(files.delete("ab/x"))));
    }

    #[test]
    fn a_file_that_stops_coming_is_given_up() {
        let (files, listener) = silent(Duration::from_millis(50));
        let answer = std::thread::spawn(move || {
            use std::io::{Read as _, Write as _};
            let (mut socket, _) = listener.accept().unwrap();
            let mut request = [0; 1024];
            let _ = socket.read(&mut request).unwrap();
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nETag: \"x\"\r\n\
                        Last-Modified: Sun, 22 Nov 2026 08:00:00 GMT\r\n\r\nonly this";
            socket.write_all(head.as_bytes()).unwrap();
            // Held open until the reader has gone.
            let _ = socket.read_to_end(&mut Vec::new());
        });
        assert!(is_unavailable(&Files::wait(files.read("ab/x"))));
        drop(files);
        answer.join().unwrap();
    }

    /// How often an operation of a store was timed, and how often it failed.
    fn counted(metrics: &Metrics, operation: &str) -> (String, String) {
        let text = metrics.text();
        let value_of = |name: &str| {
            let start = format!("{name}{{operation=\"{operation}\"}} ");
            let value = text.lines().find_map(|line| line.strip_prefix(&start));
            value.unwrap_or("nothing").to_owned()
        };
        (
            value_of("moyan_files_seconds_count"),
            value_of("moyan_files_failures_total"),
        )
    }

    #[test]
    fn what_a_store_does_and_what_it_does_not_is_counted() {
        let metrics = Metrics::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(&FilesConfig::Folder(folder.path().into())).unwrap();
        let files = files.watched_by(metrics.files.clone());
        Files::wait(files.put("ab/x", "bytes".into())).unwrap();
        assert_eq!(Files::wait(files.read("ab/x")).unwrap(), Some(b"bytes".to_vec()));
        // That a file is not there is no failure.
        assert_eq!(Files::wait(files.read("ab/y")).unwrap(), None);
        assert_eq!((metrics.files.written.get(), metrics.files.read.get()), (5, 5));
        let times = |n: &str, n_failed: &str| (n.to_owned(), n_failed.to_owned());
        assert_eq!(counted(&metrics, "put"), times("1", "0"));
        assert_eq!(counted(&metrics, "get"), times("2", "0"));
        let (silent, _listener) = silent(Duration::from_millis(50));
        let silent = silent.watched_by(metrics.files.clone());
        assert!(is_unavailable(&Files::wait(silent.put("ab/x", "one".into()))));
        assert_eq!(counted(&metrics, "put"), times("2", "1"));
        assert_eq!(metrics.files.written.get(), 5);
    }

    #[test]
    fn what_stands_in_the_place_of_the_folder_takes_and_loses_nothing() {
        let place = tempfile::tempdir().unwrap();
        let (folder, aside) = (place.path().join("files"), place.path().join("aside"));
        let files = Files::new(&FilesConfig::Folder(folder.clone())).unwrap();
        // The first file makes the folder.
        Files::wait(files.put("ab/x", "one".into())).unwrap();
        assert_eq!(Files::wait(files.read("ab/x")).unwrap().unwrap(), b"one");
        std::fs::rename(&folder, &aside).unwrap();
        let is_refused = || {
            is_unavailable(&Files::wait(files.put("ab/y", "two".into())))
                && is_unavailable(&Files::wait(files.read("ab/x")))
                && is_unavailable(&Files::wait(files.list("ab")))
        };
        assert!(is_refused() && !folder.exists());
        // As an empty one does where a disk was mounted.
        std::fs::create_dir(&folder).unwrap();
        assert!(is_refused());
        // Also for who was there before and has stored nothing yet.
        let started = Files::new(&FilesConfig::Folder(aside.clone())).unwrap();
        std::fs::rename(&aside, place.path().join("third")).unwrap();
        std::fs::create_dir(&aside).unwrap();
        assert!(is_unavailable(&Files::wait(started.put("ab/y", "two".into()))));
        std::fs::remove_dir(&aside).unwrap();
        std::fs::rename(place.path().join("third"), &aside).unwrap();
        std::fs::remove_dir(&folder).unwrap();
        std::fs::rename(&aside, &folder).unwrap();
        assert_eq!(Files::wait(files.read("ab/x")).unwrap().unwrap(), b"one");
        Files::wait(files.put("ab/y", "two".into())).unwrap();
        // A disk that is mounted late holds files.
        std::fs::rename(&folder, &aside).unwrap();
        std::fs::create_dir_all(folder.join("ab")).unwrap();
        std::fs::write(folder.join("ab/z"), "three").unwrap();
        assert_eq!(Files::wait(files.read("ab/z")).unwrap().unwrap(), b"three");
    }

    #[test]
    fn the_store_has_ten_seconds() {
        let files = Files::new(&FilesConfig::Folder("files".into())).unwrap();
        assert_eq!(files.timeout, Duration::from_secs(10));
    }

    #[test]
    fn no_two_files_have_one_name() {
        let hash = hash_of(b"one");
        assert_ne!(new_name(&hash), new_name(&hash));
        assert!(new_name(&hash).starts_with(&format!("{}/{hash}-", &hash[..2])));
    }
}
