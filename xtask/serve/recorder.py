"""Plays the search debugger of VS Code: takes a whole search, refuses what the debugger refuses, and compares times."""

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

LARGEST_BODY = 100 * 1024
KINDS = {"START", "END", "INSTANTANEOUS", "TIMED"}


class Refused(Exception):
    pass


class Recorder:
    """The debugger's rules, as its sources have them."""

    def __init__(self):
        self.states, self.values, self.plans, self.connections = {}, {}, [], set()
        self.requests, self.refused = 0, []

    def known(self, state):
        if not isinstance(state, str) or not state.isdigit():
            raise Refused(f"an id must be a string of digits: {state!r}")
        return state in self.states

    def happening(self, happening):
        if not isinstance(happening["actionName"], str) or happening["kind"] not in KINDS:
            raise Refused(f"no happening: {happening}")
        happening["earliestTime"], happening["shotCounter"], happening["iterations"]

    def state(self, body):
        if not self.known(body["parentId"]):
            raise Refused(f"the parent of {body['id']} is unknown")
        self.happening(body["appliedAction"])
        for happening in body["planHead"]:
            self.happening(happening)
        if body["planHead"] and body["planHead"][-1] != body["appliedAction"]:
            raise Refused("the plan does not end with the action")
        body["g"], body["earliestTime"]

    def post(self, path, body):
        if path == "/state/initial":
            if self.states:
                raise Refused("a second initial state")
            self.known(body["id"])
            self.states[body["id"]] = body
            return 201
        if path == "/state":
            self.state(body)
            if self.known(body["id"]):
                raise Refused(f"{body['id']} is sent twice")
            self.states[body["id"]] = body
            return 201
        if path == "/state/visitedOrWorse":
            self.state(body)
            if not self.known(body["id"]):
                raise Refused("nothing to paint")
            return 201
        if path == "/state/heuristic":
            if not self.known(body["id"]):
                raise Refused(f"{body['id']} has a value before it is known")
            if "h" in body:
                body["h"], body["totalMakespan"], body["relaxedPlan"]
                for action in body["helpfulActions"]:
                    if action["kind"] not in KINDS:
                        raise Refused("no kind")
            self.values[body["id"]] = body.get("h")
            return 200
        if path == "/plan":
            self.state(body)
            if not self.known(body["id"]):
                raise Refused("the goal state is unknown")
            self.plans.append([happening["actionName"] for happening in body["planHead"]])
            return 201
        raise Refused(f"no route {path}")


def listen():
    recorder = Recorder()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            recorder.connections.add(self.client_address)
            recorder.requests += 1
            length = int(self.headers["content-length"])
            text = self.rfile.read(length)
            try:
                if length > LARGEST_BODY:
                    raise Refused(f"a body of {length} bytes")
                if not self.headers["content-type"].startswith("application/json"):
                    raise Refused("no JSON")
                status = recorder.post(self.path, json.loads(text))
            except (Refused, KeyError, TypeError) as error:
                recorder.refused.append((self.path, repr(error)))
                status = 500
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return recorder, f"http://localhost:{server.server_address[1]}"


def solve(binary, files, *options):
    command = [binary, "solve", "--json", "--plan-file", "-", *options, *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 12), done
    assert "search-debugger" not in done.stderr and "warning" not in done.stderr, done.stderr
    return json.loads(done.stdout)


def check(binary, name, files, *options):
    recorder, url = listen()
    report = solve(binary, files, *options, f"--search-tree-dump={url}")
    plain = solve(binary, files, *options)
    same = all(report[key] == plain[key] for key in ("plan", "evaluations", "expansions"))
    plan = [step.strip("()") for step in report["plan"] or []]
    ok = not recorder.refused and same and len(recorder.connections) == 1 and len(recorder.states) > 2
    if report["plan"] and report["found_plan_length"] in (None, report["plan_length"]):
        ok = ok and recorder.plans and recorder.plans[-1][-len(plan):] == plan
    print(f"recorder: {name}: {recorder.requests} requests, {len(recorder.states)} states, {len(recorder.values)} values, "
          f"{len(recorder.plans)} plans, {len(recorder.refused)} refused; the same search as without: {same}")
    for refused in recorder.refused[:5]:
        print("  refused:", refused)
    return bool(ok)


