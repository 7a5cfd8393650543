// What has to be known before the first paint: that a script is coming, for which components keep room;
// whether far parts of the page may wait (idle_layout.js); and the reader's light or dark.
(function (root) {
  root.classList.add("js");
  // Where no script comes, is on its way for too long, or the one that starts the others fails, the page stands as it
  // is written.  One that comes late says so itself.
  const stand = () => window.lesson?.component || root.classList.remove("js", "laying-out");
  addEventListener("load", stand);
  setTimeout(stand, 8000);

  // A reader who comes back, reloads or follows a link into the page is led to a place: there every part must
  // have its height at once.
  const visit = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType?.("navigation")[0]);
  if (visit && visit.type === "navigate" && !location.hash) root.classList.add("laying-out");

  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's colours serve.
  }
})(document.documentElement);
