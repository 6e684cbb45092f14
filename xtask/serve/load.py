"""Many clients at once: every job is answered once, none is lost or mixed up, and nobody's death harms others."""

import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from service import DOMAIN, SLOW_DOMAIN, Service, lamps, permutation, until_ended

TIME_LIMIT = 1.0
SLOW = {"search": "gbfs", "heuristic": "blind"}
# What debug builds may have on top of their limit, because there is so much code in them.
DEBUG_KIB = 10 * 1024


def one_job(service, kind, name, way, connection, client):
    """Submits a job in one of three ways and waits for it; gives the outcome that it should not have, or None."""
    domain, problem = DOMAIN, lamps(name)
    if kind == "unsolvable":
        problem = lamps(name, broken=True)
    elif kind == "wrong":
        problem = problem.replace("(on other)", "(onn other)")
    elif kind == "slow":
        domain, problem = SLOW_DOMAIN, permutation()
    body = {"domain": domain, "problem": problem}
    blind = SLOW if kind == "slow" else {}
    if way == "v1":
        status, job = service.ask("POST", "/v1/jobs", body | blind | {"time_limit": TIME_LIMIT}, connection, client)
        assert status == 202, (status, job)
        answer = until_ended(service, job["id"], connection)
        text, outcome = str(answer), answer["outcome"]
        plan = answer["plans"][-1]["text"] if answer["plans"] else ""
    elif way == "paas":
        package = "extremal-configured" if kind == "slow" else "extremal"
        arguments = blind | {"time_limit": TIME_LIMIT} if kind == "slow" else {}
        status, accepted = service.ask("POST", f"/package/{package}/solve", body | arguments, connection, client)
        assert status == 200 and "result" in accepted, (status, accepted)
        while True:
            status, answer = service.ask("GET", accepted["result"], connection=connection)
            if answer["status"] != "PENDING":
                break
            time.sleep(0.02)
        text, plan = str(answer), answer["result"]["output"].get("sas_plan", "")
        outcome = None
    else:
        status, answer = service.ask("POST", "/solve", body | blind, connection, client)
        assert status == 200, (status, answer)
        text, outcome = str(answer), None
        plan = "\n".join(step["name"] for step in answer["result"]["plan"])
    if "the worker process died" in text:
        return "crashed"
    if kind == "trivial":
        assert f"(switch {name})" in plan and "(switch other)" in plan, (name, text)
        assert outcome in (None, "solved"), text
    else:
        assert not plan, text
        expected = {"unsolvable": f"(on {name})", "wrong": "onn", "slow": "time limit"}[kind]
        assert expected in text, (kind, text)
    return None


class Greedy:
    """A client that submits many slow jobs at once, before all others, and then waits for them."""

    CLIENT = "10.1.0.1"

    def __init__(self, service, numbers):
        body = {"domain": SLOW_DOMAIN, "problem": permutation(), "time_limit": TIME_LIMIT} | SLOW
        self.service, self.jobs, self.ended_early, self.crashed = service, [], None, []
        for number in numbers:
            status, job = service.ask("POST", "/v1/jobs", body, client=self.CLIENT)
            assert status == 202, (status, job)
            self.jobs.append((number, job["id"]))

    def look(self):
        """Counts the jobs that have ended when the others have had two turns each: it should have had about two, too."""
        state = lambda job: self.service.ask("GET", f"/v1/jobs/{job}")[1]["status"]
        self.ended_early = sum(state(job) == "ended" for _, job in self.jobs)

    def wait(self):
        for number, job in self.jobs:
            outcome = until_ended(self.service, job)["outcome"]
            if outcome == "crashed":
                self.crashed.append((number, "greedy"))
            else:
                assert outcome == "out_of_time", outcome

    def was_held_back(self):
        return self.ended_early is not None and self.ended_early <= len(self.jobs) / 2


