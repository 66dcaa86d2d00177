//! Files that a command writes, tried before the work whose result they are to hold.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Whether all of `outputs` can be written, and none of them is one of the others or of `inputs`.
///
/// Nothing that is there is changed, and nothing new stays behind.
///
/// # Errors
/// Which file cannot be written, and why.
pub(super) fn try_outputs(outputs: &[PathBuf], inputs: &[PathBuf]) -> Result<(), String> {
    for (number, path) in outputs.iter().enumerate() {
        try_to_write(path)?;
        if is_special(path) {
            continue;
        }
        let same = |other: &PathBuf| place(other) == place(path);
        if inputs.iter().any(same) {
            return Err(cannot_write(path, "it is one of the files to read"));
        }
        if outputs[..number].iter().any(same) {
            return Err(cannot_write(
                path,
                "two different files would have this name",
            ));
        }
    }
    Ok(())
}

/// A file that is replaced as a whole, and the one that is written before it takes its place.
pub(super) fn replaced(path: &Path) -> [PathBuf; 2] {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    [path.to_owned(), part.into()]
}

/// Writes a whole file.
///
/// # Errors
/// Which file cannot be written, and why.
pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| cannot_write(path, reason(path, &error)))
}

fn try_to_write(path: &Path) -> Result<(), String> {
    let attempt = match fs::metadata(path) {
        // To open a pipe or a device is to use it; a link may lead to a file to come.
        _ if is_special(path) => Ok(()),
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop),
        Err(_) => File::create_new(path).and_then(|_| fs::remove_file(path)),
    };
    attempt.map_err(|error| cannot_write(path, reason(path, &error)))
}

/// Whether it is there and neither a file nor a folder.
fn is_special(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(data) => !data.is_file() && !data.is_dir(),
        Err(_) => path.is_symlink(),
    }
}

fn cannot_write(path: &Path, why: impl std::fmt::Display) -> String {
    format!("cannot write {}: {why}", path.display())
}

/// Why writing failed, in words that name the thing to mend where it is known.
fn reason(path: &Path, error: &io::Error) -> String {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => "it is a folder".to_owned(),
        Some(folder) if !folder.exists() => format!("there is no folder {}", folder.display()),
        Some(folder) if !folder.is_dir() => format!("{} is not a folder", folder.display()),
        _ => error.to_string(),
    }
}

/// The absolute name of a file that may not be there yet.
fn place(path: &Path) -> PathBuf {
    let whole = || {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path)
        .ok()
        .or_else(whole)
        .unwrap_or_else(|| path.to_owned())
}
