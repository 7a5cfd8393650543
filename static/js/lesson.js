// What every page shares: starting components, each alone; colours and motion as the reader has them.

const starters = new Map();
const waiting = [];

document.documentElement.classList.add("js"); // also where first_paint.js has stopped waiting

window.lesson = {
  // Starts every root of a component, each in a task of its own, so that none keeps the page from answering.
  // A start that takes long may return its second half, which gets its own task too.
  // One that fails says so and harms no other.
  component(stem, start) {
    if (starters.has(stem)) throw new Error(`component ${stem} is defined twice`);
    starters.set(stem, start);
    for (const root of document.querySelectorAll(`[data-component="${stem}"]`)) soon(() => begin(stem, start, root));
  },

  // Starts a root that came into the page later.
  start(root) {
    const starter = starters.get(root.dataset.component);
    if (starter) soon(() => begin(root.dataset.component, starter, root));
    else root.dataset.plain = "";
  },

  // A token of tokens.css as the browser computes it now, e.g. colour("--score") → "rgb(179, 38, 30)".
  colour(token) {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.color = `var(${token})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  },

  // The element the address leads to, or null; an address that cannot be read leads nowhere.
  addressed() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  },

  // Calls back whenever light and dark change, whoever changed them.
  onTheme(callback) {
    themeCallbacks.push(callback);
  },

  reducedMotion() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  },

  // Tells the page that its theme has changed.
  themeChanged() {
    for (const callback of themeCallbacks) attempt("a theme callback", callback);
  },
};

const themeCallbacks = [];
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", window.lesson.themeChanged);

function soon(task) {
  waiting.push(task);
  if (waiting.length === 1) setTimeout(work);
}

function work() {
  waiting[0]();
  waiting.shift();
  if (waiting.length) setTimeout(work);
}

function begin(stem, start, root) {
  const started = attempt(`component ${stem}${root.id ? ` #${root.id}` : ""}`, function () {
    const rest = start(root);
    if (rest) soon(() => begin(stem, rest, root));
    else root.dataset.ready = "";
  });
  if (!started) root.dataset.plain = "";
}

// What no script has come for stands as it is in the page.
addEventListener("DOMContentLoaded", function () {
  for (const root of document.querySelectorAll("[data-component]")) {
    if (!starters.has(root.dataset.component)) root.dataset.plain = "";
  }
});

function attempt(what, action) {
  try {
    action();
    return true;
  } catch (error) {
    console.error(`${what} could not start:`, error);
    return false;
  }
}
