//! What a tool is called with.

use std::path::{Path, PathBuf};

use extremal::SourceFile;
use serde_json::{Map, Value};

/// Longer texts are refused.
const LONGEST_TEXT: usize = 64 << 20;

/// Which files may be read.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The folder below which files may be read; none without it.
    pub folder: Option<PathBuf>,
}

/// The arguments of a call.
pub struct Arguments<'a> {
    values: &'a Map<String, Value>,
    access: &'a Access,
}

impl<'a> Arguments<'a> {
    /// The arguments of a call, with what they may refer to.
    pub fn new(values: &'a Map<String, Value>, access: &'a Access) -> Self {
        Arguments { values, access }
    }

    /// Refuses arguments that a tool does not know, which are probably misspelt.
    pub fn only(&self, known: &[&str]) -> Result<(), String> {
        let is_known = |name: &str| known.contains(&name) || known.contains(&name.trim_end_matches("_file"));
        match self.values.keys().find(|name| !is_known(name)) {
            Some(name) => Err(format!("there is no argument `{name}`; there are: {}", known.join(", "))),
            None => Ok(()),
        }
    }

    /// A text that must be there, given as such or as the name of a file.
    pub fn text(&self, name: &str) -> Result<SourceFile, String> {
        self.optional_text(name)?.ok_or_else(|| format!("the argument `{name}` is missing: the text of it"))
    }

    /// A text, given as such or as the name of a file.
    pub fn optional_text(&self, name: &str) -> Result<Option<SourceFile>, String> {
        let (text, file) = (self.string(name)?, self.string(&format!("{name}_file"))?);
        let source = match (text, file) {
            (Some(_), Some(_)) => return Err(format!("give `{name}` or `{name}_file`, not both")),
            (Some(text), None) => SourceFile::new(name, text),
            (None, Some(path)) => SourceFile::new(name, self.read(path)?),
            (None, None) => return Ok(None),
        };
        if source.bytes.len() > LONGEST_TEXT {
            return Err(format!("`{name}` is longer than {} MiB", LONGEST_TEXT >> 20));
        }
        Ok(Some(source).filter(|source| !source.bytes.trim_ascii().is_empty()))
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let Some(folder) = &self.access.folder else {
            return Err("this server reads no files: give the text itself".to_owned());
        };
        let why = |error: std::io::Error| format!("{path}: {error}");
        let folder = folder.canonicalize().map_err(why)?;
        // Links and `..` are followed before the question is asked whether the file may be read.
        let file = folder.join(Path::new(path)).canonicalize().map_err(why)?;
        if !file.starts_with(&folder) {
            return Err(format!("{path} is outside of the folder that may be read"));
        }
        let metadata = std::fs::metadata(&file).map_err(why)?;
        // Reading a pipe or a device may never end.
        if !metadata.is_file() {
            return Err(format!("{path} is not a file"));
        }
        if metadata.len() > LONGEST_TEXT as u64 {
            return Err(format!("{path} is longer than {} MiB", LONGEST_TEXT >> 20));
        }
        std::fs::read(file).map_err(why)
    }

    /// A string.
    pub fn string(&self, name: &str) -> Result<Option<&'a str>, String> {
        match self.values.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(format!("the argument `{name}` must be a string")),
        }
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> Result<Option<u64>, String> {
        match self.values.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(format!("the argument `{name}` must be a whole number that is not negative")),
            },
        }
    }

    /// A truth value.
    pub fn flag(&self, name: &str) -> Result<bool, String> {
        match self.values.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(value)) => Ok(*value),
            Some(_) => Err(format!("the argument `{name}` must be true or false")),
        }
    }
}
