"""What parts written in Python cost: run this file, with folders of tasks if more than one task is to be measured.

Each figure is the best of several searches. For folders (such as examples/*/), batches are measured on every task that
keeps a search busy: the difference between a long search and a short one counts, so that what is done once does not.
"""

import sys
import time
from pathlib import Path

import extremal

EVALUATIONS = 20_000
RUNS = 7


def constant(state):
    return 1


class Together(extremal.Heuristic):
    """Evaluates in batches. The values are made once, so that the body takes next to no time."""

    def __init__(self):
        self.ones = [[1] * number for number in range(10_000)]

    def __call__(self, state):
        return 1

    def batch(self, states):
        return self.ones[len(states)]


class Sizes(Together):
    """Counts the batches of each size, and keeps one of each: a size of 1 is a state alone."""

    def __init__(self):
        super().__init__()
        self.numbers = {}
        self.samples = {}

    def note(self, size, sample):
        self.numbers[size] = self.numbers.get(size, 0) + 1
        self.samples[size] = sample

    def __call__(self, state):
        self.note(1, state)
        return 1

    def batch(self, states):
        self.note(len(states), states)
        return super().batch(states)

    def seconds(self):
        """What the bodies take, called from Python."""
        heuristic = Together()
        body = {size: heuristic if size == 1 else heuristic.batch for size in self.numbers}
        return sum(number * loop(body[size], self.samples[size], 2000) for size, number in self.numbers.items())


def seconds(task, heuristic, evaluations=EVALUATIONS):
    """The fastest search for so many evaluations, in seconds of the processor; None if it ends before."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        result = extremal.solve(task, search="gbfs", heuristic=heuristic, max_evaluations=evaluations)
        best = min(best, time.process_time() - start)
        if result.counters.evaluations != evaluations:
            return None
    return best


def loop(function, argument, number=EVALUATIONS):
    """What calling a function in Python takes."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        for _ in range(number):
            function(argument)
        best = min(best, time.process_time() - start)
    return best / number


def together(task, evaluations=EVALUATIONS):
    """Seconds that batches take beyond a heuristic of ours and beyond their bodies, and the number of batches."""
    native, whole = seconds(task, "blind", evaluations), seconds(task, Together(), evaluations)
    if native is None or whole is None:
        return None
    sizes = Sizes()
    extremal.solve(task, search="gbfs", heuristic=sizes, max_evaluations=evaluations)
    return whole - native - sizes.seconds(), sum(sizes.numbers.values())


def measure():
    """Microseconds that a call costs beyond its body: of a function, and of a batch for each of its states.

    In this task a state has 44 variables and about 16 new successors, which are a batch.
    """
    task = extremal.Task(*extremal.generate("turnery", 10))
    native = seconds(task, "blind")
    body = loop(constant, task.initial)
    single = (seconds(task, constant) - native) / EVALUATIONS - body
    batch = together(task)[0] / EVALUATIONS
    figures = {"single": single, "batch": batch, "body": body, "native": native / EVALUATIONS}
    return {name: figure * 1e6 for name, figure in figures.items()}


def measure_folders(folders):
    """Prints a line for each task: states in a batch, and microseconds a state. Gives the microseconds."""
    figures = []
    for folder in map(Path, folders):
        domain = folder / "domain.pddl"
        for problem in sorted(folder.glob("p*.pddl")) if domain.exists() else []:
            task = extremal.Task(domain, problem)
            long, short = together(task), together(task, EVALUATIONS // 2)
            if long is None or short is None:
                continue
            states = EVALUATIONS - EVALUATIONS // 2
            figures.append((long[0] - short[0]) / states * 1e6)
            size = states / (long[1] - short[1])
            print(f"{folder.name + '/' + problem.stem:<24} {size:6.1f} {figures[-1]:6.3f}", flush=True)
    return figures


if __name__ == "__main__":
    figures = measure()
    print(f"a search with a constant heuristic of ours   {figures['native']:.3f} µs a state")
    print(f"calling a function in Python itself          {figures['body']:.3f} µs")
    print(f"a heuristic in Python, beyond its body       {figures['single']:.3f} µs a call (at most 1)")
    print(f"a batch heuristic in Python, beyond its body {figures['batch']:.3f} µs a state (at most 0.1)")
    too_slow = figures["single"] > 1 or figures["batch"] > 0.1
    if len(sys.argv) > 1:
        print(f"\n{'task':<24} {'batch':>6} {'µs':>6}")
        figures = sorted(measure_folders(sys.argv[1:]))
        above = sum(figure > 0.1 for figure in figures)
        print(f"\n{len(figures)} tasks: median {figures[len(figures) // 2]:.3f} µs a state, {above} above 0.1")
        too_slow |= above > 0
    sys.exit(too_slow)
