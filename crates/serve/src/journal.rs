//! The journal of a service: what was accepted, what was begun, and what came of it, one JSON object per line. After a
//! crash it tells what is still to be answered.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::job::Ticket;
use crate::log::log;
use crate::protocol::{Ending, PlanRecord, SolveRequest};

const FILE: &str = "jobs.jsonl";
const LOCK: &str = "lock";
/// A journal is written anew when it is larger than this and more than twice as large as what it has to tell.
const LARGE: u64 = if cfg!(test) { 64 << 10 } else { 64 << 20 };

/// A line of the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Accepted(Box<Ticket>, Box<SolveRequest>),
    Started(String),
    Ended { id: String, at: u64, ending: Box<Ending>, plans: Vec<PlanRecord> },
}

/// What the journal knows of a job.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// What was accepted.
    pub ticket: Ticket,
    /// What is to be solved; of no use after the end.
    pub request: SolveRequest,
    /// How often it was begun.
    pub starts: u32,
    /// What came of it, when, and the plans.
    pub end: Option<(u64, Ending, Vec<PlanRecord>)>,
}

/// The journal.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    file: File,
    /// Bytes of whole lines.
    size: u64,
    /// Whether there is a part of a line behind these.
    is_torn: bool,
    /// Its size when it was last written anew.
    least: u64,
    /// Only one service may use the folder.
    _lock: File,
}

impl Journal {
    /// Opens the journal in a folder, and tells what is in it, in the order in which it was accepted. What `is_kept`
    /// does not want is dropped.
    pub fn open(folder: &Path, is_kept: impl Fn(&Entry) -> bool) -> io::Result<(Self, Vec<Entry>)> {
        create_private(folder)?;
        let lock = open(File::options().write(true).create(true), &folder.join(LOCK))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("another service uses this folder"),
            TryLockError::Error(error) => error,
        })?;
        let mut entries = match open(File::options().read(true), &folder.join(FILE)) {
            Ok(file) => read(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        entries.retain(is_kept);
        let (file, size) = write_anew(folder, entries.iter())?;
        let folder = folder.to_owned();
        let journal = Journal { folder, file, size, is_torn: false, least: size, _lock: lock };
        Ok((journal, entries))
    }

    /// Notes that a job was accepted. Only then may its client be told so.
    pub fn accepted(&mut self, ticket: &Ticket, request: &SolveRequest) -> io::Result<()> {
        self.append(&Line::Accepted(Box::new(ticket.clone()), Box::new(request.clone())))
    }

    /// Notes that a job was given to a worker.
    pub fn started(&mut self, id: &str) -> io::Result<()> {
        self.append(&Line::Started(id.to_owned()))
    }

    /// Notes what came of a job.
    pub fn ended(&mut self, id: &str, at: u64, ending: &Ending, plans: &[PlanRecord]) -> io::Result<()> {
        let (id, ending, plans) = (id.to_owned(), Box::new(ending.clone()), plans.to_vec());
        self.append(&Line::Ended { id, at, ending, plans })
    }

    /// Whether it is time to write the journal anew.
    pub fn is_large(&self) -> bool {
        self.size > LARGE && self.size > 2 * self.least
    }

    /// Writes the journal anew with what is still of use.
    pub fn shorten(&mut self, entries: impl Iterator<Item = Entry>) -> io::Result<()> {
        (self.file, self.size) = write_anew(&self.folder, entries)?;
        (self.least, self.is_torn) = (self.size, false);
        Ok(())
    }

    fn append(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        if self.is_torn {
            self.cut()?;
        }
        // One call: a line is there whole, or the service was killed and nobody has been told of it.
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // The disk is full, for example. If the part cannot be cut off now, it is before the next line.
            self.is_torn = true;
            let _ = self.cut();
            return Err(error);
        }
        self.size += text.len() as u64;
        Ok(())
    }

    /// Cuts off a part of a line, so that the next line can be read.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.size)?;
        self.file.seek(SeekFrom::Start(self.size))?;
        self.is_torn = false;
        Ok(())
    }
}

fn read(file: File) -> io::Result<Vec<Entry>> {
    let (mut entries, mut places, mut unreadable) = (Vec::<Entry>::new(), HashMap::new(), 0);
    for line in BufReader::new(file).split(b'\n') {
        // A line that was being written in the last moment is not complete, and nobody was told of it.
        let Ok(line) = serde_json::from_slice::<Line>(&line?) else {
            unreadable += 1;
            continue;
        };
        match line {
            Line::Accepted(ticket, request) => {
                places.insert(ticket.id.clone(), entries.len());
                entries.push(Entry { ticket: *ticket, request: *request, starts: 0, end: None });
            }
            Line::Started(id) => {
                if let Some(&place) = places.get(&id) {
                    entries[place].starts += 1;
                }
            }
            Line::Ended { id, at, ending, plans } => {
                if let Some(&place) = places.get(&id) {
                    entries[place].end = Some((at, *ending, plans));
                    entries[place].request = SolveRequest::default();
                }
            }
        }
    }
    if unreadable > 0 {
        log("journal-unreadable", json!({ "lines": unreadable }));
    }
    Ok(entries)
}

