// A page that has just been opened lays out what is near the window and paints (layout.css).  The rest follows
// here, block by block while the browser is idle, until nothing on the page waits any more.

const page = document.documentElement;
const idle = window.requestIdleCallback || setTimeout;
const blocks = page.classList.contains("laying-out") ? [...document.querySelectorAll(".lesson > *")] : [];

function layNext() {
  const block = blocks.shift();
  if (!block) return page.classList.remove("laying-out");
  block.classList.add("laid-out");
  block.getBoundingClientRect(); // lays it out now, and not together with others in the next frame
  idle(layNext);
}

idle(layNext);
