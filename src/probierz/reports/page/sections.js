// The sections of the page but the lines: each makes a <section> from its part of the document, or null without data.

let styles = []; // how the scores of each metric are printed

function score(metric, value) {
  const { scale, decimals } = styles[metric];
  return isNumber(value) ? decimal(value * scale, decimals) : "–";
}

function axisScore(metric) {
  return (value) => decimal(value * styles[metric].scale, 0, 6);
}

function intervalText(metric, { low, high }) {
  return isNumber(low) && isNumber(high) ? t("range", { low: score(metric, low), high: score(metric, high) }) : t("noInterval");
}

function section(id, content) {
  return h("section", { id, "aria-labelledby": `${id}-title` }, content);
}

function sectionHead(title, id, help) {
  return [h("h2", { id: `${id}-title` }, t(title)), h("details", { class: "help" }, h("summary", {}, t("howTo")), h("p", {}, help))];
}

/** The name of an output with its sign. */
function outputName(data, at) {
  const { name } = data.outputs[at];
  return h("span", { class: name.length <= 28 ? "output-name nowrap" : "output-name" }, data.outputs.length > 1 ? sign(at) : null, given(name));
}

function metricChoice(data, id, entries, update) {
  if (entries.length < 2) return null;
  const options = entries.map((entry, at) => [at, data.metrics[entry.metric].name]);
  return choice(`${id}-metric`, t("metric"), options, state.metric[id], (value) => { state.metric[id] = Number(value); update(); });
}

function outputPicker(data, id, known, update) {
  if (data.outputs.length < 2) return null;
  const options = data.outputs.map((output, at) => [at, output.name]).filter(([at]) => known(at));
  return choice(`${id}-output`, t("output"), options, state.output[id], (value) => { state.output[id] = Number(value); update(); });
}

// --- what was found, in a sentence or two ------------------------------------------------------------------------------

function overview(data) {
  const main = data.metrics[0];
  const place = [data.split ? [h("dt", {}, t("split")), h("dd", {}, given(data.split))] : null,
    [h("dt", {}, t("mainMetric")), h("dd", {}, given(main.name), ` ${t(`arrow.${main.better}`)} `, h("span", { class: "quietly" }, t(`better.${main.better}`)))]];
  const facts = h("dl", { class: "facts" }, place.filter(Boolean).map((pair) => h("div", {}, pair)),
    h("div", {}, h("dt", {}, t("size")), h("dd", {}, whole(data.lines))), h("div", {}, h("dt", {}, t("outputs_")), h("dd", {}, whole(data.outputs.length))));
  const title = data.challenge ? given(data.challenge, "span") : t("report");
  return h("header", { class: "overview" }, h("p", { class: "kicker" }, t("report")), h("h1", {}, title), facts, cards(data), finding(data));
}

const MOST_CARDS = 6;

function cards(data) {
  const order = (data.comparison[0]?.order || data.outputs.map((_, at) => at)).slice(0, MOST_CARDS);
  const card = (at) => h("li", { class: `card series-${at % PALETTE.light.length}` },
    h("span", { class: "card-name" }, outputName(data, at)),
    h("strong", { class: "card-score" }, shownScore(data, 0, at)),
    h("span", { class: "quietly" }, intervalText(0, data.scores[at][0])));
  return h("ul", { class: "cards" }, order.map(card));
}

function shownScore(data, metric, at) {
  const { value, shown } = data.scores[at][metric];
  return isNumber(value) ? score(metric, value) : String(shown ?? "–");
}

function finding(data) {
  const comparison = data.comparison[0];
  if (!comparison || !comparison.clusters.length) return null;
  const name = (at) => h("strong", {}, given(data.outputs[at].name));
  const [first, second] = comparison.order;
  if (data.outputs.length === 2) {
    const pair = pairOf(comparison, first, second);
    if (!pair || !isNumber(pair.adjusted)) return null;
    const values = { best: name(first), other: name(second), difference: signed(score(0, pair.difference), pair.difference), interval: intervalText(0, pair), p: small(pair.adjusted) };
    return h("p", { class: "finding" }, sentence(pair.significant ? "findingAlone" : "findingSame", values));
  }
  const top = comparison.clusters[0];
  if (top.length === 1) return h("p", { class: "finding" }, sentence("findingTop", { best: name(top[0]) }));
  const names = top.flatMap((at, place) => (place ? [", ", name(at)] : [name(at)]));
  return h("p", { class: "finding" }, sentence("findingGroup", { names }));
}

