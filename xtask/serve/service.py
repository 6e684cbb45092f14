"""A service for a test, and ways to ask it."""

import http.client
import json
import os
import signal
import subprocess
import tempfile
import time

DOMAIN = """(define (domain lamps) (:requirements :strips :negative-preconditions) (:predicates (on ?l) (broken ?l))
  (:action switch :parameters (?l) :precondition (and (not (on ?l)) (not (broken ?l))) :effect (on ?l)))"""

SLOW_DOMAIN = """(define (domain permute) (:requirements :strips) (:predicates (at ?x ?p) (next ?p ?q))
  (:action swap :parameters (?x ?y ?p ?q) :precondition (and (next ?p ?q) (at ?x ?p) (at ?y ?q))
    :effect (and (not (at ?x ?p)) (not (at ?y ?q)) (at ?x ?q) (at ?y ?p))))"""


def lamps(name, broken=False):
    init = f"(broken {name})" if broken else ""
    return f"(define (problem p) (:domain lamps) (:objects {name} other) (:init {init}) (:goal (and (on {name}) (on other))))"


def permutation(size=14):
    """To turn a row round by swaps of neighbours: nobody who does not look at the goal is done with it in a day."""
    names = " ".join(f"x{i} p{i}" for i in range(size))
    init = " ".join(f"(at x{i} p{i})" for i in range(size)) + " ".join(f"(next p{i} p{i + 1})" for i in range(size - 1))
    goal = " ".join(f"(at x{i} p{size - 1 - i})" for i in range(size))
    return f"(define (problem p) (:domain permute) (:objects {names}) (:init {init}) (:goal (and {goal})))"


class Service:
    """A service that listens on a free port."""

    def __init__(self, binary, state=None, *options):
        self.binary = binary
        self.folder = state or tempfile.mkdtemp(prefix="extremal-serve-")
        command = [binary, "serve", "--port", "0", "--state", self.folder, *options]
        self.log = open(os.path.join(self.folder, "log.jsonl"), "a")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("Listening on http://"), line
        self.address = line.strip().removeprefix("Listening on http://")

    @property
    def url(self):
        return f"http://{self.address}"

    def connect(self):
        return http.client.HTTPConnection(self.address, timeout=120)

    def ask(self, method, path, body=None, connection=None, client=None):
        """Asks in the name of a client, if the service is behind a proxy."""
        connection = connection or self.connect()
        data = None if body is None else json.dumps(body)
        headers = {"content-type": "application/json"} if data else {}
        connection.request(method, path, data, headers | ({"x-forwarded-for": client} if client else {}))
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None

    def memory_kib(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def largest_worker_kib(self):
        """The most memory that a worker has ever used that is alive now."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        largest = 0
        for worker in listed.stdout.split():
            try:
                with open(f"/proc/{worker}/status") as status:
                    largest = max([largest] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
            except OSError:
                pass  # It has just ended.
        return largest

    def workers(self):
        """The worker processes with their memory in KiB, the largest first."""
        listed = subprocess.run(["ps", "-o", "pid=,rss=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        rows = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
        return sorted(rows, key=lambda row: -row[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def until_ended(service, job, connection=None, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        status, answer = service.ask("GET", f"/v1/jobs/{job}", connection=connection)
        assert status == 200, (status, answer)
        if answer["status"] == "ended":
            return answer
        time.sleep(0.02)
    raise AssertionError(f"job {job} has not ended: {answer}")
