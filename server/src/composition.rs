//! The composition root: what this server is made of. A feature is added here, once in each list that it has a part of.

use moyan_foundation::jobs::{Expired, JobEntry, Registry, SweepExpiredRecords};
use moyan_foundation::route::Route;
use moyan_foundation::{backups, idempotency, throttle};

use crate::features::{
    account, admin, audit, document, image, knowledge_base, mail, membership, newsletter, public_site,
    publish, site, system, team, visitor,
};

/// Every route of the console and of sites that is no page and no file.
pub fn routes() -> Vec<Route> {
    [
        system::routes(),
        mail::routes(),
        account::routes(),
        team::routes(),
        knowledge_base::routes(),
        document::routes(),
        image::routes(),
        site::routes(),
        publish::routes(),
        membership::routes(),
        newsletter::routes(),
        public_site::routes(),
        admin::routes(),
    ]
    .concat()
}

/// What the features bring to the jobs.
pub fn registry() -> Registry {
    let jobs = [
        mail::jobs(),
        vec![JobEntry::of::<SweepExpiredRecords>()],
        site::jobs(),
        publish::jobs(),
        membership::jobs(),
    ];
    // Accounts and teams first: what was theirs goes with them.
    let expired: [Vec<Expired>; 14] = [
        account::expired(),
        team::expired(),
        site::expired(),
        knowledge_base::expired(),
        document::expired(),
        publish::expired(),
        visitor::expired(),
        membership::expired(),
        newsletter::expired(),
        mail::expired(),
        audit::expired(),
        throttle::expired(),
        idempotency::expired(),
        image::expired(),
    ];
    Registry {
        jobs: jobs.concat(),
        expired: expired.concat(),
        counts: public_site::counts(),
        memories: vec![public_site::memory],
        assets: vec![public_site::assets],
        gauges: [
            mail::gauges(),
            site::gauges(),
            membership::gauges(),
            public_site::gauges(),
            backups::gauges(),
        ]
        .concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moyan_foundation::jobs::{JobKind, Queue};

    #[test]
    fn each_kind_of_job_is_done_by_one_feature_in_one_queue() {
        let registry = registry();
        let mut done: Vec<&str> = Queue::ALL
            .into_iter()
            .flat_map(|queue| registry.kinds(queue))
            .collect();
        let mut names = JobKind::NAMES.to_vec();
        done.sort_unstable();
        names.sort_unstable();
        assert_eq!(done, names);
        assert!(Queue::ALL.into_iter().all(|queue| queue.n_workers() > 0));
    }
}