/// Writes the entries to a new file that takes the place of the old one when it is complete.
fn write_anew<E: Borrow<Entry>>(folder: &Path, entries: impl Iterator<Item = E>) -> io::Result<(File, u64)> {
    let (draft, name) = (folder.join("jobs.new"), folder.join(FILE));
    // What a service left that died meanwhile, or what somebody has put there.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut out = BufWriter::new(open(File::options().write(true).create_new(true), &draft)?);
    let mut line = |line: &Line| -> io::Result<()> {
        serde_json::to_writer(&mut out, line)?;
        out.write_all(b"\n")
    };
    for entry in entries {
        let Entry { ticket, request, starts, end } = entry.borrow();
        line(&Line::Accepted(Box::new(ticket.clone()), Box::new(request.clone())))?;
        (0..*starts).try_for_each(|_| line(&Line::Started(ticket.id.clone())))?;
        if let Some((at, ending, plans)) = end {
            let (id, ending, plans) = (ticket.id.clone(), Box::new(ending.clone()), plans.clone());
            line(&Line::Ended { id, at: *at, ending, plans })?;
        }
    }
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    fs::rename(&draft, &name)?;
    let size = file.metadata()?.len();
    Ok((file, size))
}

/// Creates the folder if it is not there. What clients send is nobody else's business.
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Whoever may write to the folder could replace the journal by jobs of their own.
        let metadata = fs::metadata(folder)?;
        if metadata.mode() & 0o022 != 0 {
            return Err(io::Error::other(
                "users other than its owner may write to the folder of the journal",
            ));
        }
        if metadata.uid() != 0 && metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(io::Error::other("the folder of the journal belongs to another user"));
        }
    }
    Ok(())
}

/// Opens a file that only its owner may read, and not what a link that somebody has put in its place leads to.
fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600).custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Limits, Outcome};

    fn ticket(id: &str) -> Ticket {
        Ticket {
            id: id.to_owned(),
            client: [127, 0, 0, 1].into(),
            limits: Limits { seconds: 0.5, mebibytes: 7 },
            call: "call".to_owned(),
            accepted: 5,
            waited_for: false,
        }
    }

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, entries) = Journal::open(folder.path(), |_| true).unwrap();
        assert_eq!(entries, []);
        assert!(Journal::open(folder.path(), |_| true).is_err(), "two services share a folder");
        let request = SolveRequest { domain: "ä\n".to_owned(), ..SolveRequest::default() };
        for id in ["a", "b", "c"] {
            journal.accepted(&ticket(id), &request).unwrap();
        }
        journal.started("b").unwrap();
        let ending = Ending { outcome: Outcome::Unsolvable, ..Ending::default() };
        journal.ended("b", 9, &ending, &[PlanRecord::default()]).unwrap();
        journal.file.write_all(b"{\"accepted\":{\"id\":\"half").unwrap();
        drop(journal);
        let (journal, entries) = Journal::open(folder.path(), |entry| entry.ticket.id != "c").unwrap();
        let end = Some((9, ending, vec![PlanRecord::default()]));
        let expected = [
            Entry { ticket: ticket("a"), request, starts: 0, end: None },
            Entry { ticket: ticket("b"), request: SolveRequest::default(), starts: 1, end },
        ];
        assert_eq!(entries, expected);
        drop(journal);
        assert_eq!(Journal::open(folder.path(), |_| true).unwrap().1, expected);
    }

    #[test]
    fn a_line_after_half_a_line_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), |_| true).unwrap();
        journal.accepted(&ticket("a"), &SolveRequest::default()).unwrap();
        journal.file.write_all(b"{\"accepted\":{\"id\":\"half").unwrap();
        journal.is_torn = true;
        journal.accepted(&ticket("b"), &SolveRequest::default()).unwrap();
        journal.started("b").unwrap();
        drop(journal);
        let (_, entries) = Journal::open(folder.path(), |_| true).unwrap();
        let known: Vec<_> = entries.iter().map(|entry| (entry.ticket.id.as_str(), entry.starts)).collect();
        assert_eq!(known, [("a", 0), ("b", 1)]);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_or_redirect_the_journal() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("deeper/state");
        drop(Journal::open(&folder, |_| true).unwrap());
        assert_eq!(
            (mode(&folder), mode(&folder.join(FILE)), mode(&folder.join(LOCK))),
            (0o700, 0o600, 0o600)
        );
        // The permissions of a folder that was there are the business of whoever made it.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        drop(Journal::open(&folder, |_| true).unwrap());
        assert_eq!((mode(&folder), mode(&folder.join(FILE))), (0o755, 0o600));

        let precious = outside.path().join("precious");
        fs::write(&precious, "precious").unwrap();
        symlink(&precious, folder.join("jobs.new")).unwrap();
        drop(Journal::open(&folder, |_| true).unwrap());
        for name in [LOCK, FILE] {
            fs::remove_file(folder.join(name)).unwrap();
            symlink(&precious, folder.join(name)).unwrap();
            assert!(Journal::open(&folder, |_| true).is_err(), "{name}");
            fs::remove_file(folder.join(name)).unwrap();
        }
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
        for mode in [0o777, 0o770] {
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            assert!(Journal::open(&folder, |_| true).is_err(), "{mode:o}");
        }
    }
}
