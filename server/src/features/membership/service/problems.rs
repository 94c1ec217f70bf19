//! How many orders somebody has to look at.

use diesel::PgConnection;
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;

use crate::features::membership::order::Problem;
use crate::features::membership::queries;

/// Notes how many orders have each problem, for the operator's monitoring.
pub fn measure_orders(state: &AppState, connection: &mut PgConnection) -> Result<(), AppError> {
    let counted = queries::count_by_problem(connection)?;
    for problem in Problem::NAMES {
        let n_orders = counted.get(*problem).copied().unwrap_or_default();
        state.metrics.payments.set_orders(problem, n_orders);
    }
    Ok(())
}
