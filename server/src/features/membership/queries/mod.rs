//! What is stored about memberships.

mod coupons;
mod grants;
mod orders;
mod reminders;

pub use coupons::*;
pub use grants::*;
pub use orders::*;
pub use reminders::*;
