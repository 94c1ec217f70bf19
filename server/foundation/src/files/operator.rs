//! The store as commands of the operator use it: on a thread that answers no requests, with errors that say what the
//! store refused.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use anyhow::anyhow;
use futures_util::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};

use super::Files;
use crate::config::FilesConfig;
use crate::metrics::Operation;

/// How long one operation of a command may take: nobody waits for a page, and lines may be slow.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

impl Files {
    /// A store for commands, whose files may be large and far away.
    pub fn for_operator(config: &FilesConfig) -> anyhow::Result<Self> {
        Self::with_timeout(config, PATIENCE)
    }

    /// Does something with the store and waits for it.
    pub fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
        tokio::runtime::Builder::new_current_thread()
            .build()?
            .block_on(work)
    }

    /// The names that begin with a folder, such as `ab`, each with its bytes.
    pub async fn sizes(&self, folder: &str) -> anyhow::Result<BTreeMap<String, u64>> {
        let path = Path::from(folder);
        let list = async move |store: Arc<dyn ObjectStore>| {
            let files = store.list(Some(&path));
            files
                .map_ok(|file| (file.location.to_string(), file.size))
                .try_collect()
                .await
        };
        Ok(self.try_run(Operation::List, list).await?.unwrap_or_default())
    }

    /// All bytes of a file that fits into memory; none when it is not there.
    pub async fn load(&self, name: &str) -> anyhow::Result<Option<Bytes>> {
        let path = Path::from(name);
        self.try_run(Operation::Get, async move |store: Arc<dyn ObjectStore>| {
            store.get(&path).await?.bytes().await
        })
        .await
    }

    /// Stores bytes: all of them or nothing.
    pub async fn save(&self, name: &str, bytes: Bytes) -> anyhow::Result<()> {
        let path = Path::from(name);
        self.try_run(Operation::Put, async move |store: Arc<dyn ObjectStore>| {
            store.put(&path, bytes.into()).await
        })
        .await?
        .map(drop)
        .ok_or_else(|| anyhow!("the folder or bucket is not there"))
    }

    /// Removes a file. One that is not there is no failure.
    pub async fn remove(&self, name: &str) -> anyhow::Result<()> {
        let path = Path::from(name);
        self.try_run(Operation::Delete, async move |store: Arc<dyn ObjectStore>| {
            store.delete(&path).await
        })
        .await
        .map(drop)
    }

    /// Runs one operation; none when what it asks for is not there.
    pub(super) async fn try_run<T: Send + 'static, F>(
        &self,
        operation: Operation,
        work: impl FnOnce(Arc<dyn ObjectStore>) -> F,
    ) -> anyhow::Result<Option<T>>
    where
        F: Future<Output = object_store::Result<T>> + Send + 'static,
    {
        match self.run(operation, work).await {
            Ok(Ok(done)) => Ok(Some(done)),
            Ok(Err(object_store::Error::NotFound { .. })) => Ok(None),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(anyhow!("the store does not answer in time")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_waits_longer_than_a_page() {
        let config = FilesConfig::Folder("files".into());
        assert!(Files::for_operator(&config).unwrap().timeout > Duration::from_secs(600));
    }
}
