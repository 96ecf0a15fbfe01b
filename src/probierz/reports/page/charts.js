// Pictures made with ECharts from plain data: dots with intervals, histograms, curves. They know nothing of reports.
// Every picture is an image with a label; a table beside it says the same.

const PALETTE = {
  light: ["#0b6aa8", "#c2500a", "#00795a", "#a83f7f", "#8a6100", "#4b54b8", "#5c6670", "#a3262a"],
  dark: ["#63b8ec", "#f59a56", "#43c79f", "#e695c4", "#e3bb45", "#a3abf7", "#b4bec7", "#f28b8b"],
};
const SHAPES = ["circle", "diamond", "rect", "triangle"];
const drawn = new Map(); // element -> function that gives the option

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const chart = echarts.getInstanceByDom(target);
    if (chart && chart.getWidth() !== target.clientWidth) chart.resize();
  }
});

/** A figure: the picture, its caption, and its data as a table behind a switch. */
function figure(label, height, option, data, events = {}) {
  const picture = h("div", { class: "picture" });
  picture.style.height = `${height}px`;
  drawn.set(picture, {
    option: () => ({ ...common(), aria: { enabled: true, label: { description: label } }, ...option() }),
    events,
  });
  const behind = data ? h("details", { class: "data" }, h("summary", {}, t("asTable")), data) : null;
  return h("figure", {}, picture, h("figcaption", { class: "visually-hidden" }, label), behind);
}

/** Draw the pictures that are on the page and not drawn yet, and forget those that are gone. */
function drawCharts() {
  for (const [element, { option, events }] of drawn) {
    if (!element.isConnected) {
      echarts.getInstanceByDom(element)?.dispose();
      resized.unobserve(element);
      drawn.delete(element);
    } else if (!echarts.getInstanceByDom(element)) {
      const chart = echarts.init(element, null, { renderer: "svg" });
      chart.setOption(option());
      for (const [name, listener] of Object.entries(events)) chart.on(name, listener);
      resized.observe(element);
    }
  }
}

/** Draw everything again: the theme changed. */
function redrawCharts() {
  for (const [element, { option }] of drawn) echarts.getInstanceByDom(element)?.setOption(option(), { notMerge: true });
}

function colour(at) {
  const colours = PALETTE[currentTheme()];
  return colours[at % colours.length];
}

/** The small sign of an output, as in the pictures: told by its shape as well as by its colour. */
function sign(at) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-8 -8 16 16");
  svg.setAttribute("class", `sign series-${at % PALETTE.light.length}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", shapePath(SHAPES[at % SHAPES.length], 0, 0, 6));
  svg.append(path);
  return svg;
}

function shapePath(shape, x, y, r) {
  if (shape === "circle") return `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
  if (shape === "rect") return `M${x - r * 0.85},${y - r * 0.85}h${1.7 * r}v${1.7 * r}h${-1.7 * r}Z`;
  const points =
    shape === "diamond"
      ? [
          [0, -1.25],
          [1.25, 0],
          [0, 1.25],
          [-1.25, 0],
        ]
      : [
          [0, -1.1],
          [1.15, 0.9],
          [-1.15, 0.9],
        ];
  return `M${points.map(([dx, dy]) => `${x + dx * r},${y + dy * r}`).join("L")}Z`;
}

