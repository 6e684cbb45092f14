"""Compares the tests of significance of the reports with SciPy's: python -c ... PROGRAM"""

import itertools
import json
import subprocess
import sys

import numpy as np
from scipy import stats

random = np.random.default_rng(1)
cases, expected = [], []


def case(test, numbers, value, tolerance):
    cases.append({"test": test, "numbers": [float(number) for number in numbers]})
    expected.append((np.atleast_1d(value), tolerance))


def exact_wilcoxon(differences):
    """All signs of the ranks, ties included: SciPy's exact test knows no ties."""
    differences = np.asarray([d for d in differences if d != 0])
    ranks = stats.rankdata(np.abs(differences))
    total = ranks.sum()
    observed = min(ranks[differences > 0].sum(), ranks[differences < 0].sum())
    sums = [sum(r for r, keep in zip(ranks, signs) if keep) for signs in itertools.product([0, 1], repeat=len(ranks))]
    sums = np.asarray(sums)
    return min(1.0, np.mean(np.minimum(sums, total - sums) <= observed + 1e-9))


for gained, lost in [(0, 0), (5, 0), (3, 3), (10, 4), (4, 10), (60, 41), (400, 350), (0, 30)]:
    p = stats.binomtest(gained, gained + lost, 0.5).pvalue if gained + lost else 1.0
    case("mcnemar", [gained, lost], p, 1e-9)

for size in [5, 12, 30, 50]:
    for shift in [0.0, 0.4, 1.0]:
        differences = random.normal(shift, 1.0, size)
        case("wilcoxon", differences, stats.wilcoxon(differences, method="exact").pvalue, 1e-9)
for size in [6, 10, 13]:
    differences = random.integers(-3, 5, size)
    if np.any(differences):
        case("wilcoxon", differences, exact_wilcoxon(differences), 1e-9)
for size in [80, 300]:
    for differences in [random.normal(0.1, 1.0, size), random.integers(-4, 6, size).astype(float)]:
        p = stats.wilcoxon(differences, zero_method="wilcox", correction=False, method="approx").pvalue
        case("wilcoxon", differences, p, 1e-6)

for size in [1, 4, 13]:
    p = random.uniform(0, 0.2, size)
    order = np.argsort(p)
    corrected = np.empty(size)
    corrected[order] = np.minimum(1, np.maximum.accumulate(p[order] * (size - np.arange(size))))
    case("holm", p, corrected, 1e-12)

for gained, lost, same in [(40, 20, 700), (5, 5, 90), (60, 0, 10)]:
    numbers = np.concatenate([np.ones(gained), -np.ones(lost), np.zeros(same)])
    interval = stats.bootstrap((numbers,), np.sum, method="percentile", n_resamples=9999, rng=random).confidence_interval
    # Both are draws: their ends vary by a few per cent of the width.
    case("bootstrap", numbers, [interval.low, interval.high], 0.1 * (interval.high - interval.low) + 1)

lines = "".join(json.dumps(c) + "\n" for c in cases)
output = subprocess.run([sys.argv[1]], input=lines, capture_output=True, text=True, check=True).stdout
results = [np.asarray(json.loads(line)) for line in output.splitlines()]
assert len(results) == len(cases), (len(results), len(cases))
wrong = 0
for c, (value, tolerance), result in zip(cases, expected, results):
    if result.shape != value.shape or np.max(np.abs(result - value)) > tolerance:
        wrong += 1
        print(f"{c['test']} of {c['numbers'][:8]} ...: ours {result}, SciPy's {value}")
print(f"{len(cases)} cases, {wrong} differ")
sys.exit(wrong > 0)
