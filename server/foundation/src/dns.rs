//! Questions to name servers.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::RData;
use hickory_resolver::{Resolver, TokioResolver};
use moyan_domain::limits::DNS_TIMEOUT_S;

/// Tries of one question.
const ATTEMPTS: usize = 2;

/// Asks name servers. Nothing is kept: who has just changed a record wants to know whether it is seen.
#[derive(Clone, Debug)]
pub struct Dns {
    /// The name server; those of the system when none is named.
    server: Option<SocketAddr>,
}

/// Why a look-up failed: the name servers gave no answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct DnsError(String);

impl Dns {
    /// Asks this server, or those of the system.
    pub fn new(server: Option<SocketAddr>) -> Self {
        Self { server }
    }

    /// The texts of the TXT records of a name: none when there is no such name or record.
    pub async fn lookup_txt(&self, name: &str) -> Result<Vec<String>, DnsError> {
        // With a dot at its end a name is whole: no search list of the system is tried.
        let question = async { self.resolver()?.txt_lookup(format!("{name}.")).await };
        let limit = Duration::from_secs(DNS_TIMEOUT_S);
        match tokio::time::timeout(limit, question).await {
            Ok(Ok(found)) => Ok(found
                .answers()
                .iter()
                .filter_map(|record| match &record.data {
                    RData::TXT(text) => Some(text.txt_data.concat()),
                    _ => None,
                })
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .collect()),
            Ok(Err(error)) if error.is_no_records_found() => Ok(Vec::new()),
            Ok(Err(error)) => Err(DnsError(error.to_string())),
            Err(_) => Err(DnsError(format!("no answer within {DNS_TIMEOUT_S} s"))),
        }
    }

    /// Like [`Dns::lookup_txt`] for several names at once, in their order, for a thread that may wait and runs nothing else.
    pub fn lookup_txt_blocking(
        &self,
        names: &[String],
    ) -> std::io::Result<Vec<Result<Vec<String>, DnsError>>> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(runtime.block_on(join_all(names.iter().map(|name| self.lookup_txt(name)))))
    }

    fn resolver(&self) -> Result<TokioResolver, NetError> {
        let mut builder = match self.server {
            Some(server) => {
                let mut connections = vec![ConnectionConfig::udp(), ConnectionConfig::tcp()];
                for connection in &mut connections {
                    connection.port = server.port();
                }
                let server = NameServerConfig::new(server.ip(), true, connections);
                let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
                Resolver::builder_with_config(config, TokioRuntimeProvider::default())
            }
            None => Resolver::builder_tokio()?,
        };
        let options = builder.options_mut();
        options.cache_size = 0;
        options.attempts = ATTEMPTS;
        options.timeout = Duration::from_secs(DNS_TIMEOUT_S);
        builder.build()
    }
}
