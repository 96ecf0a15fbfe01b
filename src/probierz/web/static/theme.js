// Before anything is painted: the colours this browser chose, else those of the account, else those of the system.
try {
  const chosen = localStorage.getItem("probierz-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // storage is switched off: the page keeps its own colours
}
