// Axes, and the box that follows the pointer.

const linear = (low, high, from, to) => {
  const place = (value) => from + ((value - low) / (high - low || 1)) * (to - from);
  return { place, ticks: linearTicks(low, high) };
};

const logarithmic = (low, high, from, to) => {
  const length = Math.log(high / low) || 1;
  const place = (value) => from + (Math.log(Math.max(value, low) / low) / length) * (to - from);
  const value = (at) => low * Math.exp(((at - from) / (to - from)) * length);
  return { place, value, ticks: logarithmicTicks(low, high, Math.abs(to - from)) };
};

function linearTicks(low, high) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((multiple) => multiple * power >= rough) * power;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) ticks.push(tick);
  return ticks;
}

function logarithmicTicks(low, high, length) {
  const ticks = [];
  const decades = Math.log10(high / low);
  const every = Math.max(1, Math.ceil((decades * 52) / length));
  const between = decades <= 2 ? [1, 2, 5] : [1];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += every) {
    for (const multiple of between) {
      const tick = multiple * 10 ** power;
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  }
  return ticks;
}

/// A number rounded to a digit and zeros, for the end of an axis.
function rounded(number, direction) {
  const power = 10 ** Math.floor(Math.log10(number));
  return direction(number / power - (direction === Math.ceil ? 1e-9 : -1e-9)) * power;
}

/// Lines and numbers of both axes around the area `box` = {left, right, top, bottom}.
function axes(box, x, y, labels) {
  const text = (attributes, content) => shape("text", { class: "tick", ...attributes }, content);
  return shape("g", {},
    y.ticks.map((tick) => [
      shape("line", { class: "grid", x1: box.left, x2: box.right, y1: y.place(tick), y2: y.place(tick) }),
      text({ x: box.left - 8, y: y.place(tick) + 4, "text-anchor": "end" }, short(tick)),
    ]).flat(),
    x.ticks.map((tick) => [
      shape("line", { class: "grid", x1: x.place(tick), x2: x.place(tick), y1: box.top, y2: box.bottom }),
      text({ x: x.place(tick), y: box.bottom + 18, "text-anchor": "middle" }, short(tick)),
    ]).flat(),
    text({ class: "axis-label", x: (box.left + box.right) / 2, y: box.bottom + 38, "text-anchor": "middle" },
      labels.x),
    text({
      class: "axis-label", "text-anchor": "middle",
      transform: `translate(${box.left - 48} ${(box.top + box.bottom) / 2}) rotate(-90)`,
    }, labels.y));
}

/// Seven colours that people with any colour vision tell apart; then the pattern changes.
const COLOURS = 7;
const DASHES = [null, "6 3", "2 3", "8 3 2 3"];
const colour = (number) => `var(--c${number % COLOURS})`;
const dashes = (number) => DASHES[Math.floor(number / COLOURS) % DASHES.length];

/// The box that follows the pointer.
const tip = {
  show(x, y, ...content) {
    const box = document.getElementById("tip");
    box.replaceChildren(...content);
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    box.style.left = `${Math.max(8, x + width + 24 > room ? x - width - 14 : x + 14) + scrollX}px`;
    box.style.top = `${Math.max(8, y - height - 10) + scrollY}px`;
  },
  hide() {
    document.getElementById("tip").hidden = true;
  },
};
