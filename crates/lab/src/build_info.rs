//! Which program this is.

/// Version of the planner.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from, with `-dirty` if its sources were changed since; none if it was built
/// without git.
pub fn commit() -> Option<&'static str> {
    option_env!("EXTREMAL_COMMIT").filter(|commit| !commit.is_empty())
}

/// The name of the machine.
pub fn host() -> Option<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_str().ok().map(str::to_owned);
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok();
    name.filter(|name| !name.is_empty())
}
