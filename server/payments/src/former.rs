//! A provider whose keys others took the place of. New payments are begun with the present keys; what was begun before
//! is found, refunded and closed with those that it was begun with.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    Checkout, Closing, Dispute, Disputes, Inquiry, Notification, NotificationError, NotificationRequest,
    PaymentError, PaymentOrder, PaymentProvider, PaymentState, RefundOrder, RefundState, Reply,
};

/// Former keys: with a provider that uses them.
pub struct Former {
    /// Who is asked.
    pub provider: Arc<dyn PaymentProvider>,
    /// When others took their place.
    pub replaced_at: DateTime<Utc>,
}

/// How long after they were replaced an order may still be made that is begun with them: clocks of servers differ.
const REPLACED_FOR: TimeDelta = TimeDelta::minutes(5);

/// A provider with its present keys and with former ones.
pub struct WithFormer {
    current: Arc<dyn PaymentProvider>,
    /// Whether `current` has former keys too: the present ones are of the other mode.
    is_current_former: bool,
    /// The newest first.
    former: Vec<Former>,
}

impl WithFormer {
    /// `former`: of the same method and mode, the newest first.
    pub fn new(current: Arc<dyn PaymentProvider>, former: Vec<Former>) -> Self {
        Self {
            current,
            is_current_former: false,
            former,
        }
    }

    /// A provider all of whose keys others took the place of. `newest` is asked first.
    pub fn without_current(newest: Arc<dyn PaymentProvider>, former: Vec<Former>) -> Self {
        Self {
            current: newest,
            is_current_former: true,
            former,
        }
    }

    /// The former keys that may know more than was said with the present ones: not those of the same account, which
    /// answered, and not those that were replaced before the order was made. What they say may be beyond belief by now,
    /// and is not to keep anything waiting that they know nothing of.
    fn others<'a, T>(
        &'a self,
        present: &Result<T, PaymentError>,
        ordered_at: Option<DateTime<Utc>>,
    ) -> impl Iterator<Item = &'a dyn PaymentProvider> {
        let has_answered = matches!(present, Ok(_) | Err(PaymentError::Refused(_)));
        let asked = has_answered.then(|| self.current.account()).flatten();
        self.former
            .iter()
            .filter(move |former| ordered_at.is_none_or(|at| at <= former.replaced_at + REPLACED_FOR))
            .map(|former| former.provider.as_ref())
            .filter(move |former| asked.is_none() || former.account() != asked)
    }

    /// Asks with the present keys, then with the former ones, until an answer says something. When none does, the first
    /// answer stands, unless it is that the present account knows nothing of it: then that of a former one does. What
    /// cannot be reached may know more: then nobody knows yet.
    fn first<T>(
        &self,
        ordered_at: Option<DateTime<Utc>>,
        ask: impl Fn(&dyn PaymentProvider) -> Result<T, PaymentError>,
        says_something: impl Fn(&T) -> bool,
    ) -> Result<T, PaymentError> {
        let present = ask(self.current.as_ref());
        if present.as_ref().is_ok_and(&says_something) || is_unknown(&present) {
            return present;
        }
        let (mut unknown, mut nothing) = (None, None);
        for former in self.others(&present, ordered_at) {
            match ask(former) {
                Ok(answer) if says_something(&answer) => return Ok(answer),
                answer if is_unknown(&answer) => unknown = answer.err().or(unknown),
                Ok(answer) => nothing = nothing.or(Some(answer)),
                // Keys that do not work any more know nothing.
                Err(_) => {}
            }
        }
        match (unknown, present, nothing) {
            (Some(error), _, _) => Err(error),
            (None, Err(PaymentError::Refused(_)), Some(answer)) => Ok(answer),
            (None, present, _) => present,
        }
    }

    /// Ends an order that the present account knows nothing of with the keys that it was begun with. What was paid, or is
    /// on its way, stays.
    fn end_former(&self, order: &PaymentOrder) -> Result<(), PaymentError> {
        let mut former = self.others(&Ok(()), Some(order.ordered_at)).peekable();
        if former.peek().is_none() || !matches!(self.current.query(order), Ok(PaymentState::Closed)) {
            return Ok(());
        }
        for former in former {
            let ended = match former.query(order) {
                Ok(PaymentState::Paid(_) | PaymentState::OnItsWay) => Ok(Closing::Refused),
                Ok(PaymentState::Pending) => former.close(order),
                Ok(PaymentState::Closed | PaymentState::Failed) => Ok(Closing::Closed),
                Err(error) => Err(error),
            };
            match ended {
                Ok(Closing::Refused) => return Err(PaymentError::UnderWay),
                answer if is_unknown(&answer) => return answer.map(|_| ()),
                // Keys that do not work any more know nothing.
                Ok(Closing::Closed) | Err(_) => {}
            }
        }
        Ok(())
    }
}

/// Whether the provider may have done or known something that it did not say.
fn is_unknown<T>(answer: &Result<T, PaymentError>) -> bool {
    matches!(
        answer,
        Err(PaymentError::Unavailable(_) | PaymentError::Answer(_))
    )
}

