// What pages gain where scripts run. Everything works without: links, forms and buttons are real ones.

const root = document.documentElement;

// --- colours ---------------------------------------------------------------------------------------------------------

const isDark = () => root.dataset.theme
  ? root.dataset.theme === "dark"
  : matchMedia("(prefers-color-scheme: dark)").matches;

function setTheme(theme) {
  if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
  try {
    if (theme) localStorage.setItem("probierz-theme", theme); else localStorage.removeItem("probierz-theme");
  } catch {
    // storage is switched off: the choice holds for this page
  }
}

// Paper is light: browsers leave a dark ground out, and light letters would stand on white.
let onScreen;
addEventListener("beforeprint", () => {
  onScreen = root.dataset.theme;
  root.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  if (onScreen) root.dataset.theme = onScreen; else delete root.dataset.theme;
});

// On a phone menu and tabs are one line that is drawn aside: where one is, is in sight.
for (const here of document.querySelectorAll(".top nav [aria-current], .tabs [aria-current]")) {
  const line = here.parentElement;
  line.scrollLeft = here.offsetLeft - line.offsetLeft - (line.clientWidth - here.offsetWidth) / 2;
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.hidden = false;
  button.addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
}

// The account's choice is this browser's as well, from the moment it is saved.
document.querySelector("select[name=theme]")?.form.addEventListener("submit", (event) => {
  setTheme(event.target.elements.theme.value);
});

// --- questions, copies: by delegation, so that they also work in a table that was replaced ------------------------------

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm; // of the button, or of all
  if (!question) return;
  if (!confirm(question)) return void event.preventDefault();
  const asked = Object.assign(document.createElement("input"), { type: "hidden", name: "asked", value: "yes" });
  event.target.append(asked); // else the next page asks
  setTimeout(() => asked.remove());
});

function readyCopies(part) {
  if (!navigator.clipboard) return; // plain http: nothing to press
  for (const button of part.querySelectorAll("[data-copy]")) button.hidden = false;
}
readyCopies(document);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = button.dataset.done;
  } catch { // the browser may not let a page copy: the text is ready to be copied by hand
    getSelection().selectAllChildren(text);
    button.textContent = document.getElementById("main").dataset.selected;
  }
});

// --- live tables: a section with an id and data-live is replaced alone when it is sorted, filtered or turned -------------

async function replacePart(part, address) {
  part.setAttribute("aria-busy", "true");
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(part.id);
  if (!answer.ok || !fresh) return void location.assign(address); // logged out meanwhile, say
  part.replaceWith(fresh);
  readyCopies(fresh);
  showChanges(fresh);
}

async function go(part, address, focus) {
  await replacePart(part, address);
  history.pushState({ part: part.id }, "", address);
  document.getElementById(part.id)?.querySelector(focus)?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-live] thead a, [data-live] .pager a, [data-live] .fold a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const heads = [...link.closest("[data-live]").querySelectorAll("thead th")];
  const place = heads.indexOf(link.closest("th")) + 1;
  const focus = place ? `th:nth-child(${place}) a` : link.closest(".fold") ? ".fold a" : `.pager a[rel=${link.rel}]`;
  go(link.closest("[data-live]"), link.href, focus);
});

document.addEventListener("submit", (event) => {
  const part = event.target.closest("[data-live]");
  if (!part || !event.target.matches(".filter")) return;
  event.preventDefault();
  go(part, `?${new URLSearchParams(new FormData(event.target))}`, ".filter input[type=search]");
});

addEventListener("popstate", () => {
  if (document.querySelector("[data-live]")) location.reload();
});

// A page that waits for something shows what is new without being loaded anew: whoever reads it keeps their place. Where
// it has parts with an id and data-fresh, only these are replaced, and what was said above them stays.
function freshParts() {
  const parts = [...document.querySelectorAll("[data-fresh]")];
  return parts.length ? parts : [document.getElementById("main")];
}

function replaceContent(part, fresh) {
  if (!fresh) return;
  part.replaceChildren(...fresh.childNodes);
  readyCopies(part);
}

