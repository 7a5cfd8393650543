// Think first: the steps after the first wait behind a button.  Opened steps fold and open again.
lesson.component("stepper", function (root) {
  const steps = Array.from(root.querySelectorAll(".stepper-step"));
  const words = root.dataset;
  const bodies = steps.map((step) => lesson.part(step, ".stepper-body"));
  const toggles = steps.map(makeToggle);
  const foot = document.createElement("div");
  const next = document.createElement("button");
  const progress = document.createElement("span");
  const said = document.createElement("p");
  let reached = 0;

  /** @param {string | undefined} text */
  const fill = (text) => lesson.fill(text, { step: reached + 1, total: steps.length });

  /**
   * @param {HTMLElement} step
   * @param {number} index
   */
  function makeToggle(step, index) {
    const heading = lesson.part(step, ".stepper-title");
    const toggle = document.createElement("button");
    toggle.type = "button";
    toggle.className = "stepper-toggle";
    toggle.append(...heading.childNodes);
    toggle.addEventListener("click", () => fold(index, toggle.getAttribute("aria-expanded") === "true"));
    heading.append(toggle);
    return toggle;
  }

  /**
   * @param {number} index
   * @param {boolean} closed
   */
  function fold(index, closed) {
    toggles[index].setAttribute("aria-expanded", String(!closed));
    steps[index].toggleAttribute("data-closed", closed);
    hide(bodies[index], closed);
  }

  /**
   * A search in the page opens it.
   * @param {HTMLElement} part
   * @param {boolean} hidden
   */
  function hide(part, hidden) {
    if (hidden) part.setAttribute("hidden", "until-found");
    else part.removeAttribute("hidden");
  }

  // Opens every step up to `index`, as far as it is not open yet.
  /** @param {number} index */
  function reach(index) {
    reached = Math.max(reached, index);
    steps.forEach(function (step, position) {
      hide(step, position > reached);
    });
    steps[reached].append(foot);
    foot.hidden = reached === steps.length - 1;
    progress.textContent = fill(words.progress);
  }

  function openNext() {
    reach(reached + 1);
    fold(reached, false);
    toggles[reached].focus();
    said.textContent = fill(words.opened);
  }

  // A link to a place inside a step opens the steps up to it.
  function followAddress() {
    const target = lesson.addressed();
    const index = target ? steps.findIndex((step) => step.contains(target)) : -1;
    if (!target || index < 0) return;
    reach(index);
    fold(index, false);
    target.scrollIntoView();
  }

  steps.forEach((step, index) => step.addEventListener("beforematch", () => (reach(index), fold(index, false))));
  foot.className = "stepper-next";
  next.className = "button";
  next.type = "button";
  next.textContent = fill(words.next);
  progress.className = "stepper-progress";
  said.className = "visually-hidden";
  said.setAttribute("role", "status");
  next.addEventListener("click", openNext);
  foot.append(next, progress);
  root.append(said);
  steps.forEach((_, index) => fold(index, false));
  reach(0);
  addEventListener("hashchange", followAddress);
  followAddress();
});
