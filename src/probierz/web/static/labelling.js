// An item: keys for labels and steps, and labels that are sent again until they arrive.

const form = document.querySelector("form[data-labelling]");
const state = document.getElementById("state");
const field = form.querySelector("input[name=label]");
const AGAIN = 3000, PAUSE = 300;
let waiting = 0, isSending = false;

function say(words, isBad = false) {
  state.textContent = words;
  state.classList.toggle("uncertain", isBad);
}

const send = (data) => fetch(form.action, { method: "POST", body: data, headers: { Accept: "text/html" } });

// After a log-out the answer is the page on which one logs in.
const isOurs = (address) => new URL(address).pathname.startsWith("/labellings/");

async function refusal(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("#main .messages")?.textContent.trim() || form.dataset.lost;
}

// --- deciding --------------------------------------------------------------------------------------------------------

async function decide(data) {
  try {
    const answer = await send(data);
    if (answer.redirected && isOurs(answer.url)) return void location.assign(answer.url);
    isSending = false; // whoever is told why may press again
    say(answer.redirected ? form.dataset.out : await refusal(answer), true);
  } catch {
    say(form.dataset.lost, true);
    setTimeout(decide, AGAIN, data);
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  clearTimeout(waiting);
  decide(new FormData(form, event.submitter));
});

// --- keeping what is typed -------------------------------------------------------------------------------------------

function typed() {
  const data = new FormData(form);
  data.set("act", "keep");
  return data;
}

async function keep() {
  waiting = 0;
  say(form.dataset.keeping);
  try {
    const answer = await send(typed());
    if (answer.redirected) say(form.dataset.out, true);
    else say(answer.ok ? form.dataset.kept : await answer.text(), !answer.ok);
  } catch {
    say(form.dataset.lost, true);
    waiting = setTimeout(keep, AGAIN);
  }
}

field?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(keep, PAUSE);
});

// Whoever leaves before the pause is over loses nothing: the browser sends this after the page is gone.
addEventListener("pagehide", () => {
  if (waiting && !isSending) navigator.sendBeacon(form.action, typed());
});

// --- keys ------------------------------------------------------------------------------------------------------------

const press = (selector) => form.querySelector(selector)?.click();

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.repeat || event.isComposing) return;
  const isTyping = event.target.matches("input, textarea, select");
  if (isTyping && !event.altKey) return;
  const steps = { ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" };
  if (steps[event.key]) {
    event.preventDefault();
    return void press(steps[event.key]);
  }
  if (isTyping || event.altKey) return;
  if (/^[1-9]$/.test(event.key)) form.querySelectorAll(".choices button")[Number(event.key) - 1]?.click();
  if (event.key.toLowerCase() === "s") press("button[value=skip]");
});