function follow() {
  const waiting = document.querySelector("[data-follow]");
  if (!waiting) return;
  setTimeout(async () => {
    try {
      const answer = await fetch(location.href);
      if (answer.redirected) return void location.replace(answer.url); // there is a result: on to it
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.ok) for (const part of freshParts()) replaceContent(part, page.getElementById(part.id));
    } catch {
      // the server is being started again: ask once more
    }
    follow();
  }, 1000 * Number(waiting.dataset.follow));
}

follow();

// What takes some seconds shows that it was begun, until the next page comes; going back shows a button that is free.
document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-busy]") && !event.defaultPrevented) event.submitter?.setAttribute("aria-busy", "true");
});

addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("form[data-busy] [aria-busy]")) button.removeAttribute("aria-busy");
});

// A list of what is under way, to which somebody goes back: it tells what has become of it meanwhile.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[data-fresh]")) location.reload();
});

// --- outputs are looked at as soon as they are chosen or dropped, before anything counts -------------------------------

function lookAtOutputs(form) {
  const found = document.getElementById(form.dataset.looks);
  const progress = form.querySelector("progress");
  const files = form.querySelector("input[type=file]");
  const declined = form.querySelector("[data-declined]");
  let under = null;
  let isFresh = false; // whether it was looked at just now, by the rules of the phase that is open

  function look() {
    under?.abort();
    declined.textContent = "";
    if (!files.files.length) return void found.replaceChildren();
    for (const told of form.querySelectorAll(":scope > .errors, .way .errors")) told.remove(); // of files that were missing
    const data = new FormData(form);
    data.set("try", "1");
    data.delete("url");
    under = new XMLHttpRequest(); // fetch tells nothing of how far sending is
    under.open("POST", form.action || location.href);
    under.responseType = "document";
    under.upload.onprogress = (event) => { if (event.lengthComputable) progress.value = event.loaded / event.total; };
    under.onload = () => {
      const fresh = under.response?.getElementById(found.id);
      found.replaceChildren(...(fresh?.childNodes ?? whatWasSaid(under.response)));
      if (fresh) renewPhase(under.response);
    };
    under.onloadend = () => { progress.hidden = true; found.removeAttribute("aria-busy"); };
    progress.value = 0;
    progress.hidden = false;
    found.setAttribute("aria-busy", "true");
    under.send(data);
  }

  // What hangs on the phase, which may have ended or begun since: heading, button, fields that had no place meanwhile.
  function renewPhase(page) {
    for (const part of document.querySelectorAll("[data-of-phase]")) {
      const fresh = page.getElementById(part.id);
      if (!part.querySelector(".field") && !part.isEqualNode(fresh)) replaceContent(part, fresh);
    }
    countDown();
  }

  // A look may have brought other buttons, or none.
  function pressAgain(button) {
    [...form.querySelectorAll(".actions button")].find((one) => one.name === (button?.name ?? ""))?.click();
  }

  // Another page than this one, such as that of a login that ended: its first words, so that nobody waits for a look.
  function whatWasSaid(page) {
    const words = [...(page?.querySelectorAll("main h1, main h1 ~ p") ?? [])].slice(0, 2);
    if (!words.length) return [];
    const line = Object.assign(document.createElement("p"), { className: "doubt" });
    line.textContent = words.map((one) => one.textContent.trim()).join(" ");
    line.setAttribute("role", "alert");
    return [line];
  }

  // The page stays, and with it the files that were chosen; what is wrong elsewhere in the form is said by a new page.
  function lookHere(event) {
    if (!files.files.length || found.dataset.unsaid) return;
    event.preventDefault();
    if (!found.hasAttribute("aria-busy")) look();
    under.addEventListener("loadend", () => {
      if (found.childElementCount) return;
      found.dataset.unsaid = "yes";
      pressAgain(event.submitter);
    }, { once: true });
  }

  function confirmDoubts(event, moved, doubts) {
    const isSure = confirm([moved?.textContent, doubts && form.dataset.question].filter(Boolean).join("\n\n"));
    declined.textContent = isSure ? "" : declined.dataset.declined;
    if (!isSure) return void event.preventDefault();
    if (moved) form.elements.phase.value = moved.dataset.moved;
    if (!doubts) return;
    const sure = Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "1" });
    form.append(sure);
    setTimeout(() => sure.remove()); // once it is sent: other files are another question
  }

  // What was refused may be taken by now, and what was of one phase be of another: it is looked at again, and sent
  // unless it still is refused.
  function lookAgain(event) {
    event.preventDefault();
    found.focus(); // what is wrong stands there, and what was typed stays
    look();
    under.addEventListener("loadend", () => {
      isFresh = true;
      if (!found.querySelector("[data-refused]")) pressAgain(event.submitter);
      isFresh = false;
    }, { once: true });
  }

  // What looks odd is asked about before it counts; who submits at once waits for the look.
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.submitter?.name === "try") return void lookHere(event);
    if (found.hasAttribute("aria-busy")) {
      event.preventDefault();
      under.addEventListener("loadend", () => pressAgain(event.submitter), { once: true });
      return;
    }
    const isOfOtherPhase = files.files.length && document.querySelector("#phase [data-from]:not([hidden])");
    if (!isFresh && (isOfOtherPhase || found.querySelector("[data-refused]"))) return void lookAgain(event);
    const [moved, doubts] = [found.querySelector("[data-moved]"), found.querySelector("[data-doubts]")];
    if (moved || doubts) confirmDoubts(event, moved, doubts);
  });
  files.addEventListener("change", look);
  for (const field of form.querySelectorAll("select[name=test], [name=partial]")) field.addEventListener("change", look);
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    files.files = event.dataTransfer.files;
    look();
  });
}

