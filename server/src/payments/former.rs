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
    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError> {
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
            .map(|told| Notification {
                is_by_former_keys: self.is_current_former,
                ..told
            });
        if present.as_ref().is_ok_and(|told| told.is_own_merchant) {
            return present;
        }
        let mut former = self.former.iter();
        former
            .find_map(|former| {
                former
                    .provider
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
mod tests {
    use super::super::{NotificationKind, Payment, Progress};
    use super::*;

    /// A provider that says always the same.
    struct Fixed {
        state: Result<PaymentState, PaymentError>,
        refund: Result<RefundState, PaymentError>,
        closing: Result<Closing, PaymentError>,
        disputes: Result<Disputes, PaymentError>,
    }

    impl Default for Fixed {
        fn default() -> Self {
            Self {
                state: Ok(PaymentState::Closed),
                refund: Ok(RefundState::Pending),
                closing: Ok(Closing::Closed),
                disputes: Ok(Disputes::default()),
            }
        }
    }

    impl PaymentProvider for Fixed {
        fn create(&self, _order: &PaymentOrder) -> Result<Checkout, PaymentError> {
            Err(no())
        }

        fn verify_notification(
            &self,
            _request: &NotificationRequest<'_>,
        ) -> Result<Notification, NotificationError> {
            Ok(Notification {
                event_id: "1".to_owned(),
                order_number: None,
                kind: NotificationKind::Other,
                is_own_merchant: true,
                is_by_former_keys: false,
                body: String::new(),
            })
        }

        fn query(&self, _order: &PaymentOrder) -> Result<PaymentState, PaymentError> {
            self.state.clone()
        }

        fn refund(&self, _refund: &RefundOrder) -> Result<RefundState, PaymentError> {
            self.refund.clone()
        }

        fn query_refund(&self, _refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError> {
            Ok(None)
        }

        fn close(&self, _order: &PaymentOrder) -> Result<Closing, PaymentError> {
            self.closing.clone()
        }

        fn order_of_payment(&self, _reference: &str) -> Result<Option<String>, PaymentError> {
            Ok(None)
        }

        fn list_disputes(&self, _since: DateTime<Utc>) -> Result<Disputes, PaymentError> {
            self.disputes.clone()
        }

        fn check(&self) -> Result<(), PaymentError> {
            Ok(())
        }

        fn reply(&self, _is_done: bool) -> Reply {
            Reply {
                status: 200,
                media_type: "text/plain",
                body: "",
            }
        }
    }

    fn no() -> PaymentError {
        PaymentError::Refused("no".to_owned())
    }

    fn away() -> PaymentError {
        PaymentError::Unavailable("away".to_owned())
    }

    fn void() -> PaymentError {
        PaymentError::Keys("void".to_owned())
    }

    fn payment(reference: &str) -> Payment {
        Payment {
            reference: reference.to_owned(),
            amount_fen: 9900,
            currency: "CNY".to_owned(),
            paid_at: DateTime::UNIX_EPOCH,
        }
    }

    fn paid(reference: &str) -> Result<PaymentState, PaymentError> {
        Ok(PaymentState::Paid(payment(reference)))
    }

    fn order() -> PaymentOrder {
        PaymentOrder {
            number: "M1".to_owned(),
            amount_fen: 9900,
            currency: "CNY".to_owned(),
            product: String::new(),
            shop: String::new(),
            return_url: String::new(),
            notify_url: String::new(),
            ordered_at: DateTime::UNIX_EPOCH,
            closes_at: DateTime::UNIX_EPOCH,
            client_address: String::new(),
            client: super::super::Client::Desktop,
            provider_reference: String::new(),
            begun: String::new(),
            login: super::super::PayerLogin::default(),
        }
    }

    /// The first with the present keys, the others with former ones.
    fn with(providers: impl IntoIterator<Item = Fixed>) -> WithFormer {
        let mut providers = providers
            .into_iter()
            .map(|provider| Arc::new(provider) as Arc<dyn PaymentProvider>);
        let current = providers.next().unwrap();
        let former = providers.map(|provider| Former {
            provider,
            replaced_at: DateTime::UNIX_EPOCH,
        });
        WithFormer::new(current, former.collect())
    }

    fn state<const N: usize>(
        states: [Result<PaymentState, PaymentError>; N],
    ) -> Result<PaymentState, PaymentError> {
        let providers = states.map(|state| Fixed {
            state,
            ..Fixed::default()
        });
        with(providers).query(&order())
    }

    fn inquiry(
        present: Result<PaymentState, PaymentError>,
        former: Result<PaymentState, PaymentError>,
    ) -> Result<Inquiry, PaymentError> {
        let providers = [present, former].map(|state| Fixed {
            state,
            ..Fixed::default()
        });
        with(providers).query_all(&order())
    }

    fn found(references: &[&str]) -> Result<Inquiry, PaymentError> {
        Ok(Inquiry {
            payments: references.iter().map(|reference| payment(reference)).collect(),
            is_open: false,
            progress: references.is_empty().then_some(Progress::Expired),
        })
    }

    #[test]
    fn the_first_keys_that_know_of_a_payment_are_believed() {
        assert_eq!(state([paid("1"), paid("2")]), paid("1"));
        assert_eq!(state([Err(no()), Ok(PaymentState::Closed), paid("3")]), paid("3"));
        assert_eq!(
            state([Ok(PaymentState::Closed), Err(void()), paid("3")]),
            paid("3")
        );
    }

    #[test]
    fn nobody_knows_yet_while_keys_that_may_know_cannot_be_asked() {
        assert_eq!(state([Err(away()), paid("2")]), Err(away()));
        assert_eq!(state([Ok(PaymentState::Closed), Err(away())]), Err(away()));
        assert_eq!(inquiry(Err(away()), paid("2")), Err(away()));
        assert_eq!(inquiry(paid("1"), Err(away())), Err(away()));
    }

    #[test]
    fn what_the_present_keys_send_back_is_not_sent_back_with_former_ones() {
        let refund = RefundOrder {
            number: "R1".to_owned(),
            order_number: "M1".to_owned(),
            ordered_at: DateTime::UNIX_EPOCH,
            payment_reference: "1".to_owned(),
            amount_fen: 9900,
            payment_fen: 9900,
            currency: "CNY".to_owned(),
            reason: String::new(),
            notify_url: String::new(),
        };
        let answered = |answers: [Result<RefundState, PaymentError>; 2]| {
            let providers = answers.map(|refund| Fixed {
                refund,
                ..Fixed::default()
            });
            with(providers).refund(&refund)
        };
        let former = Ok(RefundState::Failed);
        assert_eq!(
            answered([Ok(RefundState::Pending), former.clone()]),
            Ok(RefundState::Pending)
        );
        assert_eq!(answered([Err(away()), former.clone()]), Err(away()));
        assert_eq!(answered([Err(no()), former.clone()]), former);
    }

    #[test]
    fn an_order_that_was_paid_under_several_keys_has_every_payment_once() {
        assert_eq!(inquiry(paid("1"), paid("2")), found(&["1", "2"]));
        assert_eq!(inquiry(paid("1"), paid("1")), found(&["1"]));
    }

    #[test]
    fn keys_that_do_not_work_hide_no_payment_and_prove_nothing() {
        let nothing = || Ok(PaymentState::Closed);
        assert_eq!(inquiry(paid("1"), Err(void())), found(&["1"]));
        assert_eq!(inquiry(Err(void()), paid("2")), found(&["2"]));
        assert_eq!(inquiry(Err(void()), nothing()), Err(void()));
        assert_eq!(inquiry(Err(no()), nothing()), found(&[]));
        assert_eq!(inquiry(nothing(), Err(void())), found(&[]));
    }

    #[test]
    fn an_order_is_closed_when_no_keys_that_work_can_take_its_payment() {
        for (former, closing) in [
            (Ok(Closing::Closed), Ok(Closing::Closed)),
            (Ok(Closing::Refused), Ok(Closing::Refused)),
            (Err(void()), Ok(Closing::Closed)),
            (Err(away()), Err(away())),
        ] {
            let former = Fixed {
                closing: former,
                ..Fixed::default()
            };
            assert_eq!(with([Fixed::default(), former]).close(&order()), closing);
        }
    }

    #[test]
    fn disputes_are_listed_for_all_keys_that_work() {
        for (former, listed) in [(Err(void()), Ok(Disputes::default())), (Err(away()), Err(away()))] {
            let former = Fixed {
                disputes: former,
                ..Fixed::default()
            };
            let since = DateTime::UNIX_EPOCH;
            assert_eq!(with([Fixed::default(), former]).list_disputes(since), listed);
        }
    }

    #[test]
    fn what_is_proved_when_no_keys_are_present_is_proved_by_former_ones() {
        let request = NotificationRequest {
            body: b"",
            header: &|_| None,
        };
        let newest = Arc::new(Fixed::default());
        let former = WithFormer::without_current(newest.clone(), Vec::new());
        assert!(former.verify_notification(&request).unwrap().is_by_former_keys);
        let present = WithFormer::new(newest, Vec::new());
        assert!(!present.verify_notification(&request).unwrap().is_by_former_keys);
    }
}
