// Marking in an article fills fields of the form beside it: that of a record, and that of a second answer.

const form = document.querySelector("form[data-marking]");
const article = document.getElementById("article");
const sentenceOf = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest?.(".sentence");
const current = () => article.querySelector(".sentence.current");

function tell(field) {
  field.dispatchEvent(new Event("input", { bubbles: true })); // as where somebody types it
}

function fill(name, text) {
  form.elements[name].value = text;
  tell(form.elements[name]);
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
  const isFollowing = answer && (!answer.value.trim() || answer.value === extraction.value);
  if (isFollowing && type.value !== "YES_NO") answer.value = words;
  fill("extraction", words);
  takeSentence(sentence);
}

// Without scripts a second answer's sentence is chosen by its button, which is pressed here.
const buttonOf = (sentence) => sentence.querySelector("input");

function takeSentence(sentence) {
  choose(sentence);
  const button = buttonOf(sentence);
  if (!button) return void fill("selection", sentence.textContent);
  button.checked = true;
  tell(button);
}

function takeBefore(sentence) {
  if (!form.elements.context) return;
  const texts = [form.elements.context.value.trim(), sentence.textContent].filter(Boolean);
  fill("context", [...new Set(texts)].join(" "));
}

function choose(sentence) {
  current()?.classList.remove("current");
  sentence?.classList.add("current");
}

function isTaken(sentence) {
  return buttonOf(sentence)?.checked ?? sentence.textContent === form.elements.selection.value.trim();
}

function markTaken() {
  for (const one of article.querySelectorAll(".sentence")) one.classList.toggle("taken", isTaken(one));
}

function step(forward) {
  const all = [...article.querySelectorAll(".sentence")];
  const place = all.indexOf(current());
  const next = all[place < 0 ? 0 : Math.min(all.length - 1, Math.max(0, place + (forward ? 1 : -1)))];
  if (!next) return;
  choose(next);
  next.scrollIntoView({ block: "nearest" });
  getSelection().collapse(next.lastChild, 0);
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
  Object.assign(article, { role: "textbox", ariaReadOnly: "true", ariaMultiLine: "true", ariaLabel: article.dataset.keys });
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
  const buttons = [take, before].filter(Boolean); // nothing stands before a second answer
  let last = null;
  document.addEventListener("selectionchange", () => {
    last = marked() ?? (document.activeElement === take ? last : null);
    for (const one of buttons) one.disabled = !last; // hiding one would move the words under the mouse
  });
  for (const one of buttons) {
    one.hidden = false;
    one.addEventListener("pointerdown", (event) => event.preventDefault());
  }
  take.addEventListener("click", () => last && takeAnswer(last));
  before?.addEventListener("click", () => last && takeBefore(last.sentence));
  for (const button of article.querySelectorAll("input")) button.hidden = true; // the mark says which is chosen
  form.addEventListener("input", markTaken);
  new MutationObserver(markTaken).observe(article, { childList: true });
  markTaken();
}

if (form) begin();
