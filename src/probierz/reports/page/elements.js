// Elements and numbers. Text becomes part of the page as text nodes only, so nothing in a cell can become markup.

/** Make an element; properties starting with "on" are listeners, `text` is its text, all others are attributes. */
function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** A name or text of the user, set apart so that its direction of writing cannot disturb what is around it. */
function given(text, tag = "bdi") {
  return h(tag, { dir: "auto", translate: "no" }, ...withMarks(String(text)));
}

/** A sentence that the program wrote in English, whatever the language of the page. */
function english(text, tag = "p", properties = {}) {
  return h(tag, { lang: "en", ...properties }, ...withMarks(String(text)));
}

/** A container that draws its content again whenever update is called. */
function live(draw, properties) {
  const element = h("div", properties);
  const update = () => {
    const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
    element.replaceChildren(...[draw(update)].flat(Infinity).filter(Boolean));
    if (focused) document.getElementById(focused)?.focus();
  };
  update();
  return { element, update };
}

/** A labelled <select>; options are pairs [value, text]. */
function choice(id, label, options, current, onchange) {
  const select = h("select", { id, onchange: () => onchange(select.value) });
  for (const [value, text] of options)
    select.append(h("option", { value, selected: String(value) === String(current) }, plainMarks(text)));
  return h("span", { class: "choice" }, h("label", { for: id }, label), select);
}

function button(text, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, text);
}

function hidden(text) {
  return h("span", { class: "visually-hidden" }, text);
}

// --- numbers -----------------------------------------------------------------------------------------------------------

const formats = new Map();

function decimal(value, least, most = least) {
  const key = `${state.language} ${least} ${most}`;
  if (!formats.has(key)) {
    const options = { minimumFractionDigits: least, maximumFractionDigits: most };
    formats.set(key, new Intl.NumberFormat(state.language, options));
  }
  return formats.get(key).format(value).replace("-", "−");
}

function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

function whole(value) {
  return isNumber(value) ? decimal(value, 0) : "–";
}

function percent(value, decimals = 1) {
  return isNumber(value) ? `${decimal(100 * value, 0, decimals)}%` : "–";
}

/** A p-value: three decimals, or as many as tell on which side of the level it is. */
function small(p, level = LEVEL) {
  if (!isNumber(p)) return "–";
  if (p < 0.001) return `<\u00a0${decimal(0.001, 3)}`;
  let digits = 3;
  while (digits < 17 && Math.sign(Number(p.toFixed(digits)) - level) !== Math.sign(p - level)) digits += 1;
  return decimal(p, digits);
}

function signed(text, value) {
  return value > 0 ? `+${text}` : text;
}

/** How the scores of a metric are printed: times 100 or not, and with how many decimals; read off what was printed. */
function scoreStyle(scores, metric) {
  let style = { scale: 1, decimals: 4 };
  for (const row of scores) {
    const { value, shown } = row[metric];
    if (!isNumber(value) || !/^-?\d+(\.\d+)?$/.test(String(shown))) continue;
    const decimals = (String(shown).split(".")[1] || "").length;
    const near = (number) => Math.abs(Number(shown) - number) <= 0.51 * 10 ** -decimals;
    const scale = !near(value) && near(100 * value) ? 100 : 1;
    style = { scale, decimals: Math.min(decimals, 4) };
    if (value !== 0) break; // zero looks the same at every scale
  }
  return style;
}

const MARKED =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const MARK_NAMES = {
  "\u0000": "NUL",
  "\t": "→",
  "\n": "↵",
  "\r": "CR",
  "\u001b": "ESC",
  "\u00ad": "SHY",
  "\u061c": "ALM",
  "\u200b": "ZWSP",
  "\u200e": "LRM",
  "\u200f": "RLM",
  "\u2028": "LS",
  "\u2029": "PS",
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2060": "WJ",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
  "\ufeff": "BOM",
};

/** The nodes of a text: characters that cannot be seen, or that turn the direction of writing, as small marks. */
function withMarks(text) {
  const nodes = [];
  let last = 0;
  for (const found of text.matchAll(MARKED)) {
    if (found.index > last) nodes.push(text.slice(last, found.index));
    const code = `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    nodes.push(h("span", { class: "mark", title: code }, MARK_NAMES[found[0]] || code));
    last = found.index + 1;
  }
  if (last < text.length || !nodes.length) nodes.push(text.slice(last));
  return nodes;
}

/** A text for places where no element can stand. */
function plainMarks(text) {
  return String(text).replace(MARKED, (found) => `[${MARK_NAMES[found] || found.charCodeAt(0).toString(16)}]`);
}
