//! `moyan manual`: what packages install beside the program, made out of the command line itself.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::Cli;

/// The shells, each with the file name that it looks for.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "moyan.bash"),
    (Shell::Zsh, "_moyan"),
    (Shell::Fish, "moyan.fish"),
];

#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder, which must be there: pages go to its man1, completions to its completions
    folder: PathBuf,
}

/// Writes a page for each subcommand, and the completions. 1 when a file cannot be written.
pub fn run(args: &ManualArgs) -> ExitCode {
    match write(&args.folder).with_context(|| format!("cannot write to {}", args.folder.display())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> anyhow::Result<()> {
    let pages = folder.join("man1");
    let completions = folder.join("completions");
    std::fs::create_dir(&pages)?;
    std::fs::create_dir(&completions)?;
    clap_mangen::generate_to(Cli::command(), &pages)?;
    for (shell, name) in COMPLETIONS {
        let mut file = BufWriter::new(File::create_new(completions.join(name))?);
        clap_complete::generate(shell, &mut Cli::command(), "moyan", &mut file);
    }
    Ok(())
}
