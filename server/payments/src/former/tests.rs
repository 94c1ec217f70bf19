//! Whom of several keys is asked, and who is believed.

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
#[test]
fn what_was_begun_with_former_keys_is_ended_before_it_is_begun_anew() {
    let begun = |present, former, closing| {
        let present = Fixed {
            state: present,
            ..Fixed::default()
        };
        let former = Fixed {
            state: former,
            closing,
            ..Fixed::default()
        };
        with([present, former]).create(&PaymentOrder {
            provider_reference: "cs_1".to_owned(),
            ..order()
        })
    };
    // What is not refused reaches the present keys, which say no here.
    let (pending, nothing) = (Ok(PaymentState::Pending), Ok(PaymentState::Closed));
    let (ended, refused) = (Ok(Closing::Closed), Ok(Closing::Refused));
    for (present, former, closing, expected) in [
        (&nothing, pending.clone(), &ended, no()),
        (&nothing, pending.clone(), &refused, PaymentError::UnderWay),
        (&nothing, paid("1"), &ended, PaymentError::UnderWay),
        (
            &nothing,
            Ok(PaymentState::OnItsWay),
            &ended,
            PaymentError::UnderWay,
        ),
        (&nothing, Err(away()), &ended, away()),
        (&nothing, pending.clone(), &Err(away()), away()),
        (&nothing, Err(void()), &ended, no()),
        (&nothing, nothing.clone(), &refused, no()),
        // The same account under other keys.
        (&pending, pending.clone(), &refused, no()),
    ] {
        let answer = begun(present.clone(), former.clone(), closing.clone());
        assert_eq!(answer, Err(expected), "{present:?} {former:?} {closing:?}");
    }
}
