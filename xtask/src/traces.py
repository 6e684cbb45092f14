"""Reads a trace with pandas and with polars, in one line each, and checks what must be true of any trace.

    python traces.py FOLDER STORE
"""

import sys

import pandas as pd
import polars as pl

folder, store = sys.argv[1:]
for table in ["best", "plateaus", "selections", "states"]:
    ours = pd.read_parquet(f"{folder}/{table}.parquet")
    theirs = pl.read_parquet(f"{folder}/{table}.parquet")
    assert list(ours.columns) == theirs.columns and len(ours) == len(theirs) > 0, table
    print(f"{table}: {len(ours)} rows, {len(ours.columns)} columns")

states = pd.read_parquet(f"{folder}/states.parquet").set_index("state")
assert states.index.is_unique and states.parent.isna().sum() == 1
children = states[states.parent.notna()]
parents = states.loc[children.parent.astype("int64")]
assert (parents.g.to_numpy() + 1 == children.g.to_numpy()).all()
assert parents.expansion.notna().all()
assert children.operator.str.len().gt(0).all()

best = pd.read_parquet(f"{folder}/best.parquet")
assert best.h.is_monotonic_decreasing and best.h.iloc[-1] == states.h.min()

chosen = pd.read_parquet(f"{folder}/selections.parquet")
rivals = chosen[chosen.runner_up_score.notna()]
assert (rivals.score <= rivals.runner_up_score).all() and len(rivals) > 0
assert (chosen.l <= chosen.u).all() and (chosen.t >= 1).all()

plateaus = pd.read_parquet(f"{folder}/plateaus.parquet")
left = plateaus[plateaus.escaped.notna()]
assert (left.exit_h < left.h).all() and (left.escaped > left.entered).all()
assert (states.h.loc[plateaus.state].to_numpy() == plateaus.h.to_numpy()).all()

runs = pd.read_parquet(f"{store}/traces/states")
assert runs.run.nunique() == 4 and set(runs.search) == {"gbfs", "guct-uniform"}
assert len(pl.read_parquet(f"{store}/traces/states/*.parquet")) == len(runs)
print(f"store: {len(runs)} states of {runs.run.nunique()} runs")
