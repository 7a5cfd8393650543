// What every page shares: fetching and starting components, each alone; colours and motion as the reader has them.

/** @type {Map<string, Start>} */
const starters = new Map();
/** @type {(() => void)[]} */
const waiting = [];
const asked = new Set(); // the files that were asked for
const assets = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/[^/]*$/, "");
/** @type {(() => void)[]} */
const themeCallbacks = [];

document.documentElement.classList.add("js"); // also where first_paint.js has stopped waiting

/** @type {Pick<Lesson, "assets" | "component" | "start" | "part" | "fill" | "colour" | "addressed" | "onTheme" | "reducedMotion" | "themeChanged">} */
const services = {
  assets,

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
    const stem = root.dataset.component || "";
    const starter = starters.get(stem);
    if (starter) soon(() => begin(stem, starter, root));
    else ask(root);
  },

  // What a component's template always has.
  /** @template {Element} E @param {ParentNode} within @param {string} selector @returns {E} */
  part(within, selector) {
    /** @type {E | null} */
    const found = within.querySelector(selector);
    if (!found) throw new Error(`there is no ${selector}`);
    return found;
  },

  // "{n} token" with its names filled in.
  fill(pattern, values) {
    const known = new Map(Object.entries(values));
    return (pattern || "").replace(/\{(\w+)\}/g, (whole, name) => (known.has(name) ? known.get(name) : whole));
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

window.lesson = /** @type {Lesson} */ (services);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", lesson.themeChanged);

/** @param {() => void} task */
function soon(task) {
  waiting.push(task);
  if (waiting.length === 1) setTimeout(work);
}

function work() {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length) setTimeout(work);
}

/**
 * @param {string} stem
 * @param {Start} start
 * @param {HTMLElement} root
 */
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
  const roots = [...document.querySelectorAll("[data-component]")].filter(served);
  const signs = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "focusin"];
  const watcher = new IntersectionObserver(function (seen) {
    for (const { isIntersecting, target } of seen) if (isIntersecting) ask(/** @type {HTMLElement} */ (target));
  });
  function askAll() {
    for (const sign of signs) removeEventListener(sign, askAll, true);
    watcher.disconnect();
    roots.forEach(ask);
  }
  if (location.hash) return askAll();
  for (const sign of signs) addEventListener(sign, askAll, { capture: true, passive: true });
  for (const root of roots) watcher.observe(root);
});

// Whether a script comes for it; if none does, it stands as it is in the page.
/** @param {HTMLElement} root */
function served(root) {
  const stem = root.dataset.component || "";
  const known = starters.has(stem) || Object.hasOwn(lesson.files, stem);
  if (!known) root.dataset.plain = "";
  return known;
}

/** @param {HTMLElement} root */
function ask(root) {
  const stem = root.dataset.component || "";
  const file = lesson.files[stem];
  if (starters.has(stem) || !served(root) || asked.has(file)) return;
  asked.add(file);
  const script = document.createElement("script");
  script.src = assets + file;
  script.async = false;
  script.onload = script.onerror = () => stand(file);
  document.head.append(script);
}

// A file that is there and starts nothing, or is not there, leaves its components as they are.
/** @param {string} file */
function stand(file) {
  for (const root of document.querySelectorAll("[data-component]")) {
    const stem = root.dataset.component || "";
    if (lesson.files[stem] === file && !starters.has(stem)) root.dataset.plain = "";
  }
}

/**
 * @param {string} what
 * @param {() => void} action
 */
function attempt(what, action) {
  try {
    action();
    return true;
  } catch (error) {
    console.error(`${what} could not start:`, error);
    return false;
  }
}
