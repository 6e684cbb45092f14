// Tests of significance, as in the tables that the command line prints.

/// McNemar's exact test, two-sided.
function mcnemar(gained, lost) {
  if (gained === lost) return 1;
  const trials = gained + lost;
  let logarithm = -trials * Math.LN2;
  let tail = Math.exp(logarithm);
  for (let i = 0; i < Math.min(gained, lost); i++) {
    logarithm += Math.log(trials - i) - Math.log(i + 1);
    tail += Math.exp(logarithm);
  }
  return Math.min(1, 2 * tail);
}

/// Wilcoxon's signed-rank test, two-sided: exact up to fifty differences, then by the normal distribution.
function wilcoxon(differences) {
  const sorted = differences.filter((d) => Math.abs(d) >= 1e-12)
    .sort((a, b) => Math.abs(a) - Math.abs(b));
  if (sorted.length === 0) return 1;
  const ranks = doubledRanks(sorted.map(Math.abs));
  const positive = sum(ranks.filter((_, i) => sorted[i] > 0));
  return sorted.length <= 50 ? exactTail(ranks, positive) : normalTail(ranks, positive);
}

/// Twice the ranks, so that mean ranks of ties are whole numbers.
function doubledRanks(sizes) {
  const ranks = [];
  while (ranks.length < sizes.length) {
    const first = ranks.length;
    let end = first + 1;
    while (end < sizes.length && sizes[end] - sizes[end - 1] <= 1e-12 * sizes[end]) end++;
    for (let i = first; i < end; i++) ranks.push(first + 1 + end);
  }
  return ranks;
}

function exactTail(ranks, positive) {
  const total = sum(ranks);
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reach = 0;
  for (const rank of ranks) {
    reach += rank;
    for (let s = reach; s >= 0; s--) chance[s] = 0.5 * (chance[s] + (s >= rank ? chance[s - rank] : 0));
  }
  return Math.min(1, 2 * sum([...chance.subarray(0, Math.min(positive, total - positive) + 1)]));
}

function normalTail(ranks, positive) {
  const variance = sum(ranks.map((rank) => (rank / 2) ** 2)) / 4;
  return complementaryError(Math.abs(positive / 2 - sum(ranks) / 4) / Math.sqrt(2 * variance));
}

/// erfc: the series of erf near zero, a continued fraction beyond.
function complementaryError(x) {
  if (x < 2) {
    let [term, total] = [x, x];
    for (let n = 1; n < 60; n++) {
      term *= (-x * x) / n;
      total += term / (2 * n + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * total;
  }
  let fraction = 0;
  for (let n = 60; n >= 1; n--) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + fraction));
}

/// Probabilities corrected by Holm's method.
function holm(probabilities) {
  const order = [...probabilities.keys()].sort((a, b) => probabilities[a] - probabilities[b]);
  const corrected = [];
  let largest = 0;
  order.forEach((i, rank) => {
    largest = Math.max(largest, Math.min(1, (order.length - rank) * probabilities[i]));
    corrected[i] = largest;
  });
  return corrected;
}

/// The percentile interval of the sum of the numbers, one for each task, when tasks are drawn again with replacement.
/// The same numbers always give the same interval.
function bootstrap(numbers) {
  const resamples = 2000;
  let state = 1;
  // Mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn = Float64Array.from(numbers);
  const sums = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let total = 0;
    for (let j = 0; j < drawn.length; j++) total += drawn[Math.floor(random() * drawn.length)];
    sums[i] = total;
  }
  sums.sort();
  const quantile = (share) => {
    const place = share * (resamples - 1);
    const below = Math.floor(place);
    return sums[below] + (place - below) * (sums[Math.min(below + 1, resamples - 1)] - sums[below]);
  };
  return [quantile(0.025), quantile(0.975)];
}
