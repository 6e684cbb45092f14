from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Literal, TypeAlias, TypedDict, final, overload

from ._parts import Heuristic, TreeSearch, _Value
from ._picture import Picture

__all__ = [
    "Anytime",
    "Arm",
    "Arms",
    "Counters",
    "Diagnostic",
    "Event",
    "Operator",
    "Operators",
    "Place",
    "Plan",
    "Result",
    "Search",
    "State",
    "States",
    "Step",
    "Task",
    "Times",
    "Validation",
    "__version__",
    "_lab_csv",
    "_lab_report",
    "_lab_run",
    "_lab_work",
    "_read_task",
    "anytime",
    "bandits",
    "check",
    "generate",
    "generators",
    "heuristics",
    "open_lists",
    "searches",
    "solve",
    "translate",
    "validate",
]

__version__: str

_Source: TypeAlias = str | PathLike[str]
_Cost: TypeAlias = int | float
_Search: TypeAlias = str | TreeSearch
_Heuristic: TypeAlias = str | Heuristic | Callable[[State], _Value]
_Status: TypeAlias = Literal[
    "solved",
    "unsolvable",
    "exhausted",
    "evaluation_limit",
    "expansion_limit",
    "out_of_time",
    "out_of_memory",
    "interrupted",
]

class _Component(TypedDict, total=False):
    name: str
    summary: str
    source: str
    text: str
    formula: str
    backup: str
    parameters: dict[str, tuple[str, str]]
    admissible: bool
    safe: bool
    preferred_operators: bool

class _OpenListPart(TypedDict, total=False):
    name: str
    text: str
    summary: str
    forms: list[str]
    keys: list[str]
    takes_preferred: bool

class _Generator(TypedDict):
    name: str
    description: str
    size: str

