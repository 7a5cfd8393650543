// Small services of the page: where the reader is, folds that open when something leads into them, print.

const links = new Map(
  [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".contents-list a"))].map((link) => [
    decodeURIComponent(link.hash.slice(1)),
    link,
  ]),
);
const foot = lesson.part(document, ".site-foot");
const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null);

// The contents mark the last heading that has passed the upper third of the window; all above it count as seen, so
// that a jump past many is noticed too.
if (headings.length && "IntersectionObserver" in window) {
  const observer = new IntersectionObserver(markCurrent, { rootMargin: "10000000px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
  new IntersectionObserver(markCurrent).observe(foot);
}

function markCurrent() {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
  const ended = foot.getBoundingClientRect().top < innerHeight; // the last ones may never come up to the upper third
  const current = ended ? headings.at(-1) : passed.at(-1);
  for (const [id, link] of links) {
    if (current && id === current.id) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// Beside the text the contents are always open, and their summary is only a title: no stop for the keyboard.
const contents = document.querySelector(".contents-fold > summary");
const beside = matchMedia("(min-width: 68rem)"); // as in layout.css
if (contents && CSS.supports("selector(::details-content)")) {
  const standContents = function () {
    if (beside.matches) contents.tabIndex = -1;
    else contents.removeAttribute("tabindex");
  };
  beside.addEventListener("change", standContents);
  standContents();
}

// A link into a closed fold opens it.
function openTarget() {
  const target = lesson.addressed();
  let opened = false;
  /** @type {HTMLDetailsElement | null | undefined} */
  let fold = target?.closest("details");
  for (; fold; fold = fold.parentElement?.closest("details")) {
    opened ||= !fold.open;
    fold.open = true;
  }
  if (opened) target?.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();

// On paper every fold is open.
/** @type {HTMLDetailsElement[]} */
let closed = [];
addEventListener("beforeprint", function () {
  closed = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details:not([open])"))];
  for (const fold of closed) fold.open = true;
});
addEventListener("afterprint", function () {
  for (const fold of closed) fold.open = false;
});

// What scrolls can be reached by the keyboard and has a name there, and only while it does scroll.
const SCROLLERS = ".table-scroll, .figure-scroll, .formula, .ledger-formula, pre";
const watcher = new ResizeObserver(function (entries) {
  for (const scroller of new Set(entries.map(({ target }) => target.closest(SCROLLERS)))) {
    if (!scroller) continue;
    const hidden = scroller.scrollWidth > scroller.clientWidth || scroller.scrollHeight > scroller.clientHeight;
    if (hidden) Object.assign(scroller, { tabIndex: 0, role: "group", ariaLabel: nameOf(scroller) });
    else for (const name of ["tabindex", "role", "aria-label"]) scroller.removeAttribute(name);
  }
});

/**
 * The word for its kind; a table and a figure go by their own name, or by the title they stand under.
 * @param {HTMLElement} scroller
 */
function nameOf(scroller) {
  const { formula, code } = document.body.dataset;
  if (scroller.matches("pre")) return code || "";
  if (scroller.matches(".formula, .ledger-formula")) return formula || "";
  return scroller.dataset.label || wordsOf(scroller.querySelector("caption") || titleAbove(scroller));
}

// Without the TeX that a formula brings along.
/** @param {Element} title */
function wordsOf(title) {
  const copy = /** @type {Element} */ (title.cloneNode(true));
  for (const source of copy.querySelectorAll("annotation")) source.remove();
  return copy.textContent.trim();
}

/** @param {Element} part */
function titleAbove(part) {
  for (let before = part; before !== document.body; ) {
    if (before.matches("h1, h2, h3, h4, summary")) return before;
    before = before.previousElementSibling || /** @type {Element} */ (before.parentElement);
  }
  return lesson.part(document, "h1");
}

/** @param {ParentNode} part */
function watch(part) {
  for (const scroller of part.querySelectorAll(SCROLLERS)) {
    if (scroller.closest("details:not([open])")) continue; // watched once its fold is open
    watcher.observe(scroller);
    for (const content of scroller.children) watcher.observe(content);
  }
}
document.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && target.open && watch(target), true);
watch(document);

// The arrows lead to the lessons before and after, as long as nothing else has them: no field, no control, no scrolling.
addEventListener("keydown", function (event) {
  const { key, target } = event;
  if (target !== document.body || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = document.querySelector(`.neighbours a[aria-keyshortcuts="${key}"]`);
  if (link instanceof HTMLElement && document.documentElement.scrollWidth <= innerWidth) link.click();
});

// An error is reported with the section that the reader is in.
document.addEventListener("click", function ({ target }) {
  const link = target instanceof Element ? target.closest("a[data-report]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const current = document.querySelector(".contents-list a[aria-current]");
  const section = current instanceof HTMLAnchorElement ? current : null;
  const address = location.href.split("#")[0] + (section ? section.hash : "");
  const values = { title: link.dataset.title, section: section?.textContent?.trim(), address };
  const said = Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value || "")]);
  link.href = lesson.fill(link.dataset.report || "", Object.fromEntries(said));
});
