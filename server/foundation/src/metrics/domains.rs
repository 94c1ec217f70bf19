//! Domains of sites and their certificates.

use prometheus::{Error, IntCounterVec, IntGaugeVec};

use super::series::Series;

/// What is known of domains that were proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainState {
    /// All of them.
    Proved,
    /// Those whose record is to be looked for again.
    Due,
    /// Those whose record was missing, or another one, when it was last looked for.
    Failed,
    /// Those whose name servers did not answer when they were last asked.
    NoAnswer,
}

impl DomainState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Due => "due",
            Self::Failed => "failed",
            Self::NoAnswer => "noAnswer",
        }
    }
}

/// Domains of sites and their certificates.
#[derive(Clone)]
pub struct DomainMetrics {
    by_state: IntGaugeVec,
    certificates: IntCounterVec,
}

impl DomainMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let certificates = series.counters(
            "moyan_certificate_questions_total",
            "Questions of the web server whether a name gets a certificate, by answer",
            &["answer"],
        )?;
        for answer in ["yes", "no", "failed"] {
            certificates.with_label_values(&[answer]);
        }
        Ok(Self {
            certificates,
            by_state: series.gauges(
                "moyan_domains",
                "Domains of sites that were proved, of all servers together: all of them, and those that need a look",
                &["state"],
            )?,
        })
    }

    /// So many domains are in a state.
    pub fn set(&self, state: DomainState, n_domains: i64) {
        self.by_state.with_label_values(&[state.as_str()]).set(n_domains);
    }

    /// The web server asked whether a name gets a certificate. None: nobody could say.
    pub fn asked(&self, gets_certificate: Option<bool>) {
        let answer = match gets_certificate {
            Some(true) => "yes",
            Some(false) => "no",
            None => "failed",
        };
        self.certificates.with_label_values(&[answer]).inc();
    }
}
