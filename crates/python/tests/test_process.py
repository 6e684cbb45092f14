"""What a search does to the process: signals, threads, forks, memory."""

import os
import subprocess
import sys
import threading
import time

import pytest
from conftest import interrupted_after, is_within

import extremal


def forever(state):
    while True:
        pass


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_is_heard(canal, hard):
    task = extremal.Task(*extremal.generate("warehouse", 20))
    huge, large = extremal.generate("warehouse", 400), extremal.Task(*extremal.generate("warehouse", 60))
    for work in (
        lambda: extremal.solve(task, search="gbfs", heuristic="blind"),
        lambda: extremal.solve(task, search="gbfs", heuristic=lambda state: 1),
        lambda: extremal.solve(
            task, search=extremal.tree(lambda parent, children: list(children.mean)), heuristic="blind"
        ),
        lambda: extremal.solve(task, heuristic=forever),
        lambda: list(extremal.anytime(task)),
        lambda: extremal.translate(*huge),
        # Large, so that what is not Python takes long between two calls.
        lambda: extremal.solve(large, heuristic=lambda state: 1),
        lambda: extremal.solve(large, search=extremal.tree(lambda parent, children: list(children.mean))),
    ):
        assert is_within(0.2, lambda: interrupted_after(0.3, work))
    assert extremal.solve(canal), "everything is usable afterwards"
    assert threading.active_count() == 1


@pytest.fixture(scope="module")
def huge():
    """A task for which the state space and the heuristic are prepared for about a second."""
    return extremal.Task(*extremal.generate("warehouse", 100))


def mean(parent, children):
    return list(children.mean)


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_is_heard_before_a_part_in_python_is_first_asked(huge):
    def work():
        extremal.solve(huge, search=extremal.tree(mean))

    assert is_within(0.2, lambda: interrupted_after(0.2, work))
    assert threading.active_count() == 1


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_is_heard_while_states_are_prepared(huge):
    assert is_within(0.2, lambda: interrupted_after(0.1, lambda: huge.initial))
    assert not huge.initial.is_goal, "it is usable afterwards"


def test_other_threads_run_before_a_part_in_python_is_first_asked(huge):
    ticks, is_over = [], threading.Event()

    def tick():
        while not is_over.wait(0.005):
            ticks.append(time.monotonic())

    def longest_pause():
        start = time.monotonic()
        extremal.solve(huge, search=extremal.tree(mean), time_limit=0.5)
        end = time.monotonic()
        assert end - start > 0.4, "it takes as long as it may"
        moments = [start, *(moment for moment in ticks if start < moment < end), end]
        return max(after - before for before, after in zip(moments, moments[1:]))

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        assert is_within(0.2, longest_pause)
    finally:
        is_over.set()
        thread.join()


def test_time_limits_are_kept_before_the_search(huge):
    def elapsed(**options):
        start = time.monotonic()
        assert extremal.solve(huge, time_limit=0.1, **options).status == "out_of_time"
        return time.monotonic() - start

    for options in ({}, {"search": extremal.tree(mean)}):
        assert is_within(0.2, lambda: elapsed(**options)), options


def test_time_limits_are_kept(hard):
    task = extremal.Task(*extremal.generate("warehouse", 20))

    def from_text():
        return extremal.solve(*hard, search="gbfs", heuristic="blind", time_limit=0.5)

    def with_a_heuristic_in_python():
        return extremal.solve(task, search="gbfs", heuristic=lambda state: 1, time_limit=0.5)

    def elapsed(solve):
        start = time.monotonic()
        assert solve().status == "out_of_time"
        return time.monotonic() - start

    for solve in (from_text, with_a_heuristic_in_python):
        assert is_within(0.6, lambda: elapsed(solve))


def test_translation_has_a_time_limit():
    huge = extremal.generate("warehouse", 400)

    def elapsed():
        start = time.monotonic()
        with pytest.raises(extremal.LimitReached):
            extremal.Task(*huge, time_limit=0.1)
        return time.monotonic() - start

    assert is_within(0.2, elapsed)


