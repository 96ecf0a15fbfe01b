// The table of lines: pages, and a line in full.

const SIZES = [10, 25, 50, 100, 250];
let linesTable = null;

function linesSection(data) {
  if (!data.items || !data.items.rows.length) return null;
  const head = sectionHead("items", "lines", t("itemsHelp"));
  const sampled =
    data.items.kept < data.items.total
      ? h(
          "p",
          { class: "note" },
          t("kept", { kept: data.items.kept, total: data.items.total }),
          " ",
          data.items.how ? english(data.items.how, "span") : null,
        )
      : null;
  linesTable = live(() => linesView(data), { class: "lines" });
  return h(
    "section",
    { id: "lines", "aria-labelledby": "lines-title", tabindex: "-1" },
    head,
    sampled,
    toolbar(data),
    linesTable.element,
  );
}

/** Change the view, show it from the first page, and keep it in the address. */
function show(change, { jump = false } = {}) {
  Object.assign(state.lines, { page: 1 }, takeTyped(), change);
  linesTable.update();
  refreshToolbar();
  rememberView();
  if (jump) {
    const section = document.getElementById("lines");
    section.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    section.focus({ preventScroll: true });
  }
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
  const count = h(
    "p",
    { id: "lines-count", role: "status", tabindex: "-1" },
    t("found", { count: sorted.length, total: data.items.rows.length }),
  );
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
  const table_ = h(
    "table",
    { class: "lines-table", role: "table" },
    h("caption", { class: "visually-hidden" }, t("items")),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads)),
    h("tbody", { role: "rowgroup" }, body),
  );
  return scrolling(table_, t("items"));
}

const SHORT = 40; // characters; longer texts stand under each other, so that they can be compared word by word

function lineColumns(data, shown, rows) {
  const number = { kind: "number", title: t("line"), sort: "number" };
  const scores = shown.map((at) => ({
    kind: "score",
    at,
    title: data.outputs.length > 1 ? data.outputs[at].name : data.metrics[0].name,
    sort: `score.${at}`,
  }));
  if (rows.some((row) => textsOf(row, shown).some((text) => text.length > SHORT)))
    return [number, { kind: "texts", title: t("texts"), data, scores }];
  const columns = [number, ...scores];
  if (data.items.rows[0][INPUT] !== null) columns.push({ kind: "input", title: t("input") });
  columns.push({ kind: "expected", title: t("expected") });
  for (const at of shown) columns.push({ kind: "output", at, title: data.outputs[at].name });
  return columns;
}

function lineHead({ kind, at, title, sort, scores }) {
  const properties = { scope: "col", role: "columnheader", class: kind };
  if (scores)
    return h(
      "th",
      { ...properties, "aria-sort": scores.map((one) => sortState(one.sort)).find((one) => one !== "none") || "none" },
      h("span", { class: "sorts" }, hidden(title), scores.map(scoreSort)),
    );
  if (kind === "score") return h("th", { ...properties, "aria-sort": sortState(sort) }, scoreSort({ at, title, sort }));
  if (sort) return h("th", { ...properties, "aria-sort": sortState(sort) }, sortBy(sort, [title]));
  return h("th", properties, at === undefined ? title : [sign(at), given(title)]);
}

function scoreSort({ at, title, sort }) {
  return sortBy(sort, [sign(at), given(title), hidden(`, ${t("score")}`)]);
}

function sortState(sort) {
  if (state.lines.sort !== sort) return "none";
  return state.lines.descending ? "descending" : "ascending";
}

function sortBy(sort, label) {
  const current = sortState(sort);
  return sortButton(`lines-sort-${sort.replace(".", "-")}`, label, current, () =>
    show({ sort, descending: current === "ascending" }),
  );
}

function lineRows(data, row, columns, pattern) {
  const number = row[NUMBER];
  const isOpen = state.open.has(number);
  const start = previewStart(textsOf(row, state.shown), pattern);
  const cells = columns.map((column) => lineCell(row, column, start, pattern, isOpen));
  const first = h("tr", { role: "row", class: isOpen ? "open" : null }, cells);
  return isOpen
    ? [
        first,
        h(
          "tr",
          { role: "row", class: "detail", id: `detail-${number}` },
          h("td", { role: "cell", colspan: columns.length }, detail(data, row)),
        ),
      ]
    : [first];
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
  const part = (name, value, text) => h("div", {}, h("dt", {}, name, value), h("dd", {}, text));
  const value = (at) => h("span", { class: "badge" }, score(0, row[SCORES][at]));
  return h(
    "dl",
    { class: "stack" },
    row[INPUT] === null ? null : part(t("input"), null, preview(row[INPUT], 0, pattern)),
    part(t("expected"), null, preview(row[EXPECTED], start, pattern)),
    state.shown.map((at) =>
      part(outputName(data, at), value(at), preview(row[OUTPUTS][at], start, pattern, row[EXPECTED])),
    ),
  );
}

function opener(number, isOpen) {
  const toggle = () => {
    state.open[isOpen ? "delete" : "add"](number);
    Object.assign(state.lines, { line: isOpen ? null : number, placed: true });
    linesTable.update();
    rememberView();
  };
  const properties = {
    class: "opener",
    id: `open-${number}`,
    "aria-expanded": String(isOpen),
    "aria-label": t("open", { number }),
  };
  if (isOpen) properties["aria-controls"] = `detail-${number}`;
  return button(
    h("span", {}, h("span", { "aria-hidden": "true", class: "triangle" }, isOpen ? "▾" : "▸"), whole(number)),
    toggle,
    properties,
  );
}

function detail(data, row) {
  const { pattern } = searchedRows([], state.lines.query);
  const text = (value) => block(value, (shown) => (pattern ? searched(shown, pattern) : withBreaks(shown)));
  const parts = row[INPUT] === null ? [] : [[t("input"), text(row[INPUT])]];
  parts.push([t("expected"), text(row[EXPECTED])]);
  data.outputs.forEach((output, at) =>
    parts.push([outputTitle(output, at, row[SCORES][at]), outputText(row, at, text)]),
  );
  const link = h("a", { href: `#lines&line=${row[NUMBER]}` }, t("link"));
  return h(
    "div",
    { class: "whole" },
    h(
      "dl",
      {},
      parts.map(([name, content]) => h("div", {}, h("dt", {}, name), h("dd", {}, content))),
    ),
    link,
  );
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
  const move = (to, label, symbol, id) =>
    button(h("span", { "aria-hidden": "true" }, symbol), () => show({ page: to }), {
      "aria-label": label,
      title: label,
      id,
      disabled: to < 1 || to > pages || to === page,
    });
  return h(
    "nav",
    { class: "pager", "aria-label": t("page", { page, pages }) },
    move(1, t("first"), "«", "page-first"),
    move(page - 1, t("previous"), "‹", "page-previous"),
    h("span", {}, t("page", { page, pages })),
    move(page + 1, t("next"), "›", "page-next"),
    move(pages, t("last"), "»", "page-last"),
    choice(
      "size",
      t("perPage"),
      SIZES.map((one) => [one, one]),
      size,
      (value) => show({ size: Number(value) }),
    ),
  );
}