function tone(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function common() {
  return {
    animation: false,
    textStyle: { fontFamily: "system-ui, sans-serif", color: tone("muted") },
    grid: { left: 8, right: 24, top: 12, bottom: 8, containLabel: true },
    tooltip: {
      confine: true,
      backgroundColor: tone("panel"),
      borderColor: tone("line"),
      textStyle: { color: tone("ink"), fontSize: 13 },
      extraCssText: "max-width: 22rem; white-space: normal; overflow-wrap: anywhere;",
    },
  };
}

function valueAxis(name, format, { axisLabel = {}, splitLine = {}, ...more } = {}) {
  return {
    type: "value",
    scale: true,
    splitNumber: 5,
    name,
    nameLocation: "middle",
    nameGap: 26,
    nameTextStyle: { color: tone("muted") },
    axisLabel: { color: tone("muted"), formatter: format, hideOverlap: true, ...axisLabel },
    splitLine: { lineStyle: { color: tone("line") }, ...splitLine },
    axisLine: { show: false },
    axisTick: { show: false },
    ...more,
  };
}

/** Tooltips are elements, not markup: names in them are anybody's text. */
function tip(title, lines) {
  return h(
    "div",
    { class: "tip" },
    given(title, "strong"),
    lines.map((line) => h("div", {}, line)),
  );
}

// --- dots with intervals -----------------------------------------------------------------------------------------------

const LANE = 15;

function dotPlotHeight(rows, series) {
  return 46 + rows * (series * LANE + 12);
}

/**
 * Rows of dots with intervals. rows: [{name, faint, cells: [{value, low, high}] per series}].
 * best: the end of the scale, if it has one; describe(row, series): the lines of the tooltip; paint(row, series): which colour and shape.
 */
function dotPlot({ rows, series, format, describe, best = null, paint = (_, at) => at }) {
  const label = {
    color: (_, row) => tone(rows[row]?.faint ? "muted" : "ink"),
    width: 128,
    overflow: "truncate",
    ellipsis: "…",
    interval: 0,
  };
  return {
    xAxis: valueAxis("", format, { splitNumber: 4, ...extent(rows, best) }),
    yAxis: {
      type: "category",
      inverse: true,
      data: rows.map((row) => plainMarks(row.name)),
      axisLabel: label,
      axisTick: { show: false },
      axisLine: { show: false },
      splitLine: { show: rows.length > 1 && series.length > 1, lineStyle: { color: tone("line") } },
    },
    series: series.map((name, at) => ({
      type: "custom",
      name,
      encode: { x: [1, 2, 3], y: 0 },
      data: rows.map((row, index) => dotOf(row.cells[at], index)),
      renderItem: (_, api) => dot(api, at, series.length, paint(api.value(0), at)),
      tooltip: { formatter: ({ dataIndex }) => tip(describe(dataIndex, at)[0], describe(dataIndex, at).slice(1)) },
    })),
  };
}

/** From a little before the lowest end of an interval to a little after the highest, but not beyond the best value. */
function extent(rows, best) {
  const values = rows
    .flatMap((row) => row.cells.flatMap((cell) => (cell ? [cell.value, cell.low, cell.high] : [])))
    .filter(isNumber);
  if (!values.length) return {};
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = 0.06 * (high - low) || 0.05 * Math.abs(high) || 0.05;
  const isTop = isNumber(best) && best >= high && best !== 0;
  const isBottom = isNumber(best) && best <= low && !isTop;
  return {
    min: isBottom ? Math.max(best, low - room) : low - room,
    max: isTop ? Math.min(best, high + room) : high + room,
    axisLabel: { showMinLabel: false, showMaxLabel: false },
    splitLine: { showMinLine: false, showMaxLine: false },
  };
}

function dotOf(cell, index) {
  const known = (value) => (isNumber(value) ? value : NaN);
  return cell ? [index, known(cell.value), known(cell.low), known(cell.high)] : [index, NaN, NaN, NaN];
}

function dot(api, at, count, look) {
  const [x, middle] = api.coord([api.value(1), api.value(0)]);
  if (!Number.isFinite(x)) return null;
  const y = middle + (at - (count - 1) / 2) * LANE;
  const style = { stroke: colour(look), fill: colour(look), lineWidth: 2 };
  const children = [
    {
      type: "path",
      shape: { pathData: shapePath(SHAPES[look % SHAPES.length], x, y, 4.6) },
      style: { ...style, lineWidth: 0 },
    },
  ];
  const [low, high] = [api.value(2), api.value(3)].map((value) => api.coord([value, api.value(0)])[0]);
  if (Number.isFinite(low) && Number.isFinite(high)) {
    children.push(
      ...[
        [low, high, y, y],
        [low, low, y - 3, y + 3],
        [high, high, y - 3, y + 3],
      ].map(([x1, x2, y1, y2]) => ({
        type: "line",
        shape: { x1, x2, y1, y2 },
        style,
      })),
    );
  }
  return { type: "group", children, emphasisDisabled: true };
}

// --- histogram ---------------------------------------------------------------------------------------------------------

function histogramOption({ edges, counts, series, format, describe, axis, isButton }) {
  const n = series.length;
  return {
    grid: { left: 8, right: 24, top: 16, bottom: 34, containLabel: true },
    xAxis: valueAxis(axis, format, {
      min: edges[0],
      max: edges.at(-1),
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: tone("line") } },
    }),
    yAxis: valueAxis("", (value) => whole(value), { scale: false, minInterval: 1 }),
    series: series.map((name, at) => ({
      type: "custom",
      name,
      encode: { x: [0, 1], y: 2 },
      cursor: isButton ? "pointer" : "default",
      data: counts[at].map((count, bin) => [edges[bin], edges[bin + 1], count]),
      renderItem: (_, api) => bar(api, at, n),
      tooltip: { formatter: ({ dataIndex }) => tip(describe(dataIndex, at)[0], describe(dataIndex, at).slice(1)) },
    })),
  };
}

function bar(api, at, n) {
  const [left, top] = api.coord([api.value(0), api.value(2)]);
  const [right, bottom] = api.coord([api.value(1), 0]);
  const gap = Math.min(2, (right - left) / 8);
  const width = (right - left - 2 * gap) / n;
  if (!(bottom - top > 0)) return null;
  const height = Math.max(bottom - top, 1.5); // one line among thousands is to be seen
  const shape = { x: left + gap + at * width, y: bottom - height, width: Math.max(width - 0.5, 1), height };
  // Emphasis would draw the bar anew under the pointer, and a quick click would be lost.
  return { type: "rect", shape, style: { fill: colour(at) }, emphasisDisabled: true };
}

// --- curves ------------------------------------------------------------------------------------------------------------

/** Confidence against accuracy; the diagonal is perfect. curves: [{name, at: number of its colour, points: [{x, y, weight}]}]. */
function calibrationOption({ curves, format, describe, axes }) {
  const most = Math.max(1, ...curves.flatMap((curve) => curve.points.map((point) => point.weight)));
  const unit = { scale: false, min: 0, max: 1 };
  const diagonal = {
    type: "line",
    data: [
      [0, 0],
      [1, 1],
    ],
    symbol: "none",
    silent: true,
    lineStyle: { color: tone("muted"), type: "dashed", width: 1 },
  };
  return {
    grid: { left: 26, right: 24, top: 16, bottom: 34, containLabel: true },
    xAxis: valueAxis(axes[0], format, unit),
    yAxis: valueAxis(axes[1], format, { ...unit, nameGap: 40 }),
    series: [
      diagonal,
      ...curves.map((curve, at) => ({
        type: "line",
        name: curve.name,
        symbol: SHAPES[curve.at % SHAPES.length],
        itemStyle: { color: colour(curve.at) },
        lineStyle: { color: colour(curve.at), width: 1.5 },
        symbolSize: (_, { dataIndex }) => 5 + 13 * Math.sqrt(curve.points[dataIndex].weight / most),
        data: curve.points.map((point) => [point.x, point.y]),
        tooltip: { formatter: ({ dataIndex }) => tip(describe(dataIndex, at)[0], describe(dataIndex, at).slice(1)) },
      })),
    ],
  };
}
