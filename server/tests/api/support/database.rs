//! A database for each test, copied from a migrated one.

use std::sync::{Mutex, OnceLock};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use moyan_foundation::config::DatabaseConfig;
use moyan_foundation::db;

/// A database, removed with the test.
pub struct Database {
    pub name: String,
    pub url: String,
    /// Of what the test asks by itself, from question to question: a new connection costs ten times a question.
    connection: Mutex<Option<PgConnection>>,
}

/// The server of databases that tests use.
pub fn server_url() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| {
        std::env::var("DATABASE_URL").unwrap_or_else(|_| {
            panic!("DATABASE_URL is not set: node scripts/with-postgres.mjs cargo test -p moyan-server brings a database")
        })
    })
}

/// Host and port of a pooler before the server of databases, which `scripts/with-pooler.mjs` brings.
fn pooler() -> Option<String> {
    std::env::var("TEST_POOLER").ok()
}

/// Behind a pooler, gives a database the limits of a configuration, as a server does that starts.
pub fn prepare_pooler(config: &DatabaseConfig) {
    if let Some(direct) = config.direct_url.as_deref().filter(|_| pooler().is_some()) {
        let mut direct = db::connect(direct).unwrap();
        db::limit_role(&mut direct, config).unwrap();
        // Connections that the pooler made for another configuration have its limits.
        direct
            .batch_execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() \
                 AND pid <> pg_backend_pid() AND application_name = 'moyan'",
            )
            .unwrap();
    }
}

/// The address of a database on the server.
fn url_of(name: &str) -> String {
    let url = server_url();
    let (base, query) = url
        .split_once('?')
        .map_or((url, ""), |(base, query)| (base, query));
    let (base, _) = base.rsplit_once('/').unwrap();
    if query.is_empty() {
        format!("{base}/{name}")
    } else {
        format!("{base}/{name}?{query}")
    }
}

/// Makes and removes databases.
fn administer(sql: &str) -> QueryResult<()> {
    static IDLE: Mutex<Vec<PgConnection>> = Mutex::new(Vec::new());
    let idle = IDLE.lock().unwrap().pop();
    let mut connection = match idle {
        Some(connection) => connection,
        None => PgConnection::establish(server_url())
            .map_err(|error| diesel::result::Error::QueryBuilderError(error.into()))?,
    };
    connection.batch_execute(sql)?;
    IDLE.lock().unwrap().push(connection);
    Ok(())
}

/// The migrated database that the others are copies of. Its name changes with the migrations.
fn template() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let versions = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/foundation/src/schema.rs"));
        let hash = versions.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let name = format!("moyan_template_{hash:016x}_{}", std::process::id());
        administer(&format!("CREATE DATABASE {name}")).unwrap();
        db::migrate(&mut PgConnection::establish(&url_of(&name)).unwrap()).unwrap();
        name
    })
}

impl Database {
    /// A migrated database without rows.
    pub fn new() -> Self {
        Self::from_template(Some(template()))
    }

    /// A database that was never migrated.
    pub fn empty() -> Self {
        Self::from_template(None)
    }

    fn from_template(template: Option<&str>) -> Self {
        // One copy at a time: the template must have no visitor while it is copied.
        static COPYING: Mutex<()> = Mutex::new(());
        let name = format!("moyan_test_{}", uuid::Uuid::new_v4().simple());
        // Its files are copied: half the time of writing every page to the log of the server.
        let template = template.map_or(String::new(), |template| {
            format!(" TEMPLATE {template} STRATEGY file_copy")
        });
        let guard = COPYING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        administer(&format!("CREATE DATABASE {name}{template}")).unwrap();
        drop(guard);
        let url = url_of(&name);
        Self {
            name,
            url,
            connection: Mutex::new(None),
        }
    }

    /// The variables by which a server finds it: through the pooler, where tests have one.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        match pooler() {
            None => vec![("DATABASE_URL", self.url.clone())],
            Some(pooler) => {
                let (account, place) = self.url.split_once('@').unwrap();
                let (_, database) = place.split_once('/').unwrap();
                vec![
                    ("DATABASE_URL", format!("{account}@{pooler}/{database}")),
                    ("DATABASE_DIRECT_URL", self.url.clone()),
                    // Debian's PgBouncer does not know prepared statements.
                    ("DATABASE_PREPARED_STATEMENTS", "false".to_owned()),
                ]
            }
        }
    }

    /// A connection of its own: for transactions, and for what is set for a connection.
    pub fn connect(&self) -> PgConnection {
        let mut connection = PgConnection::establish(&self.url).unwrap();
        if pooler().is_some() {
            // The role has the limits of requests.
            db::lift_limits(&mut connection).unwrap();
        }
        connection
    }

    /// Does something on the test's connection, or on a new one where another thread is using that.
    fn ask<T>(&self, question: impl FnOnce(&mut PgConnection) -> QueryResult<T>) -> T {
        let kept = self.connection.lock().unwrap().take();
        let mut connection = kept.unwrap_or_else(|| self.connect());
        let answer = question(&mut connection).unwrap();
        *self.connection.lock().unwrap() = Some(connection);
        answer
    }

    /// Runs a statement.
    pub fn execute(&self, sql: &str) {
        self.ask(|connection| connection.batch_execute(sql));
    }

    /// One text of the database.
    pub fn text(&self, expression: &str) -> String {
        let expression = format!("({expression})::text");
        self.ask(|connection| diesel::select(diesel::dsl::sql::<Text>(&expression)).get_result(connection))
    }

    /// Whether somebody waits for a lock.
    pub fn is_waited_for(&self) -> bool {
        self.is_true(
            "EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')",
        )
    }

    /// One truth of the database.
    pub fn is_true(&self, expression: &str) -> bool {
        self.ask(|connection| diesel::select(diesel::dsl::sql::<Bool>(expression)).get_result(connection))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // A database that stays is litter on a server that is thrown away.
        let _ = administer(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}
