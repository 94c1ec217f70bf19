//! Bounds what uploads take. Few are received at once, each into a file: who sends slowly holds no memory, and no
//! account has all places. Of those that were received, one at a time is in memory, until it is stored.

use std::fs::File;
use std::io::{BufReader, Error, Seek as _};
use std::sync::Arc;
use std::time::Duration;

use moyan_domain::limits::{
    UPLOAD_WAIT_S, UPLOADS_AT_ONCE, UPLOADS_AT_ONCE_PER_ACCOUNT, UPLOADS_WAITING, UPLOADS_WAITING_PER_ACCOUNT,
};
use prometheus::IntCounter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::concurrency_limit::{ConcurrencyLimit, LimitOfEach, Permit};
use crate::error::AppError;
use crate::files::temporary_file_failed;
use crate::http::body::UnreadBody;
use crate::work_thread::WorkThread;

const LONGEST_WAIT: Duration = Duration::from_secs(UPLOAD_WAIT_S);

/// Admits uploads before their bodies are read, and decodes them one after another. Clones share both.
#[derive(Clone)]
pub struct Uploads {
    bodies: ConcurrencyLimit,
    /// Those of each account.
    accounts: LimitOfEach<Uuid>,
    /// One permit, for the upload that is in memory.
    memory: Arc<Semaphore>,
    decoder: WorkThread,
}

/// What was made of an upload. It counts as being in memory until [`held`](Self::held) is dropped: keep that until
/// the value is stored.
pub struct Decoded<T> {
    /// What was made.
    pub value: T,
    /// The room that the upload takes.
    pub held: Held,
}

/// The room that an upload takes, given back when it is dropped.
pub struct Held {
    _place: Place,
    _memory: OwnedSemaphorePermit,
}

/// The right to receive a body.
struct Place {
    _own: Permit,
    _body: Permit,
}

impl Uploads {
    /// Starts the thread that decodes. It ends with the last clone. Fails when there is no folder for temporary files
    /// (`TMPDIR`) that can be written to.
    pub fn start() -> std::io::Result<Self> {
        tempfile::tempfile().map_err(|error| {
            let folder = std::env::temp_dir();
            Error::new(
                error.kind(),
                format!("no temporary file in {}: {error}", folder.display()),
            )
        })?;
        Ok(Self {
            bodies: ConcurrencyLimit::new(UPLOADS_AT_ONCE, UPLOADS_WAITING, LONGEST_WAIT),
            accounts: LimitOfEach::new(
                UPLOADS_AT_ONCE_PER_ACCOUNT,
                UPLOADS_WAITING_PER_ACCOUNT,
                LONGEST_WAIT,
            ),
            memory: Arc::new(Semaphore::new(1)),
            decoder: WorkThread::start("decoder")?,
        })
    }

    /// The same, which counts the uploads that it refuses.
    pub fn counting(self, refusals: IntCounter) -> Self {
        Self {
            bodies: self.bodies.counting(refusals.clone()),
            accounts: self.accounts.counting(refusals),
            ..self
        }
    }

    /// How many bodies may be received at once, and how many wait.
    pub fn limit(&self) -> &ConcurrencyLimit {
        &self.bodies
    }

    /// Receives a body of an account and decodes it, off the event loop and while no other is decoded.
    ///
    /// - The body is not read before there is a place for it:
    ///   [`Refusal::Busy`](crate::error::Refusal::Busy) when too many wait, or when it takes too long.
    /// - It is decoded to the end also when nobody waits for it any more.
    pub async fn decode<T: Send + 'static>(
        &self,
        account: Uuid,
        body: UnreadBody,
        decode: impl FnOnce(BufReader<File>) -> Result<T, AppError> + Send + 'static,
    ) -> Result<Decoded<T>, AppError> {
        let place = self.admit(account).await?;
        let file = body.file().await?;
        let memory = self.memory.clone().acquire_owned().await;
        let held = Held {
            _place: place,
            _memory: memory.map_err(|error| AppError::Internal(error.to_string()))?,
        };
        // Held until it is decoded, also when nobody waits for it any more.
        let decode = move || {
            Ok(Decoded {
                value: rewound(file).and_then(decode)?,
                held,
            })
        };
        self.decoder.run(decode).await?
    }

    /// Waits for a place of an account.
    async fn admit(&self, account: Uuid) -> Result<Place, AppError> {
        // What an account waits for itself takes no place of others.
        let own = self.accounts.acquire(account).await?;
        let body = self.bodies.acquire().await?;
        Ok(Place {
            _own: own,
            _body: body,
        })
    }
}

