"""Writes vectors.tsv: what SciPy says about the distributions that the study fits.

    python vectors.py > vectors.tsv

Lines are tab-separated. "between": family, parameters, from, to, probability. "fit": family, values, the largest
logarithm of the likelihood that SciPy finds for interval-censored values, parameters. "chi-square": expected numbers,
observed numbers, probability. Written with SciPy 1.17; `cargo xtask check-traces` writes them anew and compares.
"""

import warnings

import numpy as np
from scipy import optimize, stats

warnings.filterwarnings("ignore")
random = np.random.default_rng(1)


DISTRIBUTIONS = {"normal": stats.norm, "gumbel-min": stats.gumbel_l, "gumbel-max": stats.gumbel_r}


def between(family, parameters, low, high):
    if family == "pareto":
        # Downwards from a threshold.
        threshold, scale, shape = parameters
        return stats.genpareto.sf(threshold - high, shape, 0, scale) - stats.genpareto.sf(threshold - low, shape, 0, scale)
    if family == "uniform":
        one, first, second = stats.uniform, parameters[0], parameters[1] - parameters[0]
    else:
        one, (first, second) = DISTRIBUTIONS[family], parameters[:2]
    middle = one.median(first, second)
    above = one.sf(low, first, second) - one.sf(high, first, second)
    below = one.cdf(high, first, second) - one.cdf(low, first, second)
    return np.where(np.asarray(low) > middle, above, below)


def likelihood(family, parameters, values, counts):
    probability = between(family, parameters, values - 0.5, values + 0.5)
    if np.any(~(probability > 0)):
        return -np.inf
    return float(np.sum(counts * np.log(probability)))


def fitted(family, sample):
    values, counts = np.unique(sample, return_counts=True)
    low, high = values[0], values[-1]
    if family in ("normal", "gumbel-min", "gumbel-max"):
        data = stats.CensoredData(interval=np.column_stack([sample - 0.5, sample + 0.5]))
        name = DISTRIBUTIONS[family]
        start = name.fit(sample)
        parameters = name.fit(data)
        best = (likelihood(family, parameters, values, counts), tuple(parameters))
        polished = optimize.minimize(
            lambda p: -likelihood(family, (p[0], np.exp(p[1])), values, counts),
            [start[0], np.log(start[1])], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-10, "maxiter": 5000})
        return max(best, (-polished.fun, (polished.x[0], np.exp(polished.x[1]))))
    if family == "uniform":
        bounds = [(low - 0.5, low + 0.4999), (high - 0.4999, high + 0.5)]
        parameters = lambda p: p
    else:
        bounds = [(high - 0.4999, high + 3), (-3, 8), (-11.9, 2)]
        parameters = lambda p: (p[0], np.exp(p[1]), p[2])
    cost = lambda p: min(-likelihood(family, parameters(p), values, counts), 1e9)
    found = optimize.differential_evolution(cost, bounds, seed=1, tol=1e-10, maxiter=150, popsize=12, polish=False)
    found = optimize.minimize(cost, found.x, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-10, "maxiter": 5000})
    return -found.fun, tuple(parameters(found.x))


def show(numbers):
    return " ".join(f"{number:.12g}" for number in numbers)


PARAMETERS = {
    "uniform": [(2.2, 9.7)],
    "normal": [(10.0, 3.0), (0.3, 0.2)],
    "gumbel-min": [(12.0, 2.5)],
    "gumbel-max": [(12.0, 2.5)],
    "pareto": [(20.5, 6.0, -1.0), (20.5, 30.0, -3.0), (20.5, 4.0, -0.3), (20.5, 4.0, 0.0), (20.5, 4.0, 0.4)],
}
for family, choices in PARAMETERS.items():
    for parameters in choices:
        for low, high in [(1.5, 2.5), (8.5, 9.5), (14.5, 15.5), (19.5, 20.5), (-1.5, 3.5), (24.5, 25.5)]:
            print("between", family, show(parameters), low, high, f"{float(between(family, parameters, low, high)):.12g}", sep="\t")

SAMPLES = [
    np.round(random.uniform(3, 17, 120)),
    np.round(random.normal(30, 6, 150)),
    np.round(50 - stats.genpareto.rvs(-2.5, 0, 60, size=150, random_state=random)),
    np.round(40 - stats.genpareto.rvs(-0.4, 0, 9, size=150, random_state=random)),
    np.round(stats.gumbel_l.rvs(25, 4, size=100, random_state=random)),
    np.array([5] * 60 + [6] * 30 + [7] * 10 + [9] * 2),
]
for sample in SAMPLES:
    for family in PARAMETERS:
        value, parameters = fitted(family, sample)
        print("fit", family, show(sample), f"{value:.9g}", show(parameters), sep="\t")

for groups in [([10, 20, 30, 40], [12, 18, 33, 37]), ([7.5, 7.5, 15], [14, 6, 10])]:
    print("chi-square", show(groups[0]), show(groups[1]), f"{stats.chisquare(groups[1], groups[0]).pvalue:.9g}", sep="\t")
