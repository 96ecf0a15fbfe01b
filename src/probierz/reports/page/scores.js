// What was found, the scores and their comparison; and what all sections share.
// Each section is made from its part of the document, or is null without data.

let styles = []; // how the scores of each metric are printed

function score(metric, value) {
  const { scale, decimals } = styles[metric];
  return isNumber(value) ? decimal(value * scale, decimals) : "–";
}

function axisScore(metric) {
  return (value) => decimal(value * styles[metric].scale, 0, 6);
}

function intervalText(metric, { low, high }) {
  return isNumber(low) && isNumber(high)
    ? t("range", { low: score(metric, low), high: score(metric, high) })
    : t("noInterval");
}

function section(id, content) {
  return h("section", { id, "aria-labelledby": `${id}-title` }, content);
}

function sectionHead(title, id, help) {
  return [
    h("h2", { id: `${id}-title` }, t(title)),
    h("details", { class: "help" }, h("summary", {}, t("howTo")), h("p", {}, help)),
  ];
}

/** The name of an output with its sign. */
function outputName(data, at) {
  const { name } = data.outputs[at];
  return h(
    "span",
    { class: name.length <= 28 ? "output-name nowrap" : "output-name" },
    data.outputs.length > 1 ? sign(at) : null,
    given(name),
  );
}

function metricChoice(data, id, entries, update) {
  if (entries.length < 2) return null;
  const options = entries.map((entry, at) => [at, data.metrics[entry.metric].name]);
  return choice(`${id}-metric`, t("metric"), options, state.metric[id], (value) => {
    state.metric[id] = Number(value);
    update();
  });
}

function outputPicker(data, id, known, update) {
  if (data.outputs.length < 2) return null;
  const options = data.outputs.map((output, at) => [at, output.name]).filter(([at]) => known(at));
  return choice(`${id}-output`, t("output"), options, state.output[id], (value) => {
    state.output[id] = Number(value);
    update();
  });
}

// --- what was found, in a sentence or two ------------------------------------------------------------------------------

function overview(data) {
  const main = data.metrics[0];
  const place = [
    data.split ? [h("dt", {}, t("split")), h("dd", {}, given(data.split))] : null,
    [
      h("dt", {}, t("mainMetric")),
      h(
        "dd",
        {},
        given(main.name),
        ` ${t(`arrow.${main.better}`)} `,
        h("span", { class: "quietly" }, t(`better.${main.better}`)),
      ),
    ],
  ];
  const facts = h(
    "dl",
    { class: "facts" },
    place.filter(Boolean).map((pair) => h("div", {}, pair)),
    h("div", {}, h("dt", {}, t("size")), h("dd", {}, whole(data.lines))),
    h("div", {}, h("dt", {}, t("outputs_")), h("dd", {}, whole(data.outputs.length))),
  );
  const title = data.challenge ? given(data.challenge, "span") : t("report");
  return h(
    "header",
    { class: "overview" },
    h("p", { class: "kicker" }, t("report")),
    h("h1", {}, title),
    facts,
    cards(data),
    finding(data),
  );
}

const MOST_CARDS = 6;

function cards(data) {
  const order = (data.comparison[0]?.order || data.outputs.map((_, at) => at)).slice(0, MOST_CARDS);
  const card = (at) =>
    h(
      "li",
      { class: `card series-${at % PALETTE.light.length}` },
      h("span", { class: "card-name" }, outputName(data, at)),
      h("strong", { class: "card-score" }, shownScore(data, 0, at)),
      h("span", { class: "quietly" }, intervalText(0, data.scores[at][0])),
    );
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
    if (!pair) return null;
    if (!isNumber(pair.adjusted)) return h("p", { class: "finding" }, t("findingNothing"));
    const values = {
      best: name(first),
      other: name(second),
      difference: signed(score(0, pair.difference), pair.difference),
      interval: intervalText(0, pair),
      p: small(pair.adjusted, comparison.alpha),
    };
    return h("p", { class: "finding" }, sentence(findingOf(pair), values));
  }
  if (comparison.pairs.every((pair) => pair.verdict === "impossible"))
    return h("p", { class: "finding" }, t("findingNothing"));
  const top = comparison.clusters[0];
  if (top.length === 1) return h("p", { class: "finding" }, sentence("findingTop", { best: name(top[0]) }));
  const names = top.flatMap((at, place) => (place ? [", ", name(at)] : [name(at)]));
  return h("p", { class: "finding" }, sentence("findingGroup", { names, best: name(top[0]), last: name(top.at(-1)) }));
}

function findingOf(pair) {
  if (pair.verdict === "impossible") return "findingImpossible";
  return pair.significant ? "findingAlone" : "findingSame";
}

// --- scores ------------------------------------------------------------------------------------------------------------

function scoresSection(data) {
  const order = data.comparison[0]?.order || data.outputs.map((_, at) => at);
  const columns = [
    { title: t("output"), head: true, cell: (at) => outputName(data, at), value: (at) => data.outputs[at].name },
  ];
  data.metrics.forEach((metric, place) =>
    columns.push({
      title: h(
        "span",
        { title: metric.description || null },
        given(metric.name),
        ` ${t(`arrow.${metric.better}`)}`,
        hidden(` ${t(`better.${metric.better}`)}`),
      ),
      number: true,
      value: (at) => data.scores[at][place].value,
      cell: (at) => scoreCell(data, place, at),
    }),
  );
  const { level } = data.interval;
  const made = h(
    "p",
    { class: "note" },
    t("intervalsMade", { level: percent(level) }),
  );
  const forests = data.metrics.map((_, place) => forest(data, place, order));
  return section("scores", [
    sectionHead("scores", "scores", t("scoresHelp")),
    table("scores-table", t("scores"), columns, order),
    made,
    h("div", { class: "grid small" }, forests),
  ]);
}