/// A file that was written, to be read from its beginning.
fn rewound(mut file: File) -> Result<BufReader<File>, AppError> {
    file.rewind().map_err(temporary_file_failed)?;
    Ok(BufReader::new(file))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::sync::mpsc::channel;

    use actix_web::test::TestRequest;
    use futures_util::FutureExt as _;
    use tokio::sync::oneshot;

    use super::*;
    use crate::error::Refusal;

    async fn take_every_place(uploads: &Uploads) -> Vec<Place> {
        let mut permits = Vec::new();
        for _ in 0..UPLOADS_AT_ONCE {
            permits.push(uploads.admit(Uuid::new_v4()).await.unwrap());
        }
        permits
    }

    #[actix_web::test]
    async fn few_bodies_are_held_at_once_a_few_wait_and_the_next_is_refused() {
        let uploads = Uploads::start().unwrap();
        let mut permits = take_every_place(&uploads).await;
        // Else so many permits would be more than one task may have before others run.
        tokio::task::yield_now().await;
        let mut waiting: Vec<_> = (0..UPLOADS_WAITING)
            .map(|_| Box::pin(uploads.admit(Uuid::new_v4())))
            .collect();
        assert!(waiting.iter_mut().all(|one| one.now_or_never().is_none()));
        let refused = uploads.admit(Uuid::new_v4()).now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        permits.pop();
        assert!(waiting.remove(0).now_or_never().unwrap().is_ok());
    }

    #[actix_web::test]
    async fn no_account_has_all_places_nor_all_of_those_that_wait() {
        let uploads = Uploads::start().unwrap();
        let slow = Uuid::new_v4();
        let mut held = Vec::new();
        for _ in 0..UPLOADS_AT_ONCE_PER_ACCOUNT {
            held.push(uploads.admit(slow).await.unwrap());
        }
        let mut waiting: Vec<_> = (0..UPLOADS_WAITING_PER_ACCOUNT)
            .map(|_| Box::pin(uploads.admit(slow)))
            .collect();
        assert!(waiting.iter_mut().all(|one| one.now_or_never().is_none()));
        let refused = uploads.admit(slow).now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        let _other = uploads.admit(Uuid::new_v4()).now_or_never().unwrap().unwrap();
        // Nobody is remembered who uploads nothing.
        drop((waiting, held));
        let _last = uploads.admit(Uuid::new_v4()).await.unwrap();
        assert_eq!(uploads.accounts.n_callers(), 2);
    }

    #[actix_web::test]
    async fn a_few_accounts_that_send_slowly_keep_no_other_waiting() {
        let uploads = Uploads::start().unwrap();
        let mut slow = Vec::new();
        for _ in 0..12 {
            let account = Uuid::new_v4();
            for _ in 0..UPLOADS_AT_ONCE_PER_ACCOUNT {
                slow.push(uploads.admit(account).await.unwrap());
            }
        }
        assert!(uploads.admit(Uuid::new_v4()).now_or_never().unwrap().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn an_upload_waits_five_seconds() {
        let uploads = Uploads::start().unwrap();
        let _permits = take_every_place(&uploads).await;
        let started = tokio::time::Instant::now();
        assert!(matches!(
            uploads.admit(Uuid::new_v4()).await,
            Err(AppError::Refused(Refusal::Busy))
        ));
        assert_eq!(started.elapsed().as_secs(), 5);
    }

    /// Decodes a body of an account that uploads nothing else.
    fn decode<T: Send + 'static>(
        uploads: &Uploads,
        bytes: &'static [u8],
        decode: impl FnOnce(BufReader<File>) -> T + Send + 'static,
    ) -> impl Future<Output = Result<Decoded<T>, AppError>> {
        let (request, mut payload) = TestRequest::default().set_payload(bytes).to_http_parts();
        let body = UnreadBody::new(&request, &mut payload, bytes.len(), 60);
        uploads.decode(Uuid::new_v4(), body, |file| Ok(decode(file)))
    }

    #[actix_web::test]
    async fn what_is_decoded_is_what_was_received() {
        let uploads = Uploads::start().unwrap();
        let decoded = decode(&uploads, b"a picture", |file| {
            file.bytes().map(Result::unwrap).collect::<Vec<_>>()
        })
        .await
        .unwrap();
        assert_eq!(decoded.value, b"a picture");
    }

    #[actix_web::test]
    async fn an_upload_has_its_place_until_what_was_made_of_it_is_stored() {
        let uploads = Uploads::start().unwrap();
        let mut places = take_every_place(&uploads).await;
        places.pop();
        let is_free = |uploads: &Uploads| uploads.admit(Uuid::new_v4()).now_or_never().is_some();
        let (others, runtime) = (uploads.clone(), tokio::runtime::Handle::current());
        let is_free_meanwhile = move |_: BufReader<File>| {
            let _clock = runtime.enter();
            is_free(&others)
        };
        let decoded = decode(&uploads, b"a", is_free_meanwhile).await.unwrap();
        assert!(!decoded.value);
        assert!(!is_free(&uploads));
        drop(decoded.held);
        assert!(is_free(&uploads));
    }

    #[actix_web::test]
    async fn one_upload_is_in_memory_and_the_next_waits_until_it_is_stored() {
        let uploads = Uploads::start().unwrap();
        let first = decode(&uploads, b"1", |_| ()).await.unwrap();
        assert_eq!(uploads.memory.available_permits(), 0);
        drop(first);
        assert!(decode(&uploads, b"2", |_| ()).await.is_ok());
    }

    #[actix_web::test]
    async fn all_bodies_are_decoded_on_one_thread_that_answers_no_requests() {
        let uploads = Uploads::start().unwrap();
        let mut threads = Vec::new();
        for _ in 0..3 {
            let decoded = decode(&uploads, b"a", |_| std::thread::current().id()).await;
            threads.push(decoded.unwrap().value);
        }
        assert!(
            threads.iter().all(|id| Some(id) == threads.first()),
            "{threads:?}"
        );
        assert!(!threads.contains(&std::thread::current().id()));
    }

    #[actix_web::test]
    async fn an_upload_whose_decoding_panics_gives_its_room_back_and_the_next_is_decoded() {
        let uploads = Uploads::start().unwrap();
        for _ in 0..=UPLOADS_AT_ONCE {
            let fallen = decode::<()>(&uploads, b"a", |_| panic!("a fault of the program")).await;
            assert!(matches!(fallen, Err(AppError::Internal(_))));
        }
        assert_eq!(decode(&uploads, b"a", |_| 2).await.unwrap().value, 2);
    }

    #[actix_web::test]
    async fn an_upload_that_is_refused_gives_its_room_back() {
        let uploads = Uploads::start().unwrap();
        for _ in 0..=UPLOADS_AT_ONCE {
            let (request, mut payload) = TestRequest::default().set_payload("too large").to_http_parts();
            let body = UnreadBody::new(&request, &mut payload, 1, 60);
            let refused = uploads.decode(Uuid::new_v4(), body, |_| Ok(())).await;
            assert!(matches!(refused, Err(AppError::Refused(Refusal::TooLarge))));
        }
        assert!(uploads.limit().is_idle());
    }

    #[actix_web::test]
    async fn an_upload_that_nobody_waits_for_any_more_is_decoded_and_gives_its_room_back() {
        let uploads = Uploads::start().unwrap();
        let (begin, begun) = oneshot::channel();
        let (end, ended) = channel::<()>();
        let left = decode(&uploads, b"a", move |_| {
            begin.send(()).unwrap();
            ended.recv().unwrap();
        });
        tokio::select! {
            _ = left => panic!("it is not decoded yet"),
            begun = begun => begun.unwrap(),
        }
        assert!(!uploads.limit().is_idle());
        end.send(()).unwrap();
        assert!(decode(&uploads, b"a", |_| ()).await.is_ok());
        assert!(uploads.limit().is_idle());
    }
}
