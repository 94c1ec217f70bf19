//! The threads on which the store of files works.

use std::num::NonZeroUsize;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// More threads than this would take the cores from requests.
const MAX_THREADS: usize = 4;

/// Threads that run tasks until this is dropped, one for each core: the encryption of a bucket's traffic is work.
///
/// Connections of a client belong to the runtime that opened them: were it that of a worker or a job, they would end
/// with it while another uses them.
pub struct IoRuntime {
    /// There until the drop.
    runtime: Option<Runtime>,
}

impl IoRuntime {
    /// Starts the threads.
    pub fn start() -> std::io::Result<Self> {
        let n_cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let runtime = Builder::new_multi_thread()
            .worker_threads(n_cores.min(MAX_THREADS))
            .thread_name("files")
            .enable_all()
            .build()?;
        Ok(Self {
            runtime: Some(runtime),
        })
    }

    /// Runs a task there.
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        match &self.runtime {
            Some(runtime) => runtime.spawn(task),
            None => unreachable!("nobody has what was dropped"),
        }
    }
}

impl Drop for IoRuntime {
    fn drop(&mut self) {
        // The last owner may be a task of a runtime, which must not wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_owner_may_be_a_task_of_another_runtime() {
        let own = IoRuntime::start().unwrap();
        let other = Builder::new_current_thread().build().unwrap();
        other.block_on(async move { drop(own) });
    }
}
