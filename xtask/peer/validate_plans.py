"""Judges plans by unified-planning's validator: validate_plans.py DOMAIN PROBLEM PLAN...

Prints one JSON object per plan. "judged" is false if unified-planning cannot read or simulate the task;
otherwise "valid" is its verdict, "step" the step (from 1) that it cannot execute, if it names one, and
"refused" whether it refuses the plan as a whole (unknown names, wrong types), "cost" the value of the metric
of a valid plan, if the task has one.
"""

import json
import sys
import warnings

from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus
from unified_planning.environment import get_environment
from unified_planning.engines.results import FailedValidationReason
from unified_planning.exceptions import UPException
from unified_planning.io import PDDLReader


def first_line(error):
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200] if lines else ''}"


def begin_with_no_cost(problem):
    """Some problems leave out that the total cost is 0 in the beginning, as many planners let them."""
    for fluent in problem.fluents:
        if fluent.name == "total-cost" and fluent not in problem.fluents_defaults:
            if fluent() not in problem.explicit_initial_values:
                problem.set_initial_value(fluent(), 0)


def judge(reader, validator, problem, plan_file):
    try:
        plan = reader.parse_plan(problem, plan_file)
    except (UPException, AssertionError) as error:
        return {"judged": True, "valid": False, "refused": True, "why": first_line(error)}
    if not hasattr(plan, "actions"):
        return {"judged": False, "why": "not read as a sequential plan"}
    result = validator.validate(problem, plan)
    verdict = {"judged": True, "valid": result.status == ValidationResultStatus.VALID}
    if verdict["valid"]:
        if result.metric_evaluations:
            verdict["cost"] = float(next(iter(result.metric_evaluations.values())))
        return verdict
    if result.reason == FailedValidationReason.INAPPLICABLE_ACTION:
        # The trace holds the initial state and one state per executed step.
        verdict["step"] = len(result.trace)
    verdict["why"] = result.log_messages[0].message[:500] if result.log_messages else ""
    return verdict


def main(domain, problem_file, plan_files):
    warnings.simplefilter("ignore")
    # Deep conditions make unified-planning recurse deeply.
    sys.setrecursionlimit(20000)
    # PDDL lets an action and a predicate have the same name.
    get_environment().error_used_name = False
    reader = PDDLReader()
    try:
        problem = reader.parse_problem(domain, problem_file)
        begin_with_no_cost(problem)
        validator = SequentialPlanValidator()
        # It refuses problems with undefined values, even if no step of the plan asks for them.
        validator.skip_checks = True
    # Whatever goes wrong in reading, the task is one that the peer cannot judge.
    except Exception as error:
        for _ in plan_files:
            print(json.dumps({"judged": False, "why": first_line(error)}))
        return
    for plan_file in plan_files:
        try:
            verdict = judge(reader, validator, problem, plan_file)
        except Exception as error:
            verdict = {"judged": False, "why": first_line(error)}
        print(json.dumps(verdict), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
