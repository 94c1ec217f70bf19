//! Where the text comes from and where the HTML goes.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

/// Where the text comes from.
pub(super) enum Input<'a> {
    /// Standard input.
    Standard,
    /// A file.
    File(&'a Path),
}

impl<'a> Input<'a> {
    /// The input that the command line names; none and `-` mean standard input.
    pub(super) fn of(named: Option<&'a Path>) -> Self {
        match named {
            Some(file) if file != Path::new("-") => Self::File(file),
            _ => Self::Standard,
        }
    }

    /// How messages name it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Standard => "<stdin>".to_owned(),
            Self::File(file) => file.display().to_string(),
        }
    }

    /// The file's name without its ending; empty for standard input.
    pub(super) fn title(&self) -> String {
        let stem = match self {
            Self::Standard => None,
            Self::File(file) => file.file_stem(),
        };
        stem.map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Fails when `output` is the file that is read: the result would replace the author's text.
    pub(super) fn refuse_as_output(&self, output: &Path) -> anyhow::Result<()> {
        let Self::File(file) = self else { return Ok(()) };
        let same = match (file.canonicalize(), output.canonicalize()) {
            (Ok(file), Ok(output)) => file == output,
            _ => false,
        };
        if same {
            bail!("{} is the text itself: name another file", output.display());
        }
        Ok(())
    }

    /// The text.
    pub(super) fn read(&self) -> anyhow::Result<String> {
        let bytes = match self {
            Self::Standard => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            Self::File(file) => std::fs::read(file),
        };
        let bytes = bytes.with_context(|| format!("cannot read {}", self.shown()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            anyhow!(
                "{} is not UTF-8: byte {}",
                self.shown(),
                error.utf8_error().valid_up_to() + 1
            )
        })?;
        // A byte order mark says nothing in UTF-8 and would be visible text.
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// Writes `html` to a file, or to standard output.
pub(super) fn write(output: Option<&Path>, html: &str) -> anyhow::Result<()> {
    match output {
        Some(file) => replace(file, html).with_context(|| format!("cannot write {}", file.display())),
        None => {
            let mut stdout = io::stdout().lock();
            let written = stdout
                .write_all(html.as_bytes())
                .and_then(|()| stdout.write_all(b"\n"));
            match written.and_then(|()| stdout.flush()) {
                // The reader has seen enough, as in `moyan render a.md | head`.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                other => other.context("cannot write to standard output"),
            }
        }
    }
}

/// Puts a complete file in the place of `file`: whenever the program ends, there is the old one or the new one.
fn replace(file: &Path, html: &str) -> io::Result<()> {
    let before = file.metadata();
    if before.as_ref().is_ok_and(|before| !before.is_file()) {
        // A device or a pipe, such as /dev/stdout, has no place that could be taken.
        return std::fs::write(file, html);
    }
    // What a link leads to is replaced, not the link.
    let target = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let draft = beside(&target)?;
    let written = std::fs::File::create_new(&draft).and_then(|mut new| {
        new.write_all(html.as_bytes())?;
        if let Ok(before) = before {
            new.set_permissions(before.permissions())?;
        }
        new.sync_all()?;
        std::fs::rename(&draft, &target)
    });
    if written.is_err() {
        // The draft is there only when it could be made; the first failure is the one to tell.
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// A name for the draft of `target`, in its folder, so that it can be renamed.
fn beside(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let draft = format!(".{}.{}.part", name.to_string_lossy(), std::process::id());
    Ok(target.with_file_name(draft))
}