// --- scores ------------------------------------------------------------------------------------------------------------

function scoresSection(data) {
  const order = data.comparison[0]?.order || data.outputs.map((_, at) => at);
  const columns = [{ title: t("output"), head: true, cell: (at) => outputName(data, at), value: (at) => data.outputs[at].name }];
  data.metrics.forEach((metric, place) => columns.push({
    title: h("span", { title: metric.description || null }, given(metric.name), ` ${t(`arrow.${metric.better}`)}`, hidden(` ${t(`better.${metric.better}`)}`)),
    number: true, value: (at) => data.scores[at][place].value, cell: (at) => scoreCell(data, place, at),
  }));
  const { level, method, samples, seed } = data.interval;
  const method_ = method === "bca" ? "BCa" : method;
  const made = h("p", { class: "note" }, t("intervalsMade", { level: percent(level), method: method_, samples, seed: String(seed) }));
  const forests = data.metrics.map((_, place) => forest(data, place, order));
  return section("scores", [sectionHead("scores", "scores", t("scoresHelp")), table("scores-table", t("scores"), columns, order), made, h("div", { class: "grid small" }, forests)]);
}

function scoreCell(data, metric, at) {
  const isBest = data.outputs.length > 1 && bestOutputs(data, metric).includes(at);
  const text = shownScore(data, metric, at);
  return h("span", { class: "score-cell" }, isBest ? h("strong", {}, text, hidden(` (${t("best")})`)) : text, h("small", {}, intervalText(metric, data.scores[at][metric])));
}

function bestOutputs(data, metric) {
  const values = data.scores.map((row) => row[metric].value);
  const known = values.filter(isNumber);
  const top = data.metrics[metric].better === "lower" ? Math.min(...known) : Math.max(...known);
  return values.flatMap((value, at) => (value === top ? [at] : []));
}

function forest(data, metric, order) {
  const name = data.metrics[metric].name;
  const rows = order.map((at) => ({ name: data.outputs[at].name, cells: [data.scores[at][metric]] }));
  if (!rows.some((row) => isNumber(row.cells[0].value))) return null;
  const describe = (row) => [rows[row].name, `${name}: ${shownScore(data, metric, order[row])}`, intervalText(metric, rows[row].cells[0])];
  const option = () => dotPlot({ rows, series: [name], format: axisScore(metric), describe, best: data.metrics[metric].best, paint: (row) => order[row] });
  const picture = figure(t("forest", { metric: name }), 40 + rows.length * 30, option, null);
  return h("div", { class: "tile" }, h("h3", {}, given(name), ` ${t(`arrow.${data.metrics[metric].better}`)}`), picture);
}

// --- comparison --------------------------------------------------------------------------------------------------------

function pairOf(comparison, a, b) {
  for (const pair of comparison.pairs) {
    if (pair.a === a && pair.b === b) return pair;
    if (pair.a === b && pair.b === a) return turned(pair);
  }
  return null;
}

function turned(pair) {
  const minus = (value) => (isNumber(value) ? -value : value);
  return { ...pair, a: pair.b, b: pair.a, difference: minus(pair.difference), low: minus(pair.high), high: minus(pair.low), fixed: pair.broken, broken: pair.fixed };
}

function comparisonSection(data) {
  if (!data.comparison.length) return null;
  const body = live((update) => {
    const comparison = data.comparison[state.metric.comparison];
    return [metricChoice(data, "comparison", data.comparison, update), clusters(data, comparison), matrix(data, comparison), facts(data, comparison)];
  }).element;
  return section("comparison", [sectionHead("comparison", "comparison", t("comparisonHelp")), body]);
}

function clusters(data, { clusters: groups }) {
  if (!groups.length) return null;
  const names = (group) => group.map((at) => outputName(data, at));
  const note = (group) => (group.length > 1 ? h("span", { class: "quietly" }, t("together")) : null);
  return [h("h3", {}, t("clusters")), h("ol", { class: "clusters" }, groups.map((group) => h("li", {}, names(group), note(group))))];
}

