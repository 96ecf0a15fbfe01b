// Starting: unpack the document and the charts, then draw the page.

const SECTIONS = {
  scores: scoresSection,
  comparison: comparisonSection,
  histogram: histogramSection,
  slices: slicesSection,
  classes: classesSection,
  calibration: calibrationSection,
  agreement: agreementSection,
  worst: worstSection,
  items: linesSection,
  about: aboutSection,
};

async function unpacked(id) {
  if (typeof DecompressionStream !== "function") throw new Error(texts().oldBrowser);
  const text = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** The charts are allowed by their checksum in the policy of the page, as any script here. */
function runScript(source) {
  const script = document.createElement("script");
  script.textContent = source;
  document.head.append(script);
}

function render(data) {
  document.documentElement.lang = state.language;
  const sections = Object.entries(SECTIONS)
    .map(([title, make]) => ({ title, element: make(data) }))
    .filter(({ element }) => element);
  const main = h(
    "main",
    { id: "content", tabindex: "-1" },
    overview(data),
    sections.map(({ element }) => element),
  );
  const skip = h("a", { class: "skip", href: "#content" }, t("skip"));
  document.getElementById("page").replaceChildren(skip, topBar(data), contents(sections), main);
  drawCharts();
}

function topBar(data) {
  const theme = button(
    t(`otherTheme.${currentTheme()}`),
    () => {
      state.theme = currentTheme() === "dark" ? "light" : "dark";
      remember("theme", state.theme);
      applyTheme();
      document.getElementById("theme").textContent = t(`otherTheme.${currentTheme()}`);
      redrawCharts();
    },
    { id: "theme" },
  );
  const language = (code, name) =>
    button(
      name,
      () => {
        state.language = code;
        remember("language", code);
        render(data);
        document.getElementById(`language-${code}`).focus();
      },
      { id: `language-${code}`, lang: code, "aria-pressed": String(state.language === code) },
    );
  const languages = h(
    "span",
    { class: "pressed-group", role: "group", "aria-label": t("language") },
    language("en", "English"),
    language("pl", "Polski"),
  );
  return h("div", { class: "top-bar", role: "banner" }, h("span", { class: "brand" }, "Probierz"), languages, theme);
}

function contents(sections) {
  const link = ({ title, element }) => h("li", {}, h("a", { href: `#${element.id}` }, t(title)));
  const seen = new IntersectionObserver(markCurrent, { rootMargin: "-20% 0px -70% 0px" });
  for (const { element } of sections) seen.observe(element);
  return h("nav", { class: "contents", "aria-label": t("contents") }, h("ol", {}, sections.map(link)));
}

/** Say in the contents which section is read. */
function markCurrent(entries) {
  for (const { target, isIntersecting } of entries) {
    const link = document.querySelector(`.contents a[href="#${target.id}"]`);
    if (isIntersecting) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
  }
}

function failure(error) {
  document
    .getElementById("page")
    .append(h("p", { class: "problem", role: "alert" }, t("noData", { message: error.message })));
}

/** Follow the address: to the lines it names. Other fragments are left to the browser. */
function followAddress(data) {
  if (!location.hash.startsWith("#lines&")) return;
  state.lines = fromFragment(location.hash, data);
  linesTable?.update();
  refreshToolbar();
  const wanted = state.lines.line !== null && document.getElementById(`open-${state.lines.line}`);
  (wanted || document.getElementById("lines"))?.scrollIntoView();
}

/** Paper is light, whatever the theme. */
function onPaper(isPrinting) {
  state.printing = isPrinting;
  applyTheme();
  redrawCharts();
}

function watch(data) {
  addEventListener("hashchange", () => followAddress(data));
  darkSystem.addEventListener("change", () => {
    applyTheme();
    redrawCharts();
  });
  addEventListener("beforeprint", () => onPaper(true));
  addEventListener("afterprint", () => onPaper(false));
}

async function start() {
  const chosen = remembered("language");
  state.language = Object.hasOwn(TEXTS, chosen || "") ? chosen : document.documentElement.lang;
  state.theme = ["light", "dark"].includes(remembered("theme")) ? remembered("theme") : null;
  applyTheme();
  try {
    const [text, charts] = await Promise.all([unpacked("packed-document"), unpacked("packed-charts")]);
    runScript(charts);
    const data = JSON.parse(text);
    styles = data.metrics.map((_, metric) => scoreStyle(data.scores, metric));
    state.shown = data.outputs.map((_, at) => at).slice(0, 3);
    if (data.items) state.lines = fromFragment(location.hash.startsWith("#lines&") ? location.hash : "", data);
    render(data);
    followAddress(data);
    watch(data);
  } catch (error) {
    failure(error);
    throw error;
  }
}

start();
