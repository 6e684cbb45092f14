"""The tools for agents, called by the Python client of the protocol."""

import json
import os
import time

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

EXTREMAL = os.environ["EXTREMAL"]

# An engineer's first version, or an agent's: a misspelt predicate, a missing colon and a requirement that is not declared.
BROKEN = """(define (domain warehouse)
  (:requirements :strips :typing)
  (:types place robot crate)
  (:predicates
    (at ?r - robot ?p - place)
    (stored ?c - crate ?p - place)
    (holds ?r - robot ?c - crate)
    (empty ?r - robot)
    (road ?from ?to - place))
  (:action move
    :parameters (?r - robot ?from ?to - place)
    :precondition (and (at ?r ?from) (raod ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to)))
  (:action pick
    :parameters (?r - robot ?c - crate ?p - place)
    precondition (and (at ?r ?p) (stored ?c ?p) (empty ?r))
    :effect (and (holds ?r ?c) (not (stored ?c ?p)) (not (empty ?r))))
  (:action drop
    :parameters (?r - robot ?c - crate ?p - place)
    :precondition (and (at ?r ?p) (holds ?r ?c) (not (empty ?r)))
    :effect (and (not (holds ?r ?c)) (stored ?c ?p) (empty ?r))))
"""
PROBLEM = """(define (problem p)
  (:domain warehouse)
  (:objects a b - place r - robot c - crate)
  (:init (at r a) (stored c b) (empty r) (road a b) (road b a))
  (:goal (stored c a)))
"""


def run(work, *options):
    """Runs an async function with a session."""

    async def main():
        server = StdioServerParameters(command=EXTREMAL, args=["mcp", *options])
        async with stdio_client(server) as (reader, writer):
            async with ClientSession(reader, writer) as session:
                await session.initialize()
                return await work(session)

    return anyio.run(main)


async def call(session, tool, **arguments):
    result = await session.call_tool(tool, arguments)
    structured = getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)
    is_error = getattr(result, "is_error", None) or getattr(result, "isError", False)
    assert not is_error, result
    assert json.loads(result.content[0].text) == structured
    return structured


def repaired(domain: str, suggestion: list) -> str:
    """Replaces lines as the suggestion says, which an agent does with its own tools."""
    lines = domain.split("\n")
    for replacement in suggestion:
        number = replacement["line"] - 1
        assert lines[number] == replacement["old"]
        lines[number] = replacement["new"]
    return "\n".join(lines)


def test_tools_are_listed():
    async def work(session):
        tools = (await session.list_tools()).tools
        assert [tool.name for tool in tools] == ["check", "solve", "explain", "validate", "simulate"]
        for tool in tools:
            schema = getattr(tool, "input_schema", None) or tool.inputSchema
            assert schema["type"] == "object" and "domain" in schema["required"]
            assert not any(name.endswith("_file") for name in schema["properties"])
            assert len(tool.description) > 40

    run(work)


def test_a_broken_domain_is_repaired_by_following_suggestions():
    async def work(session):
        domain, rounds = BROKEN, []
        for _ in range(10):
            found = await call(session, "check", domain=domain, problem=PROBLEM)
            rounds.append((found["status"], [message["code"] for message in found["messages"]]))
            suggested = [message for message in found["messages"] if message.get("suggestion")]
            if not suggested:
                break
            message = suggested[0]
            assert message["text"] == domain.split("\n")[message["line"] - 1]
            domain = repaired(domain, message["suggestion"])
        assert rounds[0][0] == "invalid", rounds
        assert rounds[-1] == ("ok", []), (rounds, domain)
        solved = await call(session, "solve", domain=domain, problem=PROBLEM)
        assert solved["status"] == "solved"
        assert solved["plan"] == ["(move r a b)", "(pick r c b)", "(move r b a)", "(drop r c a)"]
        assert solved["cost"] == 4
        valid = await call(session, "validate", domain=domain, problem=PROBLEM, plan="\n".join(solved["plan"]))
        assert valid["status"] == "valid" and valid["cost"] == 4
        return domain

    run(work)


FIXED = (
    BROKEN.replace("raod", "road")
    .replace("    precondition", "    :precondition")
    .replace(":typing)", ":typing :negative-preconditions)")
)


def test_a_missing_last_parenthesis_is_put_back():
    async def work(session):
        domain = FIXED.rstrip().removesuffix(")") + "  ; :-)\n; the end\n"
        found = await call(session, "check", domain=domain, problem=PROBLEM)
        assert found["status"] == "invalid" and len(found["messages"]) == 1
        domain = repaired(domain, found["messages"][0]["suggestion"])
        assert domain == FIXED.rstrip() + "  ; :-)\n; the end\n"
        found = await call(session, "check", domain=domain, problem=PROBLEM)
        assert found["status"] == "ok"

    run(work)


def test_numbered_steps_are_corrected():
    async def work(session):
        plan = "1. (move r a b)\n2. pick r c b"
        for tool in ["validate", "simulate"]:
            found = await call(session, tool, domain=FIXED, problem=PROBLEM, plan=plan)
            corrected = [error["suggestion"][0]["new"] for error in found["errors"]]
            assert corrected == ["(move r a b)", "(pick r c b)"]

    run(work)


