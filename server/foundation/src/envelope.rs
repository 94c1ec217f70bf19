//! The body of every answer of the API.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// `{ code, message, data }`: `code` is 1 on success and the HTTP status otherwise.
///
/// Source: specification §7.
#[derive(Debug, Serialize)]
pub struct Envelope<T> {
    /// 1 on success, otherwise the HTTP status.
    pub code: u16,
    /// Empty on success, otherwise a sentence in the language of the request.
    pub message: String,
    /// What was asked for, or what is wrong.
    pub data: T,
    /// The token of a new session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// What `data` holds in a failure.
#[derive(Debug, Serialize)]
pub struct Failure<'a> {
    /// A stable key such as `route.notFound`.
    pub error: &'static str,
    /// What is wrong with each field of the body, by path: a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<&'a str, &'static str>>,
    /// The numbers of those problems that have some, by path and name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<BTreeMap<&'a str, BTreeMap<&'static str, usize>>>,
    /// The value as it is now, where the caller knew an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<&'a Value>,
    /// Why, as the administrator wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'a str>,
    /// Bytes that the files of the team have together, when there is no room for one more.
    #[serde(rename = "usedBytes", skip_serializing_if = "Option::is_none")]
    pub used_bytes: Option<i64>,
    /// Bytes that they may have.
    #[serde(rename = "maxBytes", skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<i64>,
    /// By which the log line of the request is found.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}
