//! The outbox and the ways out.

mod outbox;
mod smtp_server;
mod ways_out;