/// What is disputed under all keys.
fn joined_disputes(disputes: &mut Vec<Dispute>, more: Vec<Dispute>) {
    for dispute in more {
        if disputes.iter().all(|known| known.reference != dispute.reference) {
            disputes.push(dispute);
        }
    }
}

impl PaymentProvider for WithFormer {
    /// What was begun with former keys is ended first: else somebody pays there, and nobody looks for it any more.
    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError> {
        if !order.provider_reference.is_empty() {
            self.end_former(order)?;
        }
        self.current.create(order)
    }

    /// What only former keys prove is marked so: they may have been replaced because others know them.
    fn verify_notification(
        &self,
        request: &NotificationRequest<'_>,
    ) -> Result<Notification, NotificationError> {
        let present = self
            .current
            .verify_notification(request)
            .map(|notification| Notification {
                is_by_former_keys: self.is_current_former,
                ..notification
            });
        if present
            .as_ref()
            .is_ok_and(|notification| notification.is_own_merchant)
        {
            return present;
        }
        let mut former = self.former.iter();
        former
            .find_map(|former| {
                former
                    .provider
                    .verify_notification(request)
                    .ok()
                    .filter(|notification| notification.is_own_merchant)
            })
            .map_or(present, |notification| {
                Ok(Notification {
                    is_by_former_keys: true,
                    ..notification
                })
            })
    }

    fn is_like_own(&self, request: &NotificationRequest<'_>) -> bool {
        self.current.is_like_own(request)
    }

    fn query(&self, order: &PaymentOrder) -> Result<PaymentState, PaymentError> {
        self.first(
            Some(order.ordered_at),
            |provider| provider.query(order),
            |state| matches!(state, PaymentState::Paid(_) | PaymentState::OnItsWay),
        )
    }

    fn query_all(&self, order: &PaymentOrder) -> Result<Inquiry, PaymentError> {
        let present = self.current.query_all(order);
        if is_unknown(&present) {
            return present;
        }
        let mut found = present.as_ref().ok().cloned();
        // It may be open under one of the keys, and paid under several.
        for former in self.others(&present, Some(order.ordered_at)) {
            match former.query_all(order) {
                Ok(more) => {
                    found = Some(match found {
                        Some(found) => found.with(more),
                        None => more,
                    });
                }
                answer if is_unknown(&answer) => return answer,
                // Keys that do not work any more know nothing.
                Err(_) => {}
            }
        }
        match (present, found) {
            (Err(error), Some(found))
                if found.payments.is_empty() && !matches!(error, PaymentError::Refused(_)) =>
            {
                Err(error)
            }
            (_, Some(found)) => Ok(found),
            (present, None) => present,
        }
    }

    fn joined_reference(&self, known: &str, new: &str) -> String {
        self.current.joined_reference(known, new)
    }

    fn refund(&self, refund: &RefundOrder) -> Result<RefundState, PaymentError> {
        self.first(
            Some(refund.ordered_at),
            |provider| provider.refund(refund),
            |_| true,
        )
    }

    fn query_refund(&self, refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError> {
        self.first(
            Some(refund.ordered_at),
            |provider| provider.query_refund(refund),
            Option::is_some,
        )
    }

    /// Nobody can pay it any more when it is closed under all keys.
    fn close(&self, order: &PaymentOrder) -> Result<Closing, PaymentError> {
        let present = self.current.close(order);
        let former = self.others(&present, Some(order.ordered_at));
        let mut closing = present.clone()?;
        for former in former {
            match former.close(order) {
                Ok(Closing::Refused) => closing = Closing::Refused,
                answer if is_unknown(&answer) => return answer,
                Ok(Closing::Closed) | Err(_) => {}
            }
        }
        Ok(closing)
    }

    fn order_of_payment(&self, reference: &str) -> Result<Option<String>, PaymentError> {
        self.first(
            None,
            |provider| provider.order_of_payment(reference),
            Option::is_some,
        )
    }

    fn query_dispute(&self, reference: &str) -> Result<Option<Dispute>, PaymentError> {
        self.first(
            None,
            |provider| provider.query_dispute(reference),
            Option::is_some,
        )
    }

    fn list_disputes(&self, since: DateTime<Utc>) -> Result<Disputes, PaymentError> {
        let mut found = self.current.list_disputes(since)?;
        let present = found.refused.clone().map_or(Ok(()), Err);
        for former in self.others(&present, None) {
            match former.list_disputes(since) {
                // Keys that do not work any more know nothing.
                Ok(more) => joined_disputes(&mut found.listed, more.listed),
                answer if is_unknown(&answer) => return answer,
                Err(_) => {}
            }
        }
        Ok(found)
    }

    fn has_own_key(&self) -> bool {
        self.current.has_own_key()
    }

    fn check(&self) -> Result<(), PaymentError> {
        self.current.check()
    }

    fn reply(&self, is_done: bool) -> Reply {
        self.current.reply(is_done)
    }
}

#[cfg(test)]
mod tests;
