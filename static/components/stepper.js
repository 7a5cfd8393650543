// Think first: the steps after the first wait behind a button.  Opened steps fold and open again.
lesson.component("stepper", function (root) {
  const steps = Array.from(root.querySelectorAll(".stepper-step"));
  const words = root.dataset;
  const bodies = steps.map((step) => step.querySelector(".stepper-body"));
  const toggles = steps.map(makeToggle);
  const foot = document.createElement("div");
  const next = document.createElement("button");
  const progress = document.createElement("span");
  const said = document.createElement("p");
  let reached = 0;

  const fill = (text) => lesson.fill(text, { step: reached + 1, total: steps.length });

  function makeToggle(step, index) {
    const heading = step.querySelector(".stepper-title");
    const toggle = document.createElement("button");
    toggle.type = "button";
    toggle.className = "stepper-toggle";
    toggle.append(...heading.childNodes);
    toggle.addEventListener("click", () => fold(index, toggle.getAttribute("aria-expanded") === "true"));
    heading.append(toggle);
    return toggle;
  }

  function fold(index, closed) {
    toggles[index].setAttribute("aria-expanded", String(!closed));
    steps[index].toggleAttribute("data-closed", closed);
    bodies[index].hidden = closed ? "until-found" : false;
  }

  // Opens every step up to `index`, as far as it is not open yet.
  function reach(index) {
    reached = Math.max(reached, index);
    steps.forEach(function (step, position) {
      step.hidden = position > reached ? "until-found" : false; // a search in the page opens it
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
    if (index < 0) return;
    reach(index);
    fold(index, false);
    target.scrollIntoView();
  }

  steps.forEach((step, index) => step.addEventListener("beforematch", () => (reach(index), fold(index, false))));
  foot.className = "stepper-next";
  next.className = "button";
  next.type = "button";
  next.textContent = words.next;
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
