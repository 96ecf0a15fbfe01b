// Marking in an article fills fields of the form beside it: that of a record, and that of a second answer.

import { goToWord, goToWords, markWord } from "./article_words.js";

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

const allSentences = () => [...article.querySelectorAll(".sentence")];
const textOf = (sentences) => sentences.map((one) => one.textContent).join(" ");

// What is marked, grown to whole words, with the sentences it stands in; null where nothing is.
function marked() {
  const chosen = getSelection();
  if (!chosen.rangeCount || chosen.isCollapsed) return null;
  const range = chosen.getRangeAt(0);
  if (!sentenceOf(range.startContainer) || !article.contains(range.startContainer)) return null;
  const parts = allSentences().map((sentence) => ({ sentence, words: markedIn(sentence, range) })).filter((one) => one.words);
  return parts.length ? { words: parts.map((one) => one.words).join(" "), sentences: parts.map((one) => one.sentence) } : null;
}

function markedIn(sentence, range) {
  if (!range.intersectsNode(sentence)) return "";
  const text = sentence.textContent;
  const isIn = (node) => node !== sentence && sentence.contains(node);
  let start = isIn(range.startContainer) ? range.startOffset : 0;
  let end = isIn(range.endContainer) ? range.endOffset : range.endContainer === sentence && !range.endOffset ? 0 : text.length;
  const isLetter = (letter) => /[\p{L}\p{N}]/u.test(letter ?? "");
  while (start < end && !text[start].trim()) start += 1;
  while (end > start && !text[end - 1].trim()) end -= 1;
  if (start >= end) return "";
  while (start > 0 && isLetter(text[start]) && isLetter(text[start - 1])) start -= 1;
  while (end < text.length && isLetter(text[end - 1]) && isLetter(text[end])) end += 1;
  return text.slice(start, end);
}

function takeAnswer({ words, sentences }) {
  if (buttonOf(sentences[0]) && sentences.length > 1) return void sayBeyond(true);
  const { extraction, answer, answer_type: type } = form.elements;
  const isFollowing = answer && (!answer.value.trim() || answer.value === extraction.value);
  if (isFollowing && type.value !== "YES_NO") answer.value = words;
  fill("extraction", words);
  takeSentences(sentences);
}

// Without scripts a second answer's sentence is chosen by its button, which is pressed here.
const buttonOf = (sentence) => sentence.querySelector("input");

function takeSentences(sentences) {
  choose(sentences[0]);
  const button = buttonOf(sentences[0]);
  if (!button) return void fill("selection", textOf(sentences));
  button.checked = true;
  form.elements.none.checked = false;
  tell(button);
}

function takeBefore(sentences) {
  if (!form.elements.context) return;
  const texts = [form.elements.context.value.trim(), ...sentences.map((one) => one.textContent)].filter(Boolean);
  fill("context", [...new Set(texts)].join(" "));
}

function choose(sentence) {
  current()?.classList.remove("current");
  sentence?.classList.add("current");
}

// The sentences that are the answer sentence: one, or those that follow one another over which it goes.
function taken() {
  const all = allSentences();
  if (!form.elements.selection) return all.filter((one) => buttonOf(one).checked);
  const text = form.elements.selection.value.trim();
  for (let first = 0; text && first < all.length; first += 1) {
    let last = first;
    while (last < all.length && text.startsWith(textOf(all.slice(first, last + 1)))) last += 1;
    if (textOf(all.slice(first, last)) === text) return all.slice(first, last);
  }
  return [];
}

function markTaken() {
  const found = new Set(taken());
  for (const one of allSentences()) one.classList.toggle("taken", found.has(one));
  sayBeyond(found.size > 1);
}

function sayBeyond(isBeyond) {
  form.querySelector("[data-beyond]").hidden = !isBeyond;
  form.querySelector("[data-hint]").hidden = isBeyond;
}

// --- keys ------------------------------------------------------------------------------------------------------------

const LEAP = 10;

function stand(sentence) {
  choose(sentence);
  sentence.scrollIntoView({ block: "nearest" });
}

// by: how many sentences on; infinite for the first or the last.
function step(by) {
  const all = allSentences();
  const place = all.indexOf(current());
  const next = all[Math.min(all.length - 1, Math.max(0, place + by))];
  if (!next) return;
  stand(next);
  getSelection().collapse(next.lastChild, 0);
}

function stepByWord(isForward, isMarking) {
  const all = allSentences();
  if (all.length) stand((isMarking ? markWord : goToWord)(all, current() ?? all[0], isForward));
}

const STEPS = { ArrowUp: -1, ArrowDown: 1, PageUp: -LEAP, PageDown: LEAP, Home: -Infinity, End: Infinity };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in STEPS) step(STEPS[event.key]);
  else if (event.key === "ArrowLeft" || event.key === "ArrowRight") stepByWord(event.key === "ArrowRight", event.shiftKey);
  else if (event.key === "Enter") marked() ? takeAnswer(marked()) : current() && takeSentences([current()]);
  else if (event.key === "b" || event.key === "B") current() && takeBefore([current()]);
  else return;
  event.preventDefault();
}

let left = null; // the field from which somebody came to the article

// To the article and back. From the exact answer it leads to the place where what is typed there stands.
function jump() {
  if (document.activeElement === article) return void (left ?? form.elements.question ?? form.elements.extraction).focus();
  left = form.contains(document.activeElement) ? document.activeElement : null;
  article.focus();
  article.scrollIntoView({ block: "nearest" });
  const words = left === form.elements.extraction ? left.value.trim() : "";
  const found = words && goToWords(allSentences(), words);
  if (found) stand(found);
  else if (!current()) step(1);
}

function begin() {
  Object.assign(article, { role: "textbox", ariaReadOnly: "true", ariaMultiLine: "true", ariaLabel: article.dataset.keys });
  article.addEventListener("keydown", onKey);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F2" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    jump();
  });
  article.addEventListener("mousedown", () => {
    document.addEventListener("mouseup", (event) => { // also where the mouse has left the article meanwhile
      const found = marked();
      const sentence = sentenceOf(event.target);
      if (found) takeAnswer(found);
      else if (sentence) takeSentences([sentence]);
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
  before?.addEventListener("click", () => last && takeBefore(last.sentences));
  for (const button of article.querySelectorAll("input")) button.hidden = true; // the mark says which is chosen
  form.addEventListener("input", markTaken);
  new MutationObserver(markTaken).observe(article, { childList: true });
  form.elements.none?.addEventListener("change", () => {
    for (const one of form.elements.none.checked ? taken() : []) buttonOf(one).checked = false;
    markTaken();
  });
  markTaken();
  const [first] = taken();
  if (first) article.scrollTop += first.getBoundingClientRect().top - article.getBoundingClientRect().top - article.clientHeight / 3;
}

if (form) begin();
