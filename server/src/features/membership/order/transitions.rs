//! The states of an order and what moves it: one table.

use moyan_domain::stored_names;

stored_names! {
    /// The state of an order.
    OrderStatus
    /// It is to be paid.
    Pending: "pending",
    /// The visitor says that it is paid by hand.
    AwaitingConfirmation: "awaitingConfirmation",
    /// The money is there.
    Paid: "paid",
    /// Some of the money went back.
    PartiallyRefunded: "partiallyRefunded",
    /// All of it went back.
    Refunded: "refunded",
    /// The creator did not find the money.
    Rejected: "rejected",
    /// It was not paid in time.
    Closed: "closed",
}

stored_names! {
    /// What the creator has to look at.
    Problem
    /// The money came after the order was closed.
    LatePayment: "latePayment",
    /// Less money came than it costs.
    PartialPayment: "partialPayment",
    /// More money came than it costs.
    OverPayment: "overPayment",
    /// It was paid once more.
    DuplicatePayment: "duplicatePayment",
    /// Money came in another currency, for another merchant or by another method.
    ForeignPayment: "foreignPayment",
    /// A refund did not go through.
    RefundFailed: "refundFailed",
    /// A provider reported a refund of an unknown payment.
    UnknownRefund: "unknownRefund",
    /// The payer disputes a payment with the bank.
    Disputed: "disputed",
    /// A dispute ended in a way that cannot be recorded by itself.
    DisputeUnclear: "disputeUnclear",
    /// It was paid when the account of its visitor was deleted: nobody has the membership.
    ReaderGone: "readerGone",
}

/// What happens to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderEvent {
    /// The visitor says that it is paid.
    Noted,
    /// All the money is there, or the creator takes what is there for all.
    PaidInFull,
    /// Some of the money is there.
    PaidInPart,
    /// The creator did not find the money.
    Rejected,
    /// Its time is over, or the creator closes it.
    Closed,
    /// Money went back, and what stays is as much as it costs.
    RefundedExcess,
    /// Money went back, and some stays that is less than it costs.
    RefundedInPart,
    /// All the money went back.
    RefundedInFull,
    /// A refund that had gone through came back, and what is there is as much as it costs.
    RefundReversed,
    /// The same, and less is there than it costs.
    RefundReversedInPart,
}

impl OrderStatus {
    /// Whether the membership was not given yet.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            Self::Pending | Self::AwaitingConfirmation | Self::Rejected | Self::Closed
        )
    }
}

/// The state after an event; none when it cannot happen in this state.
pub fn next(status: OrderStatus, event: OrderEvent) -> Option<OrderStatus> {
    use OrderEvent::{
        Noted, PaidInFull, PaidInPart, RefundReversed, RefundReversedInPart, RefundedExcess, RefundedInFull,
        RefundedInPart,
    };
    use OrderStatus::{AwaitingConfirmation, Closed, Paid, PartiallyRefunded, Pending, Refunded, Rejected};
    match (status, event) {
        (Pending | AwaitingConfirmation | Rejected, Noted) => Some(AwaitingConfirmation),
        (Pending | AwaitingConfirmation | Rejected | Closed, PaidInFull) => Some(Paid),
        // A second payment changes nothing but the sum; the problem says so.
        (Paid | PartiallyRefunded | Refunded, PaidInFull | PaidInPart) => Some(status),
        (Pending | AwaitingConfirmation | Rejected | Closed, PaidInPart) => Some(status),
        (AwaitingConfirmation, OrderEvent::Rejected) => Some(Rejected),
        (Pending | AwaitingConfirmation | Rejected, OrderEvent::Closed) => Some(Closed),
        (Paid | PartiallyRefunded, RefundedExcess) => Some(status),
        (Paid | PartiallyRefunded, RefundedInPart) => Some(PartiallyRefunded),
        (Paid | PartiallyRefunded, RefundedInFull) => Some(Refunded),
        (Paid | PartiallyRefunded | Refunded, RefundReversed) => Some(Paid),
        (Paid | PartiallyRefunded | Refunded, RefundReversedInPart) => Some(PartiallyRefunded),
        (Pending | AwaitingConfirmation | Rejected | Closed, RefundReversed | RefundReversedInPart) => {
            Some(status)
        }
        // Money that came twice goes back once more, or what came for an order without a membership.
        (
            Refunded | Pending | AwaitingConfirmation | Rejected | Closed,
            RefundedExcess | RefundedInPart | RefundedInFull,
        ) => Some(status),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_these_steps_are_possible() {
        use OrderEvent::*;
        let events = [
            Noted,
            PaidInFull,
            PaidInPart,
            Rejected,
            Closed,
            RefundedExcess,
            RefundedInPart,
            RefundedInFull,
            RefundReversed,
            RefundReversedInPart,
        ];
        let table = [
            (
                "pending",
                [
                    "awaitingConfirmation",
                    "paid",
                    "pending",
                    "",
                    "closed",
                    "pending",
                    "pending",
                    "pending",
                    "pending",
                    "pending",
                ],
            ),
            (
                "awaitingConfirmation",
                [
                    "awaitingConfirmation",
                    "paid",
                    "awaitingConfirmation",
                    "rejected",
                    "closed",
                    "awaitingConfirmation",
                    "awaitingConfirmation",
                    "awaitingConfirmation",
                    "awaitingConfirmation",
                    "awaitingConfirmation",
                ],
            ),
            (
                "paid",
                [
                    "",
                    "paid",
                    "paid",
                    "",
                    "",
                    "paid",
                    "partiallyRefunded",
                    "refunded",
                    "paid",
                    "partiallyRefunded",
                ],
            ),
            (
                "partiallyRefunded",
                [
                    "",
                    "partiallyRefunded",
                    "partiallyRefunded",
                    "",
                    "",
                    "partiallyRefunded",
                    "partiallyRefunded",
                    "refunded",
                    "paid",
                    "partiallyRefunded",
                ],
            ),
            (
                "refunded",
                [
                    "",
                    "refunded",
                    "refunded",
                    "",
                    "",
                    "refunded",
                    "refunded",
                    "refunded",
                    "paid",
                    "partiallyRefunded",
                ],
            ),
            (
                "rejected",
                [
                    "awaitingConfirmation",
                    "paid",
                    "rejected",
                    "",
                    "closed",
                    "rejected",
                    "rejected",
                    "rejected",
                    "rejected",
                    "rejected",
                ],
            ),
            (
                "closed",
                [
                    "", "paid", "closed", "", "", "closed", "closed", "closed", "closed", "closed",
                ],
            ),
        ];
        assert_eq!(table.map(|(name, _)| name), OrderStatus::NAMES);
        for (name, expected) in table {
            let status = OrderStatus::parse(name).unwrap();
            let found = events.map(|event| next(status, event).map_or("", OrderStatus::as_str));
            assert_eq!(found, expected, "{name}");
        }
    }
}
