// A mark in the text leads to an entry at the foot of the page; here the entry comes to the mark.
// Shown on hover and on focus, stays while the pointer is on it, goes with Escape (WCAG 1.4.13).

const MARKS = "a.number, a.term, a.cite, a.promise-when, .claim-source a, .footnote-mark a";
const OPEN_AFTER = 120;
const CLOSE_AFTER = 220;

const card = document.createElement("div");
card.className = "card";
card.id = "card";
card.setAttribute("role", "tooltip");
card.hidden = true;
lesson.part(document, "main").append(card);

/** @type {HTMLAnchorElement | null} the mark whose entry is shown */
let mark = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Where an event has happened, and the mark there.
 * @param {Event} event
 */
function placeOf(event) {
  const at = event.target instanceof Element ? event.target : document.body;
  return { at, found: /** @type {HTMLAnchorElement | null} */ (at.closest(MARKS)) };
}

document.addEventListener("pointerover", function (event) {
  if (event.pointerType !== "mouse") return;
  const { at, found } = placeOf(event);
  if (found) later(OPEN_AFTER, () => open(found));
  else if (card.contains(at)) clearTimeout(timer);
  else if (mark) later(CLOSE_AFTER, close);
});

document.addEventListener("focusin", function (event) {
  const { at, found } = placeOf(event);
  if (found && found.matches(":focus-visible")) open(found);
  else if (mark && !card.contains(at)) close();
});

document.addEventListener("keydown", function (event) {
  if (!mark) return;
  const inside = card.contains(document.activeElement);
  if (event.key === "Escape") {
    if (inside) mark.focus({ preventScroll: true });
    close();
  } else if (event.key === "Tab" && inside) {
    mark.focus({ preventScroll: true }); // and on from there
    if (event.shiftKey) event.preventDefault();
  } else if (event.key === "Tab" && !event.shiftKey && card.tabIndex === 0 && document.activeElement === mark) {
    event.preventDefault();
    card.focus({ preventScroll: true });
  }
});

// A tap elsewhere closes it, also where a browser sends no click for it.
document.addEventListener("pointerdown", function (event) {
  const { at, found } = placeOf(event);
  if (event.pointerType !== "mouse" && mark && !found && !card.contains(at)) close();
});

document.addEventListener("click", function (event) {
  const { at, found } = placeOf(event);
  const pointer = event instanceof PointerEvent ? event.pointerType : "";
  const byMouse = pointer === "mouse" || pointer === "" || event.detail === 0;
  if (found && !byMouse && mark !== found) {
    event.preventDefault();
    open(found);
  } else if (!card.contains(at)) {
    close();
  }
});

addEventListener("resize", close);

/**
 * @param {number} milliseconds
 * @param {() => void} action
 */
function later(milliseconds, action) {
  clearTimeout(timer);
  timer = setTimeout(action, milliseconds);
}

/** @param {HTMLAnchorElement} next */
function open(next) {
  clearTimeout(timer);
  if (mark === next) return;
  const entry = document.getElementById(decodeURIComponent(next.hash.slice(1)));
  if (!entry) return;
  close();
  mark = next;
  card.replaceChildren(...copies(entry));
  card.hidden = false;
  next.setAttribute("aria-describedby", card.id);
  place(next.getClientRects()[0]);
}

function close() {
  clearTimeout(timer);
  if (!mark) return;
  mark.removeAttribute("aria-describedby");
  mark = null;
  card.hidden = true;
}

// The entry without its ids and its way back; a figure of the ledger brings its quantity's name and formula.
/** @param {HTMLElement} entry */
function copies(entry) {
  const quantity = entry.closest(".ledger-entry");
  const parts = quantity ? [titleOf(quantity), ...restOf(quantity).map((part) => (part.contains(entry) ? entry : part))] : [entry];
  return parts.map(function (part) {
    const copy = document.createElement("div");
    copy.className = part.className.replace("entry", "");
    for (const child of part.childNodes) copy.append(child.cloneNode(true));
    for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
    for (const back of copy.querySelectorAll(".back")) back.remove();
    return copy;
  });
}

/** @param {Element} formula */
const restOf = (formula) => [...formula.children].filter((part) => !part.matches(".ledger-title"));

// Of several formulas of one quantity only the first has its title.
/**
 * @param {Element} formula
 * @returns {Element}
 */
function titleOf(formula) {
  return formula.querySelector(":scope > .ledger-title") || titleOf(/** @type {Element} */ (formula.previousElementSibling));
}

// Under the line of the mark where there is room, else on the side that has more; never past the edge of the window.
// What does not fit scrolls, and is then a stop of the keyboard between its mark and what comes after it.
/** @param {DOMRect} line */
function place(line) {
  card.removeAttribute("tabindex");
  card.style.maxBlockSize = "";
  const { width, height } = card.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [margin, gap] = [12, 8];
  const above = line.top - gap - margin;
  const below = clientHeight - line.bottom - gap - margin;
  const under = height <= below || below >= above;
  const room = Math.floor(under ? below : above);
  if (height > room) {
    card.style.maxBlockSize = `${room}px`;
    card.scrollTop = 0;
    if (card.scrollHeight > card.clientHeight) card.tabIndex = 0; // not for a part of a pixel
  }
  const left = Math.min(Math.max(margin, line.left - 8), clientWidth - width - margin);
  const top = under ? line.bottom + gap : line.top - gap - Math.min(height, room);
  card.style.left = `${left + scrollX}px`;
  card.style.top = `${top + scrollY}px`;
}
