// A page whose login has expired stays, with what was typed in it: a link leads to the login in another tab, which is
// closed as soon as the page goes on.

const link = document.querySelector("[data-door]");
let tab = null;

link?.addEventListener("click", (event) => {
  tab = open(link.href);
  if (tab) event.preventDefault(); // else the link opens it, and nobody closes it
});

export function showDoor() {
  link.hidden = false;
}

export function closeDoor() {
  link.hidden = true;
  tab?.close();
  tab = null;
}

// A form of a login before the last one is refused: the same page, asked anew, has a token that is taken. Returns whether
// there is one.
export async function renewToken(form, selector) {
  const page = new DOMParser().parseFromString(await (await fetch(form.action)).text(), "text/html");
  const token = page.querySelector(`${selector} [name=csrfmiddlewaretoken]`);
  if (token) form.elements.csrfmiddlewaretoken.value = token.value;
  return Boolean(token);
}