function matrix(data, comparison) {
  const { order, metric } = comparison;
  const corner = h("td", { class: "quietly" }, t("versus"));
  const head = h("tr", {}, corner, order.map((at) => h("th", { scope: "col" }, outputName(data, at))));
  const rows = order.map((a) => h("tr", {}, h("th", { scope: "row" }, outputName(data, a)), order.map((b) => (a === b ? h("td", { class: "same" }, "–") : pairCell(data, comparison, a, b)))));
  const name = `${t("comparison")}: ${data.metrics[metric].name}`;
  return scrolling(h("table", { class: "matrix", id: "comparison-matrix" }, h("caption", { class: "visually-hidden" }, name), h("thead", {}, head), h("tbody", {}, rows)), name);
}

function pairCell(data, comparison, a, b) {
  const pair = pairOf(comparison, a, b);
  if (!pair || !isNumber(pair.difference)) return h("td", {}, "–");
  const { metric } = comparison;
  const isGain = (data.metrics[metric].better === "lower" ? -1 : 1) * pair.difference > 0;
  const verdict = !pair.significant ? "same" : isGain ? "better" : "worse";
  const symbol = { same: "≈", better: "▲", worse: "▼" }[verdict];
  const said = t({ same: "isSame", better: "isBetter", worse: "isWorse" }[verdict]);
  return h("td", { class: `pair ${verdict}` },
    h("span", { class: "pair-difference" }, h("span", { "aria-hidden": "true" }, `${symbol} `), hidden(`${said}: `), signed(score(metric, pair.difference), pair.difference)),
    h("small", {}, intervalText(metric, pair)), h("small", {}, `p ${small(pair.adjusted)}`), metric === 0 ? pairLinks(data, pair) : null);
}

function pairLinks(data, { a, b, fixed, broken }) {
  const link = (count, key, effect) => (count
    ? button(t(key, { count }), () => show({ pair: [a, b, effect] }, { jump: true }), { class: "quiet", id: `pair-${a}-${b}-${effect}`, disabled: !data.items?.rows.length })
    : null);
  return h("span", { class: "pair-links" }, link(fixed, "betterLines", "better"), link(broken, "worseLines", "worse"));
}

const CORRECTIONS = { holm: "Holm", "benjamini-hochberg": "Benjamini–Hochberg" };

function facts(data, comparison) {
  const power = data.interval.smallest_difference?.[comparison.metric];
  const correction = comparison.pairs.length > 1 && comparison.correction && comparison.correction !== "none";
  return h("div", { class: "note" },
    state.language === "en" && comparison.why ? null : h("p", {}, t("test", { test: texts().tests[comparison.test] || comparison.test })),
    comparison.why ? english(comparison.why) : null,
    correction ? h("p", {}, t("correction", { correction: CORRECTIONS[comparison.correction] || comparison.correction })) : null,
    isNumber(power) ? h("p", {}, t("smallest", { value: score(comparison.metric, power) })) : null);
}

// --- histogram ---------------------------------------------------------------------------------------------------------

function histogramSection(data) {
  const entries = (data.histograms || []).filter((entry) => entry.edges.length > 1);
  if (!entries.length) return null;
  const body = live((update) => {
    const entry = entries[state.metric.histogram] || entries[0];
    return [metricChoice(data, "histogram", entries, update), legend(data), histogramFigure(data, entry), unscoredNote(data, entry)];
  }).element;
  return section("histogram", [sectionHead("histogram", "histogram", t("histogramHelp")), body]);
}

function histogramFigure(data, entry) {
  const { metric, edges, counts } = entry;
  const name = data.metrics[metric].name;
  const range = (bin) => t("range", { low: score(metric, edges[bin]), high: score(metric, edges[bin + 1]) });
  const choose = metric === 0 && data.items?.rows.length ? (bin, output) => show({ output, low: edges[bin], high: edges[bin + 1] }, { jump: true }) : null;
  const describe = (bin, at) => [data.outputs[at].name, `${name}: ${range(bin)}`, t("lines", { count: counts[at][bin] })];
  const option = () => histogramOption({ edges, counts, series: data.outputs.map((output) => output.name), format: axisScore(metric), describe, axis: `${name}: ${t("scoreOfLine")}`, isButton: Boolean(choose) });
  const events = choose ? { click: ({ dataIndex, seriesIndex }) => choose(dataIndex, seriesIndex) } : {};
  return figure(t("histogramLabel", { metric: name }), 300, option, histogramTable(data, entry, range, choose), events);
}

