// The linked cards, and the buttons of the prose that set the calculator.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

lesson.calculator.cards = function (root) {
  const cards = [...root.querySelectorAll("[data-quantity][data-curve]")].map((card) => ({
    text: node(card, "value"),
    formula: node(card, "formula"),
    multiple: node(card, "multiple"),
    times: card.querySelector('[data-role="times"]'),
    share: card.querySelector('[data-role="share"]'),
  }));
  /** @typedef {(typeof cards)[number]} Card */

  // The text node itself: writing its data is the cheapest change a page knows.
  /** @type {(card: HTMLElement, role: string) => Text | null} */
  function node(card, role) {
    return /** @type {Text | null} */ (card.querySelector(`[data-role="${role}"]`)?.firstChild ?? null);
  }

  /** @param {string} text @param {Text | null} node */
  function write(text, node) {
    if (node && node.data !== text) node.data = text;
  }

  /** @param {Card} card @param {ReturnType<Reading["multiple"]>} value */
  function compare({ multiple, times, share }, { text, isShare }) {
    write(text, multiple);
    if (times) times.hidden = isShare;
    if (share) share.hidden = !isShare;
  }

  // Digits in groups, every number on the line of its unit: as `legible` in spacing.py.
  /** @param {string} text */
  const legible = (text) =>
    text.replace(/(?<![\d.,])\d{5,}(?!\d)/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",")).replace(/(\d) (?=[A-Za-z])/g, "$1\u00a0");

  return {
    show(values) {
      values.forEach((value, index) => {
        write(value.text, cards[index].text);
        write(legible(value.formula()), cards[index].formula);
        if (cards[index].multiple) compare(cards[index], value.multiple());
      });
    },
  };
};

// The numbers of the prose that follow the calculator; before anything has moved they stand as they were built.
lesson.calculator.prose = function (name, model) {
  /** @type {NodeListOf<HTMLDataElement>} */
  const found = document.querySelectorAll(`[data-live="${CSS.escape(name)}"]`);
  const numbers = [...found].map((element) => ({
    element,
    shown: element.querySelector("a") || element,
    read: model.follow(JSON.parse(element.dataset.formulas || "")),
  }));

  return function (state) {
    for (const { element, shown, read } of numbers) {
      const { text, value } = read(state);
      if (shown.textContent === text) continue;
      shown.textContent = text;
      element.value = value;
    }
  };
};

// `set(settings)` is given [control, value as written] pairs.
lesson.calculator.proseButtons = function (name, root, set) {
  const [cards, frame] = [".calculator-cards", ".calculator-frame"].map((part) => lesson.part(root, part));
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll(`button[data-set="${CSS.escape(name)}"]`);
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const { variable = "", value = "", also } = button.dataset;
      set([[variable, value], ...new URLSearchParams(also || "")]);
      show();
    });
  }

  // Cards and chart at once where the window is high enough; the chart alone where it is not.
  function show() {
    const [top, bottom] = [cards.getBoundingClientRect().top, frame.getBoundingClientRect().bottom];
    const part = bottom - top > innerHeight ? frame : top < 0 ? cards : frame;
    const block = part === cards ? "start" : "nearest";
    part.scrollIntoView({ block, behavior: lesson.reducedMotion() ? "auto" : "smooth" });
  }
};