@final
class Place:
    """A place in a file."""
    def __getnewargs_ex__(self, /) -> tuple[tuple[object, ...], dict[str, object]]: ...
    def __new__(cls, **fields: object) -> Place: ...
    @property
    def file(self) -> str:
        """The file, as it was named, or "domain" or "problem"."""
    @property
    def line(self) -> int:
        """The line."""
    @property
    def column(self) -> int:
        """The column."""
    @property
    def end_line(self) -> int:
        """The line of the end."""
    @property
    def end_column(self) -> int:
        """The column after the end."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Diagnostic:
    """A mistake in a domain or problem file, or something odd about it. Lines and columns start at 1, and
    columns count characters; the end is after the last character that is marked.
    """
    def __getnewargs_ex__(self, /) -> tuple[tuple[object, ...], dict[str, object]]: ...
    def __new__(cls, **fields: object) -> Diagnostic: ...
    @property
    def severity(self) -> Literal["error", "unsupported", "warning"]:
        """"error", "unsupported" or "warning"."""
    @property
    def code(self) -> str:
        """A short stable name of the kind of mistake."""
    @property
    def message(self) -> str:
        """What is wrong, in a sentence."""
    def to_dict(self, /) -> dict[str, object]:
        """Everything as a dictionary."""
    @property
    def help(self) -> list[str]:
        """Advice, such as "did you mean ..."."""
    @property
    def labels(self) -> list[tuple[Place, str]]:
        """Places that matter, with words about each."""
    @property
    def fix(self) -> list[tuple[Place, str]]:
        """Edits that together mend it, where it is clear what was meant: places, with what is to stand there."""
    @property
    def file(self) -> str:
        """The file, as it was named, or "domain" or "problem"."""
    @property
    def line(self) -> int:
        """The line."""
    @property
    def column(self) -> int:
        """The column."""
    @property
    def end_line(self) -> int:
        """The line of the end."""
    @property
    def end_column(self) -> int:
        """The column of the end."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Step:
    """A step of a plan: the name of an action and those of its objects."""
    __match_args__: tuple[str, str]
    def __new__(cls, name: str, args: Sequence[str] = ...) -> Step: ...
    @property
    def name(self) -> str:
        """The name of the action, in lower case."""
    @property
    def args(self) -> list[str]:
        """The names of the objects, in lower case."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[type[Step], tuple[str, list[str]]]: ...

@final
class Plan(Sequence[Step]):
    """A plan: a sequence of steps. As text it is a plan file.

    Plans that come from a search are valid: every one is executed on the task as its author wrote it
    before it is returned. Plan(text) reads a plan file, Plan(steps) takes steps.

    Plans are equal if their steps are.
    """
    def count(self, value: object) -> int: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    def __new__(cls, steps: Plan | str | Sequence[Step | str]) -> Plan: ...
    @property
    def cost(self) -> _Cost | None:
        """What the steps cost together, or None if nobody has said so."""
    def __len__(self, /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Step: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Step]: ...
    def __iter__(self, /) -> Iterator[Step]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[type[Plan], tuple[str]]: ...
    def _repr_html_(self, /) -> str: ...

@final
class Counters:
    """What a search counted. Times aside, everything is the same on every machine."""
    def __getnewargs_ex__(self, /) -> tuple[tuple[object, ...], dict[str, object]]: ...
    def __new__(cls, **fields: object) -> Counters: ...
    def to_dict(self, /) -> dict[str, int | None]:
        """All of them as a dictionary, as for a row of a table."""
    @property
    def evaluations(self) -> int:
        """States whose heuristic value was computed."""
    @property
    def expansions(self) -> int:
        """States whose successors were generated."""
    @property
    def generated(self) -> int:
        """Successors generated, duplicates included."""
    @property
    def reopened(self) -> int:
        """States that were given a shorter path after they had been found."""
    @property
    def dead_ends(self) -> int:
        """States that the heuristic recognised as dead ends."""
    @property
    def max_depth(self) -> int:
        """Length of the longest path to a state that was generated."""
    @property
    def tree_nodes(self) -> int:
        """Nodes of the search tree; 0 for searches without one."""
    @property
    def initial_h(self) -> int | None:
        """Heuristic value of the initial state, or None."""
    @property
    def best_h(self) -> int | None:
        """Smallest heuristic value seen, or None."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Times:
    """Seconds that the parts of a run took, on the clock."""
    def __getnewargs_ex__(self, /) -> tuple[tuple[object, ...], dict[str, object]]: ...
    def __new__(cls, **fields: object) -> Times: ...
    def to_dict(self, /) -> dict[str, float]:
        """All of them as a dictionary, as for a row of a table."""
    @property
    def parse(self) -> float:
        """Reading and checking the text."""
    @property
    def translate(self) -> float:
        """Normalising, grounding and translating to finite-domain variables."""
    @property
    def prepare(self) -> float:
        """Preparing the state space and the heuristic."""
    @property
    def search(self) -> float:
        """Searching."""
    @property
    def plan_quality(self) -> float:
        """Shortening the plan."""
    @property
    def validate(self) -> float:
        """Validating the plan."""
    @property
    def total(self) -> float:
        """All parts together."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Result:
    """What came of a search: a plan, or why there is none."""
    def __getnewargs_ex__(self, /) -> tuple[tuple[object, ...], dict[str, object]]: ...
    def __new__(cls, **fields: object) -> Result: ...
    @property
    def status(self) -> _Status:
        """"solved", "unsolvable", "exhausted" (the search space is exhausted, but the search pruned states that may lead to a
        plan), "evaluation_limit", "expansion_limit", "out_of_time", "out_of_memory" or "interrupted".
        """
    @property
    def reason(self) -> str:
        """The status in words; for an unsolvable task, why it is."""
    @property
    def unreachable_goals(self) -> list[str]:
        """Goals that cannot be reached even if nothing is ever undone, as PDDL."""
    @property
    def reasons(self) -> list[str]:
        """Why there is no plan, one sentence each, if that is proven."""
    @property
    def cause(self) -> Diagnostic | None:
        """What in the files is to blame for a goal that cannot be reached, or None if that is not known."""
    @property
    def plan(self) -> Plan | None:
        """The plan, or None."""
    @property
    def cost(self) -> _Cost | None:
        """What the plan costs, or None."""
    @property
    def is_optimal(self) -> bool:
        """Whether the plan is known to be a cheapest one. Only anytime searches find that out."""
    @property
    def counters(self) -> Counters:
        """What the search counted."""
    @property
    def times(self) -> Times:
        """Seconds that the parts of the run took."""
    @property
    def best_h(self) -> list[tuple[int, int]]:
        """How the smallest heuristic value fell: pairs of a number of evaluations and a value."""
    def __bool__(self, /) -> bool: ...
    def _repr_html_(self, /) -> str: ...

@final
class Operator:
    """An operator: an action with objects in place of its parameters."""
    def __copy__(self, /) -> Operator: ...
    def __deepcopy__(self, /, _memo: object) -> Operator: ...
    @property
    def index(self) -> int:
        """Its place among the operators of the task."""
    @property
    def name(self) -> str:
        """The name of the action."""
    @property
    def args(self) -> list[str]:
        """The names of the objects."""
    @property
    def step(self) -> Step:
        """The operator as a step of a plan."""
    @property
    def cost(self) -> _Cost:
        """What it costs."""
    @property
    def precondition(self) -> list[str]:
        """The names of the facts that must hold. Facts that hold in every state are left out."""
    @property
    def effects(self) -> list[tuple[list[str], str]]:
        """What it changes: pairs of the names of the facts on which an effect depends, besides the precondition, and the
        name of the fact that holds afterwards.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Operators(Sequence[Operator]):
    """All operators of a task: a sequence in which they are made when they are looked at."""
    def count(self, value: object) -> int: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    def __len__(self, /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Operator: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Operator]: ...
    def __iter__(self, /) -> Iterator[Operator]: ...
    def find(self, /, step: Step | str) -> Operator:
        """The operator of a step, such as "(drive a b)". Operators that no state reached from the initial one needs do not
        exist: KeyError.
        """

