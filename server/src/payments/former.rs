//! A provider whose keys others took the place of. New payments are begun with the present keys; what was begun before
//! is found, refunded and closed with those that it was begun with.

use std::sync::Arc;

use super::{
    Checkout, Closing, Inquiry, Notification, NotificationError, NotificationRequest, Payment, PaymentError,
    PaymentOrder, PaymentProvider, PaymentState, RefundOrder, RefundState, Reply,
};

/// A provider with its present keys and with former ones.
pub struct WithFormer {
    current: Arc<dyn PaymentProvider>,
    /// The newest first.
    former: Vec<Arc<dyn PaymentProvider>>,
}

impl WithFormer {
    /// `former`: of the same method and mode, the newest first.
    pub fn new(current: Arc<dyn PaymentProvider>, former: Vec<Arc<dyn PaymentProvider>>) -> Self {
        Self { current, former }
    }

    /// Asks with the present keys, then with the former ones, until an answer says something. When none does, the first
    /// answer stands, unless it is that the present account knows nothing of it: then that of a former one does. What
    /// cannot be reached may know more: then nobody knows yet.
    fn first<T>(
        &self,
        ask: impl Fn(&dyn PaymentProvider) -> Result<T, PaymentError>,
        says_something: impl Fn(&T) -> bool,
    ) -> Result<T, PaymentError> {
        let present = ask(self.current.as_ref());
        if present.as_ref().is_ok_and(&says_something) || is_unknown(&present) {
            return present;
        }
        let (mut unknown, mut nothing) = (None, None);
        for former in &self.former {
            match ask(former.as_ref()) {
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
}

/// Whether the provider may have done or known something that it did not say.
fn is_unknown<T>(answer: &Result<T, PaymentError>) -> bool {
    matches!(
        answer,
        Err(PaymentError::Unavailable(_) | PaymentError::Answer(_))
    )
}

/// What came in under all keys.
fn joined(payments: &mut Vec<Payment>, more: Vec<Payment>) {
    for payment in more {
        if payments.iter().all(|known| known.reference != payment.reference) {
            payments.push(payment);
        }
    }
}

impl PaymentProvider for WithFormer {
    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError> {
        self.current.create(order)
    }

    /// What only former keys prove is marked so: they may have been replaced because others know them.
    fn verify_notification(
        &self,
        request: &NotificationRequest<'_>,
    ) -> Result<Notification, NotificationError> {
        let present = self.current.verify_notification(request);
        if present.as_ref().is_ok_and(|told| told.is_own_merchant) {
            return present;
        }
        let mut former = self.former.iter();
        former
            .find_map(|former| {
                former
                    .verify_notification(request)
                    .ok()
                    .filter(|told| told.is_own_merchant)
            })
            .map_or(present, |told| {
                Ok(Notification {
                    is_by_former_keys: true,
                    ..told
                })
            })
    }

    fn query(&self, order: &PaymentOrder) -> Result<PaymentState, PaymentError> {
        self.first(
            |provider| provider.query(order),
            |state| matches!(state, PaymentState::Paid(_)),
        )
    }

    fn query_all(&self, order: &PaymentOrder) -> Result<Inquiry, PaymentError> {
        let mut found = self.first(
            |provider| provider.query_all(order),
            |inquiry| !inquiry.payments.is_empty(),
        )?;
        // It may be open under one of the keys, and paid under several.
        for former in &self.former {
            match former.query_all(order) {
                Ok(more) => {
                    found.is_open |= more.is_open;
                    joined(&mut found.payments, more.payments);
                }
                answer if is_unknown(&answer) => return answer,
                Err(_) => {}
            }
        }
        Ok(found)
    }

    fn joined_reference(&self, known: &str, new: &str) -> String {
        self.current.joined_reference(known, new)
    }

    fn refund(&self, refund: &RefundOrder) -> Result<RefundState, PaymentError> {
        self.first(|provider| provider.refund(refund), |_| true)
    }

    fn query_refund(&self, refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError> {
        self.first(|provider| provider.query_refund(refund), Option::is_some)
    }

    /// Nobody can pay it any more when it is closed under all keys.
    fn close(&self, order: &PaymentOrder) -> Result<Closing, PaymentError> {
        let mut closing = self.current.close(order)?;
        for former in &self.former {
            match former.close(order) {
                Ok(Closing::Refused) => closing = Closing::Refused,
                answer if is_unknown(&answer) => return answer,
                Ok(Closing::Closed) | Err(_) => {}
            }
        }
        Ok(closing)
    }

    fn order_of_payment(&self, reference: &str) -> Result<Option<String>, PaymentError> {
        self.first(|provider| provider.order_of_payment(reference), Option::is_some)
    }

    fn check(&self) -> Result<(), PaymentError> {
        self.current.check()
    }

    fn reply(&self, is_done: bool) -> Reply {
        self.current.reply(is_done)
    }
}
