"""What parts written in Python cost: run this file, with folders of tasks if more than one task is to be measured.

Searches with a heuristic of ours and with heuristics in Python take turns. Each figure is the median of the differences
between neighbours, so that a machine that becomes slower or faster meanwhile does not matter. What the body takes when it
is called from Python is subtracted.

For folders (such as examples/*/), batches are measured on every task that keeps a search busy. The last column has what
a batch costs whose body reads `states.values`, so that the array is made, too.
"""

import statistics
import sys
import time
from pathlib import Path

import extremal

EVALUATIONS = 20_000
ROUNDS = 9


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


class Reading(Together):
    """Looks at the array of each batch."""

    def batch(self, states):
        states.values
        return self.ones[len(states)]


class Sizes(Together):
    """Counts calls and batches, and keeps one argument of each."""

    def __init__(self):
        super().__init__()
        self.calls = self.batches = 0
        self.state = self.states = None

    def __call__(self, state):
        self.calls += 1
        self.state = self.state or state
        return 1

    def batch(self, states):
        self.batches += 1
        self.states = self.states or states
        return super().batch(states)

    def seconds(self):
        """What the bodies take, called from Python."""
        body = Together()
        single = loop(body, self.state) * self.calls if self.calls else 0
        return single + (loop(body.batch, self.states) * self.batches if self.batches else 0)


def loop(function, argument, number=2000):
    """What calling a function in Python takes."""

    def once():
        start = time.process_time()
        for _ in range(number):
            function(argument)
        return time.process_time() - start

    return statistics.median(once() for _ in range(ROUNDS)) / number


def search(task, heuristic):
    """What a search for so many evaluations takes, in seconds of the processor; None if it ends before.

    The time of the processor, because other programs run; without what is prepared, which takes long for large tasks.
    """
    running = task.search(search="gbfs", heuristic=heuristic, max_evaluations=EVALUATIONS)
    start = time.process_time()
    running.advance(10**9)
    seconds = time.process_time() - start
    return seconds if running.counters.evaluations == EVALUATIONS else None


def compare(task, *heuristics):
    """Seconds that searches take beyond one with a heuristic of ours, and what that takes; None if they end before."""
    rounds = []
    for _ in range(ROUNDS):
        times = [search(task, heuristic) for heuristic in ("blind", *heuristics)]
        if None in times:
            return None
        rounds.append(times)
    differences = ([times[place] - times[0] for times in rounds] for place in range(1, len(heuristics) + 1))
    return [statistics.median(column) for column in differences], statistics.median(times[0] for times in rounds)


def microseconds(seconds):
    return seconds / EVALUATIONS * 1e6


def measure():
    """Microseconds that a call costs beyond its body: of a function, and of a batch for each of its states.

    In this task a state has 44 variables and about 16 new successors, which are a batch.
    """
    task = extremal.Task(*extremal.generate("turnery", 10))
    sizes = Sizes()
    search(task, sizes)
    (single, batch), native = compare(task, constant, Together())
    body = loop(constant, task.initial)
    return {
        "single": microseconds(single) - body * 1e6,
        "batch": microseconds(batch - sizes.seconds()),
        "body": body * 1e6,
        "native": microseconds(native),
    }


def measure_folders(folders):
    """Prints a line for each task: states for each call, and microseconds a state. Gives the microseconds."""
    figures = []
    for folder in map(Path, folders):
        domain = folder / "domain.pddl"
        for problem in sorted(folder.glob("p*.pddl")) if domain.exists() else []:
            task = extremal.Task(domain, problem)
            sizes = Sizes()
            if search(task, sizes) is None:
                continue
            compared = compare(task, Together(), Reading())
            if compared is None:
                continue
            (batch, reading), body = compared[0], sizes.seconds()
            figures.append((microseconds(batch - body), microseconds(reading - body)))
            size = EVALUATIONS / (sizes.calls + sizes.batches)
            name = f"{folder.name}/{problem.stem}"
            print(f"{name:<24} {size:6.1f} {figures[-1][0]:6.3f} {figures[-1][1]:6.3f}", flush=True)
    return figures


if __name__ == "__main__":
    figures = measure()
    print(f"a search with a constant heuristic of ours   {figures['native']:.3f} µs a state")
    print(f"calling a function in Python itself          {figures['body']:.3f} µs")
    print(f"a heuristic in Python, beyond its body       {figures['single']:.3f} µs a call (at most 1)")
    print(f"a batch heuristic in Python, beyond its body {figures['batch']:.3f} µs a state (at most 0.1)")
    too_slow = figures["single"] > 1 or figures["batch"] > 0.1
    if len(sys.argv) > 1:
        print(f"\n{'task':<24} {'batch':>6} {'µs':>6} {'array':>6}")
        batch, reading = zip(*measure_folders(sys.argv[1:]))
        above = sum(figure > 0.1 for figure in batch)
        print(f"\n{len(batch)} tasks: median {statistics.median(batch):.3f} µs a state, {above} above 0.1")
        print(f"with the array: median {statistics.median(reading):.3f} µs a state")
        too_slow |= above > 0
    sys.exit(too_slow)