@final
class State:
    """A state of a task.

    It is a value for every finite-domain variable: `state[3]` is the value of variable 3, state.values has
    all of them as integers that numpy takes without copying. By name, "on(a, b)" in state tells whether a
    fact holds, and state.facts() lists those that do. Facts that hold in every state, or in none, are no
    part of it.
    """
    def __copy__(self, /) -> State: ...
    def __deepcopy__(self, /, _memo: object) -> State: ...
    @property
    def values(self) -> memoryview:
        """The values of all variables as a memoryview of 32-bit integers: numpy.asarray(state.values) copies nothing."""
    @property
    def is_goal(self) -> bool:
        """Whether the goal holds."""
    def __getitem__(self, variable: int, /) -> int: ...
    def __len__(self, /) -> int: ...
    def __contains__(self, fact: str, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def facts(self, /) -> list[str]:
        """The names of all facts that hold."""
    def holds(self, /, fact: str) -> bool:
        """Whether the fact of this name, "on(a, b)" or "(on a b)", holds. KeyError if no variable tells."""
    def applicable(self, /) -> list[Operator]:
        """The operators that are applicable, in a fixed order."""
    def successors(self, /) -> list[tuple[Operator, State]]:
        """Pairs of an applicable operator and the state that it leads to."""
    def apply(self, /, operator: Operator | Step | int | str) -> State:
        """The state that an operator leads to, which may also be given by its index or as a step. ValueError if it is
        not applicable.
        """
    def _repr_html_(self, /) -> str: ...

@final
class States(Sequence[State]):
    """Several states of a task at once.

    `states[0]` is the first of them; states.values has the values of all variables of all states as integers in
    rows, one row for each state, which numpy and torch take without copying.
    """
    def count(self, value: object) -> int: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    @property
    def values(self) -> memoryview:
        """A memoryview of 32-bit integers in rows: numpy.asarray(states.values) copies nothing."""
    def __len__(self, /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> State: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[State]: ...
    def __iter__(self, /) -> Iterator[State]: ...

@final
class Arm:
    """What a bandit sees of the states below a node: their number, and minimum, maximum, mean and variance of their
    heuristic values.
    """
    @property
    def count(self) -> int:
        """The number of states."""
    @property
    def min(self) -> float:
        """The smallest value."""
    @property
    def max(self) -> float:
        """The largest value."""
    @property
    def mean(self) -> float:
        """The mean."""
    @property
    def variance(self) -> float:
        """The variance with denominator N - 1; 0 for a single state."""

@final
class Arms:
    """What a bandit chooses from: count, min, max, mean and variance of all children, each a memoryview of numbers in the
    order of the children. numpy.asarray(arms.mean) copies nothing.
    """
    @property
    def count(self) -> memoryview:
        """The numbers of states below the children."""
    @property
    def min(self) -> memoryview:
        """The smallest values."""
    @property
    def max(self) -> memoryview:
        """The largest values."""
    @property
    def mean(self) -> memoryview:
        """The means."""
    @property
    def variance(self) -> memoryview:
        """The variances with denominator N - 1; 0 for a single state."""
    def __len__(self, /) -> int: ...

@final
class Task:
    """A planning task, read, checked and translated once, and ready to be solved any number of times.

    Task(domain, problem) takes paths or texts; Task(problem) looks for the domain file under the usual
    names beside the problem file, and takes SAS+ files too. Wrong PDDL raises PddlError. Facts and operators that do
    not matter for the goal are no part of the task, unless keep_irrelevant says so. If translation takes more than
    time_limit seconds, LimitReached is raised.
    """
    def __copy__(self, /) -> Task: ...
    def __deepcopy__(self, /, _memo: object) -> Task: ...
    def __new__(
        cls,
        domain: _Source,
        problem: _Source | None = None,
        *,
        keep_irrelevant: bool = False,
        time_limit: float | None = None,
    ) -> Task: ...
    @staticmethod
    def from_files(domain: _Source, problem: _Source) -> Task:
        """A task from a domain file and a problem file."""
    @staticmethod
    def from_pddl(domain: str, problem: str) -> Task:
        """A task from the texts of a domain and a problem."""
    @staticmethod
    def from_sas(text: str) -> Task:
        """A task from the text of a SAS+ file, version 3 of Fast Downward's translator output."""
    @property
    def status(self) -> Literal["open", "goal holds", "unsolvable"]:
        """What translation found out about solvability: "open", "goal holds", or "unsolvable"."""
    @property
    def initial(self) -> State:
        """The initial state."""
    @property
    def goal(self) -> list[str]:
        """The names of the facts that must hold in the end."""
    @property
    def operators(self) -> Operators:
        """All operators, in a sequence."""
    @property
    def variables(self) -> list[list[str | None]]:
        """For each variable the names of its values; None for a value that only says that no other one holds."""
    @property
    def sizes(self) -> dict[str, int]:
        """The sizes of the task: variables, facts, operators and so on, as Fast Downward counts them."""
    @property
    def times(self) -> Times:
        """Seconds that it took to read and translate the task."""
    def state(self, /, values: Iterable[int]) -> State:
        """The state in which the variables have these values: of State.values, or as an array or a list."""
    def validate(self, /, plan: Plan | _Source | Sequence[Step | str]) -> Validation:
        """Executes a plan on the task, as its author wrote it, and says whether it is valid. The plan is a Plan, the text
        or the path of a plan file, or a sequence of steps such as "(drive a b)".
        """
    def fact(self, /, name: str) -> tuple[int, int] | None:
        """Variable and value of the fact of this name, "on(a, b)" or "(on a b)"; None if no variable tells whether it
        holds.
        """
    def search(
        self,
        *,
        anytime: bool = False,
        events: bool = False,
        tree: bool = False,
        search: _Search = "extremal",
        heuristic: _Heuristic = "ff",
        seed: int = 1,
        preferred: bool = False,
        deferred: bool = False,
        time_limit: float | None = None,
        memory_limit: float | None = None,
        max_evaluations: int | None = None,
        max_expansions: int | None = None,
        threads: int = 1,
        plan_quality: bool = True,
    ) -> Search:
        """Starts a search that is advanced, watched and stopped by the caller. Options are those of solve, besides

        anytime  go on to cheaper plans after the first
        events   keep what happens, for Search.events and loops over the search
        tree     the same with what happens in trees: selections and backups
        """
    def _repr_html_(self, /) -> str: ...

@final
class Event:
    """Something that happened in a search. What does not belong to its kind is None.

    kind is one of
      "generated"   state was generated from parent by operator; is_new if it was not known; g is the length of the path
      "evaluated"   state has the heuristic value h, or None for a dead end; preferred has its preferred operators
      "expanded"    the successors of state are about to be generated
      "selected"    the tree of an open list has chosen the leaf state; path has state, score and second best score of
                    each choice; open_list is the place of the open list in the text of the search
      "backed_up"   the statistic of the tree's node for state is now count, min, max, mean and variance
      "stage"       states are numbered from 0 again, and 0 is where the operators in plan lead to from the initial state: a
                    goal is reached, and the state is looked at, or a search for the next goal begins
      "turn"        the events that follow are those of this member of a portfolio, or of this search for cheaper plans, which are
                    numbered after the members
      "plan"        a plan was found: plan has its operators

    States are numbered by each search in the order in which it found them; 0 is the initial state.
    """
    def to_dict(self, /) -> dict[str, object]:
        """What belongs to its kind as a dictionary, as for a row of a table."""
    @property
    def kind(
        self,
    ) -> Literal["generated", "evaluated", "expanded", "selected", "backed_up", "stage", "turn", "plan"]:
        """The kind."""
    @property
    def state(self) -> int | None:
        """The number of a state."""
    @property
    def parent(self) -> int | None:
        """The number of the state before it."""
    @property
    def operator(self) -> int | None:
        """The index of an operator."""
    @property
    def g(self) -> int | None:
        """The length of the path."""
    @property
    def h(self) -> int | None:
        """The heuristic value."""
    @property
    def is_new(self) -> bool | None:
        """Whether the state was found for the first time."""
    @property
    def preferred(self) -> list[int] | None:
        """Indices of preferred operators."""
    @property
    def path(self) -> list[tuple[int, float, float | None]] | None:
        """The choices of a tree."""
    @property
    def plan(self) -> list[int] | None:
        """The operators of a plan."""
    @property
    def count(self) -> int | None:
        """The number of states below a node of a tree."""
    @property
    def min(self) -> float | None:
        """Their smallest value."""
    @property
    def max(self) -> float | None:
        """Their largest value."""
    @property
    def mean(self) -> float | None:
        """Their mean."""
    @property
    def variance(self) -> float | None:
        """Their variance."""
    @property
    def member(self) -> int | None:
        """The member of a portfolio, or the number of a search for cheaper plans."""
    @property
    def open_list(self) -> int | None:
        """The place of an open list."""
    @property
    def evaluations(self) -> int | None:
        """States evaluated so far."""

@final
class Search:
    """A search under way: Task.search returns it. It works only while it is advanced, and how it is cut into turns changes
    nothing but when it works. While one thread advances it, others may look at its counters and its plan, and stop it.

    >>> search = task.search(search="guct-uniform", events=True)
    >>> while search.advance(100):
    ...     print(search.counters, search.events())

    A loop over the search itself yields its events one by one.
    """
    def advance(self, /, steps: int = 1000) -> bool:
        """Goes on until so many states have been evaluated or expanded, a plan is found, or the search ends. Returns
        whether it can go on.
        """
    def events(self, /) -> list[Event]:
        """The events since this was last asked, if the search was told to keep them (events=True or tree=True)."""
    def __iter__(self, /) -> Search: ...
    def __next__(self, /) -> Event: ...
    def stop(self, /) -> Result:
        """Ends the search and returns what has come of it. Another thread may be advancing it."""
    def run(self, /) -> Result:
        """Goes on until the end and returns what has come of it."""
    @property
    def is_over(self) -> bool:
        """Whether the search has ended."""
    @property
    def result(self) -> Result | None:
        """What has come of the search; None until it has ended."""
    @property
    def plan(self) -> Plan | None:
        """The cheapest plan so far, or None."""
    @property
    def counters(self) -> Counters:
        """What was counted so far."""
    @property
    def best_h(self) -> list[tuple[int, int]]:
        """How the smallest heuristic value fell: pairs of a number of evaluations and a value."""
    def state(self, /, number: int) -> State:
        """The state of this number, as events have it. The search must keep events, be no portfolio, and not be anytime."""
    def plot(self, /) -> Picture:
        """The smallest heuristic value over the number of evaluations, as a Picture: an SVG document."""
    def draw(self, /, max_states: int = 2000) -> Picture:
        """The states that were found and how, as a Picture: the darker a state, the smaller its heuristic value; the
        plan is red. For searches that keep events, with at most so many states.
        """
    def _repr_html_(self, /) -> str: ...

@final
class Anytime:
    """An iterator over ever cheaper plans. It works only while a plan is asked for. Meanwhile other threads may look at its
    counters and stop it.
    """
    def __iter__(self, /) -> Anytime: ...
    def __next__(self, /) -> Plan: ...
    def stop(self, /) -> None:
        """Ends the search: the plans so far are good enough. Another thread may be waiting for the next."""
    @property
    def result(self) -> Result | None:
        """What came of the search; None while it can go on."""
    @property
    def counters(self) -> Counters:
        """What was counted so far."""

@final
class Validation:
    """What validation of a plan has found out."""
    def __getnewargs_ex__(self, /) -> tuple[tuple[object, ...], dict[str, object]]: ...
    def __new__(cls, **fields: object) -> Validation: ...
    @property
    def is_valid(self) -> bool:
        """Whether every step can be executed and the goal holds in the end."""
    @property
    def cost(self) -> _Cost | None:
        """What the steps cost together, or None if they cannot be executed."""
    @property
    def step(self) -> int | None:
        """The number, from 1, of the step that cannot be executed, or None."""
    @property
    def explanation(self) -> str:
        """The verdict in words, with the conditions that do not hold."""
    def __bool__(self, /) -> bool: ...

def solve(
    domain: Task | _Source,
    problem: _Source | None = None,
    *,
    search: _Search = "extremal",
    heuristic: _Heuristic = "ff",
    seed: int = 1,
    preferred: bool = False,
    deferred: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    max_evaluations: int | None = None,
    max_expansions: int | None = None,
    threads: int = 1,
    plan_quality: bool = True,
) -> Result:
    """Searches for a plan.

    domain and problem are paths or texts (a string with a line break, or one that begins like PDDL, is a text);
    or domain alone is a Task, the path of a problem file whose domain file has a usual name beside it, or a SAS+ file.

    search        a name that searches() lists, with parameters as in "guct-uniform(floor=0)", or what tree() returns
    heuristic     a name that heuristics() lists, or a function or object of yours: see Heuristic
    seed          the seed of all random choices
    preferred     use the heuristic's preferred operators
    deferred      evaluate a state when it is expanded rather than when it is generated
    time_limit    seconds, reading and translating included
    memory_limit  MiB that the planner may allocate; what searches in other threads allocate meanwhile counts, too
    max_evaluations, max_expansions
                  the search ends when so many states have been evaluated or expanded
    threads       the search is the same with any number of threads, only the time changes
    plan_quality  shorten the plan that is found

    Returns a Result. Limits and unsolvable tasks are results, too; wrong PDDL raises PddlError.

    >>> result = extremal.solve("domain.pddl", "problem.pddl", time_limit=10)
    >>> print(result.status, result.cost)
    >>> print(result.plan)
    """
def anytime(
    domain: Task | _Source,
    problem: _Source | None = None,
    *,
    search: _Search = "extremal",
    heuristic: _Heuristic = "ff",
    seed: int = 1,
    preferred: bool = False,
    deferred: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    max_evaluations: int | None = None,
    max_expansions: int | None = None,
    threads: int = 1,
    plan_quality: bool = True,
) -> Anytime:
    """Searches for a plan and then for cheaper and cheaper ones, and yields each as soon as it is found.

    Arguments are those of solve; limits hold for everything together. The iterator ends when the last plan is known to
    be a cheapest one, or when a limit is reached. After that, its attribute result says which, and why there is no plan
    if there is none.

    >>> for plan in extremal.anytime("domain.pddl", "problem.pddl", time_limit=60):
    ...     print(plan.cost)
    """
def check(domain: _Source, problem: _Source | None = None) -> list[Diagnostic]:
    """Everything that can be said about a domain and a problem, or about a domain alone: a list of diagnostics, which is
    empty if there is nothing to be said. Nothing is grounded.

    >>> for diagnostic in extremal.check("domain.pddl", "problem.pddl"):
    ...     print(diagnostic)
    """
def validate(domain: _Source, problem: _Source | None, plan: Plan | _Source | Sequence[Step | str]) -> Validation:
    """Executes a plan on a task, as its author wrote it, and says whether it is valid.

    The plan is a Plan, the text or the path of a plan file, or a sequence of steps such as "(drive a b)". For a Task there
    is Task.validate(plan).

    >>> validation = extremal.validate("domain.pddl", "problem.pddl", "plan.txt")
    >>> print(validation.is_valid, validation.explanation)
    """
def translate(domain: Task | _Source, problem: _Source | None = None, *, time_limit: float | None = None) -> str:
    """Translates a task to SAS+, version 3 of Fast Downward's translator output, and returns the text."""
def generate(name: str, size: int, seed: int = 1) -> tuple[str, str]:
    """The texts of a domain and of a problem from a generator that generators() lists. The same name, size and seed always
    give the same texts.

    >>> domain, problem = extremal.generate("warehouse", 10)
    """
def searches() -> list[_Component]:
    """All searches that have a name: for each its name, a summary, its text in terms of open lists, its source, and its
    parameters as a dictionary from names to defaults and explanations.
    """
def heuristics() -> list[_Component]:
    """All heuristics: for each its name, a summary, its source, its parameters, whether it is admissible, whether
    its dead ends are proven ("safe"), and whether it has preferred operators.
    """
def bandits() -> list[_Component]:
    """All bandits: for each its name, a summary, its formula, what is backed up, its source, and its parameters."""
def open_lists() -> dict[Literal["kinds", "prefixes", "keys"], list[_OpenListPart]]:
    """What the parameter lists of searches is made of: "kinds" of open lists with the searches that can have them (forms)
    and what they can be ordered by (keys; empty for any), "prefixes" of these, and "keys". Each has a name and a summary.
    """
def generators() -> list[_Generator]:
    """All generators of problems: for each its name, a description, and what the size counts."""
def _lab_csv(paths: Sequence[_Source]) -> str:
    """The results in stores or exported files, as the text of a CSV file."""
def _lab_report(paths: Sequence[_Source], title: str, reference: str, all: bool, page: bool) -> str:
    """The tables of a report in HTML; of the whole page if asked for."""
def _lab_run(
    store: _Source, draft: str, retry: bool, worker: Sequence[str], on_progress: Callable[[int, int], object]
) -> None:
    """Carries out an experiment, or what is missing of it. The draft is JSON. Worker processes are started by the command.
    Progress is told as the number of runs that are done, and of all.
    """
def _lab_work() -> None:
    """Works for an experiment until its supervisor has nothing left to do: what worker processes call."""
def _read_task(files: Sequence[tuple[str, bytes]], keep_irrelevant: bool) -> Task:
    """Reads a task from files, each with its name and its text, as a pickle of a task has them: domain and problem, or
    SAS+ alone.
    """