function histogramTable(data, { edges, counts }, range, choose) {
  const columns = [{ title: t("bin"), head: true, cell: range, value: (bin) => edges[bin] }];
  data.outputs.forEach((output, at) => columns.push({
    title: given(output.name), number: true, value: (bin) => counts[at][bin],
    cell: (bin) => {
      const count = counts[at][bin];
      return choose && count ? button([whole(count), hidden(`: ${t("seeLines")}`)], () => choose(bin, at), { class: "quiet", id: `bin-${bin}-${at}` }) : whole(count);
    },
  }));
  return table("histogram-table", t("histogram"), columns, edges.slice(0, -1).map((_, bin) => bin));
}

function unscoredNote(data, { unscored }) {
  const some = (unscored || []).map((count, at) => [count, at]).filter(([count]) => count > 0);
  return some.length ? h("p", { class: "note" }, some.map(([count, at], place) => [place ? "; " : "", outputName(data, at), ": ", t("unscored", { count })]).flat()) : null;
}

function legend(data) {
  if (data.outputs.length < 2) return null;
  return h("ul", { class: "legend" }, data.outputs.map((_, at) => h("li", {}, outputName(data, at))));
}

// --- slices ------------------------------------------------------------------------------------------------------------

const MOST_DRAWN = 30;

function slicesSection(data) {
  if (!data.slices?.length) return null;
  const tiles = data.slices.map((entry, at) => sliceTile(data, entry, at));
  return section("slices", [sectionHead("slices", "slices", t("slicesHelp")), legend(data), h("div", { class: "grid" }, tiles)]);
}

function sliceTile(data, entry, place) {
  const metric = data.metrics[entry.metric].name;
  const rows = entry.slices.slice(0, MOST_DRAWN);
  const series = data.outputs.map((output) => output.name);
  const describe = (row, at) => sliceFacts(data, entry, entry.slices[row], at);
  const named = rows.map((slice) => ({ name: sliceName(slice), faint: slice.small, cells: slice.cells }));
  const option = () => dotPlot({ rows: named, series, format: axisScore(entry.metric), describe, best: data.metrics[entry.metric].best });
  const label = t("slicesLabel", { metric, title: entry.title });
  const title = h("h3", {}, english(entry.title, "span"), h("span", { class: "quietly" }, " · ", given(metric)));
  return h("div", { class: "tile" }, title, figure(label, dotPlotHeight(rows.length, series.length), option, sliceTable(data, entry, place)));
}

function sliceName({ name, cells }) {
  return cells.some((cell) => differsHere(cell)) ? `${name} *` : name;
}

function differsHere(cell) {
  return isNumber(cell?.q) && cell.q <= 0.05;
}

function sliceFacts(data, { metric }, slice, at) {
  const cell = slice.cells[at];
  const facts_ = [data.outputs[at].name, `${slice.name}: ${score(metric, cell.value)}`, intervalText(metric, cell), t("lines", { count: slice.lines })];
  if (slice.small) facts_.push(t("few"));
  if (differsHere(cell)) facts_.push(t("differs", { q: small(cell.q) }));
  return facts_;
}

function sliceTable(data, entry, place) {
  const columns = [
    { title: t("slice"), head: true, cell: (slice) => [given(slice.name), slice.small ? h("small", {}, ` ${t("few")}`) : null], value: (slice) => slice.name },
    { title: t("size"), number: true, cell: (slice) => whole(slice.lines), value: (slice) => slice.lines },
  ];
  data.outputs.forEach((output, at) => columns.push({
    title: given(output.name), number: true, value: (slice) => slice.cells[at]?.value, cell: (slice) => sliceCell(entry.metric, slice.cells[at]),
  }));
  return table(`slices-table-${place}`, `${t("slices")}: ${entry.title}`, columns, entry.slices);
}

function sliceCell(metric, cell) {
  const mark = differsHere(cell) ? h("span", {}, " *", hidden(` ${t("differs", { q: small(cell.q) })}`)) : null;
  return h("span", { class: "score-cell" }, h("span", {}, score(metric, cell?.value), mark), h("small", {}, cell ? intervalText(metric, cell) : ""));
}

// --- classes -----------------------------------------------------------------------------------------------------------

const MOST_LABELS = 30;

