//! The statements that a server sends to its database, to compare what two requests cost.

use std::collections::BTreeMap;
use std::sync::Mutex;

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};

/// By the address of the database. Only connections that were made since somebody recorded are in it.
static SENT: Mutex<Option<BTreeMap<String, Vec<String>>>> = Mutex::new(None);

/// Statements of all databases of this program.
pub struct Statements;

impl Statements {
    /// Records what connections send that are made from now on.
    pub fn record() -> Self {
        SENT.lock().unwrap().get_or_insert_default();
        let recorder = || -> Option<Box<dyn Instrumentation>> { Some(Box::new(Recorder::default())) };
        set_default_instrumentation(recorder).unwrap();
        Self
    }

    /// What was sent to a database since it was asked last, without values.
    pub fn take(&self, database: &str) -> Vec<String> {
        let mut sent = SENT.lock().unwrap();
        let mut taken = Vec::new();
        for (url, statements) in sent.get_or_insert_default() {
            if url.contains(database) {
                taken.append(statements);
            }
        }
        taken
    }
}

/// Hears what one connection does.
#[derive(Default)]
struct Recorder {
    url: String,
}

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartEstablishConnection { url, .. } => url.clone_into(&mut self.url),
            InstrumentationEvent::StartQuery { query, .. } => {
                let text = query.to_string();
                let statement = text.split(" -- binds").next().unwrap_or_default().to_owned();
                if let Some(sent) = SENT.lock().unwrap().as_mut() {
                    sent.entry(self.url.clone()).or_default().push(statement);
                }
            }
            _ => {}
        }
    }
}
