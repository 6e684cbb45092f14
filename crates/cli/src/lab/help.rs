//! The ends of the help texts of `lab run` and `lab export`: examples and exit codes.

/// After the options of `lab run`.
pub const RUN: &str = "\
With a limit of evaluations or expansions, each task is read and translated once for all its runs, and the results
are the same on every machine. With a time limit, each run has a process of its own, and reading and translating
count. Every plan is validated. A run that crashes or runs out of memory is reported as such.

If an experiment is interrupted, by Ctrl-C, kill -9 or a reboot, the same command resumes it; only the runs in
progress are lost. The results are in DIR/shards, as JSON lines, and in DIR/results.sqlite. DIR/experiment.toml
describes the experiment. Only one `lab run` at a time can use a folder.

Examples:
  extremal lab run --benchmarks ~/downward-benchmarks --seeds 5 --max-evaluations 10000 --out results
  extremal lab run --suite ipc2018 --searches gbfs,guct-uniform --time-limit 5m --memory-limit 8G --out agile
  extremal lab run --suite paper24 --domain gripper --per-domain 3 --heuristics ff,ff+de+po \\
      --searches 'gbfs,guct-uniform(floor=0)' --max-expansions 1000 --out trial
  extremal lab run experiment.toml --out results

An experiment file has the same settings:
  suite = \"paper24\"
  benchmarks = \"../downward-benchmarks\"     # paths are relative to the file
  searches = [\"gbfs\", \"guct-uniform(floor=0)\"]
  heuristics = [\"ff\", \"ff+po\"]
  seeds = 5
  max_evaluations = 10000
  time_limit = 300                            # seconds
  memory_limit = 8192                         # MiB

Exit codes: 0 all runs are done, 30 results cannot be written or another `lab run` uses the folder, 31 a file is
missing or invalid, 33 unknown search or heuristic, 36 invalid command line, 130 interrupted.";

/// After the options of `lab export`.
pub const EXPORT: &str = "\
Examples:
  extremal lab export results --csv results.csv.gz --compact
  extremal lab export results --jsonl - | jq .status | sort | uniq -c
  extremal lab export results --lab my-experiment-eval/properties

The reports of Downward Lab, such as AbsoluteReport, then read the folder my-experiment-eval. Each seed is a
separate algorithm there.";
