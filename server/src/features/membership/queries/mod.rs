//! What is stored about memberships.

mod coupons;
mod disputes;
mod export;
mod grants;
mod orders;
mod reminders;

pub use coupons::*;
pub use disputes::*;
pub use export::*;
pub use grants::*;
pub use orders::*;
pub use reminders::*;
