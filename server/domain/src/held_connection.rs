//! Which threads hold a connection to the database now, so that nothing long is begun while others wait for it.
//!
//! [`Db`](crate::db::Db) marks what it runs. What renders, reads or counts a text, or asks a payment provider, begins with
//! [`forbid`]. The tests over all routes find whoever does that with a connection.

use std::cell::Cell;

thread_local! {
    /// How many connections this thread holds.
    static N_HELD: Cell<u32> = const { Cell::new(0) };
}

/// Says that this thread holds a connection, until it is dropped.
pub struct HeldConnection(());

impl HeldConnection {
    /// From now on.
    pub fn mark() -> Self {
        N_HELD.set(N_HELD.get() + 1);
        Self(())
    }
}

impl Drop for HeldConnection {
    fn drop(&mut self) {
        N_HELD.set(N_HELD.get() - 1);
    }
}

/// Panics in debug builds when this thread holds a connection: a few long texts, or one provider that does not answer,
/// would stop everybody else.
pub fn forbid() {
    debug_assert!(
        N_HELD.get() == 0,
        "something long is begun while a connection is held"
    );
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn long_work_is_forbidden_for_as_long_as_a_connection_is_held() {
        forbid();
        let held = HeldConnection::mark();
        let second = HeldConnection::mark();
        drop(second);
        assert!(catch_unwind(forbid).is_err());
        drop(held);
        forbid();
    }
}
