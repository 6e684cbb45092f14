//! Output files that appear whole or not at all.
//!
//! The text goes to a temporary file in the folder of the output, which takes the output's name only when
//! it is complete. A crash, a full disk or Ctrl-C thus leaves a file of that name as it was.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use extremal_limits::{Budget, Phase, Stop};
use tempfile::NamedTempFile;

use crate::console::unless_reader_left;
use crate::exit::{Failure, Outcome};
use crate::run::Run;
use crate::scratch::Scratch;

/// Large enough that asking the budget costs nothing.
const BLOCK: usize = 1 << 16;

/// A place for output, checked before the work that leads to it.
pub struct Output {
    name: String,
    place: Place,
    scratch: Arc<Scratch>,
}

enum Place {
    /// A temporary file, and the name that it will take.
    Replaced(NamedTempFile, PathBuf),
    /// Something that is written to directly: standard output, or a device or pipe, which has no "before".
    Direct(File),
}

/// The writer that outputs are written with.
pub type Writer = BufWriter<Limited>;

impl Output {
    /// Prepares to write to a file, or to standard output for `-`.
    pub fn create(path: &Path, run: &Run) -> Result<Output, Failure> {
        let (name, place) = if path == Path::new("-") {
            let name = "standard output".to_owned();
            (name, standard_output().map(Place::Direct))
        } else {
            (path.display().to_string(), open(path))
        };
        let place = place.map_err(|error| failure(&name, &error))?;
        if let Place::Replaced(temporary, _) = &place {
            run.scratch.add(temporary.path());
        }
        Ok(Output { name, place, scratch: Arc::clone(&run.scratch) })
    }

    /// Gives the place up without having written anything.
    pub fn discard(self) {
        if let Place::Replaced(temporary, _) = self.place {
            self.scratch.forget(temporary.path());
        }
    }

    /// Writes the content and gives the file its name.
    pub fn write(
        self,
        budget: &Budget,
        content: impl FnOnce(&mut Writer) -> io::Result<()>,
    ) -> Result<(), Failure> {
        budget.enter(Phase::Writing)?;
        let Output { name, place, scratch } = self;
        let write_to = |file: File| {
            let limited = Limited { file, budget: budget.clone(), written: 0 };
            let mut out = BufWriter::with_capacity(BLOCK, limited);
            content(&mut out).and_then(|()| out.flush())
        };
        let written = match place {
            Place::Direct(file) => unless_reader_left(write_to(file)),
            Place::Replaced(temporary, path) => {
                let old_name = temporary.path().to_owned();
                let written = temporary
                    .reopen()
                    .and_then(write_to)
                    .and_then(|()| temporary.persist(&path).map(drop).map_err(|error| error.error));
                scratch.forget(&old_name);
                written
            }
        };
        written.map_err(|error| failure(&name, &error))
    }
}

/// A file that refuses to grow when the budget is spent.
pub struct Limited {
    file: File,
    budget: Budget,
    written: u64,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.budget.check().map_err(io::Error::other)?;
        let length = self.file.write(bytes)?;
        self.written += length as u64;
        self.budget.report(self.written);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Refuses to replace a file that is not what this program would write there. What is not there is left to [`Output::create`].
pub fn only_replace(path: &Path, is_such: impl FnOnce(&[u8]) -> bool, message: &str) -> Result<(), Failure> {
    if !path.is_file() || fs::read(path).is_ok_and(|bytes| bytes.is_empty() || is_such(&bytes)) {
        return Ok(());
    }
    Err(Failure::of_file(Outcome::Usage, path.display().to_string(), message))
}

fn open(path: &Path) -> io::Result<Place> {
    // A link stays a link: the file that it points to is replaced, or made.
    let target = || Some(path.parent()?.join(fs::read_link(path).ok()?));
    let path = fs::canonicalize(path).ok().or_else(target).unwrap_or_else(|| path.to_owned());
    match fs::metadata(&path) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => File::options().write(true).open(&path).map(Place::Direct),
        Ok(old) => {
            let temporary = temporary_beside(&path)?;
            temporary.as_file().set_permissions(old.permissions())?;
            Ok(Place::Replaced(temporary, path))
        }
        Err(_) => temporary_beside(&path).map(|temporary| Place::Replaced(temporary, path)),
    }
}

fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".extremal-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Temporary files are private by default, but this one will be an ordinary file. The user's mask
        // still applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The error would name the temporary file, which is none of the user's business.
    builder.tempfile_in(folder).map_err(|error| match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    })
}

/// Standard output without the lock of the standard library, which others may want while a pipe is full.
fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    return std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().map(File::from);
    #[cfg(windows)]
    return std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned().map(File::from);
}

fn failure(name: &str, error: &io::Error) -> Failure {
    if let Some(stop) = error.get_ref().and_then(|inner| inner.downcast_ref::<Stop>()) {
        return Failure::from(*stop);
    }
    let why = match error.kind() {
        ErrorKind::NotFound => "the folder does not exist".to_owned(),
        ErrorKind::IsADirectory => "this is a folder".to_owned(),
        _ => error.to_string(),
    };
    Failure::of_file(Outcome::OutputFailed, name, format!("cannot write: {why}"))
}
