// What the reader chose: language and theme are remembered, the view of the lines stands in the address.

const FRESH = {
  query: "",
  output: 0,
  low: null,
  high: null,
  feature: null,
  pair: null,
  sort: "number",
  descending: false,
  page: 1,
  size: 25,
  line: null,
};

const state = {
  language: "en",
  theme: null, // null: as the system says
  printing: false,
  metric: { comparison: 0, histogram: 0 },
  output: { classes: 0, worst: 0 },
  shown: [], // outputs in the table of lines
  unit: "word",
  confusion: "counts",
  lines: { ...FRESH },
  open: new Set(),
};

function remembered(name) {
  try {
    return localStorage.getItem(`probierz-${name}`);
  } catch {
    return null; // a private window, or a file that may not store anything
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`probierz-${name}`, value);
  } catch {
    // nothing is lost but the memory of it
  }
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

function currentTheme() {
  if (state.printing) return "light";
  return state.theme || (darkSystem.matches ? "dark" : "light");
}

function applyTheme() {
  document.documentElement.dataset.theme = currentTheme();
}

// --- the address -------------------------------------------------------------------------------------------------------

/** The view of the lines as a fragment, such as #lines&q=word&sort=score.0&line=12; only what is not usual is said. */
function asFragment(view) {
  const parts = new URLSearchParams();
  if (view.query) parts.set("q", view.query);
  if (view.output) parts.set("output", view.output);
  if (view.low !== null) parts.set("low", view.low);
  if (view.high !== null) parts.set("high", view.high);
  if (view.feature) parts.set("feature", view.feature.join("."));
  if (view.pair) parts.set("pair", view.pair.join("."));
  if (view.sort !== "number" || view.descending) parts.set("sort", view.sort + (view.descending ? "-" : ""));
  if (view.page > 1) parts.set("page", view.page);
  if (view.size !== FRESH.size) parts.set("size", view.size);
  if (view.line !== null) parts.set("line", view.line);
  const text = parts.toString();
  return text ? `#lines&${text}` : "";
}

/** Read a fragment; what it does not say, or says wrongly, is as in a fresh view. */
function fromFragment(fragment, document_) {
  const parts = new URLSearchParams(fragment.replace(/^#lines&?/, ""));
  const outputs = document_.outputs.length;
  const view = { ...FRESH, query: parts.get("q") || "" };
  view.output = within(parts.get("output"), outputs) ?? 0;
  view.low = numberOr(parts.get("low"), null);
  view.high = numberOr(parts.get("high"), null);
  const feature = (parts.get("feature") || "").split(".").map(Number);
  if (document_.worst?.[feature[0]]?.features[feature[1]]) view.feature = feature;
  const pair = (parts.get("pair") || "").split(".");
  if (
    pair.length === 3 &&
    within(pair[0], outputs) !== null &&
    within(pair[1], outputs) !== null &&
    /^(better|worse|equal)$/.test(pair[2])
  ) {
    view.pair = [Number(pair[0]), Number(pair[1]), pair[2]];
  }
  const sort = /^(number|spread|score\.(\d+))(-?)$/.exec(parts.get("sort") || "");
  if (sort && (sort[2] === undefined || Number(sort[2]) < outputs))
    Object.assign(view, { sort: sort[1], descending: sort[3] === "-" });
  view.page = Math.max(1, Math.floor(numberOr(parts.get("page"), 1)));
  view.size = SIZES.includes(Number(parts.get("size"))) ? Number(parts.get("size")) : FRESH.size;
  view.line = numberOr(parts.get("line"), null);
  return view;
}

function numberOr(text, other) {
  return text !== null && text !== "" && Number.isFinite(Number(text)) ? Number(text) : other;
}

function within(text, count) {
  const number = numberOr(text, -1);
  return Number.isInteger(number) && number >= 0 && number < count ? number : null;
}

function rememberView() {
  const fragment = asFragment(state.lines);
  if (fragment === location.hash || (!fragment && !location.hash.startsWith("#lines&"))) return;
  try {
    history.replaceState(null, "", fragment || location.pathname + location.search);
  } catch {
    // some browsers do not let a file change its address; the view works without
  }
}
