//! What becomes of money outside: refunds and disputes, as they are stored and sent.

use moyan_domain::stored_names;
use moyan_payments::{DisputeState, RefundState};

stored_names! {
    /// The state of a refund.
    RefundStatus
    /// It is on its way.
    Pending: "pending",
    /// The refund has succeeded.
    Succeeded: "succeeded",
    /// The provider did not carry it out.
    Failed: "failed",
}

stored_names! {
    /// The state of a dispute.
    DisputeStatus
    /// It is not decided.
    Open: "open",
    /// The money stays.
    Won: "won",
    /// The money is gone.
    Lost: "lost",
}

impl From<RefundState> for RefundStatus {
    fn from(state: RefundState) -> Self {
        match state {
            RefundState::Pending => Self::Pending,
            RefundState::Succeeded => Self::Succeeded,
            RefundState::Failed => Self::Failed,
        }
    }
}

impl From<DisputeState> for DisputeStatus {
    fn from(state: DisputeState) -> Self {
        match state {
            DisputeState::Open => Self::Open,
            DisputeState::Won => Self::Won,
            DisputeState::Lost => Self::Lost,
        }
    }
}
