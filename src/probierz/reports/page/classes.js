// Classes, calibration, and what several outputs have in common.

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
  const ratio = (name) => ({
    title: t(name),
    number: true,
    value: (row) => row[name],
    cell: (row) => ratioCell(row[name]),
  });
  const count = (title, name) => ({
    title: t(title),
    number: true,
    value: (row) => row[name],
    cell: (row) => (isNumber(row[name]) ? decimal(row[name], 0, 2) : ""),
  });
  const columns = [
    { title: t("class"), head: true, value: (row) => row.name, cell: (row) => given(row.name) },
    count("expected", "expected"),
    count("given", "output"),
    count("hits", "hits"),
    ratio("precision"),
    ratio("recall"),
    ratio("f1"),
  ];
  const element = table("classes-table", t("classes"), columns, classes);
  const means = Object.entries(averages || {}).filter(([, value]) => value);
  if (!means.length) return element;
  const names = { title: t("averages_"), head: true, cell: ([name]) => texts().averages[name] || name };
  const mean = (name) => ({ title: t(name), number: true, cell: ([, value]) => ratioCell(value[name]) });
  return [
    element,
    table("averages-table", t("averages_"), [names, mean("precision"), mean("recall"), mean("f1")], means, {
      sortable: false,
    }),
  ];
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
    const kind = choice(
      "confusion-kind",
      t("cells"),
      [
        ["counts", t("counts")],
        ["shares", t("shares")],
      ],
      state.confusion,
      (value) => {
        state.confusion = value;
        update();
      },
    );
    const count = confusion.labels.length;
    const note = count > MOST_LABELS ? h("p", { class: "note" }, t("onlyLabels", { shown: MOST_LABELS, count })) : null;
    return [h("h3", {}, t("confusion")), kind, confusionTable(confusion), note];
  }).element;
}

function confusionTable({ labels, counts }) {
  const shown = labels.slice(0, MOST_LABELS);
  const most = Math.max(1, ...counts.flat());
  const head = h(
    "tr",
    {},
    h("td", { class: "quietly" }, t("expectedVersusGiven")),
    shown.map((label) => h("th", { scope: "col" }, given(label))),
  );
  const rows = shown.map((label, row) => {
    const sum = counts[row].reduce((total, count) => total + count, 0);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, given(label)),
      shown.map((_, column) => confusionCell(counts[row][column], sum, most, row === column)),
    );
  });
  const caption = h("caption", {}, t("confusionCaption"));
  return scrolling(
    h("table", { class: "confusion", id: "confusion" }, caption, h("thead", {}, head), h("tbody", {}, rows)),
    t("confusion"),
  );
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
    return [
      curves[place].name,
      `${t("confidence")}: ${decimal(point.x, 3)}`,
      `${t("accuracy")}: ${decimal(point.y, 3)}`,
      `${t("size")}: ${whole(point.weight)}`,
    ];
  };
  const option = () =>
    calibrationOption({
      curves,
      format: (value) => decimal(value, 0, 2),
      describe,
      axes: [t("confidence"), t("accuracy")],
    });
  const picture = figure(t("calibrationLabel"), 340, option, calibrationBins(data, found));
  return section("calibration", [
    sectionHead("calibration", "calibration", t("calibrationHelp")),
    legend(data),
    h("div", { class: "beside" }, picture, calibrationSummary(data, found)),
  ]);
}

function pointsOf({ bins }) {
  return bins
    .filter((bin) => isNumber(bin.confidence) && isNumber(bin.accuracy))
    .map((bin) => ({ x: bin.confidence, y: bin.accuracy, weight: bin.lines ?? bin.count }));
}

function calibrationSummary(data, found) {
  const number = (title, name) => ({
    title,
    number: true,
    value: ({ entry }) => entry[name],
    cell: ({ entry }) => (isNumber(entry[name]) ? decimal(entry[name], 4) : "–"),
  });
  const columns = [
    { title: t("output"), head: true, value: ({ at }) => at, cell: ({ at }) => outputName(data, at) },
    number("ECE", "ece"),
    number("MCE", "mce"),
    number("Brier", "brier"),
  ];
  return table("calibration-table", t("calibration"), columns, found);
}

function calibrationBins(data, found) {
  const rows = found.flatMap(({ entry, at }) => entry.bins.map((bin) => ({ ...bin, at })));
  const number = (title, name) => ({
    title,
    number: true,
    value: (row) => row[name],
    cell: (row) => (isNumber(row[name]) ? decimal(row[name], 3) : "–"),
  });
  const columns = [
    { title: t("output"), head: true, value: (row) => row.at, cell: (row) => outputName(data, row.at) },
    {
      title: t("bin"),
      value: (row) => row.low,
      cell: (row) => t("range", { low: decimal(row.low, 0, 3), high: decimal(row.high, 0, 3) }),
    },
    { title: t("size"), number: true, value: (row) => row.lines, cell: (row) => whole(row.lines) },
    number(t("confidence"), "confidence"),
    number(t("accuracy"), "accuracy"),
  ];
  return table("calibration-bins", t("calibration"), columns, rows);
}

// --- agreement ---------------------------------------------------------------------------------------------------------

function agreementSection(data) {
  const found = data.agreement;
  if (!found?.pairs?.length) return null;
  const facts_ = h(
    "dl",
    { class: "facts" },
    found.outputs.map((output, at) =>
      h(
        "div",
        {},
        h("dt", {}, t("rightLines", { name: "" }), outputName(data, at)),
        h("dd", {}, share(output.right, found.lines)),
      ),
    ),
    h("div", {}, h("dt", {}, t("rightSomewhere")), h("dd", {}, share(found.right_somewhere, found.lines))),
    h("div", {}, h("dt", {}, t("oracle")), h("dd", {}, isNumber(found.oracle) ? score(0, found.oracle) : "–")),
  );
  return section("agreement", [
    sectionHead("agreement", "agreement", t("agreementHelp")),
    facts_,
    combinationTable(data, found),
    pairTable(data, found),
  ]);
}

function share(count, lines) {
  return lines ? `${percent(count / lines)} (${whole(count)})` : whole(count);
}

function combinationTable(data, { combinations, lines }) {
  const columns = data.outputs.map((output, at) => ({
    title: given(output.name),
    value: (row) => Number(row.right[at]),
    cell: (row) => (row.right[at] ? `✓ ${t("right")}` : `✗ ${t("wrong")}`),
  }));
  columns.push({ title: t("size"), number: true, value: (row) => row.lines, cell: (row) => share(row.lines, lines) });
  return table("combinations", t("combinations"), columns, combinations);
}

function pairTable(data, { pairs }) {
  const count = (name, title) => ({ title, number: true, value: (row) => row[name], cell: (row) => whole(row[name]) });
  const kappa = (name) => ({
    title: t(name),
    number: true,
    value: (row) => row[name],
    cell: (row) => (isNumber(row[name]) ? decimal(row[name], 3) : "–"),
  });
  const columns = [
    {
      title: t("outputsOfPair"),
      head: true,
      value: (row) => data.outputs[row.first].name,
      cell: (row) => [outputName(data, row.first), " – ", outputName(data, row.second)],
    },
    count("both", t("bothRight")),
    count("only_first", t("onlyFirst")),
    count("only_second", t("onlySecond")),
    count("neither", t("bothWrong")),
    count("same", t("sameOutput")),
  ];
  if (pairs.some((pair) => isNumber(pair.kappa))) columns.push(kappa("kappa"));
  columns.push(kappa("error_kappa"));
  return table("agreement-pairs", t("agreement"), columns, pairs);
}
