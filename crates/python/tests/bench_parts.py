"""What parts written in Python cost: run this file. Each figure is the best of several searches."""

import sys
import time

import extremal

EVALUATIONS = 20_000
RUNS = 7


def constant(state):
    return 1


class Together(extremal.Heuristic):
    """Evaluates in batches. The values are made once, so that the body takes next to no time."""

    def __init__(self):
        self.ones = [[1] * number for number in range(1000)]
        self.states = 0

    def __call__(self, state):
        return 1

    def batch(self, states):
        number = len(states)
        self.states += number
        return self.ones[number]


def seconds(task, heuristic, search="gbfs"):
    """The fastest search for so many evaluations, in seconds of the processor."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        result = extremal.solve(task, search=search, heuristic=heuristic, max_evaluations=EVALUATIONS)
        best = min(best, time.process_time() - start)
        assert result.counters.evaluations == EVALUATIONS, result
    return best


def loop(function, argument):
    """What calling a function in Python takes."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        for _ in range(EVALUATIONS):
            function(argument)
        best = min(best, time.process_time() - start)
    return best


def measure():
    """Microseconds that a call costs beyond its body: of a function, and of a batch for each of its states.

    In this task a state has 44 variables and about 16 new successors, which are a batch. Where they are fewer, what a
    batch costs as such, about 0.4 µs, shows; where states are larger, what it costs to copy them.
    """
    task = extremal.Task(*extremal.generate("turnery", 10))
    native = seconds(task, "blind")
    body = loop(constant, task.initial)
    single = (seconds(task, constant) - native - body) / EVALUATIONS * 1e6
    together = Together()
    batch = (seconds(task, together) - native) / EVALUATIONS * 1e6
    return {"single": single, "batch": batch, "body": body / EVALUATIONS * 1e6, "native": native / EVALUATIONS * 1e6}


if __name__ == "__main__":
    figures = measure()
    print(f"a search with a constant heuristic of ours   {figures['native']:.3f} µs a state")
    print(f"calling a function in Python itself          {figures['body']:.3f} µs")
    print(f"a heuristic in Python, beyond its body       {figures['single']:.3f} µs a call (at most 1)")
    print(f"a batch heuristic in Python                  {figures['batch']:.3f} µs a state (at most 0.1)")
    sys.exit(figures["single"] > 1 or figures["batch"] > 0.1)
