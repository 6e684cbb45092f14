"""Problems of unified-planning as PDDL.

The library has a writer, too. It lists the values of all fluents for all objects and looks at the whole problem several
times, which takes longer than to plan; and it changes names, so that the way back must ask it for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from unified_planning.model import Action, Effect, FNode, Fluent, InstantaneousAction, Problem, Type
from unified_planning.model.fluent import get_all_fluent_exp

#: Words that mean something in PDDL.
RESERVED = frozenset(
    "and or not imply forall exists when either define domain problem object number total-cost increase decrease "
    "assign scale-up scale-down minimize maximize".split()
)


class Unwritable(Exception):
    """Something in a problem that has no form in the PDDL that we write."""


class Names:
    """Names that are right PDDL, each for one thing."""

    def __init__(self) -> None:
        self._names: dict[Any, str] = {}
        self._items: dict[str, Any] = {}

    def add(self, item: Any, name: str) -> str:
        """Gives a name to something, as much like its own as is possible."""
        known = self._names.get(item)
        if known is not None:
            return known
        letters = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in name.lower())
        if not letters[:1].isalpha():
            letters = "x" + letters
        unique, number = letters, 2
        while unique in RESERVED or unique in self._items:
            unique, number = f"{letters}_{number}", number + 1
        self._names[item] = unique
        self._items[unique] = item
        return unique

    def name(self, item: Any) -> str:
        """The name of something that has one."""
        return self._names[item]

    def item(self, name: str) -> Any:
        """What has a name."""
        return self._items[name]


class Writer:
    """Writes a problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.names = Names()
        for user_type in problem.user_types:
            self.names.add(user_type, user_type.name)
        for fluent in problem.fluents:
            self.names.add(fluent, fluent.name)
        for action in problem.actions:
            self.names.add(action, action.name)
        for item in problem.all_objects:
            self.names.add(item, item.name)
        metrics = [metric for metric in problem.quality_metrics if metric.is_minimize_action_costs()]
        self._costs = metrics[0] if metrics else None

    def domain(self) -> str:
        """The text of the domain."""
        fluents = self.problem.fluents
        predicates = [self._signature(fluent) for fluent in fluents if fluent.type.is_bool_type()]
        functions = [f"{self._signature(fluent)} - number" for fluent in fluents if not fluent.type.is_bool_type()]
        if self._costs is not None:
            functions.append("(total-cost) - number")
        types = [f"{self.names.name(t)} - {self._type(t.father)}" for t in self.problem.user_types]
        objects = [f"{self.names.name(o)} - {self._type(o.type)}" for o in self.problem.all_objects]
        parts = ["(:requirements :adl :action-costs)"]
        for keyword, content in (
            (":types", types),
            (":constants", objects),
            (":predicates", predicates),
            (":functions", functions),
        ):
            if content:
                parts.append(f"({keyword} {' '.join(content)})")
        parts.extend(self._action(action) for action in self.problem.actions)
        return "(define (domain d)\n" + "\n".join(parts) + ")\n"

    def text(self) -> str:
        """The text of the problem."""
        goals = " ".join(map(self.expression, self.problem.goals))
        metric = ""
        if self._costs is not None:
            metric = "(:metric minimize (total-cost))"
        facts = "\n".join(self._initial_facts())
        return f"(define (problem p) (:domain d)\n(:init {facts})\n(:goal (and {goals}))\n{metric})\n"

    def _initial_facts(self) -> Iterable[str]:
        problem = self.problem
        if self._costs is not None:
            yield "(= (total-cost) 0)"
        explicit = problem.explicit_initial_values
        for fact, value in explicit.items():
            yield from self._initial_fact(fact, value)
        for fluent, default in problem.fluents_defaults.items():
            if default is None or default.is_false():
                continue
            for fact in get_all_fluent_exp(problem, fluent):
                if fact not in explicit:
                    yield from self._initial_fact(fact, default)

    def _initial_fact(self, fact: FNode, value: FNode) -> Iterable[str]:
        if value.is_true():
            yield self.expression(fact)
        elif not value.is_false():
            yield f"(= {self.expression(fact)} {self.expression(value)})"

    def _type(self, user_type: Type | None) -> str:
        return "object" if user_type is None else self.names.name(user_type)

    def _signature(self, fluent: Fluent) -> str:
        parameters = [f"?p{place} - {self._type(p.type)}" for place, p in enumerate(fluent.signature)]
        return f"({' '.join([self.names.name(fluent), *parameters])})"

    def _variables(self, variables: Sequence[Any]) -> str:
        return " ".join(f"{self._variable(v)} - {self._type(v.type)}" for v in variables)

    def _variable(self, variable: Any) -> str:
        # Parameters and variables of quantifiers may have the same name.
        return "?" + self.names.add(variable, variable.name)

    def _action(self, action: Action) -> str:
        if not isinstance(action, InstantaneousAction) or action.simulated_effect is not None:
            raise Unwritable(f"the action {action.name} is no plain instantaneous action")
        preconditions = " ".join(map(self.expression, action.preconditions))
        effects = [self._effect(effect) for effect in action.effects]
        cost = None if self._costs is None else self._costs.get_action_cost(action)
        if cost is not None:
            effects.append(f"(increase (total-cost) {self.expression(cost)})")
        return (
            f"(:action {self.names.name(action)} :parameters ({self._variables(action.parameters)})\n"
            f" :precondition (and {preconditions})\n :effect (and {' '.join(effects)}))"
        )

    def _effect(self, effect: Effect) -> str:
        if not effect.is_assignment() or not effect.fluent.fluent().type.is_bool_type():
            raise Unwritable(f"the effect {effect}")
        fact, value = self.expression(effect.fluent), effect.value
        if value.is_bool_constant():
            text = self._when([effect.condition], fact if value.is_true() else f"(not {fact})")
        else:
            negated = self.problem.environment.expression_manager.Not(value)
            text = (
                self._when([effect.condition, value], fact)
                + " "
                + self._when([effect.condition, negated], f"(not {fact})")
            )
            text = f"(and {text})"
        if effect.forall:
            text = f"(forall ({self._variables(effect.forall)}) {text})"
        return text

    def _when(self, conditions: Sequence[FNode], effect: str) -> str:
        written = [self.expression(condition) for condition in conditions if not condition.is_true()]
        return f"(when (and {' '.join(written)}) {effect})" if written else effect

    def expression(self, e: FNode) -> str:
        """A condition, a fact, an object or a number."""
        if e.is_fluent_exp():
            return f"({' '.join([self.names.name(e.fluent()), *map(self.expression, e.args)])})"
        if e.is_object_exp():
            return self.names.name(e.object())
        if e.is_parameter_exp():
            return self._variable(e.parameter())
        if e.is_variable_exp():
            return self._variable(e.variable())
        if e.is_bool_constant():
            return "(and)" if e.is_true() else "(or)"
        if e.is_int_constant():
            return str(e.constant_value())
        if e.is_exists() or e.is_forall():
            keyword = "exists" if e.is_exists() else "forall"
            return f"({keyword} ({self._variables(e.variables())}) {self.expression(e.arg(0))})"
        parts = list(map(self.expression, e.args))
        if e.is_iff():
            return f"(and (imply {parts[0]} {parts[1]}) (imply {parts[1]} {parts[0]}))"
        if e.is_and():
            keyword = "and"
        elif e.is_or():
            keyword = "or"
        elif e.is_not():
            keyword = "not"
        elif e.is_implies():
            keyword = "imply"
        elif e.is_equals():
            keyword = "="
        else:
            raise Unwritable(f"the expression {e}")
        return f"({' '.join([keyword, *parts])})"
