//! What is stored about memberships.

mod coupons;
mod grants;
mod orders;
mod redeem_codes;

pub use coupons::*;
pub use grants::*;
pub use orders::*;
pub use redeem_codes::*;
