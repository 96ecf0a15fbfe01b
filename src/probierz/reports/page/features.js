// What goes with bad lines, and how the report was made.

// --- features ----------------------------------------------------------------------------------------------------------

function worstSection(data) {
  if (!data.worst?.some((entry) => entry && (entry.features.length || entry.note))) return null;
  const body = live((update) => {
    const at = state.output.worst;
    const found = data.worst[at];
    const notes = [
      isNumber(found?.tested) ? t("tested", { count: found.tested }) : null,
      found?.note ? english(found.note, "span") : null,
    ];
    const content = found?.features.length
      ? featureTable(data, found, at)
      : h("p", { class: "empty" }, t("noFeatures"));
    return [
      outputPicker(data, "worst", () => true, update),
      content,
      h(
        "p",
        { class: "note" },
        notes.filter(Boolean).flatMap((part, place) => (place ? [". ", part] : [part])),
      ),
    ];
  }).element;
  return section("worst", [sectionHead("worst", "worst", t("worstHelp")), body]);
}

function featureTable(data, { features }, output) {
  const rows = features.map((feature, at) => ({ ...feature, at }));
  const number = (title, name, show_) => ({
    title: t(title),
    number: true,
    value: (row) => row[name],
    cell: (row) => show_(row[name]),
  });
  const columns = [
    { title: t("feature"), head: true, value: (row) => row.name, cell: (row) => featureName(data, row, output) },
    number("size", "lines", whole),
    number("score", "score", (value) => score(0, value)),
    number("others", "others", (value) => score(0, value)),
    { title: t("effect"), number: true, value: (row) => row.effect, cell: (row) => effectBar(row.effect) },
    number("q_", "q", small),
  ];
  return table("features", t("worst"), columns, rows);
}

const ALSO_SHOWN = 3;

function featureName(data, { name, at, also, items }, output) {
  const canShow = items?.length && data.items?.rows.length;
  const main = canShow
    ? button(given(name), () => show({ feature: [output, at], output }, { jump: true }), {
        class: "feature",
        id: `feature-${at}`,
      })
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
  const ofSlices = data.slices.flatMap((table) => table.notes.map((note) => `${table.title}: ${note}`));
  const all = [...data.notes, ...ofSlices];
  const notes = all.length
    ? [
        h("h3", {}, t("notes")),
        h(
          "ul",
          {},
          all.map((note) => english(note, "li")),
        ),
      ]
    : null;
  return section("about", [
    h("h2", { id: "about-title" }, t("about")),
    notes,
    h(
      "div",
      { class: "made" },
      data.outputs.map((output, at) => outputFacts(data, output, at)),
    ),
    metricFacts(data),
    h("p", { class: "note" }, t("version", { version: data.probierz }), " ", t("offline")),
  ]);
}

function outputFacts(data, output, at) {
  const parameters = Object.entries(output.parameters || {}).map(([name, value]) =>
    h("li", {}, given(name), " = ", given(value)),
  );
  const warnings = (output.warnings || []).map((warning) => english(warning, "li", { class: "problem" }));
  const signatures = data.metrics.map((metric, place) =>
    h("li", {}, given(metric.name), ": ", h("code", {}, given(data.scores[at][place].signature || "–"))),
  );
  const list = (title, items) => (items.length ? [h("dt", {}, title), h("dd", {}, h("ul", {}, items))] : []);
  return h(
    "details",
    {},
    h("summary", {}, outputName(data, at)),
    h(
      "dl",
      {},
      h("dt", {}, t("file")),
      h("dd", {}, h("code", {}, given(output.path || "–"))),
      list(t("warnings"), warnings),
      list(t("parameters"), parameters),
      list(t("signatures"), signatures),
    ),
  );
}

function metricFacts(data) {
  const known = data.metrics.filter((metric) => metric.description);
  if (!known.length) return null;
  return h(
    "dl",
    { class: "metrics" },
    known.map((metric) =>
      h(
        "div",
        {},
        h("dt", {}, given(metric.name), " ", h("code", {}, given(metric.scheme))),
        h("dd", { lang: "en" }, ...withMarks(metric.description)),
      ),
    ),
  );
}
