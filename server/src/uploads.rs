//! Bounds the memory of uploads: few bodies are held at once, and one of them is decoded. No account has all places:
//! who sends slowly keeps nobody else from uploading.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use uuid::Uuid;

use crate::concurrency_limit::{ConcurrencyLimit, Permit};
use crate::config::limits::{
    UPLOAD_WAIT_S, UPLOADS_AT_ONCE, UPLOADS_AT_ONCE_PER_ACCOUNT, UPLOADS_WAITING, UPLOADS_WAITING_PER_ACCOUNT,
};
use crate::error::AppError;

const LONGEST_WAIT: Duration = Duration::from_secs(UPLOAD_WAIT_S);

/// Admits uploads before their bodies are read, and decodes them one after another. Clones share both.
#[derive(Clone)]
pub struct Uploads {
    bodies: ConcurrencyLimit,
    /// Those of each account that uploads something now.
    accounts: Arc<Mutex<HashMap<Uuid, ConcurrencyLimit>>>,
    /// The thread that decodes. The memory that one body leaves behind is used for the next one: the allocator keeps
    /// freed memory for each thread, so decoding on many threads would take it many times.
    decoder: Sender<Job>,
}

type Job = Box<dyn FnOnce() + Send>;

/// The right to hold a body, given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    _own: Permit,
    _body: Permit,
}

impl Uploads {
    /// Starts the thread that decodes. It ends with the last clone.
    pub fn start() -> std::io::Result<Self> {
        let (decoder, jobs) = channel::<Job>();
        let run = move || {
            for job in jobs {
                // A panic was logged; whoever waits for the job learns of it, and the next one is done.
                let _ = catch_unwind(AssertUnwindSafe(job));
            }
        };
        std::thread::Builder::new()
            .name("decoder".to_owned())
            .spawn(run)?;
        Ok(Self {
            bodies: ConcurrencyLimit::new(UPLOADS_AT_ONCE, UPLOADS_WAITING, LONGEST_WAIT),
            accounts: Arc::default(),
            decoder,
        })
    }

    /// How many bodies may be in memory at once, and how many wait.
    pub fn limit(&self) -> &ConcurrencyLimit {
        &self.bodies
    }

    /// Waits until there is memory for one more body of an account. Call it before the body is read.
    /// [`Refusal::Busy`](crate::error::Refusal::Busy) when too many wait, or when it takes too long.
    pub async fn admit(&self, account: Uuid) -> Result<Place, AppError> {
        // What an account waits for itself takes no place of others.
        let own = self.limit_of(account).acquire().await?;
        let body = self.bodies.acquire().await?;
        Ok(Place {
            _own: own,
            _body: body,
        })
    }

    fn limit_of(&self, account: Uuid) -> ConcurrencyLimit {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.retain(|_, limit| !limit.is_idle());
        let new = || {
            ConcurrencyLimit::new(
                UPLOADS_AT_ONCE_PER_ACCOUNT,
                UPLOADS_WAITING_PER_ACCOUNT,
                LONGEST_WAIT,
            )
        };
        accounts.entry(account).or_insert_with(new).clone()
    }

    /// Decodes a body, off the event loop and while no other is decoded. The permit is given back when that is
    /// done, also when nobody waits for it any more: `decode` owns the body, so it is gone by then.
    pub async fn decode<T: Send + 'static>(
        &self,
        permit: Place,
        decode: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            let decoded = decode();
            drop(permit);
            // Whoever asked may have gone away.
            let _ = answer.send(decoded);
        });
        self.decoder
            .send(job)
            .map_err(|_| AppError::Internal("the decoder has ended".to_owned()))?;
        answered
            .await
            .map_err(|_| AppError::Internal("decoding a body panicked".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

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
        let held = [
            uploads.admit(slow).await.unwrap(),
            uploads.admit(slow).await.unwrap(),
        ];
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
        assert_eq!(uploads.accounts.lock().unwrap().len(), 2);
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

    #[actix_web::test]
    async fn a_body_counts_as_held_until_it_was_decoded() {
        let uploads = Uploads::start().unwrap();
        let mut permits = take_every_place(&uploads).await;
        let others = uploads.clone();
        let runtime = tokio::runtime::Handle::current();
        let is_free = move || {
            let _clock = runtime.enter();
            others.admit(Uuid::new_v4()).now_or_never().is_some()
        };
        let is_free_meanwhile = uploads.decode(permits.pop().unwrap(), is_free.clone()).await;
        assert!(!is_free_meanwhile.unwrap());
        assert!(is_free());
    }

    #[actix_web::test]
    async fn all_bodies_are_decoded_on_one_thread_that_answers_no_requests() {
        let uploads = Uploads::start().unwrap();
        let mut threads = Vec::new();
        for permit in take_every_place(&uploads).await {
            threads.push(uploads.decode(permit, || std::thread::current().id()));
        }
        let threads = futures_util::future::try_join_all(threads).await.unwrap();
        assert!(
            threads.iter().all(|id| Some(id) == threads.first()),
            "{threads:?}"
        );
        assert!(!threads.contains(&std::thread::current().id()));
    }

    #[actix_web::test]
    async fn a_body_whose_decoding_panics_gives_its_place_back_and_the_next_is_decoded() {
        let uploads = Uploads::start().unwrap();
        for permit in take_every_place(&uploads).await {
            let fallen = uploads
                .decode::<()>(permit, || panic!("a fault of the program"))
                .await;
            assert!(matches!(fallen, Err(AppError::Internal(_))));
        }
        let permit = uploads.admit(Uuid::new_v4()).await.unwrap();
        assert_eq!(uploads.decode(permit, || 2).await.unwrap(), 2);
    }
}
