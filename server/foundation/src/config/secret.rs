//! Secrets that stand in files: `X_FILE` names one, or systemd hands it over as the credential `X`.
//!
//! A variable is seen by every program that the server starts and by whoever may ask systemd for it; a file is not.
//! Source: systemd.exec(5), Credentials.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::{ConfigError, Environment, REDACTED, Variable};

/// The folder of credentials that systemd made for the service.
const CREDENTIALS_DIRECTORY: &str = "CREDENTIALS_DIRECTORY";

/// Bytes that such a file may have.
const MAX_BYTES: u64 = 64 * 1024;

/// The value of a secret, none when no source has it; more than one is an error.
pub(super) fn find(
    environment: &Environment<'_>,
    variable: &Variable,
) -> Result<Option<String>, ConfigError> {
    let file_variable = format!("{}_FILE", variable.name);
    let value = environment.not_empty(variable.name);
    let file = environment.not_empty(&file_variable).map(PathBuf::from);
    let credential = environment
        .not_empty(CREDENTIALS_DIRECTORY)
        .map(|folder| Path::new(&folder).join(variable.name))
        // One that cannot be looked at is reported when it is read.
        .filter(|path| !matches!(path.try_exists(), Ok(false)));
    match (value, file, credential) {
        (None, None, None) => Ok(None),
        (Some(value), None, None) => Ok(Some(value)),
        (None, Some(path), None) => read(&path).map(Some).map_err(|problem| ConfigError {
            variable: file_variable,
            value: path.display().to_string(),
            problem,
        }),
        (None, None, Some(path)) => read(&path).map(Some).map_err(|problem| ConfigError {
            variable: variable.name.to_owned(),
            value: REDACTED.to_owned(),
            problem: format!("the credential {}: {problem}", path.display()),
        }),
        (value, file, credential) => {
            let sources: Vec<String> = [
                value.map(|_| variable.name.to_owned()),
                file.map(|_| file_variable),
                credential.map(|path| format!("the credential {}", path.display())),
            ]
            .into_iter()
            .flatten()
            .collect();
            Err(ConfigError {
                variable: variable.name.to_owned(),
                value: REDACTED.to_owned(),
                problem: format!("keep one of {}", sources.join(" and ")),
            })
        }
    }
}

/// What a file holds, without the newline at its end. The error says what is wrong, and nothing of the content.
fn read(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => {
            format!(
                "this user may not read the file: chown it, and chmod 600 {}",
                path.display()
            )
        }
        _ => format!("the file cannot be read: {error}"),
    };
    let file = File::open(path).map_err(unreadable)?;
    if is_open_to_everybody(&file).map_err(unreadable)? {
        return Err(format!(
            "everybody may read or change the file: chmod 600 {}",
            path.display()
        ));
    }
    let mut bytes = Vec::new();
    // One byte more than may be there, so that a larger file is noticed.
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("the file is larger than {} KB", MAX_BYTES / 1024));
    }
    let text = String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".to_owned())?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() {
        return Err("the file is empty".to_owned());
    }
    Ok(text.to_owned())
}

/// Whether users who are neither the owner nor in the group may read or write a file.
#[cfg(unix)]
fn is_open_to_everybody(file: &File) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.metadata()?.permissions().mode() & 0o006 != 0)
}

