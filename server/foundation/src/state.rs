//! What the handlers share.

use std::sync::Arc;
use std::time::Duration;

use moyan_domain::limits::{
    DRAFT_WAIT_S, DRAFTS_AT_ONCE_PER_ACCOUNT, DRAFTS_WAITING_PER_ACCOUNT, SEARCHES_PER_MINUTE,
    SUGGESTED_PER_MINUTE,
};
use moyan_domain::{Clock, IdentityType};
use moyan_mail::Transport;
use moyan_payments::ProviderHttp;
use uuid::Uuid;

use crate::access::Tokens;
use crate::concurrency_limit::LimitOfEach;
use crate::config::{AuthConfig, Config, MailConfig, Mode, PaymentsConfig, PlatformConfig};
use crate::db::Db;
use crate::dns::Dns;
use crate::files::Files;
use crate::http::body_places::BodyPlaces;
use crate::http::rate_limit::RateLimit;
use crate::jobs::{Leases, Registry};
use crate::memory::Memory;
use crate::metrics::{Limit, Metrics};
use crate::password_hash::Hasher;
use crate::sealing::Sealing;
use crate::static_files::{self, Site};
use crate::stopping::Stopping;
use crate::text_work::TextWork;
use crate::uploads::Uploads;

/// What the handlers share. Clones share it too.
#[derive(Clone)]
pub struct AppState {
    /// What time it is.
    pub clock: Clock,
    /// The built frontend.
    pub site: Site,
    /// The database.
    pub db: Db,
    /// Asks name servers.
    pub dns: Dns,
    /// The platform's configuration.
    pub platform: Arc<PlatformConfig>,
    /// The configuration of sessions.
    pub auth: Arc<AuthConfig>,
    /// The configuration of mails.
    pub mail: Arc<MailConfig>,
    /// The configuration of payments.
    pub payments: Arc<PaymentsConfig>,
    /// Sends requests to payment providers.
    pub provider_http: ProviderHttp,
    /// Seals merchant keys.
    pub sealing: Sealing,
    /// Hands mails and short messages over.
    pub transport: Arc<Transport>,
    /// The jobs that this process is doing.
    pub leases: Leases,
    /// Signs and reads tokens.
    pub tokens: Tokens,
    /// Hashes passwords.
    pub hasher: Hasher,
    /// The store of uploaded files.
    pub files: Files,
    /// Admits and decodes uploads.
    pub uploads: Uploads,
    /// Admits bodies of requests.
    pub bodies: BodyPlaces,
    /// Admits work on the texts of requests.
    pub texts: TextWork,
    /// Admits what reads all texts of a base.
    pub drafts: LimitOfEach<Uuid>,
    /// Counts requests by address.
    pub rate_limit: Arc<RateLimit>,
    /// Counts searches on sites by address.
    pub searches: Arc<RateLimit>,
    /// Counts addresses without a page, for which like ones are looked for.
    pub suggestions: Arc<RateLimit>,
    /// Counts what happens.
    pub metrics: Arc<Metrics>,
    /// What the features of this server bring to the jobs.
    pub registry: Arc<Registry>,
    /// What features keep in memory.
    pub memory: Memory,
    /// Whether the server is about to stop.
    pub stopping: Arc<Stopping>,
}

impl AppState {
    /// Makes the state that a configuration asks for. Nothing is connected yet.
    pub fn new(config: &Config, registry: Registry) -> anyhow::Result<Self> {
        let metrics = Arc::new(Metrics::new()?);
        let memory = Memory::default();
        for put in &registry.memories {
            put(&config.platform, &memory);
        }
        let clock = Clock::default();
        metrics.process.start_time.set(clock.now().timestamp());
        let refusals = |limit| metrics.limits.refusals(limit);
        let payments = metrics.payments.clone();
        Ok(Self {
            clock,
            site: static_files::site_of(config.http.static_dir.clone()),
            db: Db::new(&config.database).watched_by(metrics.database.clone()),
            dns: Dns::new(config.platform.dns_server),
            platform: Arc::new(config.platform.clone()),
            auth: Arc::new(config.auth.clone()),
            mail: Arc::new(config.mail.clone()),
            payments: Arc::new(config.payments.clone()),
            provider_http: ProviderHttp::default().observed_by(Arc::new(
                move |provider, duration, is_answered| payments.asked(provider, duration, is_answered),
            )),
            sealing: Sealing::new(
                config.payments.merchant_keys_secret.as_deref(),
                config.payments.merchant_keys_secret_previous.as_deref(),
            ),
            transport: Arc::new(Transport::new(config.mail.transport(config.platform.mode))?),
            leases: Leases::default(),
            tokens: Tokens::new(&config.auth.secret, config.auth.previous_secret.as_deref()),
            hasher: Hasher::new(config.auth.bcrypt_cost, metrics.limits.password_checks.clone())?
                .counting(refusals(Limit::Passwords)),
            files: Files::new(&config.files)?.watched_by(metrics.files.clone()),
            uploads: Uploads::start()?.counting(refusals(Limit::Uploads)),
            bodies: BodyPlaces::default(),
            texts: TextWork::start()?,
            drafts: LimitOfEach::new(
                DRAFTS_AT_ONCE_PER_ACCOUNT,
                DRAFTS_WAITING_PER_ACCOUNT,
                Duration::from_secs(DRAFT_WAIT_S),
            )
            .counting(refusals(Limit::Drafts)),
            rate_limit: Arc::new(
                RateLimit::new(config.platform.rate_limit_per_minute).counting(refusals(Limit::Requests)),
            ),
            searches: Arc::new(RateLimit::new(SEARCHES_PER_MINUTE).counting(refusals(Limit::Searches))),
            suggestions: Arc::new(
                RateLimit::new(SUGGESTED_PER_MINUTE).counting(refusals(Limit::Suggestions)),
            ),
            metrics,
            registry: Arc::new(registry),
            memory,
            stopping: Arc::default(),
        })
    }

    /// True when the server runs for developers.
    pub fn is_development(&self) -> bool {
        self.platform.mode == Mode::Development
    }

    /// True once the server was told to stop.
    pub fn is_stopping(&self) -> bool {
        self.stopping.is_asked()
    }

    /// How codes reach people: in development every way does, in production those that are configured.
    pub fn methods(&self) -> Vec<IdentityType> {
        let mut methods = Vec::new();
        if self.is_development() || self.mail.smtp_url.is_some() {
            methods.push(IdentityType::Email);
        }
        if self.is_development() || self.mail.sms_url.is_some() {
            methods.push(IdentityType::Phone);
        }
        methods
    }
}
