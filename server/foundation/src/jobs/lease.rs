//! The leases that the workers of this process hold: by them a worker has a job to itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

/// The leases of this process. Clones share them.
#[derive(Clone, Default)]
pub struct Leases {
    held: Arc<Mutex<Vec<Uuid>>>,
}

/// A lease, held until it is dropped.
pub struct Lease {
    id: Uuid,
    leases: Leases,
}

impl Leases {
    /// A new lease. It is known before it stands at a job, so that none is ever without renewal.
    pub fn take(&self) -> Lease {
        let id = Uuid::new_v4();
        self.lock().push(id);
        Lease {
            id,
            leases: self.clone(),
        }
    }

    /// The leases that are to be renewed.
    pub fn held(&self) -> Vec<Uuid> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Uuid>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    /// The name that stands at the job.
    pub fn id(&self) -> Uuid {
        self.id
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.leases.lock().retain(|id| *id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_renewed_until_it_is_dropped_and_no_longer() {
        let leases = Leases::default();
        let (first, second) = (leases.take(), leases.take());
        assert_eq!(leases.held(), [first.id(), second.id()]);
        assert_ne!(first.id(), second.id());
        drop(first);
        assert_eq!(leases.held(), [second.id()]);
        drop(second);
        assert!(leases.held().is_empty());
    }
}