/// Elsewhere a file has no such mode.
#[cfg(not(unix))]
fn is_open_to_everybody(_: &File) -> std::io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::{Permissions, set_permissions, write};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    const SECRET: Variable = Variable::secret("JWT_SECRET");

    /// A folder with a secret in the file `JWT_SECRET`.
    fn folder_with(content: &[u8], mode: u32) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(SECRET.name);
        write(&path, content).unwrap();
        set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        folder
    }

    fn find_in(pairs: &[(&str, &str)]) -> Result<Option<String>, ConfigError> {
        let lookup = |name: &str| {
            let (_, value) = pairs.iter().find(|(key, _)| *key == name)?;
            Some((*value).to_owned())
        };
        find(&Environment { lookup: &lookup }, &SECRET)
    }

    /// The errors of a file that `X_FILE` names and of the same file as a credential.
    fn problems(folder: &Path) -> [String; 2] {
        let path = folder.join(SECRET.name);
        let error = |name, path: &Path| {
            find_in(&[(name, path.to_str().unwrap())])
                .unwrap_err()
                .to_string()
        };
        let (file, credential) = (
            error("JWT_SECRET_FILE", &path),
            error(CREDENTIALS_DIRECTORY, folder),
        );
        let path = path.display();
        assert!(file.starts_with(&format!("JWT_SECRET_FILE={path}: ")), "{file}");
        let start = format!("JWT_SECRET=[redacted]: the credential {path}: ");
        assert!(credential.starts_with(&start), "{credential}");
        [file, credential]
    }

    #[test]
    fn a_secret_is_read_from_the_file_that_is_named_or_from_its_credential() {
        for mode in [0o400, 0o600, 0o640] {
            let folder = folder_with(b"kept in a file\n", mode);
            let path = folder.path().join(SECRET.name);
            for (name, value) in [
                ("JWT_SECRET_FILE", path.as_path()),
                (CREDENTIALS_DIRECTORY, folder.path()),
            ] {
                let found = find_in(&[(name, value.to_str().unwrap()), ("JWT_SECRET", "")]);
                assert_eq!(found.unwrap().as_deref(), Some("kept in a file"));
            }
        }
    }

    #[test]
    fn one_newline_at_the_end_is_left_out() {
        for (content, secret) in [
            ("a", "a"),
            ("a\n", "a"),
            ("a\r\n", "a"),
            ("a\n\n", "a\n"),
            (" a b ", " a b "),
            ("\na", "\na"),
        ] {
            let folder = folder_with(content.as_bytes(), 0o600);
            let found = find_in(&[(CREDENTIALS_DIRECTORY, folder.path().to_str().unwrap())]);
            assert_eq!(found.unwrap().as_deref(), Some(secret));
        }
    }

    #[test]
    fn a_folder_of_credentials_without_this_one_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let directory = (CREDENTIALS_DIRECTORY, folder.path().to_str().unwrap());
        assert_eq!(find_in(&[directory]), Ok(None));
        let beside = find_in(&[directory, ("JWT_SECRET", "in a variable")]);
        assert_eq!(beside.unwrap().as_deref(), Some("in a variable"));
        assert_eq!(find_in(&[("JWT_SECRET_FILE", "")]), Ok(None));
    }

    #[test]
    fn more_than_one_source_is_refused_and_each_is_named() {
        let folder = folder_with(b"kept-in-a-file", 0o600);
        let path = folder.path().join(SECRET.name);
        let sources = [
            ("JWT_SECRET", "kept-in-a-variable", "JWT_SECRET".to_owned()),
            (
                "JWT_SECRET_FILE",
                path.to_str().unwrap(),
                "JWT_SECRET_FILE".to_owned(),
            ),
            (
                CREDENTIALS_DIRECTORY,
                folder.path().to_str().unwrap(),
                format!("the credential {}", path.display()),
            ),
        ];
        for chosen in [&[0, 1][..], &[0, 2], &[1, 2], &[0, 1, 2]] {
            let pairs: Vec<_> = chosen
                .iter()
                .map(|index| (sources[*index].0, sources[*index].1))
                .collect();
            let names: Vec<_> = chosen.iter().map(|index| sources[*index].2.as_str()).collect();
            let error = find_in(&pairs).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("JWT_SECRET=[redacted]: keep one of {}", names.join(" and "))
            );
        }
    }

    #[test]
    fn a_file_that_everybody_may_read_or_change_is_refused_with_the_command_that_mends_it() {
        for mode in [0o604, 0o602, 0o644, 0o666] {
            let folder = folder_with(b"kept-in-a-file", mode);
            let mend = format!("chmod 600 {}", folder.path().join(SECRET.name).display());
            for problem in problems(folder.path()) {
                assert!(problem.ends_with(&mend), "{problem}");
            }
        }
    }

    #[test]
    fn a_file_that_cannot_be_a_secret_is_refused_and_its_content_is_not_told() {
        let of_size = |n_bytes: u64| vec![b'x'; usize::try_from(n_bytes).unwrap()];
        for (content, wrong) in [
            (Vec::new(), "the file is empty"),
            (b"\n".to_vec(), "the file is empty"),
            (b"xxxx\xff".to_vec(), "the file is not UTF-8"),
            (of_size(MAX_BYTES + 1), "the file is larger than 64 KB"),
        ] {
            let folder = folder_with(&content, 0o600);
            for problem in problems(folder.path()) {
                assert!(problem.ends_with(wrong) && !problem.contains("xxxx"), "{problem}");
            }
        }
        let largest = folder_with(&of_size(MAX_BYTES), 0o600);
        let found = find_in(&[(CREDENTIALS_DIRECTORY, largest.path().to_str().unwrap())]);
        assert_eq!(found.unwrap().map(|secret| secret.len() as u64), Some(MAX_BYTES));
    }

    #[test]
    fn a_file_that_is_not_there_or_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("absent");
        let error = find_in(&[("JWT_SECRET_FILE", path.to_str().unwrap())]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("JWT_SECRET_FILE={}: there is no such file", path.display())
        );
        set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
        let error = find_in(&[("JWT_SECRET_FILE", folder.path().to_str().unwrap())]).unwrap_err();
        assert!(error.problem.starts_with("the file cannot be read: "), "{error}");
    }
}
