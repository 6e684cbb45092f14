//! The ends of the help texts: examples and exit codes.

/// After the list of commands.
pub const OVERVIEW: &str = "\
Examples:
  extremal translate domain.pddl problem.pddl -o output.sas
  extremal validate domain.pddl problem.pddl sas_plan
  extremal generate museum --size 5 --seed 1 -o my-museum

extremal COMMAND --help tells more about a command.

Exit codes:
    0  success
    1  validate: a plan is not valid
   10  translate: the task has no plan, because its goal cannot be reached
   20  the memory limit was reached
   21  the time limit was reached
   30  results could not be written, or internal error
   31  the input is wrong, or a file cannot be read
   34  the input uses a feature of PDDL that is not supported
   36  the command line is wrong
  130  interrupted by Ctrl-C";

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
