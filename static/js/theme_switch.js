// The switch between the system's colours, light and dark; the choice is remembered on this machine.

const root = document.documentElement;

const switches = document.querySelectorAll('[data-role="theme"]');

for (const choices of switches) {
  choices.addEventListener("change", (event) => choose(/** @type {HTMLInputElement} */ (event.target).value));
}
showChosen();

function showChosen() {
  for (const choices of switches) {
    /** @type {HTMLInputElement | null} */
    const current = choices.querySelector(`[value="${root.dataset.theme || "system"}"]`);
    if (current) current.checked = true;
  }
}

// Another page of the site, in another tab, has chosen: `newValue` is null for the system's colours.
addEventListener("storage", function ({ key, newValue }) {
  if (key !== null && key !== "theme") return;
  wear(newValue === "light" || newValue === "dark" ? newValue : "system");
  showChosen();
});

/** @param {string} theme */
function wear(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  lesson.themeChanged();
}

/** @param {string} theme */
function choose(theme) {
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  wear(theme);
}