def load(binary, clients, jobs):
    random.seed(1)
    kinds = random.choices(["trivial", "unsolvable", "wrong", "slow"], [80, 8, 7, 5], k=jobs)
    slow = [number for number, kind in enumerate(kinds) if kind == "slow"]
    # Some are left to the others, so that they come in all ways.
    greedy_jobs = slow[: max(12, len(slow) // 2)]
    work = [(number, kind) for number, kind in enumerate(kinds) if number not in greedy_jobs]
    # The limit of the service is what jobs of the old solver get. Each client has an address of its own.
    service = Service(binary, None, "--time-limit", str(TIME_LIMIT), "--behind-proxy")
    lock, failures, crashed, done = threading.Lock(), [], [], []
    memory, waits = [], []
    greedy = Greedy(service, greedy_jobs)

    def client(place):
        connection = service.connect()
        address = f"10.0.{place // 250}.{place % 250 + 1}"
        while True:
            with lock:
                if not work:
                    return
                number, kind = work.pop()
            way = ["v1", "paas", "solve"][number % 3]
            try:
                start = time.monotonic()
                if one_job(service, kind, f"lamp-{number}", way, connection, address) == "crashed":
                    crashed.append((number, kind))
                elif kind == "trivial":
                    waits.append(time.monotonic() - start)
            except Exception as error:
                failures.append((number, kind, way, repr(error)[:500]))
                connection = service.connect()
            with lock:
                done.append(number)
                if len(done) % max(1, jobs // 10) == 0:
                    memory.append(service.memory_kib())

    start = time.monotonic()
    threads = [threading.Thread(target=client, args=(place,)) for place in range(clients)]
    for thread in threads:
        thread.start()
    killed = False
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.05)
        if greedy.ended_early is None and len(done) >= min(2 * clients, jobs // 2):
            greedy.look()
        if not killed and len(done) > jobs // 10:
            # The largest worker is at work on a job that lasts.
            workers = service.workers()
            if workers and workers[0][1] > 20_000:
                os.kill(workers[0][0], signal.SIGKILL)
                killed = True
    greedy.wait()
    crashed += greedy.crashed
    memory.append(service.memory_kib())
    seconds = time.monotonic() - start
    connection = service.connect()
    connection.request("GET", "/metrics")
    metrics = connection.getresponse().read().decode()
    ended = sum(float(line.split()[-1]) for line in metrics.splitlines() if line.startswith("extremal_jobs_total"))
    print(f"load: {clients} clients, {jobs} jobs in {seconds:.1f} s; {int(ended)} ended, {len(failures)} wrong, "
          f"{len(crashed)} died with the worker that was killed ({'one' if killed else 'none'}); "
          f"memory of the service in MiB {[kib // 1024 for kib in memory]}")
    print(f"fairness: when all others had two turns, {greedy.ended_early} of the {len(greedy.jobs)} jobs of the client who "
          f"was first had ended; trivial jobs took {statistics.median(waits):.2f} s (median), {max(waits):.2f} s at most")
    for failure in failures[:10]:
        print("  wrong:", failure)
    answered = len(done) + len(greedy.jobs)
    ok = not failures and answered == jobs == int(ended) and killed and len(crashed) == 1 and greedy.was_held_back()
    if len(memory) >= 10 and memory[-1] - memory[len(memory) // 2] > 64 * 1024:
        print("  the memory of the service grows")
        ok = False
    assert service.stop() == 0
    return ok


def latency(binary, count):
    """How much longer a trivial job takes than the command line, when a worker is free."""
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("domain.pddl", "problem.pddl")]
        for file, text in zip(files, (DOMAIN, lamps("a"))):
            with open(file, "w") as out:
                out.write(text)
        service = Service(binary)
        connection = service.connect()
        alone, served = [], []
        # In turns, so that what else the machine does harms both.
        for _ in range(count):
            start = time.monotonic()
            subprocess.run([binary, "solve", "--quiet", "--plan-file", "-", *files], capture_output=True, check=True)
            alone.append(time.monotonic() - start)
            start = time.monotonic()
            status, answer = service.ask("POST", "/solve", {"domain": DOMAIN, "problem": lamps("a")}, connection)
            served.append(time.monotonic() - start)
            assert status == 200 and answer["status"] == "ok"
            time.sleep(0.02)
        service.stop()
    p95 = lambda times: statistics.quantiles(times, n=20)[-1] * 1000
    print(f"latency of trivial jobs, p95 of {count}: {p95(served):.0f} ms, command line {p95(alone):.0f} ms; "
          f"median {statistics.median(served) * 1000:.0f} ms, command line {statistics.median(alone) * 1000:.0f} ms")
    return p95(served) < p95(alone) + 100


def restart(binary, jobs):
    """kill -9 of the service: what was accepted is answered or reported as lost by the next one."""
    state = tempfile.mkdtemp(prefix="extremal-serve-")
    service = Service(binary, state, "--workers", "2")
    slow = {"domain": SLOW_DOMAIN, "problem": permutation(), "time_limit": 0.5} | SLOW
    ids = []
    for number in range(jobs):
        body = slow if number % 10 == 0 else {"domain": DOMAIN, "problem": lamps(f"lamp-{number}")}
        status, job = service.ask("POST", "/v1/jobs", body)
        assert status == 202, job
        ids.append((number, job["id"]))
    service.kill()
    service = Service(binary, state, "--workers", "2")
    outcomes = {}
    for number, job in ids:
        answer = until_ended(service, job)
        outcomes[answer["outcome"]] = outcomes.get(answer["outcome"], 0) + 1
        if answer["outcome"] == "solved":
            assert f"(switch lamp-{number})" in answer["plans"][-1]["text"], answer
    service.stop()
    print(f"restart after kill -9 with {jobs} jobs: {outcomes}")
    # At most those that the two workers had when the service was killed.
    return set(outcomes) <= {"solved", "out_of_time", "lost"} and outcomes.get("lost", 0) <= 2


def limits(binary):
    """A job uses at most 5 % more memory than it may, and ends at most a second late."""
    service = Service(binary, None, "--workers", "1")
    slow = {"domain": SLOW_DOMAIN, "problem": permutation()} | SLOW
    allowance = DEBUG_KIB if "/debug/" in binary else 0
    ok = True
    for mebibytes in (32, 64, 256):
        large = slow | {"problem": permutation(26), "memory_limit": mebibytes}
        status, job = service.ask("POST", "/v1/jobs", large)
        assert status == 202, job
        largest = 0
        while service.ask("GET", f"/v1/jobs/{job['id']}")[1]["status"] != "ended":
            largest = max(largest, service.largest_worker_kib())
        outcome = until_ended(service, job["id"])["outcome"]
        print(f"limits: {mebibytes} MiB: {outcome} after at most {largest / 1024:.1f} MiB")
        ok = ok and outcome == "out_of_memory" and largest <= 1.05 * 1024 * mebibytes + allowance
    for seconds in (0.5, 2.0):
        status, job = service.ask("POST", "/v1/jobs", slow | {"time_limit": seconds})
        while service.ask("GET", f"/v1/jobs/{job['id']}")[1]["status"] != "running":
            pass
        start = time.monotonic()
        outcome = until_ended(service, job["id"])["outcome"]
        taken = time.monotonic() - start
        print(f"limits: {seconds} s: {outcome} after {taken:.2f} s")
        ok = ok and outcome == "out_of_time" and taken <= seconds + 1
    service.stop()
    return ok


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=300)
    arguments = parser.parse_args()
    results = [
        latency(arguments.binary, 40),
        load(arguments.binary, arguments.clients, arguments.jobs),
        restart(arguments.binary, 60),
        limits(arguments.binary),
    ]
    sys.exit(0 if all(results) else 1)


main()
