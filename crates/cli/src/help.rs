//! The ends of the help texts: examples and exit codes.

/// After the list of commands.
pub const OVERVIEW: &str = "\
Examples:
  extremal solve domain.pddl problem.pddl
  extremal translate domain.pddl problem.pddl -o output.sas
  extremal check domain.pddl problem.pddl
  extremal validate domain.pddl problem.pddl sas_plan
  extremal list
  extremal generate museum --size 5 --seed 1 -o my-museum

Run `extremal COMMAND --help` for the options of a command.

Exit codes:
    0  success
    1  validate: a plan is invalid; solve --anytime: out of memory after a plan was found
    2  solve --anytime: out of time after a plan was found
   10  no plan exists: the translator proved it
   11  no plan exists: the search proved it
   12  no plan was found: the search gave up, or reached a limit of evaluations or expansions
   20  out of memory before the search
   21  out of time before the search
   22  out of memory during the search
   23  out of time during the search
   30  a result could not be written, or an internal error occurred
   31  the input is invalid, or a file could not be read
   32  internal error in the search
   33  unknown search or heuristic, or invalid parameters
   34  the input uses an unsupported feature of PDDL
   36  the command line is invalid
  130  interrupted by Ctrl-C
  143  terminated by a signal";

/// How `solve` is called.
pub const SOLVE_USAGE: &str = "\
extremal solve [OPTIONS] [DOMAIN] PROBLEM [PLAN_FILE]
       extremal solve [OPTIONS] TASK.sas [PLAN_FILE]";

/// After the options of `solve`.
pub const SOLVE: &str = "\
The plan is validated on the PDDL files, printed, and written to the plan file. If the plan file exists and
contains a plan, it is replaced; if it contains anything else, `solve` refuses to overwrite it.

`extremal list` describes all searches and heuristics. Limits apply to the whole run, including parsing and
translation. --search-time-limit and --search-memory-limit are accepted as other names for them.

With --anytime, plans are written to sas_plan.1, sas_plan.2 and so on, or to the name of the plan file with
these numbers appended.

Examples:
  extremal solve domain.pddl p01.pddl
  extremal solve p01.pddl --search 'guct-uniform(floor=1)' --heuristic ff --preferred --seed 7
  extremal solve p01.pddl --search gbfs --max-evaluations 10000 --json
  extremal solve p01.pddl --anytime --time-limit 10m
  extremal solve output.sas my.plan --time-limit 5m --memory-limit 8G

Exit codes: 0 solved, 1 and 2 out of memory or time after a plan was found (--anytime), 10 and 11 no plan
exists, 12 no plan found, 20 and 22 out of memory, 21 and 23 out of time, 30 the plan cannot be written,
31 invalid input, 32 internal error, 33 unknown search or heuristic, 34 unsupported feature, 36 invalid command
line, 130 interrupted, 143 terminated.";

/// How `translate` is called.
pub const TRANSLATE_USAGE: &str = "\
extremal translate [OPTIONS] [DOMAIN] PROBLEM
       extremal translate [OPTIONS] TASK.sas";

/// After the options of `translate`.
pub const TRANSLATE: &str = "\
If you give only a problem file, the domain file is searched for under the usual names: domain.pddl in the
same folder or its parent, p01-domain.pddl, domain_p01.pddl and others. If the goal is unreachable, the
reasons are printed, and the output is a small unsolvable task.

Examples:
  extremal translate domain.pddl p01.pddl -o output.sas
  extremal translate p01.pddl --json --time-limit 5m --memory-limit 8G
  extremal translate p01.pddl -o - | downward --search 'lazy_greedy([ff()])'

Exit codes: 0 translated, 10 no plan exists, 20 out of memory, 21 out of time, 30 the output cannot be
written, 31 invalid input, 34 unsupported feature, 36 invalid command line, 130 interrupted.";

