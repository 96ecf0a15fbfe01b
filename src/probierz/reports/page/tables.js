// Tables that can be sorted: real tables with buttons in their heads.

const MOST_ROWS = 100;

/**
 * A table. columns: {title, number, cell(row) -> text or node, value(row) for sorting, head: first cell names the row}.
 * With more than 100 rows the rest is shown on request.
 */
function table(id, caption, columns, rows, { sortable = rows.length > 1, rowClass = () => null } = {}) {
  const order = { column: -1, descending: false };
  let everything = false;
  const { element } = live((update) => {
    const sorted = order.column < 0 ? rows : sortedBy(rows, columns[order.column], order.descending);
    const shown = everything ? sorted : sorted.slice(0, MOST_ROWS);
    const heads = columns.map((column, at) => headCell(`${id}-head-${at}`, column, at, order, sortable, update));
    const body = shown.map((row) =>
      h(
        "tr",
        { class: rowClass(row) },
        columns.map((column) => bodyCell(column, row)),
      ),
    );
    const whole = h(
      "table",
      { id },
      h("caption", { class: "visually-hidden" }, caption),
      h("thead", {}, h("tr", {}, heads)),
      h("tbody", {}, body),
    );
    const more =
      rows.length > shown.length
        ? button(
            t("showAll", { count: rows.length }),
            () => {
              everything = true;
              update();
            },
            { class: "quiet", id: `${id}-all` },
          )
        : null;
    return [scrolling(whole, caption), more];
  });
  return element;
}

function sortedBy(rows, column, descending) {
  const place = (row) => column.value(row);
  const collator = new Intl.Collator(state.language, { numeric: true });
  const compare = (one, other) => {
    if (typeof one === "string" || typeof other === "string") return collator.compare(String(one), String(other));
    if (!isNumber(one) || !isNumber(other)) return isNumber(other) - isNumber(one);
    return descending ? other - one : one - other;
  };
  const sorted = [...rows].sort((one, other) => compare(place(one), place(other)));
  return descending && rows.some((row) => typeof place(row) === "string") ? sorted.reverse() : sorted;
}

function headCell(id, column, at, order, sortable, update) {
  const kind = column.number ? "number" : null;
  if (!sortable || !column.value) return h("th", { scope: "col", class: kind }, column.title);
  const active = order.column === at;
  const sort = () => {
    order.descending = active ? !order.descending : Boolean(column.number);
    order.column = at;
    update();
  };
  const aria = active ? (order.descending ? "descending" : "ascending") : "none";
  return h("th", { scope: "col", class: kind, "aria-sort": aria }, sortButton(id, column.title, aria, sort));
}

function sortButton(id, title, aria, onclick) {
  const arrow = { ascending: "▲", descending: "▼", none: "↕" }[aria];
  return h(
    "button",
    { type: "button", class: "sort", id, onclick },
    h("span", {}, title),
    h("span", { class: "arrow", "aria-hidden": "true" }, arrow),
  );
}

function bodyCell(column, row) {
  const properties = { class: column.number ? "number" : null };
  return column.head
    ? h("th", { scope: "row", ...properties }, column.cell(row))
    : h("td", properties, column.cell(row));
}

/** A wide table scrolls inside a region of its own, which the keyboard can reach. */
function scrolling(content, label) {
  return h("div", { class: "scrolling", tabindex: "0", role: "region", "aria-label": label }, content);
}
