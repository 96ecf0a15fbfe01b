// Which lines are in the table, in what order, and the tools that say so.

const SEARCH_MILLISECONDS = 3000;
const [NUMBER, INPUT, EXPECTED, OUTPUTS, SCORES] = [0, 1, 2, 3, 4]; // places in a row

// --- which lines -------------------------------------------------------------------------------------------------------

function matching(data) {
  const view = state.lines;
  let rows = data.items.rows;
  if (view.feature) {
    const numbers = new Set(data.worst[view.feature[0]].features[view.feature[1]].items);
    rows = rows.filter((row) => numbers.has(row[NUMBER]));
  }
  if (view.pair) rows = rows.filter((row) => isPair(row, view.pair, data.metrics[0].better));
  if (view.low !== null || view.high !== null)
    rows = rows.filter((row) => isInRange(row[SCORES][view.output], view, data));
  return searchedRows(rows, view.query);
}

function isPair(row, [a, b, effect], better) {
  const [one, other] = [row[SCORES][a], row[SCORES][b]];
  if (!isNumber(one) || !isNumber(other)) return false;
  const gain = (one - other) * (better === "lower" ? -1 : 1);
  return effect === "equal" ? gain === 0 : effect === "better" ? gain > 0 : gain < 0;
}

/** Bars of the histogram include their lower end; the last one includes its upper end too. */
function isInRange(score, { low, high }, data) {
  if (!isNumber(score)) return false;
  const last = data.histograms?.[0]?.edges?.at(-1);
  return (
    (low === null || score >= low) &&
    (high === null || score < high || (score === high && (high === last || low === high)))
  );
}

function searchedRows(rows, query) {
  const outcome = { rows, pattern: null, message: null };
  try {
    outcome.pattern = searchPattern(query);
  } catch (error) {
    return { ...outcome, rows: [], message: error.message };
  }
  if (!outcome.pattern) return outcome;
  const found = [];
  const started = performance.now();
  for (const [at, row] of rows.entries()) {
    if (textsOf(row).some((text) => outcome.pattern.test(text))) found.push(row);
    if (at % 64 === 0 && performance.now() - started > SEARCH_MILLISECONDS) {
      return { ...outcome, rows: found, message: t("tooSlow", { count: at + 1 }) };
    }
  }
  return { ...outcome, rows: found };
}

/** The texts of a line: of all outputs, for the search, or of those that are shown, without the input. */
function textsOf(row, shown = null) {
  if (shown) return [row[EXPECTED], ...shown.map((at) => row[OUTPUTS][at])];
  return row[INPUT] === null ? [row[EXPECTED], ...row[OUTPUTS]] : [row[INPUT], row[EXPECTED], ...row[OUTPUTS]];
}

function ordered(rows, { sort, descending }) {
  const value = sortValue(sort);
  const sign = descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (!isNumber(a) || !isNumber(b)) return isNumber(b) - isNumber(a) || one[NUMBER] - other[NUMBER];
    return sign * (a - b) || one[NUMBER] - other[NUMBER];
  });
}

function sortValue(sort) {
  if (sort === "number") return (row) => row[NUMBER];
  if (sort === "spread") return (row) => spread(row[SCORES]);
  const at = Number(sort.split(".")[1]);
  return (row) => row[SCORES][at];
}

function spread(scores) {
  const known = scores.filter(isNumber);
  return known.length > 1 ? Math.max(...known) - Math.min(...known) : null;
}

// --- the tools ---------------------------------------------------------------------------------------------------------

let refreshToolbar = () => {};

function toolbar(data) {
  const { element, update } = live(
    () => [searchBox(), rangeBoxes(data), pairChoice(data), sortChoice(data), unitChoice(), outputChoice(data)],
    { class: "tools", role: "search" },
  );
  refreshToolbar = () => {
    if (!element.contains(document.activeElement) || document.activeElement.tagName !== "INPUT") update();
  };
  return element;
}

let waiting = 0;
const typed = {};

/** Show what is typed once the typing rests; whatever is chosen before that takes it along. */
function showSoon(change) {
  Object.assign(typed, change);
  clearTimeout(waiting);
  waiting = setTimeout(() => show({}), 200);
}

/** The changes that were typed and are not shown yet; they are handed out once. */
function takeTyped() {
  clearTimeout(waiting);
  const change = { ...typed };
  for (const name of Object.keys(typed)) delete typed[name];
  return change;
}

function searchBox() {
  const input = h("input", {
    id: "search",
    type: "search",
    placeholder: t("searchHint"),
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => showSoon({ query: input.value }),
  });
  input.value = state.lines.query;
  return h("span", { class: "choice wide" }, h("label", { for: "search" }, t("search")), input);
}

function rangeBoxes(data) {
  const style = styles[0];
  const box = (id, name, label) => {
    const bound = (text) => {
      const number = numberOr(text.replace(",", "."), null);
      return { [name]: number === null ? null : number / style.scale };
    };
    const input = h("input", { id, type: "text", inputmode: "decimal", size: "6", oninput: () => showSoon(bound(input.value)) });
    input.value = state.lines[name] === null ? "" : String(Number((state.lines[name] * style.scale).toPrecision(12)));
    return h("span", { class: "choice" }, h("label", { for: id }, label), input);
  };
  const outputs = data.outputs.map((output, at) => [at, output.name]);
  const whose =
    data.outputs.length > 1
      ? choice("range-output", t("ofOutput"), outputs, state.lines.output, (value) => show({ output: Number(value) }))
      : null;
  return h("span", { class: "group" }, whose, box("low", "low", t("scoreFrom")), box("high", "high", t("scoreTo")));
}