/// How `check` is called.
pub const CHECK_USAGE: &str = "\
extremal check [OPTIONS] DOMAIN [PROBLEM]
       extremal check [OPTIONS] PROBLEM";

/// After the options of `check`.
pub const CHECK: &str = "\
Errors are violations of PDDL. Warnings are about code that is allowed but suspicious: unused names, actions
without an effect, conditions that can never hold, costs without a value. With a problem file, unreachable goals
are reported together with the reasons. `check` does not search for a plan. If a limit ends it, what was found
before is reported. With `--error-format vscode`, for an editor that runs it again and again, the limits are 5 s
and 1 GiB unless you give others.

Examples:
  extremal check domain.pddl
  extremal check domain.pddl p01.pddl --json

Exit codes: 0 no errors, 10 no plan exists, 20 out of memory, 21 out of time, 31 invalid input, 34 unsupported
feature, 36 invalid command line, 130 interrupted.";

/// How `validate` is called.
pub const VALIDATE_USAGE: &str = "\
extremal validate [OPTIONS] [DOMAIN] PROBLEM PLAN...
       extremal validate [OPTIONS] TASK.sas PLAN...";

/// After the options of `validate`.
pub const VALIDATE: &str = "\
A plan file contains one action per line, such as (drive truck1 depot market). Comments begin with a semicolon.
You can check several plans at once.

Examples:
  extremal validate domain.pddl p01.pddl sas_plan
  extremal validate p01.pddl sas_plan.1 sas_plan.2 --json
  extremal validate output.sas sas_plan

Exit codes: 0 all plans are valid, 1 a plan is not, 20 out of memory, 21 out of time, 31 invalid input, 34
unsupported feature, 36 invalid command line, 130 interrupted.";

/// After the options of `bandit`.
pub const BANDIT: &str = "\
Arms are uniform:LOW,HIGH, gaussian:MEAN,DEVIATION, bernoulli:PROBABILITY, exponential:RATE and
gpd:LOCATION,SCALE,SHAPE, the generalised Pareto distribution. Regret is the expected reward of always pulling
the best arm, minus the reward that the bandit got.

Examples:
  extremal bandit --arms uniform:0,1 --arms uniform:0.2,0.9 --policy ucb1-uniform,ucb1-normal2,ucb1
  extremal bandit --arms bernoulli:0.4 --arms bernoulli:0.5 --policy 'ucb1(c=2),greedy' --svg regret.svg

Exit codes: 0 done, 20 out of memory, 21 out of time, 30 a file cannot be written, 31 recorded arms cannot be
read, 36 invalid command line, 130 interrupted.";

/// After the options of `serve`.
pub const SERVE: &str = "\
The routes are those of planning-as-a-service (/package), the old solver (/solve), VS Code's services (/request,
/parse, /validate), and our own API (/v1/jobs), which /openapi.json describes. /health and /metrics report the
state of the service. Logs go to standard error, one JSON object per line. On SIGTERM, the service stops taking
jobs, waits for accepted jobs up to --drain, and exits.

Examples:
  extremal serve
  extremal serve --workers 4 --time-limit 1m --memory-limit 2G --alias dual-bfws-ffparser=bfws-f5
  extremal serve --host 0.0.0.0 --token-file token

Exit codes: 0 stopped in good order, 30 cannot listen or write the journal, 31 the token cannot be read, 36 wrong
command line.";

/// After the options of `generate`.
pub const GENERATE: &str = "\
Examples:
  extremal generate --list
  extremal generate museum --size 5 --seed 1 > problem.pddl
  extremal generate museum --size 5 --seed 1 -o my-museum

Exit codes: 0 written, 20 out of memory, 21 out of time, 30 the files cannot be written, 36 invalid command
line or a file exists already, 130 interrupted.";

/// After the options of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  extremal completions bash > ~/.local/share/bash-completion/completions/extremal
  extremal completions fish > ~/.config/fish/completions/extremal.fish";