for (const form of document.querySelectorAll("form[data-looks]")) lookAtOutputs(form);

// --- a field of files takes what is dropped on it: on its label, its sentences, the field itself -----------------------

function takeDropped(field, input) {
  const mark = (event) => { event.preventDefault(); field.classList.add("over"); };
  const unmark = () => field.classList.remove("over");
  field.addEventListener("dragenter", mark);
  field.addEventListener("dragover", mark);
  field.addEventListener("dragleave", unmark);
  field.addEventListener("drop", (event) => {
    unmark();
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    const taken = new DataTransfer();
    const files = [...event.dataTransfer.files];
    for (const file of input.multiple ? files : files.slice(0, 1)) taken.items.add(file);
    input.files = taken.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

for (const input of document.querySelectorAll("form:not([data-looks]) .field input[type=file]")) takeDropped(input.closest(".field"), input);

// --- what was typed outlives an expired login, and the sending of a neighbouring form -----------------------------------

const DRAFT = "probierz-draft";
const formsWithWords = () => [...document.querySelectorAll("form.fields[method=post]")];
const asksPassword = (part) => part.querySelector("input[type=password][required]") !== null;

function changedFields(form) {
  const found = [];
  for (const field of form.elements) {
    if (!field.name || ["hidden", "file", "password", "submit", "button", "search"].includes(field.type)) continue;
    if (["checkbox", "radio"].includes(field.type)) {
      if (field.checked !== field.defaultChecked) found.push([field.name, field.value, field.checked]);
    } else if (field.options) {
      if ([...field.options].some((one) => one.selected !== one.defaultSelected)) found.push([field.name, field.value]);
    } else if (field.value !== field.defaultValue) {
      found.push([field.name, field.value]);
    }
  }
  return found;
}

function typeAgain(form, fields) {
  for (const [name, value, checked] of fields) {
    const named = [...form.elements].filter((field) => field.name === name);
    const field = checked === undefined ? named[0] : named.find((one) => one.value === value);
    if (!field) continue;
    if (checked === undefined) field.value = value; else field.checked = checked;
  }
  form.dispatchEvent(new Event("change"));
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = document.getElementById("main").dataset.typed;
  (form.querySelector(".record") ?? form).prepend(note); // a form with an article beside it has columns
}

const personHere = () => document.getElementById("main").dataset.person;
const namesOf = (form) => [...new Set([...form.elements].map((field) => field.name))].join(" ");

function keepDraft(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || asksPassword(form)) return;
  storeDraft([location.pathname, new URL(form.action).pathname], formsWithWords().indexOf(form));
}

function storeDraft(places, sent) {
  const forms = formsWithWords();
  const draft = {
    places,
    person: personHere(),
    sent,
    typed: forms.map((one) => (asksPassword(one) ? [] : changedFields(one))),
    names: forms.map(namesOf),
  };
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // storage is switched off: nothing is kept
  }
}

function takeDraft() {
  let draft = null;
  try {
    draft = JSON.parse(sessionStorage.getItem(DRAFT));
    if (!draft) return;
    // What takes a form alone leads back to the page above it.
    const isBack = draft.places.some((place) => `${place}/`.startsWith(`${location.pathname}/`));
    // The login has expired, or has come back under another form: the next page is the one that was left.
    if ((!isBack && asksPassword(document)) || document.querySelector("[data-stale]")) {
      sessionStorage.setItem(DRAFT, JSON.stringify({ ...draft, isLate: true }));
      const note = document.querySelector("[data-typed-later]");
      if (note) note.hidden = !draft.typed.some((fields) => fields.length);
      return;
    }
    sessionStorage.removeItem(DRAFT);
    if (!isBack || (draft.person && draft.person !== personHere())) return; // another one has logged in
  } catch {
    return;
  }
  formsWithWords().forEach((form, at) => {
    const fields = namesOf(form) === draft.names[at] ? draft.typed[at] : [];
    if (fields.length && (draft.isLate || at !== draft.sent)) typeAgain(form, fields);
  });
}

// A page that is opened afresh, as its phase has ended, sends no form: what was typed into any is typed again.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-reload]")) return;
  storeDraft([location.pathname], -1);
});

