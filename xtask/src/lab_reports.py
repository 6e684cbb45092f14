# Makes the reports of Downward Lab over a properties file, and prints as JSON what Lab counted as solved.
# Arguments: the folder of the properties file, the folder for the reports, two algorithms.
import json
import pathlib
import sys

from downward.reports.absolute import AbsoluteReport
from downward.reports.compare import ComparativeReport
from downward.reports.scatter import ScatterPlotReport
from downward.reports.taskwise import TaskwiseReport

evaluation, reports, *algorithms = sys.argv[1:]
reports = pathlib.Path(reports)
attributes = [
    "coverage", "cost", "plan_length", "evaluations", "expansions", "generated", "reopened", "dead_ends",
    "initial_h_value", "search_time", "total_time", "planner_time", "error", "score_*", "unsolvable",
]

absolute = AbsoluteReport(attributes=attributes)
absolute(evaluation, reports / "absolute.html")
TaskwiseReport(attributes=["evaluations", "search_time"], filter_algorithm=algorithms[:1])(
    evaluation, reports / "taskwise.html"
)
ScatterPlotReport(attributes=["evaluations"], filter_algorithm=algorithms, format="png")(
    evaluation, reports / "scatter.png"
)
ScatterPlotReport(attributes=["evaluations"], filter_algorithm=algorithms, format="tex", relative=True)(
    evaluation, reports / "scatter.tex"
)
ComparativeReport([tuple(algorithms)], attributes=["coverage", "evaluations"])(
    evaluation, reports / "compare.html"
)
for name in ["absolute.html", "taskwise.html", "scatter.png", "scatter.tex", "compare.html"]:
    assert (reports / name).stat().st_size > 0, name

solved = dict.fromkeys(algorithms, 0)
for run in absolute.runs.values():
    assert not run.get("unexplained_errors"), run
    solved[run["algorithm"]] += run["coverage"]
print(json.dumps(solved))
