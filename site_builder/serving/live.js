// The preview's side in the page: exchanges what a save has changed, and lays the problems of a failed build over the
// last good page.  It runs before every other script, while the page is still as it was sent.

/** @type {WeakMap<Node, any>} */
const live = new WeakMap(); // element as it was sent → the element on the page, which scripts may have changed since
const panel = document.createElement("aside");
const sent = copyOf(document.documentElement);
let edition = -1;
/** @type {EventSource | null} */
let events = null;
let reading = Promise.resolve(); // what was heard is worked through in order

// A copy of `node` as it is now; `live` knows what on the page each part of the copy stands for.
/** @param {Node} node */
function copyOf(node) {
  const copy = /** @type {Element} */ (node.cloneNode(false));
  live.set(copy, node);
  for (const child of node.childNodes) copy.append(copyOf(child));
  return copy;
}

// --- listening: a hidden page lets its stream go, because a browser opens only six to one server

function listen() {
  if (document.hidden || events) return;
  events = new EventSource("/_site-builder/events");
  events.onmessage = (message) => (reading = reading.then(() => hear(JSON.parse(message.data))).catch(console.error));
  events.onerror = () => show("The preview is not running", [], true);
}

function hush() {
  events?.close();
  events = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
addEventListener("pagehide", hush);
addEventListener("pageshow", (event) => event.persisted && listen());
addEventListener("DOMContentLoaded", function () {
  panel.id = "site-builder-problems";
  document.body.append(panel);
  reading = begin().catch(console.error);
  listen();
});

/**
 * @typedef {{ place: string, message: string, hint: string, severity: string }} Reported
 * @param {{ edition: number, good: boolean, problems: Reported[], numbers: Record<string, number> }} news
 */
async function hear(news) {
  const isFirst = edition < 0;
  edition = news.edition;
  if (news.good && !isFirst) await update();
  const errors = news.problems.filter((problem) => problem.severity === "error");
  const count = news.problems.length;
  if (errors.length) show(`${plural(errors.length, "problem")}; this is the last good page`, news.problems, true);
  else if (count) show(plural(count, "warning"), news.problems, false);
  else panel.replaceChildren();
  if (!isFirst && news.good) announce(news.numbers);
  document.documentElement.dataset.edition = String(edition);
}

/**
 * @param {number} count
 * @param {string} word
 */
function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

// --- the problems, over the page

/**
 * @param {string} title
 * @param {Reported[]} problems
 * @param {boolean} open
 */
function show(title, problems, open) {
  const details = document.createElement("details");
  details.open = open;
  const summary = details.appendChild(document.createElement("summary"));
  summary.textContent = title;
  const list = details.appendChild(document.createElement("ol"));
  for (const problem of problems) {
    const item = list.appendChild(document.createElement("li"));
    item.dataset.severity = problem.severity;
    item.appendChild(document.createElement("code")).textContent = problem.place;
    item.append(` ${problem.message}${problem.hint ? ` (${problem.hint})` : ""}`);
  }
  panel.replaceChildren(details);
}

/** @param {Record<string, number>} numbers */
function announce(numbers) {
  const pages = Object.entries(numbers);
  if (!pages.length) return;
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = "numbers changed: " + pages.map(([page, count]) => `${page} (${count})`).join(", ");
  panel.append(note);
}

// --- the page, as little of it as possible

async function update() {
  const answer = await fetch(location.pathname, { cache: "no-store" });
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || (await scriptsOf(next)) !== started) return location.reload();
  await freshenStyles();
  try {
    children(sent, next.documentElement);
  } catch (error) {
    console.error(error); // a script has moved what it should have left: the whole page is right again
    location.reload();
  }
}

// What scripts have started cannot be started once more: a page with other scripts is a new page.
let started = "";

/** @param {Document} page */
async function scriptsOf(page) {
  const { files = {}, assets = "" } = window.lesson || {}; // those of components, which come later
  const sources = [
    ...[...page.scripts].filter((script) => script.hasAttribute("src")).map((script) => script.src),
    ...new Set(Object.values(files).map((file) => assets + file)),
  ];
  return JSON.stringify(await Promise.all(sources.map(async (source) => [source, await textOf(source)])));
}

const styles = new Map();

async function freshenStyles() {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll('link[rel="stylesheet"]');
  for (const link of links) {
    const address = link.href.split("?")[0];
    const text = await textOf(address);
    if (styles.has(address) && styles.get(address) !== text) link.href = `${address}?${edition}`;
    styles.set(address, text);
  }
}

/** @param {string} address */
async function textOf(address) {
  return (await fetch(address, { cache: "no-store" })).text();
}

async function begin() {
  started = await scriptsOf(document);
  await freshenStyles();
}

// Makes the page what `next` is where that differs from what was `old`; both are trees as the server sends them.
/**
 * @param {ChildNode} old
 * @param {ChildNode} next
 */
function exchange(old, next) {
  if (old.isEqualNode(next)) return;
  const isElement = old instanceof Element && next instanceof Element && old.nodeName === next.nodeName;
  if (!isElement || old.hasAttribute("data-component") || !live.get(old).isConnected) return replace(old, next);
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) drop(old, name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) put(old, name, value);
  children(old, next);
}

/**
 * @param {Element} old
 * @param {string} name
 */
function drop(old, name) {
  old.removeAttribute(name);
  live.get(old).removeAttribute(name);
}

/**
 * @param {Element} old
 * @param {string} name
 * @param {string} value
 */
function put(old, name, value) {
  old.setAttribute(name, value);
  live.get(old).setAttribute(name, value);
}

// Pairs equal children from the front and from the back, and what is left between by its place.
/**
 * @param {Node} old
 * @param {Node} next
 */
function children(old, next) {
  const [before, after] = [[...old.childNodes], [...next.childNodes]];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head].isEqualNode(after[head])) head++;
  let [left, right] = [before.length, after.length];
  while (left > head && right > head && before[left - 1].isEqualNode(after[right - 1])) left--, right--;
  const tail = before[left] || null;
  for (; head < left && head < right; head++) exchange(before[head], after[head]);
  for (const child of before.slice(head, left)) live.get(child).remove(), child.remove();
  for (const node of after.slice(head, right)) insert(old, node, tail);
}

/**
 * @param {Node} parent
 * @param {ChildNode} node
 * @param {Node | null} before
 */
function insert(parent, node, before) {
  const fresh = document.importNode(node, true);
  live.get(parent).insertBefore(fresh, before && live.get(before));
  parent.insertBefore(copyOf(fresh), before);
  start(fresh);
}

/**
 * @param {ChildNode} old
 * @param {ChildNode} next
 */
function replace(old, next) {
  const fresh = document.importNode(next, true);
  live.get(old).replaceWith(fresh);
  old.replaceWith(copyOf(fresh));
  start(fresh);
}

/** @param {Node} fresh */
function start(fresh) {
  if (!(fresh instanceof HTMLElement)) return;
  for (const root of [fresh, ...fresh.querySelectorAll("[data-component]")]) {
    if ("component" in root.dataset) window.lesson?.start(root);
  }
}
