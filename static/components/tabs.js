// One of several panels at a time, chosen by its name; arrows move along the names.  A search in the page opens its panel.
lesson.component("tabs", function (root) {
  const panels = /** @type {HTMLElement[]} */ ([...root.children].filter((part) => part.matches(".tabs-panel")));
  const list = document.createElement("div");
  const tabs = panels.map(makeTab);
  /** @type {Record<string, (at: number) => number>} */
  const moves = { ArrowRight: (at) => at + 1, ArrowLeft: (at) => at - 1, Home: () => 0, End: () => -1 };

  /**
   * @param {HTMLElement} panel
   * @param {number} index
   */
  function makeTab(panel, index) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "tabs-tab";
    tab.setAttribute("role", "tab");
    for (const node of lesson.part(panel, ".tabs-title").childNodes) tab.append(node.cloneNode(true));
    tab.id = `${panel.id}-tab`;
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => choose(index));
    panel.addEventListener("beforematch", () => choose(index));
    list.append(tab);
    return tab;
  }

  /** @param {number} chosen */
  function choose(chosen) {
    panels.forEach(function (panel, index) {
      const isChosen = index === chosen;
      tabs[index].setAttribute("aria-selected", String(isChosen));
      tabs[index].tabIndex = isChosen ? 0 : -1;
      if (isChosen) panel.removeAttribute("hidden");
      else panel.setAttribute("hidden", "until-found");
    });
  }

  function followAddress() {
    const target = lesson.addressed();
    const index = target ? panels.findIndex((panel) => panel.contains(target)) : -1;
    if (!target || index < 0) return;
    choose(index);
    target.scrollIntoView();
  }

  list.addEventListener("keydown", function (event) {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (move(tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))) + tabs.length) % tabs.length;
    choose(next);
    tabs[next].focus();
  });
  list.className = "tabs-list";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", root.dataset.label || "");
  panels[0].before(list);
  choose(0);
  addEventListener("hashchange", followAddress);
  followAddress();
});
