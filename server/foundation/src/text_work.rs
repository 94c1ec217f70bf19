//! Admits work on the texts of requests: it takes time and memory by the length of the text.
//!
//! Short texts and long ones have a thread each, so that who waits for a short one waits for no long one. An account
//! has one text at work: however much it sends, others come in between.

use std::time::Duration;

use moyan_domain::held_connection;
use moyan_domain::limits::{
    LONG_TEXTS_WAITING, SHORT_TEXT_MAX_BYTES, SHORT_TEXTS_WAITING, TEXT_WAIT_S, TEXTS_WAITING_PER_ACCOUNT,
};
use uuid::Uuid;

use crate::concurrency_limit::{ConcurrencyLimit, LimitOfEach};
use crate::error::AppError;
use crate::work_thread::WorkThread;

const LONGEST_WAIT: Duration = Duration::from_secs(TEXT_WAIT_S);

/// Admits work on texts. Clones share the threads.
#[derive(Clone)]
pub struct TextWork {
    accounts: LimitOfEach<Uuid>,
    short: Lane,
    long: Lane,
}

/// One text after another.
#[derive(Clone)]
struct Lane {
    limit: ConcurrencyLimit,
    thread: WorkThread,
}

impl Lane {
    fn start(name: &str, n_waiting: usize) -> std::io::Result<Self> {
        Ok(Self {
            limit: ConcurrencyLimit::new(1, n_waiting, LONGEST_WAIT),
            thread: WorkThread::start(name)?,
        })
    }
}

impl TextWork {
    /// Starts the threads. They end with the last clone.
    pub fn start() -> std::io::Result<Self> {
        Ok(Self {
            accounts: LimitOfEach::new(1, TEXTS_WAITING_PER_ACCOUNT, LONGEST_WAIT),
            short: Lane::start("short texts", SHORT_TEXTS_WAITING)?,
            long: Lane::start("long texts", LONG_TEXTS_WAITING)?,
        })
    }

    /// How many texts of such a length may be at work, and how many wait.
    pub fn limit(&self, n_bytes: usize) -> &ConcurrencyLimit {
        &self.lane(n_bytes).limit
    }

    /// How many texts of an account may be at work, and how many wait.
    pub fn limit_of(&self, account: Uuid) -> ConcurrencyLimit {
        self.accounts.of(account)
    }

    fn lane(&self, n_bytes: usize) -> &Lane {
        if n_bytes <= SHORT_TEXT_MAX_BYTES {
            &self.short
        } else {
            &self.long
        }
    }

    /// Does work on a text of an account, which has so many bytes, off the event loop.
    /// [`Refusal::Busy`](crate::error::Refusal::Busy) when too many wait, or for too long.
    pub async fn run<T: Send + 'static>(
        &self,
        account: Uuid,
        n_bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        held_connection::forbid();
        // What an account waits for itself takes no place of others.
        let own = self.accounts.acquire(account).await?;
        let lane = self.lane(n_bytes);
        let place = lane.limit.acquire().await?;
        let work = move || {
            // Given back when the work is done, also when nobody waits for it any more.
            let _places = (own, place);
            work()
        };
        lane.thread.run(work).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use futures_util::FutureExt as _;

    use super::*;
    use crate::error::Refusal;

    #[actix_web::test]
    async fn long_texts_of_others_keep_no_short_one_waiting() {
        let texts = TextWork::start().unwrap();
        let (end, ended) = channel::<()>();
        let long = SHORT_TEXT_MAX_BYTES + 1;
        let mut first = Box::pin(texts.run(Uuid::new_v4(), long, move || ended.recv().is_ok()));
        assert!((&mut first).now_or_never().is_none());
        let mut second = Box::pin(texts.run(Uuid::new_v4(), long, || ()));
        assert!((&mut second).now_or_never().is_none());
        texts
            .run(Uuid::new_v4(), SHORT_TEXT_MAX_BYTES, || ())
            .await
            .unwrap();
        end.send(()).unwrap();
        assert!(first.await.unwrap());
        second.await.unwrap();
    }

    #[actix_web::test]
    async fn an_account_has_one_text_at_work_and_others_come_in_between() {
        let texts = TextWork::start().unwrap();
        let slow = Uuid::new_v4();
        // Its long text waits for others, so its short one waits too.
        let others = texts.limit(SHORT_TEXT_MAX_BYTES + 1).acquire().await.unwrap();
        let mut long = Box::pin(texts.run(slow, SHORT_TEXT_MAX_BYTES + 1, || ()));
        assert!((&mut long).now_or_never().is_none());
        let mut short = Box::pin(texts.run(slow, 1, || ()));
        assert!((&mut short).now_or_never().is_none());
        texts.run(Uuid::new_v4(), 1, || ()).await.unwrap();
        let mut waiting: Vec<_> = (1..TEXTS_WAITING_PER_ACCOUNT)
            .map(|_| Box::pin(texts.run(slow, 1, || ())))
            .collect();
        assert!(waiting.iter_mut().all(|one| one.now_or_never().is_none()));
        let refused = texts.run(slow, 1, || ()).now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        drop(others);
        long.await.unwrap();
        short.await.unwrap();
    }

    #[actix_web::test]
    async fn a_text_has_its_place_until_the_work_is_done_also_when_nobody_waits_for_it() {
        let texts = TextWork::start().unwrap();
        let (end, ended) = channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let left = texts.run(Uuid::new_v4(), 1, move || {
            begin.send(()).unwrap();
            ended.recv().unwrap();
        });
        tokio::select! {
            _ = left => panic!("it is not done yet"),
            begun = begun => begun.unwrap(),
        }
        assert!(!texts.limit(1).is_idle());
        end.send(()).unwrap();
        texts.run(Uuid::new_v4(), 1, || ()).await.unwrap();
        assert_eq!(texts.accounts.n_callers(), 0);
    }
}