function classesSection(data) {
  if (!data.classes?.some(Boolean)) return null;
  if (!data.classes[state.output.classes]) state.output.classes = data.classes.findIndex(Boolean);
  const body = live((update) => {
    const found = data.classes[state.output.classes];
    const confusion_ = found.confusion?.labels.length ? confusionView(found.confusion) : null;
    return [outputPicker(data, "classes", (at) => data.classes[at], update), classTable(found), confusion_];
  }).element;
  return section("classes", [sectionHead("classes", "classes", t("classesHelp")), body]);
}

function classTable({ classes, averages }) {
  const ratio = (name) => ({ title: t(name), number: true, value: (row) => row[name], cell: (row) => ratioCell(row[name]) });
  const count = (title, name) => ({ title: t(title), number: true, value: (row) => row[name], cell: (row) => (isNumber(row[name]) ? decimal(row[name], 0, 2) : "") });
  const columns = [
    { title: t("class"), head: true, value: (row) => row.name, cell: (row) => given(row.name) },
    count("expected", "expected"), count("given", "output"), count("hits", "hits"), ratio("precision"), ratio("recall"), ratio("f1"),
  ];
  const element = table("classes-table", t("classes"), columns, classes);
  const means = Object.entries(averages || {}).filter(([, value]) => value);
  if (!means.length) return element;
  const names = { title: t("averages_"), head: true, cell: ([name]) => texts().averages[name] || name };
  const mean = (name) => ({ title: t(name), number: true, cell: ([, value]) => ratioCell(value[name]) });
  return [element, table("averages-table", t("averages_"), [names, mean("precision"), mean("recall"), mean("f1")], means, { sortable: false })];
}

/** A share as a number and a bar, from 0 to 1. */
function ratioCell(value) {
  if (!isNumber(value)) return "–";
  const bar_ = h("span", { class: "bar", "aria-hidden": "true" });
  bar_.style.setProperty("--part", Math.max(0, Math.min(1, value)));
  return h("span", { class: "with-bar" }, decimal(value, 3), bar_);
}

function confusionView(confusion) {
  return live((update) => {
    const kind = choice("confusion-kind", t("cells"), [["counts", t("counts")], ["shares", t("shares")]], state.confusion, (value) => {
      state.confusion = value;
      update();
    });
    const count = confusion.labels.length;
    const note = count > MOST_LABELS ? h("p", { class: "note" }, t("onlyLabels", { shown: MOST_LABELS, count })) : null;
    return [h("h3", {}, t("confusion")), kind, confusionTable(confusion), note];
  }).element;
}

function confusionTable({ labels, counts }) {
  const shown = labels.slice(0, MOST_LABELS);
  const most = Math.max(1, ...counts.flat());
  const head = h("tr", {}, h("td", { class: "quietly" }, t("expectedVersusGiven")), shown.map((label) => h("th", { scope: "col" }, given(label))));
  const rows = shown.map((label, row) => {
    const sum = counts[row].reduce((total, count) => total + count, 0);
    return h("tr", {}, h("th", { scope: "row" }, given(label)), shown.map((_, column) => confusionCell(counts[row][column], sum, most, row === column)));
  });
  const caption = h("caption", {}, t("confusionCaption"));
  return scrolling(h("table", { class: "confusion", id: "confusion" }, caption, h("thead", {}, head), h("tbody", {}, rows)), t("confusion"));
}

function confusionCell(count, sum, most, isHit) {
  const shares = state.confusion === "shares";
  const part = shares ? (sum ? count / sum : 0) : Math.sqrt(count / most);
  const text = shares ? (sum ? percent(count / sum) : "–") : decimal(count, 0, 2);
  const cell = h("td", { class: isHit ? "number hit" : "number miss" }, text);
  cell.style.setProperty("--part", part.toFixed(3));
  if (!count) cell.classList.add("zero");
  return cell;
}

// --- calibration -------------------------------------------------------------------------------------------------------

function calibrationSection(data) {
  const found = (data.calibration || []).map((entry, at) => ({ entry, at })).filter(({ entry }) => entry);
  if (!found.length) return null;
  const curves = found.map(({ entry, at }) => ({ at, name: data.outputs[at].name, points: pointsOf(entry) }));
  const describe = (index, place) => {
    const point = curves[place].points[index];
    return [curves[place].name, `${t("confidence")}: ${decimal(point.x, 3)}`, `${t("accuracy")}: ${decimal(point.y, 3)}`, `${t("size")}: ${whole(point.weight)}`];
  };
  const option = () => calibrationOption({ curves, format: (value) => decimal(value, 0, 2), describe, axes: [t("confidence"), t("accuracy")] });
  const picture = figure(t("calibrationLabel"), 340, option, calibrationBins(data, found));
  return section("calibration", [sectionHead("calibration", "calibration", t("calibrationHelp")), legend(data), h("div", { class: "beside" }, picture, calibrationSummary(data, found))]);
}

