// Scores of single lines and of parts of the lines.

// --- histogram ---------------------------------------------------------------------------------------------------------

function histogramSection(data) {
  const entries = (data.histograms || []).filter((entry) => entry.edges.length > 1);
  if (!entries.length) return null;
  const body = live((update) => {
    const entry = entries[state.metric.histogram] || entries[0];
    return [
      metricChoice(data, "histogram", entries, update),
      legend(data),
      histogramFigure(data, entry),
      unscoredNote(data, entry),
    ];
  }).element;
  return section("histogram", [sectionHead("histogram", "histogram", t("histogramHelp")), body]);
}

function histogramFigure(data, entry) {
  const { metric, edges, counts } = entry;
  const name = data.metrics[metric].name;
  const range = (bin) => t("range", { low: score(metric, edges[bin]), high: score(metric, edges[bin + 1]) });
  const choose =
    metric === 0 && data.items?.rows.length
      ? (bin, output) => show({ output, low: edges[bin], high: edges[bin + 1] }, { jump: true })
      : null;
  const describe = (bin, at) => [
    data.outputs[at].name,
    `${name}: ${range(bin)}`,
    t("lines", { count: counts[at][bin] }),
  ];
  const option = () =>
    histogramOption({
      edges,
      counts,
      series: data.outputs.map((output) => output.name),
      format: axisScore(metric),
      describe,
      axis: `${name}: ${t("scoreOfLine")}`,
      isButton: Boolean(choose),
    });
  const events = choose ? { click: ({ dataIndex, seriesIndex }) => choose(dataIndex, seriesIndex) } : {};
  return figure(t("histogramLabel", { metric: name }), 300, option, histogramTable(data, entry, range, choose), events);
}

function histogramTable(data, { edges, counts }, range, choose) {
  const columns = [{ title: t("bin"), head: true, cell: range, value: (bin) => edges[bin] }];
  data.outputs.forEach((output, at) =>
    columns.push({
      title: given(output.name),
      number: true,
      value: (bin) => counts[at][bin],
      cell: (bin) => {
        const count = counts[at][bin];
        return choose && count
          ? button([whole(count), hidden(`: ${t("seeLines")}`)], () => choose(bin, at), {
              class: "quiet",
              id: `bin-${bin}-${at}`,
            })
          : whole(count);
      },
    }),
  );
  return table(
    "histogram-table",
    t("histogram"),
    columns,
    edges.slice(0, -1).map((_, bin) => bin),
  );
}

function unscoredNote(data, { unscored }) {
  const some = (unscored || []).map((count, at) => [count, at]).filter(([count]) => count > 0);
  return some.length
    ? h(
        "p",
        { class: "note" },
        some
          .map(([count, at], place) => [place ? "; " : "", outputName(data, at), ": ", t("unscored", { count })])
          .flat(),
      )
    : null;
}

function legend(data) {
  if (data.outputs.length < 2) return null;
  return h(
    "ul",
    { class: "legend" },
    data.outputs.map((_, at) => h("li", {}, outputName(data, at))),
  );
}

// --- slices ------------------------------------------------------------------------------------------------------------

const MOST_DRAWN = 30;

function slicesSection(data) {
  if (!data.slices?.length) return null;
  const tiles = data.slices.map((entry, at) => sliceTile(data, entry, at));
  return section("slices", [
    sectionHead("slices", "slices", t("slicesHelp", { level: decimal(LEVEL, 2) })),
    legend(data),
    h("div", { class: "grid" }, tiles),
  ]);
}

function sliceTile(data, entry, place) {
  const metric = data.metrics[entry.metric].name;
  const rows = entry.slices.slice(0, MOST_DRAWN);
  const series = data.outputs.map((output) => output.name);
  const describe = (row, at) => sliceFacts(data, entry, entry.slices[row], at);
  const named = rows.map((slice) => ({ name: sliceName(slice), faint: slice.small, cells: slice.cells }));
  const option = () =>
    dotPlot({ rows: named, series, format: axisScore(entry.metric), describe, best: data.metrics[entry.metric].best });
  const label = t("slicesLabel", { metric, title: entry.title });
  const title = h("h3", {}, english(entry.title, "span"), h("span", { class: "quietly" }, " · ", given(metric)));
  return h(
    "div",
    { class: "tile" },
    title,
    figure(label, dotPlotHeight(rows.length, series.length), option, sliceTable(data, entry, place)),
  );
}

function sliceName({ name, cells }) {
  return cells.some((cell) => differsHere(cell)) ? `${name} *` : name;
}

function differsHere(cell) {
  return isNumber(cell?.q) && cell.q <= LEVEL;
}

function sliceFacts(data, { metric }, slice, at) {
  const cell = slice.cells[at];
  const facts_ = [
    data.outputs[at].name,
    `${slice.name}: ${score(metric, cell.value)}`,
    intervalText(metric, cell),
    t("lines", { count: slice.lines }),
  ];
  if (slice.small) facts_.push(t("few"));
  if (differsHere(cell)) facts_.push(t("differs", { q: small(cell.q) }));
  return facts_;
}

function sliceTable(data, entry, place) {
  const columns = [
    {
      title: t("slice"),
      head: true,
      cell: (slice) => [given(slice.name), slice.small ? h("small", {}, ` ${t("few")}`) : null],
      value: (slice) => slice.name,
    },
    { title: t("size"), number: true, cell: (slice) => whole(slice.lines), value: (slice) => slice.lines },
  ];
  data.outputs.forEach((output, at) =>
    columns.push({
      title: given(output.name),
      number: true,
      value: (slice) => slice.cells[at]?.value,
      cell: (slice) => sliceCell(entry.metric, slice.cells[at]),
    }),
  );
  return table(`slices-table-${place}`, `${t("slices")}: ${entry.title}`, columns, entry.slices);
}

function sliceCell(metric, cell) {
  const mark = differsHere(cell) ? h("span", {}, " *", hidden(` ${t("differs", { q: small(cell.q) })}`)) : null;
  return h(
    "span",
    { class: "score-cell" },
    h("span", {}, score(metric, cell?.value), mark),
    h("small", {}, cell ? intervalText(metric, cell) : ""),
  );
}
