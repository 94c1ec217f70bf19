//! Secrets are put wherever a text can hold one, and every address of a site is asked as everybody who may ask: what
//! somebody may not see is on no page, in no list, in no header.

mod away;
mod changes;
mod crawl;
mod elsewhere;
mod hidden;
mod levels;
mod logs;
mod moves;
mod outsider;
mod programs;
mod surfaces;
mod world;
