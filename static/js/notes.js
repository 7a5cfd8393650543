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
document.querySelector("main").append(card);

let mark = null;
let timer = 0;

document.addEventListener("pointerover", function (event) {
  if (event.pointerType !== "mouse") return;
  const over = event.target.closest(MARKS);
  if (over) later(OPEN_AFTER, () => open(over));
  else if (card.contains(event.target)) clearTimeout(timer);
  else if (mark) later(CLOSE_AFTER, close);
});

document.addEventListener("focusin", function (event) {
  const focused = event.target.closest(MARKS);
  if (focused && focused.matches(":focus-visible")) open(focused);
  else if (mark && !card.contains(event.target)) close();
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
  if (event.pointerType !== "mouse" && mark && !event.target.closest(MARKS) && !card.contains(event.target)) close();
});

document.addEventListener("click", function (event) {
  const pressed = event.target.closest(MARKS);
  const byMouse = event.pointerType === "mouse" || event.pointerType === "" || event.detail === 0;
  if (pressed && !byMouse && mark !== pressed) {
    event.preventDefault();
    open(pressed);
  } else if (!card.contains(event.target)) {
    close();
  }
});

addEventListener("resize", close);

function later(milliseconds, action) {
  clearTimeout(timer);
  timer = setTimeout(action, milliseconds);
}

function open(next) {
  clearTimeout(timer);
  if (mark === next) return;
  const entry = document.getElementById(decodeURIComponent(next.hash.slice(1)));
  if (!entry) return;
  close();
  mark = next;
  card.replaceChildren(...copies(entry));
  card.hidden = false;
  mark.setAttribute("aria-describedby", card.id);
  place();
}

function close() {
  clearTimeout(timer);
  if (!mark) return;
  mark.removeAttribute("aria-describedby");
  mark = null;
  card.hidden = true;
}

// The entry without its ids and its way back; a figure of the ledger brings its quantity's name and formula.
function copies(entry) {
  const quantity = entry.closest(".ledger-entry");
  const parts = quantity ? [titleOf(quantity), ...restOf(quantity).map((part) => (part.contains(entry) ? entry : part))] : [entry];
  return parts.map(function (part) {
    const copy = document.createElement("div");
    copy.className = part.className.replace("entry", "");
    copy.append(...part.cloneNode(true).childNodes);
    for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
    for (const back of copy.querySelectorAll(".back")) back.remove();
    return copy;
  });
}

const restOf = (formula) => [...formula.children].filter((part) => !part.matches(".ledger-title"));

// Of several formulas of one quantity only the first has its title.
function titleOf(formula) {
  return formula.querySelector(":scope > .ledger-title") || titleOf(formula.previousElementSibling);
}

// Under the line of the mark where there is room, else on the side that has more; never past the edge of the window.
// What does not fit scrolls, and is then a stop of the keyboard between its mark and what comes after it.
function place() {
  card.removeAttribute("tabindex");
  card.style.maxBlockSize = "";
  const line = mark.getClientRects()[0];
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
