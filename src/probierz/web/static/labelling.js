// An item: keys for labels and steps, and labels that are sent again until they arrive.

import { closeDoor, renewToken, showDoor } from "./door.js";

const form = document.querySelector("form[data-labelling]");
const state = document.getElementById("state");
const field = form.querySelector("input[name=label]");
const AGAIN = 3000, PAUSE = 300, REST = 400;
let waiting = 0, isDeciding = false, isRenewed = false;

function say(words, isBad = false) {
  state.textContent = words;
  state.classList.toggle("uncertain", isBad);
}

// What came of it: where to go next, or why not. Nothing where it has to be sent again.
async function send(data) {
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    if (answer.redirected) return void out(form.dataset.out);
    if (answer.status === 404) return { refused: form.dataset.gone };
    if (answer.status === 403) return void await renew(data);
    isRenewed = false;
    closeDoor();
    return await answer.json();
  } catch {
    say(form.dataset.lost, true);
    return null;
  }
}

async function renew(data) {
  if (isRenewed) return out(form.dataset.old);
  if (!await renewToken(form, "form[data-labelling]")) return out(form.dataset.out); // the login is asked for there
  isRenewed = true;
  data.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
}

function out(words) {
  say(words, true);
  showDoor();
}

// --- what is typed stays in this tab until the server has it: a reload or the back button may be quicker ------------------

const unsent = {
  name: `probierz-label ${location.pathname}`,
  get text() { return sessionStorage.getItem(this.name); },
  keep(text) { sessionStorage.setItem(this.name, text); },
  forget() { sessionStorage.removeItem(this.name); },
};

async function keep() {
  const data = new FormData(form);
  data.set("act", "keep");
  say(form.dataset.keeping);
  const answer = await send(data);
  if (isDeciding) return;
  if (!answer) return void (waiting = setTimeout(keep, AGAIN));
  if (answer.refused) return void say(answer.refused, true);
  const isKept = answer.kept === data.get("label").trim(); // what was decided stays until it is decided otherwise
  if (isKept && data.get("label") === field.value) unsent.forget();
  say(isKept ? form.dataset.kept : form.dataset.undecided);
}

function later() {
  unsent.keep(field.value);
  clearTimeout(waiting);
  waiting = setTimeout(keep, PAUSE);
}

field?.setSelectionRange(field.value.length, field.value.length);
if (field && unsent.text !== null) {
  field.value = unsent.text;
  later();
}
field?.addEventListener("input", later);

// --- deciding --------------------------------------------------------------------------------------------------------

async function decide(data) {
  const answer = await send(data);
  if (!answer) return void setTimeout(decide, AGAIN, data);
  if (answer.next) {
    unsent.forget();
    return void location.assign(answer.next);
  }
  isDeciding = false; // whoever is told why may press again
  say(answer.refused, true);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isDeciding) return;
  isDeciding = true;
  clearTimeout(waiting);
  say(form.dataset.keeping);
  decide(new FormData(form, event.submitter));
});

// A press that was meant for the item before must not decide this one: no button takes one at once. Keys do.
function rest() {
  form.classList.add("resting");
  setTimeout(() => form.classList.remove("resting"), REST);
}
rest();

addEventListener("pageshow", (event) => {
  if (event.persisted) rest();
  isDeciding = false;
}); // back from the next item, as this page was left

// --- keys ------------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.repeat || event.isComposing) return;
  const isTyping = event.target.matches("input, textarea, select");
  if (isTyping !== event.altKey) return;
  const step = { ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" }[event.key];
  if (step) {
    event.preventDefault();
    form.querySelector(step)?.click();
  } else if (/^[0-9]$/.test(event.key)) {
    form.querySelector(`.choices button[data-key="${event.key}"]`)?.click();
  } else if (event.key.toLowerCase() === "s") {
    form.querySelector("button[value=skip]")?.click();
  }
});