def test_why_there_is_no_plan():
    async def work(session):
        problem = PROBLEM.replace(" (road b a)", "")
        found = await call(session, "explain", domain=FIXED, problem=problem)
        assert found["status"] == "no plan"
        problem = PROBLEM.replace("(road a b) ", "")
        found = await call(session, "explain", domain=FIXED, problem=problem)
        assert found["status"] == "no plan" and found["unreachable_goals"] == ["(stored c a)"]
        cause = found["root_cause"]
        assert cause["text"] == FIXED.split("\n")[cause["line"] - 1]
        assert cause["message"] == "`(road ? b)` is not in `:init`, and no action makes it true"
        problem = PROBLEM.replace("(road a b) (road b a)", "")
        found = await call(session, "explain", domain=FIXED, problem=problem)
        condition = {"condition": "(road ?from ?to)", "predicate": "road", "line": 12}
        assert {"action": "move", "conditions_never_true": [condition]} in found["never_satisfied"]
        found = await call(session, "explain", domain=FIXED, problem=PROBLEM)
        assert found["status"] == "there is a plan"

    run(work)


def test_a_wrong_plan_and_the_state_before_it_fails():
    async def work(session):
        plan = "(move r a b)\n(drop r c b)\n"
        found = await call(session, "validate", domain=FIXED, problem=PROBLEM, plan=plan)
        assert found["status"] == "not valid" and found["step"] == 2
        assert "(holds r c)" in found["explanation"]
        found = await call(session, "simulate", domain=FIXED, problem=PROBLEM, plan=plan)
        assert found["executed"] == 1 and found["failed"]["step"] == 2
        assert found["facts"] == ["(at r b)", "(empty r)", "(stored c b)"]
        assert found["applicable"] == ["(move r b a)", "(pick r c b)"]
        assert found["changes"][0]["added"] == ["(at r b)"]
        found = await call(session, "simulate", domain=FIXED, problem=PROBLEM)
        assert found["executed"] == 0 and found["goal"] == "does not hold"

    run(work)


def test_wrong_calls_are_told_to_the_agent():
    async def work(session):
        for tool, arguments, words in [
            ("solve", {"domain": FIXED}, "`problem` is missing"),
            ("solve", {"domain": FIXED, "problem": PROBLEM, "search": "lamaa"}, "lama"),
            ("check", {"domain": FIXED, "problme": PROBLEM}, "there is no argument `problme`"),
            ("check", {"domain_file": "/etc/passwd"}, "reads no files"),
            ("check", {"domain": 7}, "must be a string"),
            ("fly", {}, "there is no tool `fly`"),
        ]:
            result = await session.call_tool(tool, arguments)
            assert getattr(result, "is_error", None) or getattr(result, "isError", False), (tool, result)
            assert words in result.content[0].text, (tool, result)

    run(work)


# Grounding this takes far longer than the limit.
LARGE = """(define (domain large) (:predicates (p ?a ?b ?c ?d ?e))
  (:action a :parameters (?a ?b ?c ?d ?e ?f)
   :precondition (p ?a ?b ?c ?d ?e) :effect (p ?b ?c ?d ?e ?f)))"""
LARGE_PROBLEM = "(define (problem q) (:domain large) (:objects %s) (:init (p o1 o1 o1 o1 o1)) (:goal (p o1 o2 o3 o4 o5)))" % (
    " ".join(f"o{number}" for number in range(60))
)


def test_time_is_limited():
    async def work(session):
        started = time.monotonic()
        found = await call(session, "solve", domain=LARGE, problem=LARGE_PROBLEM)
        assert found["status"] == "out_of_time", found
        assert time.monotonic() - started < 4
        found = await call(session, "check", domain=FIXED, problem=PROBLEM)
        assert found["status"] == "ok"

    run(work, "--time-limit", "1")


def test_memory_is_limited():
    async def work(session):
        found = await call(session, "solve", domain=LARGE, problem=LARGE_PROBLEM)
        assert found["status"] == "out_of_memory", found

    run(work, "--memory-limit", "100M")


def test_a_call_can_be_cancelled():
    async def work(session):
        started = time.monotonic()
        with anyio.move_on_after(1):
            await session.call_tool("solve", {"domain": LARGE, "problem": LARGE_PROBLEM})
        # The server is free again long before the limit of the call.
        found = await call(session, "check", domain=FIXED, problem=PROBLEM)
        assert found["status"] == "ok"
        assert time.monotonic() - started < 20

    run(work, "--time-limit", "300")


def test_files_below_a_folder(tmp_path):
    folder = tmp_path / "allowed"
    folder.mkdir()
    (folder / "domain.pddl").write_text(FIXED)
    (tmp_path / "secret.pddl").write_text(FIXED)
    (folder / "link.pddl").symlink_to(tmp_path / "secret.pddl")

    async def work(session):
        found = await call(session, "check", domain_file="domain.pddl", problem=PROBLEM)
        assert found["status"] == "ok"
        for path in ["../secret.pddl", "link.pddl", str(tmp_path / "secret.pddl")]:
            result = await session.call_tool("check", {"domain_file": path})
            assert getattr(result, "is_error", None) or getattr(result, "isError", False)
            assert "outside" in result.content[0].text

    run(work, "--folder", str(folder))


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__]))
