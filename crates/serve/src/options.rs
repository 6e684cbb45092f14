//! How a service is set up.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::protocol::Limits;

/// How a service is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Whoever does not show this is refused.
    pub token: Option<String>,
    /// Jobs at the same time.
    pub workers: usize,
    /// Jobs that may wait.
    pub queue: usize,
    /// Jobs of one client that may wait.
    pub queue_per_client: usize,
    /// What a job may use, and gets unless it asks for less.
    pub limits: Limits,
    /// Bytes of a request's body.
    pub max_body: usize,
    /// How long the result of a job is kept.
    pub keep: Duration,
    /// How many results are kept.
    pub keep_jobs: usize,
    /// How long jobs have to end when the service is to stop.
    pub drain: Duration,
    /// Where jobs are written down.
    pub state: PathBuf,
    /// The ids of jobs begin with this, so that a load balancer knows whose they are.
    pub name: String,
    /// Names of packages, and the searches that they stand for.
    pub aliases: Vec<(String, String)>,
    /// Whether the header `X-Forwarded-For` says who the client is.
    pub behind_proxy: bool,
    /// Connections at the same time.
    pub connections: usize,
    /// The playground as one page, if it is to be served.
    pub playground: Option<String>,
}

impl Options {
    /// The usual settings, with a folder for the journal.
    pub fn new(state: PathBuf) -> Self {
        let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Options {
            listen: SocketAddr::from(([127, 0, 0, 1], 5001)),
            token: None,
            workers,
            queue: 1000,
            queue_per_client: 500,
            limits: Limits { seconds: 20.0, mebibytes: 1024 },
            max_body: 16 << 20,
            keep: Duration::from_secs(3600),
            keep_jobs: 10_000,
            drain: Duration::from_secs(30),
            state,
            name: String::new(),
            aliases: Vec::new(),
            behind_proxy: false,
            connections: 1024,
            playground: None,
        }
    }
}

/// The folder in which a service on a port writes its journal unless it is told another.
pub fn default_state(port: u16) -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|state| !state.is_empty()).map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    Some(state.or_else(home)?.join("extremal").join(format!("serve-{port}")))
}
