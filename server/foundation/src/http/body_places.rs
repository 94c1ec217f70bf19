//! Bounds the memory that bodies take while they come and until they are answered. Each caller has some places; who
//! has taken them waits, and takes none of others. Pictures are received into files: see [`crate::uploads`].

use std::net::IpAddr;
use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpMessage as _, HttpRequest};
use moyan_domain::limits::{
    BODIES_AT_ONCE_PER_CALLER, BODIES_WAITING_PER_CALLER, BODY_MAX_BYTES, BODY_WAIT_S, LARGE_BODIES_AT_ONCE,
    LARGE_BODIES_AT_ONCE_PER_CALLER, LARGE_BODIES_WAITING, LARGE_BODIES_WAITING_PER_CALLER,
};
use uuid::Uuid;

use super::client_address::{caller_network, client_address};
use crate::access::Caller;
use crate::concurrency_limit::{ConcurrencyLimit, LimitOfEach, Permit};
use crate::error::AppError;
use crate::state::AppState;

const LONGEST_WAIT: Duration = Duration::from_secs(BODY_WAIT_S);

/// Whose body it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// An account, from wherever it calls.
    Account(Uuid),
    /// Nobody who is known: an address, or the /64 of one.
    Network(IpAddr),
}

/// Admits bodies before they are read. Clones share the places.
#[derive(Clone, Debug)]
pub struct BodyPlaces {
    small: LimitOfEach<Sender>,
    large: LimitOfEach<Sender>,
    all_large: ConcurrencyLimit,
}

/// The room of a body, given back when it is dropped.
#[derive(Debug)]
pub struct BodyPlace {
    _own: Permit,
    _all: Option<Permit>,
}

impl Default for BodyPlaces {
    fn default() -> Self {
        Self {
            small: LimitOfEach::new(BODIES_AT_ONCE_PER_CALLER, BODIES_WAITING_PER_CALLER, LONGEST_WAIT),
            large: LimitOfEach::new(
                LARGE_BODIES_AT_ONCE_PER_CALLER,
                LARGE_BODIES_WAITING_PER_CALLER,
                LONGEST_WAIT,
            ),
            all_large: ConcurrencyLimit::new(LARGE_BODIES_AT_ONCE, LARGE_BODIES_WAITING, LONGEST_WAIT),
        }
    }
}

impl BodyPlaces {
    /// Waits for the place of a body of at most so many bytes. Larger ones than usual share places too.
    pub async fn admit(&self, sender: Sender, max_bytes: usize) -> Result<BodyPlace, AppError> {
        let is_large = max_bytes > BODY_MAX_BYTES;
        // What a caller waits for itself takes no place of others.
        let own = self.limit_of(sender, max_bytes).acquire().await?;
        let all = if is_large {
            Some(self.all_large.acquire().await?)
        } else {
            None
        };
        Ok(BodyPlace { _own: own, _all: all })
    }

    /// How many bodies of such a length a caller may send at once, and how many wait.
    pub fn limit_of(&self, sender: Sender, max_bytes: usize) -> ConcurrencyLimit {
        if max_bytes > BODY_MAX_BYTES {
            self.large.of(sender)
        } else {
            self.small.of(sender)
        }
    }
}

/// The places that a request takes its own from, and who sends it.
pub(super) fn places_of(request: &HttpRequest) -> Option<(BodyPlaces, Sender)> {
    let state = request.app_data::<Data<AppState>>()?;
    let account = request.extensions().get::<Caller>().map(|caller| caller.user_id);
    let sender = account.map_or_else(
        || {
            let address = client_address(request, &state.platform.trusted_proxies);
            Sender::Network(caller_network(address))
        },
        Sender::Account,
    );
    Some((state.bodies.clone(), sender))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::error::Refusal;

    const LARGE: usize = BODY_MAX_BYTES + 1;

    fn account() -> Sender {
        Sender::Account(Uuid::new_v4())
    }

    async fn take(places: &BodyPlaces, sender: &Sender, n_bytes: usize, n_places: usize) -> Vec<BodyPlace> {
        let mut taken = Vec::new();
        for _ in 0..n_places {
            taken.push(places.admit(sender.clone(), n_bytes).await.unwrap());
        }
        // Else so many permits would be more than one task may have before others run.
        tokio::task::yield_now().await;
        taken
    }

    #[tokio::test]
    async fn a_caller_has_few_large_bodies_at_once_some_wait_and_the_next_is_refused() {
        let (places, sender) = (BodyPlaces::default(), account());
        let mut taken = take(&places, &sender, LARGE, LARGE_BODIES_AT_ONCE_PER_CALLER).await;
        let mut waiting: Vec<_> = (0..LARGE_BODIES_WAITING_PER_CALLER)
            .map(|_| Box::pin(places.admit(sender.clone(), LARGE)))
            .collect();
        assert!(waiting.iter_mut().all(|one| one.now_or_never().is_none()));
        let refused = places.admit(sender.clone(), LARGE).now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        // Neither its small ones nor those of others wait for that.
        let _small = places
            .admit(sender, BODY_MAX_BYTES)
            .now_or_never()
            .unwrap()
            .unwrap();
        let _other = places.admit(account(), LARGE).now_or_never().unwrap().unwrap();
        taken.pop();
        assert!(waiting.remove(0).now_or_never().unwrap().is_ok());
    }

    #[tokio::test]
    async fn all_callers_together_have_so_many_large_bodies_and_each_its_own_small_ones() {
        let places = BodyPlaces::default();
        let mut taken = Vec::new();
        for _ in 0..LARGE_BODIES_AT_ONCE {
            taken.push(places.admit(account(), LARGE).await.unwrap());
        }
        tokio::task::yield_now().await;
        assert!(places.admit(account(), LARGE).now_or_never().is_none());
        let crowd = Sender::Network(IpAddr::from([192, 0, 2, 7]));
        let _taken = take(&places, &crowd, 1, BODIES_AT_ONCE_PER_CALLER).await;
        assert!(places.admit(crowd, 1).now_or_never().is_none());
        assert!(places.admit(account(), 1).now_or_never().is_some());
    }
}
