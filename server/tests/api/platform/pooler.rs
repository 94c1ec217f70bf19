//! What a server does where `DATABASE_URL` names a pooler that gives connections to others after each transaction. The
//! tests of the API run behind a real one with `scripts/with-pooler.mjs`.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::select;
use diesel::sql_types::{BigInt, Text};
use moyan_foundation::config::DatabaseConfig;
use moyan_foundation::db::{Db, limit_role};
use moyan_foundation::error::AppError;
use moyan_foundation::schema::users;

use crate::support::Database;

fn behind_a_pooler(database: &Database) -> DatabaseConfig {
    DatabaseConfig {
        url: database.url.clone(),
        direct_url: Some(database.url.clone()),
        are_statements_prepared: true,
        pool_size: 1,
        statement_timeout_ms: 1_234,
        lock_timeout_ms: 567,
        idle_in_transaction_timeout_ms: 8_901,
    }
}

/// The limits of the running statement.
fn limits(connection: &mut PgConnection) -> Result<String, AppError> {
    let settings = "concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'), \
                    current_setting('idle_in_transaction_session_timeout'))";
    Ok(select(sql::<Text>(settings)).get_result(connection)?)
}

#[actix_web::test]
async fn the_role_has_the_limits_of_requests_and_a_job_its_own() {
    let database = Database::new();
    let config = behind_a_pooler(&database);
    assert!(!Db::new(&config).begins_limited(&config).unwrap());
    // Servers that start together.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| limit_role(&mut database.connect(), &config).unwrap());
        }
    });
    let db = Db::new(&config);
    assert!(db.begins_limited(&config).unwrap());
    assert_eq!(db.run(limits).await.unwrap(), "1234ms 567ms 8901ms");
    assert_eq!(db.run_job(limits).unwrap(), "5min 567ms 8901ms");
    let other = DatabaseConfig {
        lock_timeout_ms: 568,
        ..config
    };
    assert!(!db.begins_limited(&other).unwrap());
}

#[actix_web::test]
async fn nothing_is_set_for_a_connection_that_others_get() {
    let database = Database::new();
    let config = behind_a_pooler(&database);
    let db = Db::new(&config);
    let before = db.run(limits).await.unwrap();
    let own = DatabaseConfig {
        direct_url: None,
        ..config
    };
    assert_ne!(Db::new(&own).run(limits).await.unwrap(), before);
}

#[actix_web::test]
async fn a_pooler_that_knows_no_prepared_statements_gets_none() {
    let database = Database::new();
    let count = |connection: &mut PgConnection| -> Result<i64, AppError> {
        for _ in 0..2 {
            let _: i64 = users::table.count().get_result(connection)?;
        }
        let prepared = sql::<BigInt>("(SELECT count(*) FROM pg_prepared_statements)");
        Ok(select(prepared).get_result(connection)?)
    };
    let prepared = behind_a_pooler(&database);
    assert_ne!(Db::new(&prepared).run(count).await.unwrap(), 0);
    let config = DatabaseConfig {
        are_statements_prepared: false,
        ..prepared
    };
    assert_eq!(Db::new(&config).run(count).await.unwrap(), 0);
}