function pairChoice(data) {
  if (data.outputs.length < 2) return null;
  const options = [["", t("everyLine")]];
  data.outputs.forEach((first, a) =>
    data.outputs.forEach((second, b) => {
      if (a !== b) options.push([`${a}.${b}.better`, t("pairs.better", { a: first.name, b: second.name })]);
      if (a < b) options.push([`${a}.${b}.equal`, t("pairs.equal", { a: first.name, b: second.name })]);
    }),
  );
  const current = state.lines.pair ? asBetter(state.lines.pair).join(".") : "";
  return choice("pair", t("pair"), options, current, (value) => {
    const [a, b, effect] = value.split(".");
    show({ pair: value ? [Number(a), Number(b), effect] : null });
  });
}

/** "a worse than b" is "b better than a". */
function asBetter([a, b, effect]) {
  if (effect === "equal") return [Math.min(a, b), Math.max(a, b), effect];
  return effect === "worse" ? [b, a, "better"] : [a, b, effect];
}

function sortChoice(data) {
  const keys = [
    ["number", t("number")],
    ...data.outputs.map((output, at) => [
      `score.${at}`,
      data.outputs.length > 1 ? `${t("score")}: ${output.name}` : t("score"),
    ]),
  ];
  if (data.outputs.length > 1) keys.push(["spread", t("spread")]);
  const options = keys.flatMap(([key, name]) => [
    [key, `${name}, ${t("ascending")}`],
    [`${key}-`, `${name}, ${t("descending")}`],
  ]);
  const current = state.lines.sort + (state.lines.descending ? "-" : "");
  return choice("sort", t("sortBy"), options, current, (value) =>
    show({ sort: value.replace(/-$/, ""), descending: value.endsWith("-") }),
  );
}

function unitChoice() {
  const options = [
    ["word", t("units.word")],
    ["character", t("units.character")],
  ];
  return choice("unit", t("unit"), options, state.unit, (value) => {
    state.unit = value;
    linesTable.update();
  });
}

function outputChoice(data) {
  if (data.outputs.length < 2) return null;
  const boxes = data.outputs.map((output, at) => {
    const toggle = () => {
      state.shown = data.outputs
        .map((_, other) => other)
        .filter((other) => (other === at ? !state.shown.includes(at) : state.shown.includes(other)));
      linesTable.update();
    };
    const box = h("input", {
      type: "checkbox",
      id: `shown-${at}`,
      checked: state.shown.includes(at),
      onchange: toggle,
    });
    return h("label", { class: "tick" }, box, sign(at), given(output.name));
  });
  return h("fieldset", {}, h("legend", {}, t("shownOutputs")), boxes);
}

// --- filters that are on -----------------------------------------------------------------------------------------------

function chips(data) {
  const view = state.lines;
  const found = [];
  if (view.feature) {
    const [output, at] = view.feature;
    found.push([
      t("featureChip", { output: data.outputs[output].name, feature: data.worst[output].features[at].name }),
      { feature: null },
    ]);
  }
  if (view.pair) found.push([pairText(data, asBetter(view.pair)), { pair: null }]);
  if (view.low !== null || view.high !== null)
    found.push([
      t("scoreChip", { output: data.outputs[view.output].name, range: rangeText(view) }),
      { low: null, high: null },
    ]);
  if (view.query) found.push([t("searchChip", { query: view.query }), { query: "" }]);
  if (!found.length) return null;
  const remove = (text, change, at) => {
    const gone = () => {
      show(change);
      document.getElementById("lines-count")?.focus();
    };
    return h(
      "li",
      {},
      button("", gone, { class: "chip", id: `chip-${at}`, "aria-label": plainMarks(t("clearFilter", { name: text })) }),
    );
  };
  const list = found.map(([text, change], at) => {
    const item = remove(text, change, at);
    item.firstChild.append(given(text), h("span", { "aria-hidden": "true", class: "cross" }, "×"));
    return item;
  });
  if (found.length > 1) {
    const everything = Object.assign({}, ...found.map(([, change]) => change));
    list.push(
      h(
        "li",
        {},
        button(
          t("clearAll"),
          () => {
            show(everything);
            document.getElementById("lines-count")?.focus();
          },
          { class: "quiet" },
        ),
      ),
    );
  }
  return h("ul", { class: "chips", "aria-label": t("filters") }, list);
}

function pairText(data, [a, b, effect]) {
  return t(`pairs.${effect}`, { a: data.outputs[a].name, b: data.outputs[b].name });
}

function rangeText({ low, high }) {
  if (low === null) return t("atMost", { high: score(0, high) });
  if (high === null) return t("atLeast", { low: score(0, low) });
  return t("range", { low: score(0, low), high: score(0, high) });
}