function scoreCell(data, metric, at) {
  const isBest = data.outputs.length > 1 && bestOutputs(data, metric).includes(at);
  const text = shownScore(data, metric, at);
  return h(
    "span",
    { class: "score-cell" },
    isBest ? h("strong", {}, text, hidden(` (${t("best")})`)) : text,
    h("small", {}, intervalText(metric, data.scores[at][metric])),
  );
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
  const describe = (row) => [
    rows[row].name,
    `${name}: ${shownScore(data, metric, order[row])}`,
    intervalText(metric, rows[row].cells[0]),
  ];
  const option = () =>
    dotPlot({
      rows,
      series: [name],
      format: axisScore(metric),
      describe,
      best: data.metrics[metric].best,
      paint: (row) => order[row],
    });
  const picture = figure(t("forest", { metric: name }), 40 + rows.length * 30, option, null);
  return h(
    "div",
    { class: "tile" },
    h("h3", {}, given(name), ` ${t(`arrow.${data.metrics[metric].better}`)}`),
    picture,
  );
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
  return {
    ...pair,
    a: pair.b,
    b: pair.a,
    difference: minus(pair.difference),
    low: minus(pair.high),
    high: minus(pair.low),
    fixed: pair.broken,
    broken: pair.fixed,
  };
}

function comparisonSection(data) {
  if (!data.comparison.length) return null;
  const body = live((update) => {
    const comparison = data.comparison[state.metric.comparison];
    return [
      metricChoice(data, "comparison", data.comparison, update),
      clusters(data, comparison),
      matrix(data, comparison),
      facts(data, comparison),
    ];
  }).element;
  return section("comparison", [sectionHead("comparison", "comparison", t("comparisonHelp")), body]);
}

function clusters(data, { clusters: groups }) {
  if (!groups.length) return null;
  const names = (group) => group.map((at) => outputName(data, at));
  const note = (group) => (group.length > 1 ? h("span", { class: "quietly" }, t("together")) : null);
  return [
    h("h3", {}, t("clusters")),
    h(
      "ol",
      { class: "clusters" },
      groups.map((group) => h("li", {}, names(group), note(group))),
    ),
  ];
}

function matrix(data, comparison) {
  const { order, metric } = comparison;
  const corner = h("td", { class: "quietly" }, t("versus"));
  const head = h(
    "tr",
    {},
    corner,
    order.map((at) => h("th", { scope: "col" }, outputName(data, at))),
  );
  const rows = order.map((a) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, outputName(data, a)),
      order.map((b) => (a === b ? h("td", { class: "same" }, "–") : pairCell(data, comparison, a, b))),
    ),
  );
  const name = `${t("comparison")}: ${data.metrics[metric].name}`;
  return scrolling(
    h(
      "table",
      { class: "matrix", id: "comparison-matrix" },
      h("caption", { class: "visually-hidden" }, name),
      h("thead", {}, head),
      h("tbody", {}, rows),
    ),
    name,
  );
}

function pairCell(data, comparison, a, b) {
  const pair = pairOf(comparison, a, b);
  if (!pair || !isNumber(pair.difference)) return h("td", {}, "–");
  const { metric } = comparison;
  const isGain = (data.metrics[metric].better === "lower" ? -1 : 1) * pair.difference > 0;
  const verdict = pair.verdict === "impossible" ? "unknown" : !pair.significant ? "same" : isGain ? "better" : "worse";
  const symbol = { unknown: "?", same: "≈", better: "▲", worse: "▼" }[verdict];
  const said = t({ unknown: "isUnknown", same: "isSame", better: "isBetter", worse: "isWorse" }[verdict]);
  return h(
    "td",
    { class: `pair ${verdict}` },
    h(
      "span",
      { class: "pair-difference" },
      h("span", { "aria-hidden": "true" }, `${symbol} `),
      hidden(`${said}: `),
      signed(score(metric, pair.difference), pair.difference),
    ),
    h("small", {}, intervalText(metric, pair)),
    h("small", {}, verdict === "unknown" ? said : `p\u00a0${small(pair.adjusted, comparison.alpha)}`),
    metric === 0 ? pairLinks(data, pair) : null,
  );
}

function pairLinks(data, { a, b, fixed, broken }) {
  const link = (count, key, effect) =>
    count
      ? button(t(key, { count }), () => show({ pair: [a, b, effect] }, { jump: true }), {
          class: "quiet",
          id: `pair-${a}-${b}-${effect}`,
          disabled: !data.items?.rows.length,
        })
      : null;
  return h("span", { class: "pair-links" }, link(fixed, "betterLines", "better"), link(broken, "worseLines", "worse"));
}

const CORRECTIONS = { holm: "Holm", "benjamini-hochberg": "Benjamini–Hochberg" };

function facts(data, comparison) {
  const power = data.interval.smallest_difference?.[comparison.metric];
  const correction = comparison.pairs.length > 1 && comparison.correction && comparison.correction !== "none";
  return h(
    "div",
    { class: "note" },
    state.language === "en" && comparison.why
      ? null
      : h("p", {}, t("test", { test: texts().tests[comparison.test] || comparison.test })),
    comparison.why ? english(comparison.why) : null,
    correction
      ? h("p", {}, t("correction", { correction: CORRECTIONS[comparison.correction] || comparison.correction }))
      : null,
    isNumber(power) ? h("p", {}, t("smallest", { value: score(comparison.metric, power) })) : null,
  );
}
