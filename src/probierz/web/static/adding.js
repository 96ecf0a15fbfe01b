// The buttons that add a record: F2 leads to them, arrows go from one to the next, and letters to a type that begins so.

const buttons = () => [...document.querySelectorAll("[aria-labelledby=quotas] button[name=type]:enabled")];

function next(all, place, key) {
  const letter = key.toUpperCase();
  if (letter.length === 1) return [...all.slice(place + 1), ...all.slice(0, place + 1)].find((one) => one.value.startsWith(letter));
  const places = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: all.length - 1 };
  return all[places[key]];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const all = buttons();
  const place = all.indexOf(document.activeElement);
  const found = event.key === "F2" ? all[0] : place >= 0 && next(all, place, event.key);
  if (!found) return;
  event.preventDefault();
  found.closest("details")?.setAttribute("open", "");
  found.focus();
});
