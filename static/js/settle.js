// A page that has just been opened lays out what is near the window and paints (layout.css).  The rest follows
// here, block by block while the browser is idle, until nothing on the page waits any more.

const page = document.documentElement;
const idle = window.requestIdleCallback || setTimeout;
const blocks = page.classList.contains("settling") ? [...document.querySelectorAll(".lesson > *")] : [];

function settle() {
  const block = blocks.shift();
  if (!block) return page.classList.remove("settling");
  block.classList.add("settled");
  block.getBoundingClientRect(); // lays it out now, and not together with others in the next frame
  idle(settle);
}

idle(settle);