// --- a short name is proposed from what is typed in the field that `data-named-by` names, until somebody types one ------
// One that is taken (`data-taken`) gets a number, as does the word of `data-else` where a title has no letters for it.

const asShortName = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "")
  .replace(/[^a-z0-9]+/g, "-").slice(0, 64).replace(/^-+|-+$/g, "");

function freeName(title, { taken = "", else: word = "" }) {
  const name = asShortName(title);
  const others = new Set(taken.split(" "));
  if (name && !others.has(name)) return name;
  const base = name.slice(0, 60) || (title.trim() && word);
  if (!base) return "";
  let number = name ? 2 : 1;
  while (others.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

for (const field of document.querySelectorAll("[data-named-by]")) {
  const title = field.form.elements[field.dataset.namedBy];
  let proposed = field.value;
  title.addEventListener("input", () => {
    if (field.value !== proposed) return;
    proposed = field.value = freeName(title.value, field.dataset);
  });
}

// --- fields that fit what is chosen: `data-fits="group=parameter"` on a field, or more with spaces between; a box that is
// not ticked chooses nothing ---------------------------------------------------------------------------------------------

function chosenIn(form, name) {
  const field = form.elements[name];
  return field?.type === "checkbox" && !field.checked ? "" : field?.value;
}

function fits(form, condition) {
  const [name, values] = condition.split("=");
  return values.split("|").includes(chosenIn(form, name));
}

function fit(form) {
  for (const field of form.querySelectorAll("[data-fits]")) {
    const part = field.closest(".field");
    part.hidden = !part.querySelector(".errors") && !field.dataset.fits.split(" ").every((one) => fits(form, one));
  }
}

for (const form of new Set([...document.querySelectorAll("[data-fits]")].map((field) => field.closest("form")))) {
  fit(form);
  form.addEventListener("change", () => fit(form));
}

// --- a form with `data-keeps` is kept as one types, by this browser, until it is sent: its value names form and person ---

const TYPED = "probierz-typed";
const TYPED_DAYS = 60; // words that nobody came back to do not stay for ever
const typedSlot = (form) => `${TYPED} ${location.pathname} ${form.dataset.keeps}`;

function keepTyped(form) {
  const fields = changedFields(form);
  try {
    if (fields.length) localStorage.setItem(typedSlot(form), JSON.stringify({ fields, at: Date.now() }));
    else localStorage.removeItem(typedSlot(form));
  } catch {
    // storage is switched off, or full: nothing is kept
  }
}

function takeTyped(form) {
  try {
    const kept = JSON.parse(localStorage.getItem(typedSlot(form)));
    if (kept) typeAgain(form, kept.fields);
    for (const note of form.querySelectorAll("[data-kept-here]")) note.hidden = false;
  } catch {
    // storage is switched off: nothing is kept, and nothing says so
  }
  for (const kind of ["input", "change"]) form.addEventListener(kind, () => keepTyped(form));
}

function dropTyped(event) {
  if (event.defaultPrevented || !event.target.dataset.keeps) return;
  try {
    localStorage.removeItem(typedSlot(event.target));
  } catch {
    // storage is switched off
  }
}

function forgetOldWords() {
  const oldest = Date.now() - TYPED_DAYS * 24 * 3600 * 1000;
  try {
    for (const slot of Object.keys(localStorage).filter((one) => one.startsWith(`${TYPED} `))) {
      if (JSON.parse(localStorage.getItem(slot)).at < oldest) localStorage.removeItem(slot);
    }
  } catch {
    // storage is switched off
  }
}

forgetOldWords();
for (const form of document.querySelectorAll("form[data-keeps]")) takeTyped(form);
document.addEventListener("submit", dropTyped);

// When fields know what they fit, so that what is typed again shows its own.
takeDraft();
document.addEventListener("submit", keepDraft);

// --- what was refused is kept nowhere but on its page: to leave it is asked about, to send it again is not ----------------

for (const form of document.querySelectorAll("form[data-unsaved]")) {
  const ask = (event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  form.addEventListener("submit", () => removeEventListener("beforeunload", ask));
}

// --- how far a deadline is: the words that the server wrote, kept true while the page is open ----------------------------

const distance = new Intl.RelativeTimeFormat(root.lang, { numeric: "always" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function countDown() {
  for (const one of document.querySelectorAll("[data-countdown]")) {
    const seconds = (new Date(one.dataset.countdown) - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= 2 * size) ?? UNITS.at(-1);
    one.textContent = distance.format(Math.trunc(seconds / size), unit);
  }
  for (const one of document.querySelectorAll("[data-from], [data-to]")) { // what holds from one moment to another
    const { from, to } = one.dataset;
    one.hidden = (from && new Date(from) >= Date.now()) || (to && new Date(to) < Date.now());
  }
}

if (document.querySelector("[data-countdown], [data-from], [data-to]")) {
  countDown();
  setInterval(countDown, 1000);
}

// --- what moved on a board since this browser was here last, while ranks were given by the same scores ------------------

const rowsOf = (board) => {
  const rows = [...board.querySelectorAll("tr[data-row]")];
  const names = rows.map((row) => row.dataset.row);
  return rows.filter((row) => names.indexOf(row.dataset.row) === names.lastIndexOf(row.dataset.row));
};

// Kept where only this browser reads it. One visit is what a tab sees until it is closed: reloading forgets no mark.
function before(key, now) {
  const [seen, here] = [localStorage.getItem(key), sessionStorage.getItem(key)];
  if (here === null) sessionStorage.setItem(key, seen ?? "");
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(seen ?? "{}"), ...now }));
  return JSON.parse((here ?? seen) || "null");
}

function showChanges(board) {
  if (!board?.dataset.visits) return;
  const rows = rowsOf(board);
  const now = Object.fromEntries(rows.map((row) => [row.dataset.row, Number(row.dataset.rank)]));
  let known = null;
  try {
    known = before(`probierz-board:${board.dataset.visits}`, now);
  } catch {
    // storage is switched off: nothing is marked
  }
  if (!known) return;
  const changed = rows.filter((row) => hasMoved(known[row.dataset.row], now[row.dataset.row]));
  for (const row of changed) mark(board, row, known[row.dataset.row], now[row.dataset.row]);
  const line = board.querySelector(".changes");
  if (!line || !changed.length) return;
  line.textContent = `${board.dataset.since} ${changed.map((row) => row.dataset.row).slice(0, 5).join(", ")}${changed.length > 5 ? ", …" : ""}`;
  line.hidden = false;
}

// Of no rank (0), nothing has risen or fallen.
const hasMoved = (old, now) => old === undefined || (old !== now && old > 0 && now > 0);

function mark(board, row, old, now) {
  const kind = old === undefined ? "new" : now < old ? "rose" : "fell";
  const sign = document.createElement("span");
  sign.className = `moved ${kind}`;
  sign.textContent = kind === "new" ? ` ${board.dataset.new}` : ` ${kind === "rose" ? "▲" : "▼"}${Math.abs(old - now)}`;
  sign.title = kind === "new" ? "" : board.dataset[kind];
  row.firstElementChild.append(sign);
}

showChanges(document.querySelector("[data-visits]"));
