// Before the first paint: says that a script is running, and brings back the reader's light or dark.
(function (root) {
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (error) {
    // Storage may be forbidden; the system's colours serve.
  }
})(document.documentElement);
