// What a reader sees of the search: the box, a list of sections with the found words marked, how many there are.

const SHOWN = 30;
const AROUND = 36; // characters of a long line before the first found word
const LONG = 150;
const A_LABEL = 16;
const MANY_MARKS = 40;

const box = lesson.part(document, ".search");
/** @type {HTMLInputElement} */
const input = lesson.part(box, "input");
const panel = lesson.part(box, ".search-panel");
const heard = lesson.part(box, '[role="status"]');
const list = lesson.part(box, "ol");
const { assets, up } = box.dataset;
let hasFailed = false;

input.addEventListener("input", (event) => event.isComposing || answer());
input.addEventListener("compositionend", answer);
box.addEventListener("focusin", show);
box.addEventListener("focusout", ({ relatedTarget }) => relatedTarget instanceof Node && !box.contains(relatedTarget) && hide());
addEventListener("pointerdown", ({ target }) => box.contains(/** @type {Node} */ (target)) || hide());
box.addEventListener("keydown", move);
list.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest("a") && hide());

answer();
fetchPart(0);

// Headings first; the texts follow at once, all together.
/** @param {number} number */
function fetchPart(number) {
  const script = document.createElement("script");
  script.src = `${assets}search/${number}.js`;
  script.onload = function () {
    script.remove();
    if (number === 0) for (let k = 1; k <= expected; k++) fetchPart(k);
    if (number === 0 || isWhole()) answer();
  };
  script.onerror = function () {
    hasFailed = true;
    answer();
  };
  document.head.append(script);
}

function show() {
  panel.hidden = !input.value.trim();
  box.classList.toggle("search-open", !panel.hidden);
}

function hide() {
  panel.hidden = true;
  box.classList.remove("search-open");
}

/** @param {string | undefined} text */
function say(text) {
  if (heard.textContent !== text) heard.textContent = text ?? null;
}

function answer() {
  const asked = input.value.trim();
  if (box.contains(document.activeElement)) show();
  if (!asked) return list.replaceChildren(), say("");
  const { found, one, none, loading, failed, instead } = box.dataset;
  if (!isReady()) return say(hasFailed ? failed : loading);
  const { hits, terms, guesses } = search(asked);
  const held = document.activeElement;
  const chosen = held && list.contains(held) ? held.getAttribute("href") : null;
  list.replaceChildren(...hits.slice(0, SHOWN).map((hit) => itemOf(hit, terms)));
  if (chosen !== null) (itemAt(chosen) || input).focus(); // the texts came while a reader was in the list
  const count = hits.length === 1 ? one : hits.length ? lesson.fill(found, { n: hits.length.toLocaleString("en") }) : none;
  const swaps = guesses.map(([typed, taken]) => lesson.fill(instead, { typed, taken }));
  say([...swaps, isWhole() ? count : hasFailed ? failed : hits.length ? count : loading].join(" "));
}

/** @param {string} href */
const itemAt = (href) => [...list.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);

/** @param {Hit} hit @param {string[]} terms */
function itemOf({ section, page }, terms) {
  const { url, label, title } = pages[page];
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = up + url + (section.id ? `#${encodeURIComponent(section.id)}` : "");
  const head = element("span", "search-title", marked(section.title, terms));
  const where = section.level === 1 ? label : [label, title].filter(Boolean).join(" · ");
  const excerpt = excerptOf(section.text, terms);
  link.append(element("span", "search-where", [where]), head);
  if (excerpt.length) link.append(element("span", "search-text", excerpt));
  item.append(link);
  return item;
}

/** @param {string} name @param {string} className @param {(Node | string)[]} children */
function element(name, className, children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

// The line of a text that has the most of the terms, rather a sentence than a label; cut to the neighbourhood of the
// first.  Where none has any, the first sentence.
/** @param {string} text @param {string[]} terms */
function excerptOf(text, terms) {
  const lines = text.split("\n");
  /** @type {[number, string]} */
  let best = [0, lines.find(isSentence) ?? ""];
  lines.forEach(function (line, k) {
    const form = folded(line);
    const had = terms.filter((term) => form.includes(term)).length;
    const worth = had && had + (isSentence(line) ? 0.5 : 0);
    if (worth > best[0]) best = [worth, line.startsWith("\t") ? lines[k - 1] : line];
  });
  return marked(best[1], terms, true);
}

/** @param {string} line */
const isSentence = (line) => line.length > A_LABEL && !line.startsWith("\t");

// `text` as nodes, every place of a term in a <mark>; a long one cut.
/** @param {string} text @param {string[]} terms */
function marked(text, terms, cut = false) {
  const places = placesOf(text, terms);
  const start = cut && text.length > LONG && places.length ? Math.max(0, places[0][0] - AROUND) : 0;
  const end = cut ? Math.min(text.length, start + LONG) : text.length;
  /** @type {(Node | string)[]} */
  const nodes = start ? ["…"] : [];
  let done = start;
  for (const [from, to] of places) {
    if (to > end) break;
    nodes.push(text.slice(done, from), element("mark", "", [text.slice(from, to)]));
    done = to;
  }
  nodes.push(text.slice(done, end));
  if (end < text.length) nodes.push("…");
  return nodes.filter((node) => node !== "");
}

// [from, to) of each, in order and apart.
/** @type {(text: string, terms: string[]) => Span[]} */
function placesOf(text, terms) {
  const { form, origins } = traced(text);
  /** @type {Span[]} */
  const found = [];
  for (const term of terms) {
    for (let at = form.indexOf(term); at >= 0 && found.length < MANY_MARKS; at = form.indexOf(term, at + term.length)) {
      if (fit(form, at, term) < 0.5 && term.length < 3) continue;
      found.push([origins[at], (origins[at + term.length] ?? text.length)]);
    }
  }
  found.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  /** @type {Span[]} */
  const apart = [];
  for (const [from, to] of found) {
    const last = apart.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  for (const place of apart) while (place[1] > place[0] && /\s/.test(text[place[1] - 1])) place[1]--;
  return apart;
}

// Down and up go through the list, Enter in the box opens the first, Escape leaves the list, then the box.
/** @param {KeyboardEvent} event */
function move(event) {
  if (event.isComposing) return;
  const links = [input, ...list.querySelectorAll("a")];
  const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) next.focus();
    event.preventDefault();
  } else if (event.key === "Enter" && at === 0) {
    event.preventDefault();
    links[1]?.click();
  } else if (event.key === "Escape") {
    event.preventDefault();
    if (at > 0) return input.focus();
    if (panel.hidden) {
      input.value = "";
      answer();
      input.blur();
    } else hide();
  }
}

// For scripts of a course.
lesson.search = Object.assign(search, { places: placesOf });
lesson.folded = folded;
