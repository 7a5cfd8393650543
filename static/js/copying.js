// What is copied stays readable: a formula becomes the line a reader would type (its alttext), one that is copied alone
// its TeX.  Text without formulas is copied as the browser does it.

// A selection never holds half a formula.
/** @param {Range} range */
function whole(range) {
  const copied = range.cloneRange();
  const [first, last] = [range.startContainer, range.endContainer].map(formulaOf);
  if (first) copied.setStartBefore(first);
  if (last) copied.setEndAfter(last);
  return copied;
}

/** @param {Node} node */
const formulaOf = (node) => (node instanceof Element ? node : node.parentElement)?.closest("math");

/** @param {Element} formula */
function texOf(formula) {
  return lesson.part(formula, "annotation").textContent.trim();
}

// Laid out, so that blocks come on lines of their own, and out of sight.
/** @param {DocumentFragment} parts */
function readable(parts) {
  const sheet = document.createElement("div");
  sheet.className = "visually-hidden copied";
  sheet.append(parts);
  for (const left of sheet.querySelectorAll(".visually-hidden, [hidden], .permalink, script")) left.remove();
  for (const formula of sheet.querySelectorAll("math")) formula.replaceWith(formula.getAttribute("alttext") || texOf(formula));
  document.body.append(sheet);
  const text = sheet.innerText;
  sheet.remove();
  return text.replaceAll("\u2060", "").replace(/\n{3,}/g, "\n\n").trim();
}

document.addEventListener("copy", function (event) {
  const selection = getSelection();
  const inField = event.target instanceof Element && event.target.closest("input, textarea");
  if (!event.clipboardData || !selection?.rangeCount || selection.isCollapsed || inField) return;
  const range = selection.getRangeAt(0);
  const alone = formulaOf(range.commonAncestorContainer);
  const copied = whole(range);
  const parts = copied.cloneContents();
  if (!alone && !parts.querySelector("math")) return;
  const page = document.createElement("div");
  page.append(parts.cloneNode(true));
  event.clipboardData.setData("text/html", page.innerHTML);
  event.clipboardData.setData("text/plain", alone ? texOf(alone) : readable(parts));
  event.preventDefault();
});