function pointsOf({ bins }) {
  return bins.filter((bin) => isNumber(bin.confidence) && isNumber(bin.accuracy)).map((bin) => ({ x: bin.confidence, y: bin.accuracy, weight: bin.lines ?? bin.count }));
}

function calibrationSummary(data, found) {
  const number = (title, name) => ({ title, number: true, value: ({ entry }) => entry[name], cell: ({ entry }) => (isNumber(entry[name]) ? decimal(entry[name], 4) : "–") });
  const columns = [{ title: t("output"), head: true, value: ({ at }) => at, cell: ({ at }) => outputName(data, at) }, number("ECE", "ece"), number("MCE", "mce"), number("Brier", "brier")];
  return table("calibration-table", t("calibration"), columns, found);
}

function calibrationBins(data, found) {
  const rows = found.flatMap(({ entry, at }) => entry.bins.map((bin) => ({ ...bin, at })));
  const number = (title, name) => ({ title, number: true, value: (row) => row[name], cell: (row) => (isNumber(row[name]) ? decimal(row[name], 3) : "–") });
  const columns = [
    { title: t("output"), head: true, value: (row) => row.at, cell: (row) => outputName(data, row.at) },
    { title: t("bin"), value: (row) => row.low, cell: (row) => t("range", { low: decimal(row.low, 0, 3), high: decimal(row.high, 0, 3) }) },
    { title: t("size"), number: true, value: (row) => row.lines, cell: (row) => whole(row.lines) }, number(t("confidence"), "confidence"), number(t("accuracy"), "accuracy"),
  ];
  return table("calibration-bins", t("calibration"), columns, rows);
}

// --- agreement ---------------------------------------------------------------------------------------------------------

function agreementSection(data) {
  const found = data.agreement;
  if (!found?.pairs?.length) return null;
  const facts_ = h("dl", { class: "facts" },
    found.outputs.map((output, at) => h("div", {}, h("dt", {}, t("rightLines", { name: "" }), outputName(data, at)), h("dd", {}, share(output.right, found.lines)))),
    h("div", {}, h("dt", {}, t("rightSomewhere")), h("dd", {}, share(found.right_somewhere, found.lines))),
    h("div", {}, h("dt", {}, t("oracle")), h("dd", {}, isNumber(found.oracle) ? score(0, found.oracle) : "–")));
  return section("agreement", [sectionHead("agreement", "agreement", t("agreementHelp")), facts_, combinationTable(data, found), pairTable(data, found)]);
}

function share(count, lines) {
  return lines ? `${percent(count / lines)} (${whole(count)})` : whole(count);
}

function combinationTable(data, { combinations, lines }) {
  const columns = data.outputs.map((output, at) => ({ title: given(output.name), value: (row) => Number(row.right[at]), cell: (row) => (row.right[at] ? `✓ ${t("right")}` : `✗ ${t("wrong")}`) }));
  columns.push({ title: t("size"), number: true, value: (row) => row.lines, cell: (row) => share(row.lines, lines) });
  return table("combinations", t("combinations"), columns, combinations);
}

function pairTable(data, { pairs }) {
  const count = (name, title) => ({ title, number: true, value: (row) => row[name], cell: (row) => whole(row[name]) });
  const kappa = (name) => ({ title: t(name), number: true, value: (row) => row[name], cell: (row) => (isNumber(row[name]) ? decimal(row[name], 3) : "–") });
  const columns = [
    { title: t("outputsOfPair"), head: true, value: (row) => data.outputs[row.first].name, cell: (row) => [outputName(data, row.first), " – ", outputName(data, row.second)] },
    count("both", t("bothRight")), count("only_first", t("onlyFirst")), count("only_second", t("onlySecond")), count("neither", t("bothWrong")), count("same", t("sameOutput")),
  ];
  if (pairs.some((pair) => isNumber(pair.kappa))) columns.push(kappa("kappa"));
  columns.push(kappa("error_kappa"));
  return table("agreement-pairs", t("agreement"), columns, pairs);
}

