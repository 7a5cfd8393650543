// The search box: key / leads to it, and only then come its script, its style and the text.

const box = document.querySelector(".search");

if (box) {
  /** @type {HTMLInputElement} */
  const input = lesson.part(box, "input");
  box.addEventListener("focusin", () => fetchSearch(box), { once: true });
  addEventListener("keydown", function (event) {
    const { key, code, target } = event;
    const isSlash = "/／、".includes(key) || (code === "Slash" && key === "Process"); // under an input method too
    if (!isSlash || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && (target.isContentEditable || target.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea, select"))) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** @param {HTMLElement} box */
function fetchSearch(box) {
  const { assets } = box.dataset;
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "stylesheet", href: assets + "search.css" }),
    Object.assign(document.createElement("script"), { src: assets + "search.js" }),
  );
}