def slowdown(binary, files, evaluations, allowed):
    """Medians of the time of a search with and without the debugger, in turns. Without a bound they are only printed."""
    options = ["--search", "gbfs", "--max-evaluations", str(evaluations), "--plan-quality", "off"]
    with_debugger, without = [], []
    shown = lambda: with_debugger.append(solve(binary, files, *options, f"--search-tree-dump={listen()[1]}")["search_seconds"])
    plain = lambda: without.append(solve(binary, files, *options)["search_seconds"])
    # More often if other work on the machine was in the way.
    for rounds in (15, 45) if allowed else (15,):
        while len(without) < rounds:
            # Who is first changes, too: a processor that was idle is slower.
            for run in (shown, plain) if len(without) % 2 else (plain, shown):
                run()
        shown_median, plain_median = statistics.median(with_debugger), statistics.median(without)
        if allowed and shown_median <= allowed * plain_median:
            break
    print(f"recorder: a search of {evaluations} states takes {shown_median * 1000:.1f} ms with the debugger and "
          f"{plain_median * 1000:.1f} ms without ({100 * shown_median / plain_median - 100:+.1f} %; medians of {len(without)}, "
          f"quickest {min(with_debugger) * 1000:.1f} and {min(without) * 1000:.1f} ms)")
    return allowed is None or shown_median <= allowed * plain_median


def picture(binary, files, *options):
    """What the debugger shows of a search, as a picture for the guide."""
    recorder, url = listen()
    solve(binary, files, *options, f"--search-tree-dump={url}")
    children, places, leaves = {}, {}, 0
    for state in list(recorder.states)[1:]:
        children.setdefault(recorder.states[state]["parentId"], []).append(state)

    def place(state, depth):
        nonlocal leaves
        below = [place(child, depth + 1) for child in children.get(state, [])]
        leaves += not below
        places[state] = (sum(below) / len(below) if below else leaves * 74 - 34, depth * 78 + 30)
        return places[state][0]

    place("0", 0)
    goal = next(reversed(recorder.states))
    branch = [goal]
    while branch[-1] != "0":
        branch.append(recorder.states[branch[-1]]["parentId"])
    width, height = leaves * 74 + 10, max(y for _, y in places.values()) + 40
    lines, nodes = [], []
    for state, (x, y) in places.items():
        on_branch = state in branch
        if state != "0":
            px, py = places[recorder.states[state]["parentId"]]
            words = recorder.states[state]["appliedAction"]["actionName"].split()
            colour = "#2e7d32" if on_branch else "#888"
            lines.append(f'<path d="M{px:g} {py + 16:g}L{x:g} {y - 16:g}" stroke="{colour}" stroke-width="{3 if on_branch else 1}"/>')
            nodes.append(f'<text x="{x:g}" y="{y - 20:g}" fill="#333" stroke="#fff" stroke-width="3" paint-order="stroke">{words[0]}</text>')
        seen = state not in recorder.values and state != goal
        fill = "#222" if seen else "#2e7d32" if on_branch else "#fff"
        text = "#fff" if seen or on_branch else "#222"
        value = "goal" if state == goal else "" if seen else f"h={recorder.values[state]}"
        nodes.append(f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{fill}" stroke="#222"/><text x="{x:g}" y="{y + 4:g}" fill="{text}">{value}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" font-family="sans-serif" '
            f'font-size="11" text-anchor="middle"><title>A search tree in the search debugger</title>'
            f'<rect width="100%" height="100%" fill="#fff"/>{"".join(lines + nodes)}</svg>\n')


def main():
    binary, examples = sys.argv[1:3]
    if sys.argv[3:] == ["--picture"]:
        alpine = [f"{examples}/alpine/{file}.pddl" for file in ("domain", "p01")]
        sys.stdout.write(picture(binary, alpine, "--search", "gbfs"))
        return
    # Where other programs keep all cores busy, the debugger has none to itself: then this only finds what is broken. The
    # short search, in which every state is sent, says nothing there.
    allowed = {2000: 1.1, 30_000: 1.1} if sys.argv[3:] == ["--speed"] else {2000: None, 30_000: 1.5}
    task = lambda name: [f"{examples}/{name}/domain.pddl", f"{examples}/{name}/p01.pddl"]
    results = [
        check(binary, "default search", task("alpine")),
        check(binary, "a portfolio on a larger task", task("museum")),
        check(binary, "guct with preferred operators", task("museum"), "--search", "guct-uniform", "--preferred"),
        check(binary, "lazy", task("canal"), "--search", "lama-first"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        def museum(size):
            name = f"{folder}/museum-{size}"
            subprocess.run([binary, "generate", "museum", "--size", str(size), "--seed", "1", "-o", name], check=True,
                           capture_output=True)
            return [f"{name}/domain.pddl", f"{name}/problem.pddl"]

        results.append(check(binary, "more than 2,000 states", museum(20), "--search", "gbfs", "--max-evaluations", "5000"))
        # The debugger is sent 2,000 states, and then only the best ones.
        large = museum(30)
        for evaluations, bound in allowed.items():
            results.append(slowdown(binary, large, evaluations, bound))
    # A debugger that is gone is worth a warning, not a failure.
    done = subprocess.run([binary, "solve", "--plan-file", "-", "--search-tree-dump=http://localhost:9", *task("alpine")],
                          capture_output=True, text=True)
    print("recorder: nobody listens:", done.stderr.strip())
    results.append(done.returncode == 0 and done.stderr.count("warning") == 1)
    sys.exit(0 if all(results) else 1)


main()
