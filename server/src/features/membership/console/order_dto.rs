//! Orders as they are sent.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::order_queries::{EventRow, ListedOrder, PaymentRow, RefundRow};
use crate::domain::{OrderId, PaymentMethod, VisitorId, stored_names};
use crate::error::AppError;
use crate::features::membership::order::{Order, OrderStatus, PackageSnapshot, Problem};
use crate::features::membership::queries::DisputeRow;
use crate::features::membership::service::Decision;
use crate::features::site::settings::PackagePeriod;

stored_names! {
    /// What became of money that goes back.
    RefundStatus
    /// It is under way.
    Pending: "pending",
    /// It is back.
    Succeeded: "succeeded",
    /// The provider did not send it.
    Failed: "failed",
}

stored_names! {
    /// How a dispute stands.
    DisputeStatus
    /// It is not decided.
    Open: "open",
    /// The money stays.
    Won: "won",
    /// The money is gone.
    Lost: "lost",
}

/// What was ordered, as it was.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPackageDto {
    /// The package.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// How long it lasts.
    pub period: PackagePeriod,
    /// What it cost, in fen.
    pub price_fen: i64,
}

/// An order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDto {
    /// The order.
    pub id: OrderId,
    /// The number that people and providers see.
    pub number: String,
    /// Who bought.
    pub visitor_id: VisitorId,
    /// The address of who bought.
    pub visitor_identifier: String,
    /// What was bought, as it was.
    pub package: OrderPackageDto,
    /// What it cost, in fen.
    pub price_fen: i64,
    /// What a coupon took off, in fen.
    pub discount_fen: i64,
    /// What was to be paid, in fen.
    pub amount_fen: i64,
    /// What came in, in fen.
    pub paid_fen: i64,
    /// What went back, in fen.
    pub refunded_fen: i64,
    /// The code of the coupon.
    pub coupon_code: Option<String>,
    /// How it is paid.
    pub method: PaymentMethod,
    /// True when it was made in test mode.
    pub is_test: bool,
    /// The state.
    pub status: OrderStatus,
    /// What is to be looked at.
    pub problems: Vec<Problem>,
    /// What the visitor wrote about the payment.
    pub payer_note: String,
    /// Why it was rejected, refunded or settled.
    pub reason: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it is to be paid.
    pub closes_at: DateTime<Utc>,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it changed.
    pub updated_at: DateTime<Utc>,
}

impl TryFrom<ListedOrder> for OrderDto {
    type Error = AppError;

    fn try_from(listed: ListedOrder) -> Result<Self, AppError> {
        let ListedOrder { order, coupon_code } = listed;
        let PackageSnapshot {
            id,
            name,
            period,
            price_fen,
            ..
        } = order.package()?;
        let (method, status) = (order.method()?, order.status()?);
        let problems = order.problems()?;
        let Order {
            id: order_id,
            number,
            visitor_id,
            visitor_identifier,
            ..
        } = order;
        Ok(Self {
            id: order_id,
            number,
            visitor_id,
            visitor_identifier,
            package: OrderPackageDto {
                id,
                name,
                period,
                price_fen,
            },
            price_fen: order.price_fen,
            discount_fen: order.discount_fen,
            amount_fen: order.amount_fen,
            paid_fen: order.paid_fen,
            refunded_fen: order.refunded_fen,
            coupon_code,
            method,
            is_test: order.is_test,
            status,
            problems,
            payer_note: order.payer_note,
            reason: order.reason,
            created_at: order.created_at,
            closes_at: order.closes_at,
            paid_at: order.paid_at,
            updated_at: order.updated_at,
        })
    }
}

fn unknown(what: &str, name: &str) -> AppError {
    AppError::Internal(format!("unknown {what} {name}"))
}

/// A page of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPageDto {
    /// The newest first.
    pub orders: Vec<OrderDto>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
    /// How many orders of the site are in each state.
    pub counts: BTreeMap<String, i64>,
}

/// Something that happened to an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderEventDto {
    /// The event.
    pub id: Uuid,
    /// What: `created`, `noted`, `paid`, `granted`, `problem`, `rejected`, `closed`, `settled`, `refunded`,
    /// `refundFailed` or `revoked`.
    pub kind: String,
    /// Its texts and numbers.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub data: Value,
    /// Who of the team did it.
    pub actor_nickname: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// Money that came in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDto {
    /// The payment.
    pub id: Uuid,
    /// How it was paid.
    pub method: PaymentMethod,
    /// The provider's number of it.
    pub reference: String,
    /// How much, in fen.
    pub amount_fen: i64,
    /// When.
    pub paid_at: DateTime<Utc>,
}

