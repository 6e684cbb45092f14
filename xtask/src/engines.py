"""Extremal and Fast Downward as engines of unified-planning, side by side, on tasks that its own reader has read.

Called as: engines.py SHARED DOMAINS PER_DOMAIN SECONDS. Prints a table in Markdown.

Tasks are those of the suites paper24, ipc2014, ipc2018 and adl: so many domains, evenly spaced among those whose tasks
are of a kind that both engines take, and of each so many tasks, evenly spaced in the first half, since reading the larger
ones takes the reader minutes. The engines take turns, and who begins alternates.
"""

import math
import pathlib
import sys
import time
import warnings

from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader

import extremal.up

SUITES = ("paper24", "ipc2014", "ipc2018", "adl")
ENGINES = ("extremal", "fast-downward")
#: The reader of unified-planning takes minutes for larger files.
LARGEST_FILE = 60_000


def domains(shared):
    """The tasks of each domain, in the order of the suites."""
    found = {}
    for suite in SUITES:
        for line in (shared / "suites" / f"{suite}.txt").read_text().splitlines():
            if line and not line.startswith("#"):
                domain, problem, domain_file = line.split("\t")[:3]
                task = shared / "benchmarks" / domain_file, shared / "benchmarks" / problem
                if task not in found.setdefault(domain, []):
                    found[domain].append(task)
    return found


def read(task):
    """The problem, or None if the reader or one of the engines does not take it."""
    if task[1].stat().st_size > LARGEST_FILE:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            problem = PDDLReader().parse_problem(*map(str, task))
    except Exception:
        return None
    factory = problem.environment.factory
    return problem if all(factory.engine(name).supports(problem.kind) for name in ENGINES) else None


def chosen(shared, number, per_domain):
    """Problems by name."""
    tasks = list(domains(shared).items())
    count = 0
    # Evenly spaced domains first, then those in between, until there are enough.
    step = max(len(tasks) // number, 1)
    for domain, files in [tasks[place] for start in range(step) for place in range(start, len(tasks), step)]:
        if count == number:
            return
        half = files[: max(len(files) // 2, per_domain)]
        places = [place * len(half) // per_domain for place in range(per_domain)]
        problems = [(f"{domain}/{half[place][1].stem}", read(half[place])) for place in places]
        if all(problem for _, problem in problems):
            count += 1
            yield from problems


def seconds(name, problem, limit):
    """The time from solve to the result, or None if there is no plan."""
    with problem.environment.factory.OneshotPlanner(name=name) as planner, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.perf_counter()
        try:
            result = planner.solve(problem, timeout=limit)
        except Exception as error:
            print(f"{name}: {error}", file=sys.stderr)
            return None
        taken = time.perf_counter() - start
    return taken if result.plan is not None and taken <= limit + 1 else None


def shown(taken):
    return "-" if taken is None else f"{taken:.3f}"


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def main():
    shared, number, per_domain, limit = pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:5])
    get_environment().credits_stream = None
    extremal.up.register()
    rows = []
    print(f"| task | {' s | '.join(ENGINES)} s |\n|---|---:|---:|", flush=True)
    for name, problem in chosen(shared, number, per_domain):
        order = ENGINES if len(rows) % 2 == 0 else ENGINES[::-1]
        times = {engine: seconds(engine, problem, limit) for engine in order}
        rows.append([times[engine] for engine in ENGINES])
        print(f"| {name} | {' | '.join(map(shown, rows[-1]))} |", flush=True)
    solved = [sum(row[place] is not None for row in rows) for place in range(2)]
    both = [row for row in rows if None not in row]
    means = [mean([row[place] for row in both]) for place in range(2)]
    print(f"| **solved, of {len(rows)}** | {solved[0]} | {solved[1]} |")
    print(f"| **geometric mean of the {len(both)} that both solve** | {means[0]:.3f} | {means[1]:.3f} |")
    ratio = means[1] / means[0]
    print(f"\nFast Downward's engine takes {ratio:.1f} times as long.")
    sys.exit(0 if solved[0] >= solved[1] and ratio >= 5 else 1)


main()
