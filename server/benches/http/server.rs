//! The program itself, as a process of its own.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::SECRET;

/// A running server.
pub struct Server {
    child: Child,
    pub address: String,
    /// From its start until it could answer everything.
    pub start_ms: u128,
}

impl Server {
    pub fn start(database: &str, folder: &str) -> Self {
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_moyan"))
            .arg("serve")
            .envs([
                ("MOYAN_ENV", "development"),
                ("BIND", "127.0.0.1:0"),
                ("DATABASE_URL", database),
                ("JWT_SECRET", SECRET),
                ("STATIC_DIR", folder),
                ("RATE_LIMIT_PER_MINUTE", "0"),
                // As in the README.
                ("MALLOC_MMAP_THRESHOLD_", "131072"),
                ("LOG_LEVEL", "warn,moyan_server::cli=info"),
                ("LOG_FORMAT", "json"),
            ])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let (mut address, mut is_ready) = (None, false);
        while address.is_none() || !is_ready {
            let line = log.next().unwrap().unwrap();
            is_ready |= line.contains("\"message\":\"ready\"");
            if let Some((_, rest)) = line.split_once("listening on http://") {
                address = rest.split('"').next().map(str::to_owned);
            }
        }
        std::thread::spawn(move || log.for_each(drop));
        Self {
            child,
            address: address.unwrap(),
            start_ms: began.elapsed().as_millis(),
        }
    }

    /// Memory in use, MB; none where the system does not say.
    pub fn memory_mb(&self) -> Option<f64> {
        self.status_mb("VmRSS:")
    }

    /// The most memory that was in use since the start, MB; none where the system does not say.
    pub fn most_memory_mb(&self) -> Option<f64> {
        self.status_mb("VmHWM:")
    }

    fn status_mb(&self, name: &str) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let kilobytes = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(kilobytes.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
    }

    /// Seconds of processor time used so far; none where the system does not say.
    pub fn cpu_s(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, fields) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        // Ticks of a hundredth of a second, as user and as system.
        Some((fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?) / 100.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
