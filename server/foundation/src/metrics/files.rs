//! The store of files.

use std::time::Duration;

use prometheus::{Error, HistogramVec, IntCounter, IntCounterVec};

use super::series::{SLOW, Series};

/// What is done with the store of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A file is written.
    Put,
    /// A file is opened; its pieces come later.
    Get,
    /// A file is removed.
    Delete,
    /// The names of files are listed.
    List,
}

impl Operation {
    const ALL: [Self; 4] = [Self::Put, Self::Get, Self::Delete, Self::List];

    fn as_str(self) -> &'static str {
        match self {
            Self::Put => "put",
            Self::Get => "get",
            Self::Delete => "delete",
            Self::List => "list",
        }
    }
}

/// The store of files.
#[derive(Clone)]
pub struct FileMetrics {
    seconds: HistogramVec,
    failures: IntCounterVec,
    /// Bytes that were written.
    pub written: IntCounter,
    /// Bytes that were read.
    pub read: IntCounter,
}

impl FileMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let failures = series.counters(
            "moyan_files_failures_total",
            "What the store of files did not do, by operation",
            &["operation"],
        )?;
        for operation in Operation::ALL {
            failures.with_label_values(&[operation.as_str()]);
        }
        Ok(Self {
            failures,
            seconds: series.durations_of_each(
                "moyan_files_seconds",
                "Time that the store of files took, by operation",
                &["operation"],
                SLOW,
            )?,
            written: series.counter(
                "moyan_files_written_bytes_total",
                "Bytes written to the store of files",
            )?,
            read: series.counter(
                "moyan_files_read_bytes_total",
                "Bytes read from the store of files",
            )?,
        })
    }

    /// The store did something, or did not. That a file is not there is no failure.
    pub fn took(&self, operation: Operation, duration: Duration, is_done: bool) {
        self.seconds
            .with_label_values(&[operation.as_str()])
            .observe(duration.as_secs_f64());
        if !is_done {
            self.failed(operation);
        }
    }

    /// The store broke off what it had begun.
    pub fn failed(&self, operation: Operation) {
        self.failures.with_label_values(&[operation.as_str()]).inc();
    }
}
