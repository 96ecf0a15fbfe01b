// Texts of lines: cut, searched, and compared with what was expected.

const MOST_SHOWN = 5000; // characters of a text that are shown before the reader asks for more
const MOST_COMPARED = 20000; // characters; longer texts would keep the browser busy
const PREVIEW = 170;

/** The first n characters, never half of one. */
function cut(text, n) {
  if (text.length <= n) return text;
  const last = text.charCodeAt(n - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? n - 1 : n);
}

/** The nodes of a text, with what the search found marked. */
function searched(text, pattern) {
  if (!pattern) return withMarks(text);
  const nodes = [];
  let last = 0;
  for (const found of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
    if (!found[0]) continue;
    if (found.index > last) nodes.push(...withMarks(text.slice(last, found.index)));
    nodes.push(h("mark", {}, ...withMarks(found[0])));
    last = found.index + found[0].length;
  }
  if (last < text.length) nodes.push(...withMarks(text.slice(last)));
  return nodes;
}

/** A whole text as a block; a very long one is cut, with a button for the rest. */
function block(text, nodesOf, most = MOST_SHOWN) {
  const shown = cut(text, most);
  const element = h("div", { class: "text", dir: "auto", translate: "no" }, ...nodesOf(shown));
  if (shown.length < text.length) {
    const rest = text.length - shown.length;
    const more = () => element.replaceWith(block(text, nodesOf, most * 20));
    element.append(" ", button(`… ${t("showMore", { count: rest })}`, more, { class: "quiet" }));
  }
  return element;
}

// --- differences -------------------------------------------------------------------------------------------------------

