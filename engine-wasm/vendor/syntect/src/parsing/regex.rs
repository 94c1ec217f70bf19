use std::error::Error;
use std::fmt;
use std::sync::Arc;

use moyan_regex::PatternError;
use once_cell::sync::OnceCell;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// An abstraction for regex patterns.
///
/// * Allows swapping out the regex implementation because it's only in this module.
/// * Makes regexes serializable and deserializable using just the pattern string.
/// * Lazily compiles regexes on first use to improve initialization time.
/// * Clones share what was compiled.
#[derive(Clone)]
pub struct Regex(Arc<Shared>);

struct Shared {
    regex_str: String,
    /// `None` after an attempt: the pattern is malformed and matches nothing.
    compiled: OnceCell<Option<moyan_regex::Regex>>,
}

impl Regex {
    /// Create a new regex from the pattern string.
    ///
    /// Note that the regex compilation happens on first use, which is why this method does not
    /// return a result.
    pub fn new(regex_str: String) -> Self {
        Self(Arc::new(Shared {
            regex_str,
            compiled: OnceCell::new(),
        }))
    }

    /// Check whether the pattern compiles as a valid regex or not.
    pub fn try_compile(regex_str: &str) -> Option<Box<dyn Error + Send + Sync + 'static>> {
        let error: PatternError = moyan_regex::Regex::new(regex_str).err()?;
        Some(Box::new(error))
    }

    /// Return the regex pattern.
    pub fn regex_str(&self) -> &str {
        &self.0.regex_str
    }

    /// The compiled pattern, unless it is malformed.
    pub fn compiled(&self) -> Option<&moyan_regex::Regex> {
        let compile = || moyan_regex::Regex::new(&self.0.regex_str).ok();
        self.0.compiled.get_or_init(compile).as_ref()
    }
}

impl fmt::Debug for Regex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Regex").field(&self.0.regex_str).finish()
    }
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.0.regex_str == other.0.regex_str
    }
}

impl Eq for Regex {}

impl Serialize for Regex {
    fn serialize<S>(&self, serializer: S) -> Result<S::Ok, S::Error>
    where
        S: Serializer,
    {
        serializer.serialize_str(&self.0.regex_str)
    }
}

impl<'de> Deserialize<'de> for Regex {
    fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
    where
        D: Deserializer<'de>,
    {
        let regex_str = String::deserialize(deserializer)?;
        Ok(Regex::new(regex_str))
    }
}
