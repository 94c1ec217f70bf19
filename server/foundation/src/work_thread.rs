//! A thread for one kind of work that takes memory or time.
//!
//! The memory that one piece of work leaves behind is used for the next one: the allocator keeps freed memory for each
//! thread, so the same work on many threads would take it many times.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};

use tokio::sync::oneshot;

use crate::error::AppError;

/// Does one piece of work after another, off the event loop. Clones share the thread, which ends with the last of them.
#[derive(Clone, Debug)]
pub struct WorkThread {
    jobs: Sender<Job>,
}

type Job = Box<dyn FnOnce() + Send>;

impl WorkThread {
    /// Starts the thread.
    pub fn start(name: &str) -> std::io::Result<Self> {
        let (sender, jobs) = channel::<Job>();
        let run = move || {
            for job in jobs {
                // A panic was logged; whoever waits for the job learns of it, and the next one is done.
                let _ = catch_unwind(AssertUnwindSafe(job));
            }
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(run)?;
        Ok(Self { jobs: sender })
    }

    /// Waits until a piece of work is done. It is done to its end also when nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            // Whoever asked may have gone away.
            let _ = answer.send(work());
        });
        self.jobs
            .send(job)
            .map_err(|_| AppError::Internal("a thread for work has ended".to_owned()))?;
        answered
            .await
            .map_err(|_| AppError::Internal("a piece of work panicked".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn all_work_is_done_on_one_thread_that_answers_no_requests_and_outlives_a_panic() {
        let thread = WorkThread::start("work").unwrap();
        let here = || std::thread::current().id();
        let first = thread.run(here).await.unwrap();
        let fallen = thread.run(|| panic!("a fault of the program")).await;
        assert!(matches!(fallen, Err(AppError::Internal(_))));
        assert_eq!(thread.run(here).await.unwrap(), first);
        assert_ne!(here(), first);
    }
}
