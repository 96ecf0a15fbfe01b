// The table of lines: filters, order, pages, and a line in full.

const SIZES = [10, 25, 50, 100, 250];
const SEARCH_MILLISECONDS = 3000;

const NUMBER = 0, INPUT = 1, EXPECTED = 2, OUTPUTS = 3, SCORES = 4; // places in a row

let linesTable = null;

function linesSection(data) {
  if (!data.items || !data.items.rows.length) return null;
  const head = sectionHead("items", "lines", t("itemsHelp"));
  const sampled = data.items.kept < data.items.total
    ? h("p", { class: "note" }, t("kept", { kept: data.items.kept, total: data.items.total }), " ", data.items.how ? english(data.items.how, "span") : null)
    : null;
  linesTable = live(() => linesView(data), { class: "lines" });
  return h("section", { id: "lines", "aria-labelledby": "lines-title", tabindex: "-1" }, head, sampled, toolbar(data), linesTable.element);
}

/** Change the view, show it from the first page, and keep it in the address. */
function show(change, { jump = false } = {}) {
  Object.assign(state.lines, { page: 1 }, change);
  linesTable.update();
  refreshToolbar();
  rememberView();
  if (jump) {
    const section = document.getElementById("lines");
    section.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    section.focus({ preventScroll: true });
  }
}

// --- which lines -------------------------------------------------------------------------------------------------------

function matching(data) {
  const view = state.lines;
  let rows = data.items.rows;
  if (view.feature) {
    const numbers = new Set(data.worst[view.feature[0]].features[view.feature[1]].items);
    rows = rows.filter((row) => numbers.has(row[NUMBER]));
  }
  if (view.pair) rows = rows.filter((row) => isPair(row, view.pair, data.metrics[0].better));
  if (view.low !== null || view.high !== null) rows = rows.filter((row) => isInRange(row[SCORES][view.output], view, data));
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
  return (low === null || score >= low) && (high === null || score < high || (score === high && (high === last || low === high)));
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

function textsOf(row) {
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
  const { element, update } = live(() => [searchBox(), rangeBoxes(data), pairChoice(data), sortChoice(data), unitChoice(), outputChoice(data)], { class: "tools", role: "search" });
  refreshToolbar = () => {
    if (!element.contains(document.activeElement) || document.activeElement.tagName !== "INPUT") update();
  };
  return element;
}

function later(action) {
  let waiting = 0;
  return (...values) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => action(...values), 200);
  };
}

function searchBox() {
  const search = later((text) => show({ query: text }));
  const input = h("input", { id: "search", type: "search", placeholder: t("searchHint"), autocomplete: "off", spellcheck: "false", oninput: () => search(input.value) });
  input.value = state.lines.query;
  return h("span", { class: "choice wide" }, h("label", { for: "search" }, t("search")), input);
}

function rangeBoxes(data) {
  const style = styles[0];
  const box = (id, name, label) => {
    const change = later((text) => show({ [name]: numberOr(text.replace(",", "."), null) === null ? null : Number(text.replace(",", ".")) / style.scale }));
    const input = h("input", { id, type: "text", inputmode: "decimal", size: "6", oninput: () => change(input.value) });
    input.value = state.lines[name] === null ? "" : String(Number((state.lines[name] * style.scale).toPrecision(12)));
    return h("span", { class: "choice" }, h("label", { for: id }, label), input);
  };
  const outputs = data.outputs.map((output, at) => [at, output.name]);
  const whose = data.outputs.length > 1 ? choice("range-output", t("ofOutput"), outputs, state.lines.output, (value) => show({ output: Number(value) })) : null;
  return h("span", { class: "group" }, whose, box("low", "low", t("scoreFrom")), box("high", "high", t("scoreTo")));
}

function pairChoice(data) {
  if (data.outputs.length < 2) return null;
  const options = [["", t("everyLine")]];
  data.outputs.forEach((first, a) => data.outputs.forEach((second, b) => {
    if (a !== b) options.push([`${a}.${b}.better`, t("pairs.better", { a: first.name, b: second.name })]);
    if (a < b) options.push([`${a}.${b}.equal`, t("pairs.equal", { a: first.name, b: second.name })]);
  }));
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
  const keys = [["number", t("number")], ...data.outputs.map((output, at) => [`score.${at}`, data.outputs.length > 1 ? `${t("score")}: ${output.name}` : t("score")])];
  if (data.outputs.length > 1) keys.push(["spread", t("spread")]);
  const options = keys.flatMap(([key, name]) => [[key, `${name}, ${t("ascending")}`], [`${key}-`, `${name}, ${t("descending")}`]]);
  const current = state.lines.sort + (state.lines.descending ? "-" : "");
  return choice("sort", t("sortBy"), options, current, (value) => show({ sort: value.replace(/-$/, ""), descending: value.endsWith("-") }));
}

