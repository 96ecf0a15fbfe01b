// A record's form: what is typed is kept with every pause, rules are shown, and marking in the article fills fields.

const form = document.querySelector("form[data-draft]");

// --- keeping ---------------------------------------------------------------------------------------------------------

const PAUSE = 400, AGAIN = 3000;
let waiting = 0, isKeeping = false, isDirty = false, isGone = false;

const state = document.getElementById("state");
const trouble = document.getElementById("trouble");

function say(words, isBad = false) {
  state.textContent = words;
  state.classList.toggle("uncertain", isBad);
}

function later(pause = PAUSE) {
  isDirty = true;
  clearTimeout(waiting);
  if (!isGone) waiting = setTimeout(keep, pause);
}

function isTooLong() {
  const text = form.elements.article.value;
  const isLong = text.length > Number(form.dataset.most);
  trouble.hidden = !isLong;
  if (isLong) trouble.textContent = form.dataset.long;
  return isLong;
}

function typed() {
  const data = new FormData(form);
  data.set("act", "keep");
  if (isTooLong()) data.delete("article");
  return data;
}

async function keep() {
  if (isKeeping) return void later();
  const data = typed();
  const pasted = data.get("article");
  [isKeeping, isDirty] = [true, false];
  say(form.dataset.keeping);
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "text/html" } });
    if (answer.status === 404) return void gone();
    if (answer.status === 403) return void again(form.dataset.old); // of a login before the last one
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const kept = page.getElementById("kept");
    if (!kept) return void again(form.dataset.out);
    show(kept, pasted);
  } catch {
    again(form.dataset.lost);
  } finally {
    isKeeping = false;
  }
}

function again(words) {
  say(words, true);
  later(AGAIN);
}

// Taken out of the project, or there is none any more: no later try is answered otherwise, and the texts stay here.
function gone() {
  isGone = true;
  say(form.dataset.gone, true);
  clearTimeout(waiting);
}

function show(kept, pasted) {
  form.elements.revision.value = kept.dataset.revision;
  const isApart = kept.dataset.address !== location.pathname;
  if (isApart) {
    history.replaceState(null, "", kept.dataset.address);
    form.action = kept.dataset.address;
  }
  document.getElementById("findings").replaceChildren(...kept.querySelector("#findings").childNodes);
  const wrong = kept.querySelector("#trouble");
  if (wrong) [trouble.hidden, trouble.textContent] = [false, wrong.textContent];
  else if (!isTooLong()) trouble.hidden = true;
  const fresh = kept.querySelector("#article");
  if (fresh) {
    article.replaceChildren(...fresh.childNodes);
    article.scrollTop = 0;
  }
  if (fresh && form.elements.article.value === pasted) {
    form.elements.article.value = "";
    form.querySelector(".paste").open = false;
  }
  markTaken();
  say(isApart ? form.dataset.apart : form.dataset.kept, isApart);
}

// --- leaving ---------------------------------------------------------------------------------------------------------

// A page that is loaded again is often answered before what was typed last has come in: it stands here until then.
const slot = () => `draft ${location.pathname}`;

function leave() {
  if (!isDirty && !isKeeping) return;
  const texts = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  try {
    sessionStorage.setItem(slot(), JSON.stringify({ texts, isKeeping }));
  } catch { /* an article that is too large for it; the rest comes in by itself */ }
  if (isDirty) navigator.sendBeacon(form.action, typed());
}

function comeBack() {
  const left = JSON.parse(sessionStorage.getItem(slot()) ?? "null");
  sessionStorage.removeItem(slot());
  const passed = Number(form.elements.revision.value) - Number(Object.fromEntries(left?.texts ?? []).revision);
  if (!(passed === 0 || (passed === 1 && left.isKeeping))) return; // it has come in, or others were faster
  for (const [name, text] of left.texts) {
    if (name !== "revision" && form.elements[name]) form.elements[name].value = text;
  }
  later(0);
}

// --- marking ---------------------------------------------------------------------------------------------------------

const article = document.getElementById("article");
const sentenceOf = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest?.(".sentence");
const current = () => article.querySelector(".sentence.current");

function fill(name, text) {
  form.elements[name].value = text;
  later(0);
}

// What is marked, grown to whole words; empty where nothing is, or more than one sentence.
function marked() {
  const chosen = getSelection();
  if (!chosen.rangeCount || chosen.isCollapsed) return null;
  const range = chosen.getRangeAt(0);
  const sentence = sentenceOf(range.startContainer);
  if (!sentence || !article.contains(sentence)) return null;
  const text = sentence.textContent;
  const isInside = sentenceOf(range.endContainer) === sentence;
  let [start, end] = [range.startContainer === sentence ? 0 : range.startOffset, isInside ? range.endOffset : text.length];
  const isLetter = (letter) => /[\p{L}\p{N}]/u.test(letter ?? "");
  while (start < end && !text[start].trim()) start += 1;
  while (end > start && !text[end - 1].trim()) end -= 1;
  while (start > 0 && isLetter(text[start]) && isLetter(text[start - 1])) start -= 1;
  while (end < text.length && isLetter(text[end - 1]) && isLetter(text[end])) end += 1;
  const words = text.slice(start, end);
  return words ? { words, sentence } : null;
}

