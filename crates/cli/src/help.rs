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

extremal COMMAND --help tells more about a command.

Exit codes:
    0  success
    1  validate: a plan is not valid; solve --anytime: the memory limit was reached after a plan
    2  solve --anytime: the time limit was reached after a plan
   10  the task has no plan: translation shows it
   11  the task has no plan: search shows it
   12  search ended without a plan, or reached its limit of evaluations or expansions
   20  the memory limit was reached before the search
   21  the time limit was reached before the search
   22  the memory limit was reached in the search
   23  the time limit was reached in the search
   30  results could not be written, or internal error
   31  the input is wrong, or a file cannot be read
   32  internal error in the search
   33  there is no such search or heuristic, or its parameters are wrong
   34  the input uses a feature of PDDL that is not supported
   36  the command line is wrong
  130  interrupted by Ctrl-C
  143  terminated by a signal";

/// How `solve` is called.
pub const SOLVE_USAGE: &str = "\
extremal solve [OPTIONS] [DOMAIN] PROBLEM [PLAN_FILE]
       extremal solve [OPTIONS] TASK.sas [PLAN_FILE]";

/// After the options of `solve`.
pub const SOLVE: &str = "\
The plan is validated on the task as it is written, printed, and written to the plan file. A plan of an
earlier run in that file is removed first; any other file of that name is left alone. `extremal list` shows
the searches and heuristics and their parameters. The limits hold for the whole run; they can also be called
--search-time-limit and --search-memory-limit.

With --anytime, plans go to sas_plan.1, sas_plan.2 and so on, or to the plan file's name with a number.

Examples:
  extremal solve domain.pddl p01.pddl
  extremal solve p01.pddl --search 'guct-uniform(floor=1)' --heuristic ff --preferred --seed 7
  extremal solve p01.pddl --search gbfs --max-evaluations 10000 --json
  extremal solve p01.pddl --anytime --time-limit 10m
  extremal solve output.sas my.plan --time-limit 5m --memory-limit 8G

Exit codes: 0 solved, 1 and 2 out of memory or time after a plan with --anytime, 10 and 11 no plan exists, 12 given up or limit of evaluations or expansions, 20 and 22
out of memory, 21 and 23 out of time, 30 the plan cannot be written, 31 wrong input, 32 internal error, 33
wrong search or heuristic, 34 unsupported feature, 36 wrong command line, 130 interrupted.";

/// How `translate` is called.
pub const TRANSLATE_USAGE: &str = "\
extremal translate [OPTIONS] [DOMAIN] PROBLEM
       extremal translate [OPTIONS] TASK.sas";

/// After the options of `translate`.
pub const TRANSLATE: &str = "\
If only a problem is given, its domain file is looked for under the usual names: domain.pddl in the same
folder or the one above, p01-domain.pddl, domain_p01.pddl and others. If the goal cannot be reached, the
output is a small task without a plan, and the reasons are printed.

Examples:
  extremal translate domain.pddl p01.pddl -o output.sas
  extremal translate p01.pddl --json --time-limit 5m --memory-limit 8G
  extremal translate p01.pddl -o - | downward --search 'lazy_greedy([ff()])'

Exit codes: 0 translated, 10 no plan exists, 20 out of memory, 21 out of time, 30 the output cannot be
written, 31 wrong input, 34 unsupported feature, 36 wrong command line, 130 interrupted.";

/// How `check` is called.
pub const CHECK_USAGE: &str = "\
extremal check [OPTIONS] DOMAIN [PROBLEM]
       extremal check [OPTIONS] PROBLEM";

/// After the options of `check`.
pub const CHECK: &str = "\
Errors are what makes the files no right PDDL. Warnings are about what is odd and probably not meant: names
that nothing uses, actions that change nothing, conditions that can never hold, costs without a value. With a
problem, goals that can never be reached are named, with the reasons. Nothing is searched.

Examples:
  extremal check domain.pddl
  extremal check domain.pddl p01.pddl --json

Exit codes: 0 no errors, 10 no plan exists, 20 out of memory, 21 out of time, 31 wrong input, 34 unsupported
feature, 36 wrong command line, 130 interrupted.";

/// How `validate` is called.
pub const VALIDATE_USAGE: &str = "\
extremal validate [OPTIONS] [DOMAIN] PROBLEM PLAN...
       extremal validate [OPTIONS] TASK.sas PLAN...";

/// After the options of `validate`.
pub const VALIDATE: &str = "\
A plan file has one action per line, such as (drive truck1 depot market), and comments that begin with a
semicolon. Several plans can be checked at once.

Examples:
  extremal validate domain.pddl p01.pddl sas_plan
  extremal validate p01.pddl sas_plan.1 sas_plan.2 --json
  extremal validate output.sas sas_plan

Exit codes: 0 all plans are valid, 1 a plan is not, 20 out of memory, 21 out of time, 31 wrong input, 34
unsupported feature, 36 wrong command line, 130 interrupted.";

/// After the options of `bandit`.
pub const BANDIT: &str = "\
Arms are uniform:LOW,HIGH, gaussian:MEAN,DEVIATION, bernoulli:PROBABILITY, exponential:RATE and
gpd:LOCATION,SCALE,SHAPE, the generalised Pareto distribution. Regret is how much less was won, on average,
than by always pulling the best arm.

Examples:
  extremal bandit --arms uniform:0,1 --arms uniform:0.2,0.9 --policy ucb1-uniform,ucb1-normal2,ucb1
  extremal bandit --arms bernoulli:0.4 --arms bernoulli:0.5 --policy 'ucb1(c=2),greedy' --svg regret.svg

Exit codes: 0 done, 20 out of memory, 21 out of time, 30 a file cannot be written, 36 wrong command line,
130 interrupted.";

/// After the options of `serve`.
pub const SERVE: &str = "\
The routes are those of planning-as-a-service (/package), the old solver (/solve), VS Code's services (/request,
/parse, /validate), and an interface of our own (/v1/jobs), which /openapi.json describes. /health and /metrics
tell how the service is. Logs go to standard error, one JSON object per line. SIGTERM ends the service when the
jobs that were accepted have ended.

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

Exit codes: 0 written, 20 out of memory, 21 out of time, 30 the files cannot be written, 36 wrong command
line or a file exists already, 130 interrupted.";

/// After the options of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  extremal completions bash > ~/.local/share/bash-completion/completions/extremal
  extremal completions fish > ~/.config/fish/completions/extremal.fish";
