// The switch between the system's colours, light and dark; the choice is remembered on this machine.

const root = document.documentElement;

for (const choices of document.querySelectorAll('[data-role="theme"]')) {
  const current = choices.querySelector(`[value="${root.dataset.theme || "system"}"]`);
  if (current) current.checked = true;
  choices.addEventListener("change", function (event) {
    choose(event.target.value);
  });
}

function choose(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch (error) {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  lesson.themeChanged();
}