function unitChoice() {
  const options = [["word", t("units.word")], ["character", t("units.character")]];
  return choice("unit", t("unit"), options, state.unit, (value) => {
    state.unit = value;
    linesTable.update();
  });
}

function outputChoice(data) {
  if (data.outputs.length < 2) return null;
  const boxes = data.outputs.map((output, at) => {
    const toggle = () => {
      state.shown = data.outputs.map((_, other) => other).filter((other) => (other === at ? !state.shown.includes(at) : state.shown.includes(other)));
      linesTable.update();
    };
    const box = h("input", { type: "checkbox", id: `shown-${at}`, checked: state.shown.includes(at), onchange: toggle });
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
    found.push([t("featureChip", { output: data.outputs[output].name, feature: data.worst[output].features[at].name }), { feature: null }]);
  }
  if (view.pair) found.push([pairText(data, asBetter(view.pair)), { pair: null }]);
  if (view.low !== null || view.high !== null) found.push([t("scoreChip", { output: data.outputs[view.output].name, range: rangeText(view) }), { low: null, high: null }]);
  if (view.query) found.push([t("searchChip", { query: view.query }), { query: "" }]);
  if (!found.length) return null;
  const remove = (text, change, at) => {
    const gone = () => { show(change); document.getElementById("lines-count")?.focus(); };
    return h("li", {}, button("", gone, { class: "chip", id: `chip-${at}`, "aria-label": t("clearFilter", { name: text }) }));
  };
  const list = found.map(([text, change], at) => {
    const item = remove(text, change, at);
    item.firstChild.append(given(text), h("span", { "aria-hidden": "true", class: "cross" }, "×"));
    return item;
  });
  if (found.length > 1) {
    const everything = Object.assign({}, ...found.map(([, change]) => change));
    list.push(h("li", {}, button(t("clearAll"), () => { show(everything); document.getElementById("lines-count")?.focus(); }, { class: "quiet" })));
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

// --- the table ---------------------------------------------------------------------------------------------------------

function linesView(data) {
  const view = state.lines;
  const { rows, pattern, message } = matching(data);
  const sorted = ordered(rows, view);
  const pages = Math.max(1, Math.ceil(sorted.length / view.size));
  if (view.line !== null && !view.placed) openLine(sorted, view);
  view.page = Math.min(view.page, pages);
  const shown = sorted.slice((view.page - 1) * view.size, view.page * view.size);
  const count = h("p", { id: "lines-count", role: "status", tabindex: "-1" }, t("found", { count: sorted.length, total: data.items.rows.length }));
  const problem = message ? h("p", { class: "problem", role: "alert" }, message) : null;
  const body = shown.length ? linesTableOf(data, shown, pattern) : h("p", { class: "empty" }, t("nothing"));
  return [h("div", { class: "found" }, count, chips(data)), problem, body, pager(pages)];
}

/** A line named by the address is opened, on the page where it stands. */
function openLine(sorted, view) {
  view.placed = true;
  const at = sorted.findIndex((row) => row[NUMBER] === view.line);
  if (at < 0) return;
  view.page = Math.floor(at / view.size) + 1;
  state.open.add(view.line);
}

function linesTableOf(data, rows, pattern) {
  const shown = state.shown;
  const columns = lineColumns(data, shown, rows);
  const heads = columns.map((column) => lineHead(column));
  const body = rows.flatMap((row) => lineRows(data, row, columns, pattern));
  const table_ = h("table", { class: "lines-table", role: "table" }, h("caption", { class: "visually-hidden" }, t("items")),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads)), h("tbody", { role: "rowgroup" }, body));
  return scrolling(table_, t("items"));
}

const SHORT = 40; // characters; longer texts stand under each other, so that they can be compared word by word

function lineColumns(data, shown, rows) {
  const columns = [{ kind: "number", title: t("line"), sort: "number" }];
  for (const at of shown) columns.push({ kind: "score", at, title: data.outputs.length > 1 ? data.outputs[at].name : data.metrics[0].name, sort: `score.${at}` });
  if (rows.some((row) => [row[EXPECTED], ...shown.map((at) => row[OUTPUTS][at])].some((text) => text.length > SHORT))) {
    return [...columns, { kind: "texts", title: t("texts"), data }];
  }
  if (data.items.rows[0][INPUT] !== null) columns.push({ kind: "input", title: t("input") });
  columns.push({ kind: "expected", title: t("expected") });
  for (const at of shown) columns.push({ kind: "output", at, title: data.outputs[at].name });
  return columns;
}

function lineHead({ kind, at, title, sort }) {
  const label = at === undefined ? [title] : [sign(at), given(title)];
  const properties = { scope: "col", role: "columnheader", class: kind };
  if (!sort) return h("th", properties, label);
  const { descending } = state.lines;
  const active = state.lines.sort === sort;
  const aria = active ? (descending ? "descending" : "ascending") : "none";
  const element = sortButton(`lines-sort-${sort.replace(".", "-")}`, "", aria, () => show({ sort, descending: active ? !descending : false }));
  element.prepend(...label, kind === "score" ? hidden(`, ${t("score")}`) : "");
  return h("th", { ...properties, "aria-sort": aria }, element);
}

function lineRows(data, row, columns, pattern) {
  const number = row[NUMBER];
  const isOpen = state.open.has(number);
  const start = previewStart([row[EXPECTED], ...state.shown.map((at) => row[OUTPUTS][at])], pattern);
  const cells = columns.map((column) => lineCell(row, column, start, pattern, isOpen));
  const first = h("tr", { role: "row", class: isOpen ? "open" : null }, cells);
  return isOpen ? [first, h("tr", { role: "row", class: "detail", id: `detail-${number}` }, h("td", { role: "cell", colspan: columns.length }, detail(data, row)))] : [first];
}

function lineCell(row, { kind, at, title, data }, start, pattern, isOpen) {
  const properties = { role: "cell", class: kind === "number" ? "number line" : kind, "data-label": title };
  if (kind === "number") return h("td", properties, opener(row[NUMBER], isOpen));
  if (kind === "score") return h("td", { ...properties, class: "number score" }, sign(at), score(0, row[SCORES][at]));
  if (kind === "texts") return h("td", properties, stack(data, row, start, pattern));
  if (kind === "input") return h("td", properties, preview(row[INPUT], 0, pattern));
  if (kind === "expected") return h("td", properties, preview(row[EXPECTED], start, pattern));
  return h("td", properties, preview(row[OUTPUTS][at], start, pattern, row[EXPECTED]));
}

function stack(data, row, start, pattern) {
  const part = (name, text) => h("div", {}, h("dt", {}, name), h("dd", {}, text));
  return h("dl", { class: "stack" },
    row[INPUT] === null ? null : part(t("input"), preview(row[INPUT], 0, pattern)),
    part(t("expected"), preview(row[EXPECTED], start, pattern)),
    state.shown.map((at) => part([sign(at), given(data.outputs[at].name)], preview(row[OUTPUTS][at], start, pattern, row[EXPECTED]))));
}

function opener(number, isOpen) {
  const toggle = () => {
    state.open[isOpen ? "delete" : "add"](number);
    Object.assign(state.lines, { line: isOpen ? null : number, placed: true });
    linesTable.update();
    rememberView();
  };
  const properties = { class: "opener", id: `open-${number}`, "aria-expanded": String(isOpen), "aria-label": t("open", { number }) };
  if (isOpen) properties["aria-controls"] = `detail-${number}`;
  return button(h("span", {}, h("span", { "aria-hidden": "true", class: "triangle" }, isOpen ? "▾" : "▸"), whole(number)), toggle, properties);
}

function detail(data, row) {
  const { pattern } = searchedRows([], state.lines.query);
  const text = (value) => block(value, (shown) => (pattern ? searched(shown, pattern) : withBreaks(shown)));
  const parts = row[INPUT] === null ? [] : [[t("input"), text(row[INPUT])]];
  parts.push([t("expected"), text(row[EXPECTED])]);
  data.outputs.forEach((output, at) => parts.push([outputTitle(output, at, row[SCORES][at]), outputText(row, at, text)]));
  const link = h("a", { href: `#lines&line=${row[NUMBER]}` }, t("link"));
  return h("div", { class: "whole" }, h("dl", {}, parts.map(([name, content]) => h("div", {}, h("dt", {}, name), h("dd", {}, content)))), link);
}

function outputTitle(output, at, value) {
  return h("span", {}, sign(at), given(output.name), " ", h("span", { class: "badge" }, score(0, value)));
}

function outputText(row, at, text) {
  if (row[OUTPUTS][at] === row[EXPECTED]) return [h("p", { class: "note" }, `✓ ${t("same")}`)];
  return difference(row[EXPECTED], row[OUTPUTS][at], state.unit);
}

function pager(pages) {
  const { page, size } = state.lines;
  const move = (to, label, symbol, id) => button(h("span", { "aria-hidden": "true" }, symbol), () => show({ page: to }), {
    "aria-label": label, title: label, id, disabled: to < 1 || to > pages || to === page,
  });
  return h("nav", { class: "pager", "aria-label": t("page", { page, pages }) },
    move(1, t("first"), "«", "page-first"), move(page - 1, t("previous"), "‹", "page-previous"),
    h("span", {}, t("page", { page, pages })),
    move(page + 1, t("next"), "›", "page-next"), move(pages, t("last"), "»", "page-last"),
    choice("size", t("perPage"), SIZES.map((one) => [one, one]), size, (value) => show({ size: Number(value) })));
}
