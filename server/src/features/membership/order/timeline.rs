//! What the timeline of an order tells.

use moyan_domain::stored_names;

stored_names! {
    /// What happened to an order.
    OrderEventKind
    /// The visitor made it.
    Created: "created",
    /// The visitor said how it was paid by hand.
    Noted: "noted",
    /// The team confirmed the payment, with a note.
    Confirmed: "confirmed",
    /// Money came in.
    Paid: "paid",
    /// The membership was given.
    Granted: "granted",
    /// Something has to be looked at.
    Problem: "problem",
    /// The team has not found the payment.
    Rejected: "rejected",
    /// It was given up.
    Closed: "closed",
    /// The team ended its problems.
    Settled: "settled",
    /// Money went back.
    Refunded: "refunded",
    /// A refund failed.
    RefundFailed: "refundFailed",
    /// The membership was taken back.
    Revoked: "revoked",
    /// The payer disputes the payment.
    Disputed: "disputed",
    /// The dispute was won: the money stays.
    DisputeWon: "disputeWon",
    /// The dispute was lost: the money is gone.
    DisputeLost: "disputeLost",
}