function takeAnswer({ words, sentence }) {
  const { extraction, answer, answer_type: type } = form.elements;
  const isFollowing = !answer.value.trim() || answer.value === extraction.value;
  if (isFollowing && type.value !== "YES_NO") answer.value = words;
  extraction.value = words;
  takeSentence(sentence);
}

function takeSentence(sentence) {
  choose(sentence);
  fill("selection", sentence.textContent);
  markTaken();
}

function takeBefore(sentence) {
  const texts = [form.elements.context.value.trim(), sentence.textContent].filter(Boolean);
  fill("context", [...new Set(texts)].join(" "));
}

function choose(sentence) {
  current()?.classList.remove("current");
  sentence?.classList.add("current");
}

function markTaken() {
  const taken = form.elements.selection.value.trim();
  for (const one of article.querySelectorAll(".sentence")) one.classList.toggle("taken", one.textContent === taken);
}

function step(forward) {
  const all = [...article.querySelectorAll(".sentence")];
  const place = all.indexOf(current());
  const next = all[place < 0 ? 0 : Math.min(all.length - 1, Math.max(0, place + (forward ? 1 : -1)))];
  if (!next) return;
  choose(next);
  next.scrollIntoView({ block: "nearest" });
  getSelection().collapse(next.firstChild, 0);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrows = { ArrowUp: () => step(false), ArrowDown: () => step(true) };
  const words = { ArrowLeft: "backward", ArrowRight: "forward" };
  if (arrows[event.key]) arrows[event.key]();
  else if (words[event.key]) getSelection().modify(event.shiftKey ? "extend" : "move", words[event.key], "word");
  else if (event.key === "Enter") marked() ? takeAnswer(marked()) : current() && takeSentence(current());
  else if (event.key === "b" || event.key === "B") current() && takeBefore(current());
  else return;
  event.preventDefault();
}

function begin() {
  form.addEventListener("input", () => later());
  form.addEventListener("submit", async (event) => {
    clearTimeout(waiting);
    if (isTooLong()) { // the texts are kept without it, and nobody loses the page that says what to do
      event.preventDefault();
      trouble.scrollIntoView({ block: "center" });
      return void later(0);
    }
    isDirty = false;
    if (!isKeeping) return;
    event.preventDefault(); // what is under way changes the draft: sent beside it, this would look like another page's
    while (isKeeping) await new Promise((done) => setTimeout(done, 50));
    clearTimeout(waiting);
    form.requestSubmit(event.submitter);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.querySelector("[value=continue]").click();
    else if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); // it would go on half done
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // the draft is on the server
  form.querySelector("[value=article]").hidden = true;

  article.addEventListener("keydown", onKey);
  article.addEventListener("mousedown", () => {
    document.addEventListener("mouseup", (event) => { // also where the mouse has left the article meanwhile
      const found = marked();
      const sentence = sentenceOf(event.target);
      if (found) takeAnswer(found);
      else if (sentence) takeSentence(sentence);
    }, { once: true });
  });
  const [take, before] = [form.querySelector("[data-take]"), form.querySelector("[data-take-before]")];
  let last = null;
  document.addEventListener("selectionchange", () => {
    last = marked() ?? (document.activeElement === take ? last : null);
    take.disabled = before.disabled = !last; // hiding them would move the words under the mouse
  });
  take.hidden = before.hidden = false;
  for (const button of [take, before]) button.addEventListener("pointerdown", (event) => event.preventDefault());
  take.addEventListener("click", () => last && takeAnswer(last));
  before.addEventListener("click", () => last && takeBefore(last.sentence));
  markTaken();
  say(form.dataset.kept);
  comeBack();
  const isTyped = [...form.elements].some((one) => "defaultValue" in one && one.value !== one.defaultValue);
  if (isTyped) later(0); // before this began
}

if (form) begin();

// --- what the reader says, which is asked in the background -----------------------------------------------------------

const LOOK = 1000, MOST_LOOKS = 20;

async function look(ease, left) {
  if (!ease || !("asked" in ease.dataset)) return;
  if (!left) return void ease.replaceChildren(); // it says nothing, or nobody asked it
  await new Promise((done) => setTimeout(done, LOOK));
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("ease");
    if (fresh && !("asked" in fresh.dataset)) return void ease.replaceWith(fresh);
  } catch { /* without a connection it is asked again */ }
  look(ease, left - 1);
}

look(document.getElementById("ease"), MOST_LOOKS);