def test_other_threads_run_meanwhile():
    task = extremal.Task(*extremal.generate("warehouse", 20))
    for options in ({"heuristic": "blind"}, {"heuristic": lambda state: 1}):
        ticks, is_over = [], threading.Event()

        def tick():
            while not is_over.wait(0.01):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=tick)
        thread.start()
        # Several tries, since other programs may have the processors.
        for _ in range(20):
            start = time.monotonic()
            extremal.solve(task, search="gbfs", time_limit=0.3, **options)
            end = time.monotonic()
            meanwhile = sum(start + 0.05 < moment < end - 0.05 for moment in ticks)
            if meanwhile > 2:
                break
        is_over.set()
        thread.join()
        assert meanwhile > 2, options


def test_two_searches_in_two_threads(canal):
    expected = extremal.solve(canal, search="guct-uniform").counters
    results = []
    work = lambda: results.append(extremal.solve(canal, search="guct-uniform").counters)  # noqa: E731
    threads = [threading.Thread(target=work) for _ in range(2)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == [expected, expected]


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs /proc")
def test_no_thread_is_left_behind(canal, kitchen):
    def threads():
        return len(os.listdir("/proc/self/task"))

    def leaves_one_behind(work):
        work()
        return threads() > before

    before = threads()
    search = canal.search(threads=2)
    for work in (
        lambda: extremal.solve(*kitchen),
        lambda: extremal.solve(canal, threads=2),
        lambda: extremal.Task(*kitchen).initial,
        lambda: search.advance(20),
        lambda: next(extremal.anytime(canal, threads=2)),
    ):
        # The system takes some microseconds to forget a thread that has ended, now and then.
        assert sum(leaves_one_behind(work) for _ in range(20)) < 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_search_in_a_forked_child(canal):
    expected = extremal.solve(canal, threads=2).counters.evaluations
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            same = extremal.solve(canal, threads=2).counters.evaluations == expected
            same = same and bool(
                extremal.solve(canal, search="gbfs", heuristic=lambda state: 1, max_evaluations=9).counters
            )
            os.write(write, b"same" if same else b"different")
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        assert answer.read() == b"same"
    os.waitpid(child, 0)


def test_nothing_is_left_behind(canal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0
    extremal.solve(canal, threads=4)
    search = canal.search(threads=4)
    search.advance(100)
    del search
    assert os.listdir(tmp_path) == []
    if before:
        # The system may list a thread for a moment after it was joined.
        for _ in range(100):
            if len(os.listdir("/proc/self/task")) <= before:
                break
            time.sleep(0.01)
        # What an earlier test has left may be gone by now.
        assert len(os.listdir("/proc/self/task")) <= before


def resident_kib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_a_thousand_solves_do_not_grow(kitchen, canal):
    def solve():
        extremal.solve(*kitchen)
        extremal.solve(
            canal, search=extremal.tree(lambda p, c: list(c.mean)), heuristic=lambda s: 1, max_evaluations=20
        )
        list(extremal.anytime(*kitchen))
        canal.search(events=True).advance(20)

    for _ in range(100):
        solve()
    before = resident_kib()
    for _ in range(1000):
        solve()
    assert resident_kib() - before < 4096


def test_import_is_fast_and_needs_the_standard_library_only():
    code = """
import sys, time
before = set(sys.modules)
start = time.perf_counter()
import extremal
seconds = time.perf_counter() - start
new = {name.partition(".")[0] for name in set(sys.modules) - before} - {"extremal"}
print(seconds, sorted(new - set(sys.stdlib_module_names)))
"""
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    seconds = min(float(run.stdout.split(maxsplit=1)[0]) for run in runs)
    assert runs[0].stdout.split(maxsplit=1)[1].strip() == "[]"
    assert seconds < 0.05
