"""Parts of a planner that are written in Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, SupportsIndex, TypeAlias

    from ._native import Arm, Arms, State, States, Task

    #: What a heuristic may return, integers of numpy included.
    _Value: TypeAlias = SupportsIndex | float | None


class Heuristic:
    """A heuristic of your own. Any function that takes a State and returns a number is one, too.

    The method __call__ returns how far a state is from the goal: a whole number from 0, or None for a dead end. It may
    depend on nothing but the state, so that searches can be repeated.

    >>> class MissingGoals(extremal.Heuristic):
    ...     def prepare(self, task):
    ...         self.goal = [task.fact(name) for name in task.goal]
    ...     def __call__(self, state):
    ...         return sum(state[variable] != value for variable, value in self.goal)
    >>> extremal.solve(task, search="gbfs", heuristic=MissingGoals())

    With a method batch(states) that returns a value for each of several States, as a list or an array, eager searches
    hand over all successors of a state at once; numpy.asarray(states.values) has one row for each. A heuristic needs
    one of the two methods. If it has both, batch is not called for a single state.
    """

    #: Whether no plan goes through a state that the heuristic calls a dead end. If so, a search that runs out of states
    #: has proven that there is no plan.
    safe: bool = False

    #: A method that evaluates several states at once, or None.
    batch: Callable[[States], Iterable[_Value]] | None = None

    def prepare(self, task: Task) -> None:
        """Is called once before a search on a task, which may be a simpler one than that which is solved."""

    def __call__(self, state: State) -> _Value:
        """Returns how far the state is from the goal, or None for a dead end."""
        raise NotImplementedError("a heuristic has a method __call__(state) or batch(states)")


class Bandit:
    """A bandit of your own, which chooses the child at every node of a search tree.

    The child with the smallest score is chosen; ties are broken at random by the search.

    >>> class UCB1Uniform(extremal.Bandit):
    ...     def scores(self, parent, children):
    ...         root = math.sqrt(math.log(parent.count))
    ...         return [
    ...             (u + l) / 2 - max(u - l, 1) * math.sqrt(6 * t) * root
    ...             for t, l, u in zip(children.count, children.min, children.max)
    ...         ]
    >>> extremal.solve(task, search=extremal.tree(UCB1Uniform()))
    """

    def scores(self, parent: Arm, children: Arms) -> Iterable[float]:
        """Returns a score for each child of a node: the smaller, the better."""
        raise NotImplementedError("a bandit has a method scores(parent, children)")


class TreeSearch:
    """A search that is written as a text in which bandits of your own have names: tree makes one."""

    text: str
    bandits: dict[str, Any]

    def __init__(self, text: str, bandits: dict[str, Any]) -> None:
        """The text may name the bandits: TreeSearch("eager(lists=h+tree:h,bandit=mine)", {"mine": MyBandit()})."""
        self.text = text
        self.bandits = bandits

    def __repr__(self) -> str:
        return f"TreeSearch({self.text!r}, {self.bandits!r})"


def tree(
    bandit: Bandit | Callable[[Arm, Arms], Iterable[float]] | str = "ucb1-uniform(floor=1)",
    *,
    lists: str = "tree:h",
    samples: str = "leaves",
    bilevel: bool = False,
    collapse: bool = False,
) -> TreeSearch:
    """A search over a tree with a bandit: one of yours, a function like Bandit.scores, or one that bandits() lists.

    lists     open lists, one of them a tree; several, joined by +, take turns
    samples   what the bandit sees: "leaves" that wait to be expanded, or "all" evaluated states below a child
    bilevel   search best-first below the leaf that was chosen, for as many steps as it lies deep
    collapse  let a node hand its children to its parent while these are few
    """
    name, bandits = (bandit, {}) if isinstance(bandit, str) else ("mine", {"mine": bandit})
    options = f"samples={samples},bilevel={str(bilevel).lower()},collapse={str(collapse).lower()}"
    return TreeSearch(f"eager(lists={lists},bandit={name},{options})", bandits)
