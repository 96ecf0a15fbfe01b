// A record's form: what is typed is kept with every pause, and rules are shown.

import { closeDoor, renewToken, showDoor } from "./door.js";

const form = document.querySelector("form[data-draft]");

// --- keeping ---------------------------------------------------------------------------------------------------------

const PAUSE = 400, AGAIN = 3000;
let waiting = 0, isKeeping = false, isDirty = false, isGone = false, isRenewed = false;
let isLeaving = false, pressed = null; // the button that waits until what was typed is kept

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
    if (answer.status === 403) return void await renew();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const kept = page.getElementById("kept");
    if (!kept) return void out(form.dataset.out);
    isRenewed = false;
    closeDoor();
    show(kept, pasted);
  } catch {
    again(pressed ? form.dataset.waits : form.dataset.lost);
  } finally {
    isKeeping = false;
  }
  if (pressed && !isDirty && !isGone) goOn();
}

function goOn() {
  const button = form.querySelector(`button[value="${pressed.value}"]`); // those beside rules were drawn anew
  pressed = null;
  if (!button) return; // the rule beside which it stood holds by now
  isLeaving = true;
  form.requestSubmit(button);
  isLeaving = false;
}

async function renew() {
  if (isRenewed) return out(form.dataset.old);
  if (!await renewToken(form, "form[data-draft]")) return out(form.dataset.out); // the login is asked for in its place
  isRenewed = true;
  later(0);
}

function out(words) {
  again(words);
  showDoor();
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
    pressed = null; // first it is read what has happened
    history.replaceState(null, "", kept.dataset.address);
    form.action = kept.dataset.address;
  }
  document.getElementById("findings").replaceChildren(...kept.querySelector("#findings").childNodes);
  const wrong = kept.querySelector("#trouble");
  if (wrong) [trouble.hidden, trouble.textContent] = [false, wrong.textContent];
  else if (!isTooLong()) trouble.hidden = true;
  const fresh = kept.querySelector("#article");
  if (fresh) {
    showArticle(fresh, pasted);
    document.getElementById("taken-out").textContent = kept.querySelector("#taken-out").textContent;
  }
  dropAdvice();
  if (trouble.hidden) say(isApart ? form.dataset.apart : form.dataset.kept, isApart);
  else say(form.dataset.partly, true);
}

function showArticle(fresh, pasted) {
  const [article, field] = [document.getElementById("article"), form.elements.article];
  article.replaceChildren(...fresh.childNodes);
  article.scrollTop = 0;
  if (field.value !== pasted) return;
  const isThere = document.activeElement === field;
  field.value = "";
  form.querySelector(".paste").open = false;
  if (isThere) form.elements.question.focus(); // what is closed loses it to nobody
}

// What stood beside a field when the button stopped here goes with what was wrong.
function dropAdvice() {
  for (const advice of form.querySelectorAll(".field .errors")) {
    const field = advice.parentElement.querySelector("[name]");
    if (document.querySelector(`#findings [data-field="${field.name}"]`)) continue;
    advice.remove();
    field.removeAttribute("aria-invalid");
  }
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

function begin() {
  form.addEventListener("input", () => {
    pressed = null; // who types on is not led away
    later();
  });
  form.addEventListener("submit", (event) => {
    if (isLeaving) return;
    event.preventDefault(); // the page is left once everything is kept: without a connection it would be lost with it
    if (isGone) return;
    if (isTooLong()) trouble.scrollIntoView({ block: "center" }); // which says what to do
    else pressed = event.submitter;
    later(0);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); // it would go on half done
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // the draft is on the server
  form.querySelector("[value=article]").hidden = true;

  say(form.dataset.kept);
  comeBack();
  const isTyped = [...form.elements].some((one) => "defaultValue" in one && one.value !== one.defaultValue);
  if (isTyped) later(0); // before this began
}

if (form) begin();

// --- going on, from wherever somebody is ------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const button = document.querySelector("[data-goes-on]");
  if (!button || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault(); // else it would be pressed twice where it has the focus
  button.click();
});

// --- what the reader says, which is asked in the background -----------------------------------------------------------

const LOOK = 1000, MOST_LOOKS = 20;

async function look(ease, left) {
  if (!ease || !("asked" in ease.dataset)) return;
  if (!left) return void ease.replaceChildren(); // it says nothing, or nobody asked it
  await new Promise((done) => setTimeout(done, LOOK));
  try {
    // not to where a record leads that was saved meanwhile: that would be seen as a visit there
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, redirect: "manual" });
    if (answer.type === "opaqueredirect") return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("ease");
    if (fresh && !("asked" in fresh.dataset)) return void ease.replaceWith(fresh);
  } catch { /* without a connection it is asked again */ }
  look(ease, left - 1);
}

look(document.getElementById("ease"), MOST_LOOKS);
