//! What the doctor says of files and disks.

use std::path::Path;

use moyan_foundation::config::FilesConfig;
use moyan_foundation::files::Files;

use super::Finding;

/// Bytes without which uploads are refused soon.
const LEAST_BYTES: u64 = 100 << 20;
/// A disk that has less than this part of it free is called full soon.
const LEAST_PERCENT: u64 = 15;

/// Whether files can be written, read, listed and removed.
pub fn look_at_store(config: &FilesConfig) -> Vec<Finding> {
    const SUBJECT: &str = "files";
    let variable = match config {
        FilesConfig::Folder(_) => "FILES_DIR",
        FilesConfig::S3(_) => "S3_ENDPOINT",
    };
    let tried = Files::new(config).and_then(|files| files.probe());
    vec![match tried {
        Ok(()) => Finding::fine(SUBJECT, "written, read, listed and removed"),
        Err(error) => Finding::failed(SUBJECT, format!("{variable}: {error:#}")),
    }]
}

/// Whether there is room for files, and for uploads on their way.
pub fn look_at_room(files: Option<&std::path::PathBuf>) -> Vec<Finding> {
    let temporary = std::env::temp_dir();
    let folders = files
        .map(|folder| ("FILES_DIR", folder.as_path()))
        .into_iter()
        .chain([("TMPDIR", temporary.as_path())]);
    folders
        .filter_map(|(variable, folder)| room(variable, folder))
        .collect()
}

/// None where the system does not say.
#[cfg(unix)]
fn room(variable: &str, folder: &Path) -> Option<Finding> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(of_disk(
        &format!("{variable} {}", folder.display()),
        disk.f_bavail * disk.f_frsize,
        disk.f_blocks * disk.f_frsize,
    ))
}

#[cfg(not(unix))]
fn room(_: &str, _: &Path) -> Option<Finding> {
    None
}

#[cfg_attr(not(unix), allow(dead_code))]
fn of_disk(folder: &str, n_free: u64, n_bytes: u64) -> Finding {
    const SUBJECT: &str = "room";
    let text = format!("{folder}: {} MB of {} MB are free", n_free >> 20, n_bytes >> 20);
    if n_free < LEAST_BYTES {
        Finding::failed(SUBJECT, format!("{text}: uploads are refused; make room"))
    } else if n_free < n_bytes / 100 * LEAST_PERCENT {
        Finding::warning(SUBJECT, format!("{text}: make room"))
    } else {
        Finding::fine(SUBJECT, text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;

    #[test]
    fn a_disk_is_full_before_nothing_fits_any_more() {
        let status = |n_free, n_bytes| of_disk("/", n_free, n_bytes).status;
        assert_eq!(status(LEAST_BYTES, LEAST_BYTES), Status::Fine);
        assert_eq!(status(LEAST_BYTES - 1, LEAST_BYTES), Status::Failed);
        assert_eq!(status(15 << 30, 100 << 30), Status::Fine);
        assert_eq!(status((15 << 30) - 1000, 100 << 30), Status::Warning);
    }
}
