//! The thread on which the store of files works.

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A thread that runs tasks until it is dropped.
///
/// Connections of a client belong to the runtime that opened them: were it that of a worker or a job, they would end
/// with it while another uses them.
pub struct IoThread {
    tasks: Handle,
    /// Dropped with this.
    _end: oneshot::Sender<()>,
}

impl IoThread {
    /// Starts the thread.
    pub fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let tasks = runtime.handle().clone();
        let (end, ended) = oneshot::channel();
        std::thread::Builder::new()
            .name("files".to_owned())
            .spawn(move || {
                // Either way the store is gone.
                let _ = runtime.block_on(ended);
            })?;
        Ok(Self { tasks, _end: end })
    }

    /// Runs a task there.
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        self.tasks.spawn(task)
    }
}
