//! What is in a knowledge base, and its exchange with browsers.

mod categories;
mod clients;
mod copies;
mod deletion;
mod expiry;
mod limits;
mod places;
mod presence;
mod pull;
mod revisions;
mod texts;