/// Money that went back.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundDto {
    /// The refund.
    pub id: Uuid,
    /// Its number.
    pub reference: String,
    /// How much, in fen.
    pub amount_fen: i64,
    /// What became of it.
    pub status: RefundStatus,
    /// Why.
    pub reason: String,
    /// Who of the team did it.
    pub actor_nickname: Option<String>,
    /// When it began.
    pub created_at: DateTime<Utc>,
}

/// An order with all that happened.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDetailDto {
    /// The order.
    pub order: OrderDto,
    /// What happened, in its order.
    pub events: Vec<OrderEventDto>,
    /// What came in.
    pub payments: Vec<PaymentDto>,
    /// What went back.
    pub refunds: Vec<RefundDto>,
    /// What its payer disputes with the bank.
    pub disputes: Vec<DisputeDto>,
}

/// A payment that its payer disputes with the bank.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputeDto {
    /// The dispute.
    pub id: Uuid,
    /// The provider's number of it.
    pub reference: String,
    /// What is disputed, in the smallest unit of the currency.
    pub amount: i64,
    /// The currency, by its code; it may be another one than that of the order.
    pub currency: String,
    /// Why, in the provider's word; empty when it does not say.
    pub reason: String,
    /// How it stands.
    pub status: DisputeStatus,
    /// Until when it is to be answered at the provider.
    pub answer_by: Option<DateTime<Utc>>,
    /// When it was told first.
    pub created_at: DateTime<Utc>,
}

impl TryFrom<DisputeRow> for DisputeDto {
    type Error = AppError;

    fn try_from(row: DisputeRow) -> Result<Self, AppError> {
        Ok(Self {
            id: row.id,
            reference: row.reference,
            amount: row.amount,
            currency: row.currency,
            reason: row.reason,
            status: DisputeStatus::parse(&row.status).ok_or_else(|| unknown("status", &row.status))?,
            answer_by: row.answer_by,
            created_at: row.created_at,
        })
    }
}

impl From<EventRow> for OrderEventDto {
    fn from(row: EventRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            data: row.data,
            actor_nickname: row.actor_nickname,
            created_at: row.created_at,
        }
    }
}

impl TryFrom<PaymentRow> for PaymentDto {
    type Error = AppError;

    fn try_from(row: PaymentRow) -> Result<Self, AppError> {
        Ok(Self {
            id: row.id,
            method: PaymentMethod::parse(&row.method).ok_or_else(|| unknown("method", &row.method))?,
            reference: row.reference,
            amount_fen: row.amount_fen,
            paid_at: row.paid_at,
        })
    }
}

impl TryFrom<RefundRow> for RefundDto {
    type Error = AppError;

    fn try_from(row: RefundRow) -> Result<Self, AppError> {
        Ok(Self {
            id: row.id,
            reference: row.reference,
            amount_fen: row.amount_fen,
            status: RefundStatus::parse(&row.status).ok_or_else(|| unknown("status", &row.status))?,
            reason: row.reason,
            actor_nickname: row.actor_nickname,
            created_at: row.created_at,
        })
    }
}

/// What waits for the creator.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersTodoDto {
    /// Orders to confirm.
    pub n_awaiting_confirmation: i64,
    /// Orders with a problem.
    pub n_problems: i64,
    /// Members whose membership ends within seven days.
    pub n_expiring: i64,
    /// What came in and stayed in the last 30 days, in fen; test mode left out.
    #[serde(rename = "revenueFen30Days")]
    pub revenue_fen_30_days: i64,
}

/// Money is there that was paid by hand.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmOrderRequest {
    /// How much, in fen; what is missing when absent.
    pub amount_fen: Option<i64>,
    /// What the team notes for itself: at most 500 characters.
    #[serde(default)]
    pub note: String,
}

/// The money was not found.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectOrderRequest {
    /// What the visitor reads: 1 to 500 characters.
    pub reason: String,
}

/// Money goes back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundOrderRequest {
    /// How much, in fen.
    pub amount_fen: i64,
    /// Why: 1 to 500 characters.
    pub reason: String,
    /// True when it went back by hand.
    pub is_outside: bool,
}

/// A problem ends.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettleOrderRequest {
    /// How.
    pub decision: Decision,
    /// Why: 1 to 500 characters.
    pub reason: String,
}
