// What every page shares: fetching and starting components, each alone; colours and motion as the reader has them.

const starters = new Map();
const waiting = [];
const asked = new Set(); // the files that were asked for
const assets = document.currentScript.src.replace(/[^/]*$/, "");

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
    else ask(root);
  },

  // "{n} token" with its names filled in.
  fill(pattern, values) {
    return pattern.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
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

// Components have files of their own (`lesson.files`, written with this script).  One that is seen is asked for at once,
// the others as soon as the reader does anything, and in the order of the page.
addEventListener("DOMContentLoaded", function () {
  const roots = [...document.querySelectorAll("[data-component]")].filter((root) => starters.has(root.dataset.component) || served(root));
  const signs = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "focusin"];
  const watcher = new IntersectionObserver((seen) => seen.forEach(({ isIntersecting, target }) => isIntersecting && ask(target)));
  function askAll() {
    for (const sign of signs) removeEventListener(sign, askAll, true);
    watcher.disconnect();
    roots.forEach(ask);
  }
  if (location.hash) return askAll();
  for (const sign of signs) addEventListener(sign, askAll, { capture: true, passive: true });
  for (const root of roots) watcher.observe(root);
});

// What no script comes for stands as it is in the page.
function served(root) {
  const known = Object.hasOwn(lesson.files, root.dataset.component);
  if (!known) root.dataset.plain = "";
  return known;
}

function ask(root) {
  if (starters.has(root.dataset.component) || !served(root)) return;
  const file = lesson.files[root.dataset.component];
  if (asked.has(file)) return;
  asked.add(file);
  const script = document.createElement("script");
  script.src = assets + file;
  script.async = false;
  script.onload = script.onerror = () => stand(file);
  document.head.append(script);
}

// A file that is there and starts nothing, or is not there, leaves its components as they are.
function stand(file) {
  for (const root of document.querySelectorAll("[data-component]")) {
    const { component } = root.dataset;
    if (lesson.files[component] === file && !starters.has(component)) root.dataset.plain = "";
  }
}

function attempt(what, action) {
  try {
    action();
    return true;
  } catch (error) {
    console.error(`${what} could not start:`, error);
    return false;
  }
}
