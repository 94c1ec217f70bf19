//! A limit on work of which others have taken every place.

use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use moyan_foundation::concurrency_limit::{ConcurrencyLimit, Permit};
use moyan_foundation::error::AppError;

/// Others who work and wait. The places are free again when it is dropped.
pub struct FullLimit {
    _permits: Vec<Permit>,
    _waiting: Vec<LocalBoxFuture<'static, Result<Permit, AppError>>>,
}

impl FullLimit {
    /// Takes every place.
    pub fn of(limit: &ConcurrencyLimit) -> Self {
        let (mut permits, mut waiting) = (Vec::new(), Vec::new());
        loop {
            let limit = limit.clone();
            let mut place = async move { limit.acquire().await }.boxed_local();
            match (&mut place).now_or_never() {
                Some(Ok(permit)) => permits.push(permit),
                Some(Err(_)) => break,
                None => waiting.push(place),
            }
        }
        Self {
            _permits: permits,
            _waiting: waiting,
        }
    }
}