// --- features ----------------------------------------------------------------------------------------------------------

function worstSection(data) {
  if (!data.worst?.some((entry) => entry && (entry.features.length || entry.note))) return null;
  const body = live((update) => {
    const at = state.output.worst;
    const found = data.worst[at];
    const notes = [isNumber(found?.tested) ? t("tested", { count: found.tested }) : null, found?.note ? english(found.note, "span") : null];
    const content = found?.features.length ? featureTable(data, found, at) : h("p", { class: "empty" }, t("noFeatures"));
    return [outputPicker(data, "worst", () => true, update), content, h("p", { class: "note" }, notes.filter(Boolean).flatMap((part, place) => (place ? [". ", part] : [part])))];
  }).element;
  return section("worst", [sectionHead("worst", "worst", t("worstHelp")), body]);
}

function featureTable(data, { features }, output) {
  const rows = features.map((feature, at) => ({ ...feature, at }));
  const number = (title, name, show_) => ({ title: t(title), number: true, value: (row) => row[name], cell: (row) => show_(row[name]) });
  const columns = [
    { title: t("feature"), head: true, value: (row) => row.name, cell: (row) => featureName(data, row, output) },
    number("size", "lines", whole), number("score", "score", (value) => score(0, value)), number("others", "others", (value) => score(0, value)),
    { title: t("effect"), number: true, value: (row) => row.effect, cell: (row) => effectBar(row.effect) }, number("q_", "q", small),
  ];
  return table("features", t("worst"), columns, rows);
}

const ALSO_SHOWN = 3;

function featureName(data, { name, at, also, items }, output) {
  const canShow = items?.length && data.items?.rows.length;
  const main = canShow
    ? button(given(name), () => show({ feature: [output, at], output }, { jump: true }), { class: "feature", id: `feature-${at}` })
    : h("span", { class: "feature" }, given(name));
  const more = also.length - ALSO_SHOWN;
  const names = also.slice(0, ALSO_SHOWN).flatMap((one, place) => [place ? ", " : "", given(one)]);
  const rest = more > 0 ? [` ${t("more", { count: more })}`] : [];
  return [main, also.length ? h("small", {}, sentence("also", { names: [...names, ...rest] })) : null];
}

function effectBar(effect) {
  if (!isNumber(effect)) return "–";
  const bar_ = h("span", { class: "bar effect", "aria-hidden": "true" });
  bar_.style.setProperty("--part", Math.min(1, Math.abs(effect)));
  return h("span", { class: "with-bar" }, decimal(effect, 2), bar_);
}

// --- how it was made ---------------------------------------------------------------------------------------------------

function aboutSection(data) {
  const notes = data.notes?.length ? [h("h3", {}, t("notes")), h("ul", {}, data.notes.map((note) => english(note, "li")))] : null;
  return section("about", [h("h2", { id: "about-title" }, t("about")), notes, h("div", { class: "made" }, data.outputs.map((output, at) => outputFacts(data, output, at))), metricFacts(data), h("p", { class: "note" }, t("version", { version: data.probierz }), " ", t("offline"))]);
}

function outputFacts(data, output, at) {
  const parameters = Object.entries(output.parameters || {}).map(([name, value]) => h("li", {}, given(name), " = ", given(value)));
  const warnings = (output.warnings || []).map((warning) => english(warning, "li", { class: "problem" }));
  const signatures = data.metrics.map((metric, place) => h("li", {}, given(metric.name), ": ", h("code", {}, given(data.scores[at][place].signature || "–"))));
  const list = (title, items) => (items.length ? [h("dt", {}, title), h("dd", {}, h("ul", {}, items))] : []);
  return h("details", {}, h("summary", {}, outputName(data, at)),
    h("dl", {}, h("dt", {}, t("file")), h("dd", {}, h("code", {}, given(output.path || "–"))), list(t("warnings"), warnings), list(t("parameters"), parameters), list(t("signatures"), signatures)));
}

function metricFacts(data) {
  const known = data.metrics.filter((metric) => metric.description);
  if (!known.length) return null;
  return h("dl", { class: "metrics" }, known.map((metric) => h("div", {}, h("dt", {}, given(metric.name), " ", h("code", {}, given(metric.scheme))), h("dd", { lang: "en" }, ...withMarks(metric.description)))));
}