const WORDS = /\\n|[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;
const letters = typeof Intl.Segmenter === "function" ? new Intl.Segmenter() : null;

function unitsOf(text, unit) {
  if (unit === "word") return text.match(WORDS) || [];
  return letters ? Array.from(letters.segment(text), (part) => part.segment) : Array.from(text);
}

/** Pieces {text, added, removed} that lead from the expected text to the output; null when it would take too long. */
function differences(expected, output, unit) {
  if (expected.length + output.length > MOST_COMPARED) return null;
  const found = Diff.diffArrays(unitsOf(expected, unit), unitsOf(output, unit), { timeout: 250 });
  return found ? found.map((part) => ({ ...part, text: part.value.join("") })) : null;
}

/** The output with what is missing struck through and what was added underlined. */
function difference(expected, output, unit) {
  const pieces = differences(expected, output, unit);
  if (!pieces) return [h("p", { class: "note" }, t("tooLong")), block(output, withBreaks)];
  return [h("div", { class: "text", dir: "auto", translate: "no" }, pieces.flatMap(pieceNodes))];
}

function pieceNodes({ text, added, removed }) {
  if (!added && !removed) return withBreaks(text);
  const shown = text.trim() ? withBreaks(text) : [h("span", { class: "mark" }, text.replace(/[^]/gu, "␣"))];
  const said = hidden(`[${t(added ? "added" : "missing")}: `);
  return [h(added ? "ins" : "del", { class: text.trim().length < 3 ? "short" : null }, said, ...shown, hidden("]"))];
}

/** A line break after the two characters \n, by which files of one text a line write one. */
function withBreaks(text) {
  return text
    .split("\\n")
    .flatMap((part, at) => (at ? [h("span", { class: "mark" }, "\\n"), h("br"), ...withMarks(part)] : withMarks(part)));
}

// --- previews ----------------------------------------------------------------------------------------------------------

/** Where previews of the texts of a line begin: a little before the first hit of the search, or the first difference. */
function previewStart(texts, pattern) {
  const longest = Math.max(...texts.map((text) => text.length));
  if (longest <= PREVIEW) return 0;
  const hits = pattern ? texts.map((text) => text.search(pattern)).filter((at) => at >= 0) : [];
  const at = hits.length ? Math.min(...hits) : firstDifference(texts);
  if (at < PREVIEW / 2) return 0;
  const space = texts[0].indexOf(" ", at - 50);
  return space >= 0 && space < at ? space + 1 : at - 50;
}

function firstDifference([first, ...others]) {
  const places = others
    .filter((text) => text !== first)
    .map((text) => {
      let at = 0;
      while (at < text.length && text[at] === first[at]) at += 1;
      return at;
    });
  return places.length ? Math.min(...places) : 0;
}

/** A part of a text for a cell of the table; words that are not in `expected` are marked when it is given. */
function preview(text, start, pattern, expected = null) {
  const shown = cutAtWord(text.slice(start), PREVIEW);
  const beyond = (whole_) => cut(whole_.slice(start), 2 * PREVIEW);
  const nodes =
    expected !== null && !pattern ? markedWords(beyond(expected), beyond(text), shown) : searched(shown, pattern);
  const after = start + shown.length < text.length;
  return h(
    "span",
    { class: "preview", dir: "auto", translate: "no" },
    start && text.length > start ? "…\u00a0" : "",
    ...nodes,
    after ? "\u00a0…" : "",
  );
}

/** The first words of a text, so that no half word is taken for a difference. */
function cutAtWord(text, n) {
  const beginning = cut(text, n);
  const space = beginning.length < text.length ? beginning.lastIndexOf(" ") : -1;
  return space > n / 2 ? beginning.slice(0, space) : beginning;
}

/**
 * The shown beginning of an output with words that are not expected marked, and a caret where expected ones are missing.
 * What is compared goes a little further, so that the end of the window is not taken for a difference.
 */
function markedWords(expected, output, shown) {
  const pieces = expected === output ? null : differences(expected, output, "word");
  if (!pieces) return withMarks(shown);
  const nodes = [];
  let left = shown.length;
  for (const [at, piece] of pieces.entries()) {
    if (left <= 0) break;
    const text = piece.removed ? piece.text : cut(piece.text, left);
    nodes.push(...markedPiece({ ...piece, text }, pieces[at + 1]));
    left -= piece.removed ? 0 : text.length;
  }
  return nodes;
}

function markedPiece({ text, added, removed }, next) {
  if (!text.trim() || !(added || removed)) return removed ? [] : withMarks(text);
  if (added) return [h("span", { class: "differs" }, ...withMarks(text))];
  const isReplaced = !next || next.added; // what comes after the last words shown is not missing
  return isReplaced
    ? []
    : [
        h(
          "span",
          { class: "differs gap", title: `${t("missing")}: ${text}` },
          "‸",
          hidden(`[${t("missing")}: ${text}]`),
        ),
      ];
}

// --- searching ---------------------------------------------------------------------------------------------------------

const NESTED = /\((?:[^()\\]|\\.)*(?:[*+|]|\{\d+,\d*\})(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\d*\})/;

/**
 * The expression of a search: plain text, or /expression/ with flags; ignoring case unless there are flags.
 * Throws an Error with a sentence for the reader. An expression that could run for ever is refused: nothing can stop it.
 */
function searchPattern(query) {
  if (!query) return null;
  const written = /^\/(.+)\/([imsu]*)$/s.exec(query);
  if (!written) return new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu");
  const repeats = written[1].replace(/\\./g, "").match(/[*+]|\{\d+,\d*\}/g) || [];
  if (isNested(written[1]) || repeats.length > 4) throw new Error(t("slowPattern"));
  try {
    return new RegExp(written[1], written[2].includes("u") ? written[2] : `${written[2] || "i"}u`);
  } catch (error) {
    throw new Error(t("badPattern", { message: error.message }));
  }
}

/** Whether a group is repeated that holds a repetition or a choice; groups are taken away from the inside outwards. */
function isNested(source) {
  let rest = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  for (let before = ""; before !== rest;) {
    if (NESTED.test(rest)) return true;
    before = rest;
    // A group without repetition is a letter to what stands around it; one with it stays a repetition.
    rest = rest.replace(/\(([^()]*)\)/, (_, inside) => (/[*+|]|\{\d+,\d*\}/.test(inside) ? "x+" : "x"));
  }
  return false;
}
