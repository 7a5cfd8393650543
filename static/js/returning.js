// Where the reader stopped, known to this browser alone: a lesson notes its section, and the map offers to go on there.

const root = new URL(document.body.dataset.up || "./", location.href).pathname;
const key = `reading ${root}`;
const resume = document.querySelector(".map-resume");

if (resume instanceof HTMLElement) offer(resume);
else if (document.querySelector("main.lesson")) addEventListener("pagehide", note);

function note() {
  const here = document.querySelector(".contents-list a[aria-current]");
  const page = location.pathname.slice(root.length).replace(/(^|\/)$/, "$1index.html");
  const section = here instanceof HTMLAnchorElement ? [here.hash, (here.textContent || "").trim()] : ["", ""];
  try {
    localStorage.setItem(key, JSON.stringify([page, ...section]));
  } catch {
    // a browser that keeps nothing
  }
}

/** @param {HTMLElement} line */
function offer(line) {
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(key) || "[]");
  } catch {
    return;
  }
  const [page, hash, section] = Array.isArray(kept) ? kept.map(String) : [];
  const known = [...document.querySelectorAll("a.map-title")].find((link) => link.getAttribute("href") === page);
  if (!known) return;
  const link = document.createElement("a");
  link.href = page + (/^#./.test(hash || "") ? hash : "");
  link.textContent = [known.textContent, section].filter(Boolean).join(" · ");
  line.append(`${line.dataset.said} `, link);
  line.hidden = false;
}
