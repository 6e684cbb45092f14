//! A cluster of three nodes on this machine: munged, slurmctld and three slurmd, all in one folder.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::run::printed;
use crate::slurm_processes::{self, CONFIGURATION_VARIABLE, Process, Watchdog, processes, signal};

/// The names of the nodes.
pub const NODES: [&str; 3] = ["n1", "n2", "n3"];

/// A running cluster. All of its processes end when it is dropped, or when this process ends.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    daemons: Vec<(String, Child)>,
    _watchdog: Watchdog,
}

impl Cluster {
    /// Starts a cluster and waits until all nodes are idle.
    pub fn start() -> Result<Self> {
        // Not in the build folder: the path of a socket must be short.
        let folder = tempfile::tempdir().context("no folder for temporary files")?.keep();
        let _watchdog = Watchdog::start(&folder)?;
        let mut cluster = Cluster { folder, daemons: Vec::new(), _watchdog };
        for folder in ["state", "spool", "logs"] {
            fs::create_dir(cluster.folder.join(folder))?;
        }
        let ports = free_ports(NODES.len() + 1)?;
        fs::write(cluster.configuration(), configuration(&cluster.folder, &host_name()?, &ports))?;
        cluster.start_munge()?;
        let configuration = cluster.configuration();
        cluster.daemon("slurmctld", Command::new("slurmctld").args(["-D", "-f"]).arg(configuration))?;
        for node in NODES {
            cluster.start_node(node)?;
        }
        let all_idle =
            || Ok(NODES.iter().all(|node| cluster.node_state(node).is_ok_and(|state| state == "idle")));
        wait_until("all nodes are idle", Duration::from_secs(30), all_idle)?;
        Ok(cluster)
    }

    /// The configuration file.
    pub fn configuration(&self) -> PathBuf {
        slurm_processes::configuration(&self.folder)
    }

    /// A command that finds this cluster.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env(CONFIGURATION_VARIABLE, self.configuration());
        command
    }

    /// What a command of Slurm prints.
    pub fn ask(&self, program: &str, arguments: &[&str]) -> Result<String> {
        printed(self.command(program).args(arguments))
    }

    /// The state of a node, such as `idle` or `down*`.
    pub fn node_state(&self, node: &str) -> Result<String> {
        self.ask("sinfo", &["--noheader", "--nodes", node, "--format=%T"])
    }

    /// The processes of jobs on a node: the one that runs a chunk, and its workers.
    pub fn job_processes(&self, node: &str) -> Vec<Process> {
        let mut processes = processes(&self.configuration());
        processes.retain(|process| process.has("SLURMD_NODENAME", node));
        processes
    }

    /// Starts the daemon of a node.
    pub fn start_node(&mut self, node: &str) -> Result<()> {
        let configuration = self.configuration();
        self.daemon(node, Command::new("slurmd").args(["-D", "-N", node, "-f"]).arg(configuration))
    }

    /// Ends the daemon of a node and those of its job steps, as if the machine were gone. The processes of
    /// jobs remain.
    pub fn lose_node(&mut self, node: &str) -> Result<()> {
        // The parents of jobs' processes are processes of jobs too, or else the daemon of a job step.
        let jobs = self.job_processes(node);
        let is_job = |id: u32| jobs.iter().any(|process| process.id == id);
        let steps: Vec<u32> =
            jobs.iter().map(|process| process.parent).filter(|&id| id != 1 && !is_job(id)).collect();
        let place = self.daemons.iter().position(|(name, _)| name == node).context("no such node")?;
        let (_, mut daemon) = self.daemons.swap_remove(place);
        daemon.kill()?;
        signal("KILL", &steps);
        daemon.wait()?;
        Ok(())
    }

    /// The last lines that the daemons wrote, for somebody who looks for a reason.
    pub fn last_words(&self) -> String {
        let mut text = String::new();
        for name in ["slurmctld"].into_iter().chain(NODES) {
            let log = fs::read_to_string(self.log(name)).unwrap_or_default();
            // Slurm looks for a library of MPI that nobody needs here.
            let lines: Vec<&str> = log.lines().filter(|line| !line.contains("mpi/pmix")).collect();
            text.push_str(&format!("--- {name}\n{}\n", lines[lines.len().saturating_sub(12)..].join("\n")));
        }
        text
    }

    fn log(&self, name: &str) -> PathBuf {
        self.folder.join("logs").join(format!("{name}.log"))
    }

    fn start_munge(&mut self) -> Result<()> {
        let key = self.folder.join("munge.key");
        let mut random = [0; 1024];
        std::io::Read::read_exact(&mut File::open("/dev/urandom")?, &mut random)?;
        fs::write(&key, random)?;
        printed(Command::new("chmod").arg("600").arg(&key))?;
        let option = |name: &str, file: &str| format!("--{name}={}", self.folder.join(file).display());
        let mut command = Command::new("munged");
        command.args(["--foreground", "--force"]).args([
            option("socket", "munge.socket"),
            option("key-file", "munge.key"),
            option("pid-file", "munge.pid"),
            option("seed-file", "munge.seed"),
            option("log-file", "logs/munged.log"),
        ]);
        self.daemon("munged", &mut command)?;
        let socket = self.folder.join("munge.socket");
        wait_until("munged listens", Duration::from_secs(10), || Ok(socket.exists()))
    }

    fn daemon(&mut self, name: &str, command: &mut Command) -> Result<()> {
        let log = File::options().create(true).append(true).open(self.log(name))?;
        command.env(CONFIGURATION_VARIABLE, self.configuration());
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        // Ctrl-C is for the test; the watchdog then ends the daemons.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        self.daemons.push((name.to_owned(), child));
        Ok(())
    }
}

/// Waits until something holds, and says what did not if the time is over.
pub fn wait_until(what: &str, limit: Duration, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let started = Instant::now();
    while !holds()? {
        if started.elapsed() > limit {
            bail!("waited {} s in vain until {what}", limit.as_secs());
        }
        sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// Lost nodes are noticed soon, nothing is killed that the test does not kill, and jobs start at once.
fn configuration(folder: &Path, host: &str, ports: &[u16]) -> String {
    let folder = folder.display();
    let mut text = format!(
        "ClusterName=extremal
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
JobAcctGatherType=jobacct_gather/none
MaxArraySize=1001
ReturnToService=2
SlurmdTimeout=6
KillWait=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1,default_queue_depth=1000
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
",
        ports[0]
    );
    for (node, port) in NODES.iter().zip(&ports[1..]) {
        text.push_str(&format!(
            "NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=1500\n"
        ));
    }
    text
}

fn host_name() -> Result<String> {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").context("this machine has no name")?;
    Ok(name.trim().split('.').next().unwrap_or_default().to_owned())
}

/// Ports that nobody listens on now.
fn free_ports(count: usize) -> Result<Vec<u16>> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<std::io::Result<_>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.port())).collect()
}
