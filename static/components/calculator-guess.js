// Predict first: a reader may guess the marked crossing, by number or on the chart, and then sees
// guess and truth side by side.  It asks once; the answer, or that it was skipped, is remembered.
// Until then the page keeps the crossing back ([data-guessing]); whoever moves N without a guess learns the crossing too, and is asked
// no more.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

// `truth()` is where the curves meet now, null where they do not.
lesson.calculator.guess = function (root, name, bounds, truth, chart, say) {
  /** @param {string} role */
  const find = (role) => lesson.part(root, `[data-role="${role}"]`);
  if (!root.querySelector('[data-role="guess"]')) return { begin() {}, aim: () => false, pass() {}, forget() {} };
  const panel = find("guess");
  const { count, fill } = lesson.calculator;
  const [question, answer, how, result] = ["question", "answer", "how", "result"].map((role) => find("guess-" + role));
  /** @type {HTMLInputElement} */
  const input = lesson.part(root, '[data-role="guess-number"]');
  const [start, done, skip] = ["begin", "done", "skip"].map((role) => find("guess-" + role));
  const memory = remembered(`guess ${location.pathname} ${name}`);
  const howText = how.textContent;
  // Only curves that meet are guessed at.
  const met = () => /** @type {number} */ (truth());
  let open = false;
  let forgotten = false;

  function ask() {
    open = true;
    root.dataset.guessing = "";
    answer.hidden = done.hidden = false;
    start.hidden = true;
    input.focus();
  }

  function check() {
    const typed = lesson.calculator.parseNumber(input.value, bounds.minimum, bounds.maximum);
    if (typed.fault !== undefined) return complain(typed);
    const { value } = typed;
    memory.write(String(value));
    close();
    showAnswer(value);
    say(result.textContent);
    result.focus({ preventScroll: true }); // the button that had the focus is gone
  }

  /** @param {Fault} faulty */
  function complain({ fault, ...values }) {
    input.setAttribute("aria-invalid", "true");
    how.textContent = fault === "suffix" ? fill(how.dataset.suffix, values) : how.dataset.wrong || "";
    say(how.textContent);
    input.focus();
  }

  // Whoever moves N without a guess wants to see everything: that is the answer.  The panel keeps its height, so that
  // nothing moves under the pointer.
  function pass() {
    if (open || !("guessing" in root.dataset)) return;
    panel.style.minBlockSize = `${panel.getBoundingClientRect().height}px`;
    memory.write("skipped");
    close();
    result.textContent = fill(panel.dataset.passed, { truth: count(met()) });
    result.hidden = false;
  }

  /** @param {number} value */
  function accept(value) {
    input.removeAttribute("aria-invalid");
    how.textContent = howText;
    mark(value);
  }

  function close() {
    open = false;
    reveal();
    for (const part of [answer, start, done, skip, question]) part.hidden = true;
  }

  function reveal() {
    delete root.dataset.guessing;
  }

  /** @param {number} value */
  function showAnswer(value) {
    const answer = met();
    const ratio = lesson.units.formatValue([BigInt(value), BigInt(answer)], "ratio");
    const pattern = value === answer ? panel.dataset.exact : panel.dataset.near;
    result.textContent = fill(pattern, { guess: count(value), truth: count(answer), ratio });
    result.hidden = false;
    mark(value);
  }

  /** @param {number} value */
  const mark = (value) => chart.pin(value, fill(panel.dataset.mark, { value: count(value) }));

  start.addEventListener("click", ask);
  done.addEventListener("click", check);
  skip.addEventListener("click", () => {
    memory.write("skipped");
    close();
    panel.hidden = true;
    chart.unpin();
    lesson.part(root, ".calculator-chart").focus({ preventScroll: true });
  });
  input.addEventListener("input", () => {
    const { value } = lesson.calculator.parseNumber(input.value, bounds.minimum, bounds.maximum);
    if (value !== undefined) accept(value);
  });
  input.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && check());

  return {
    // While a guess is being made the chart sets the guess; then this is true.
    aim(value) {
      if (!open) return false;
      input.value = count(value);
      accept(value);
      return true;
    },

    pass,

    // Other curves meet elsewhere: what was said of the first is no longer true.
    forget() {
      close();
      forgotten = true;
      panel.hidden = true;
      chart.unpin();
    },

    begin() {
      const before = memory.read();
      if (before === "skipped" || forgotten) return reveal();
      panel.hidden = false;
      const { value } = lesson.calculator.parseNumber(before || "", bounds.minimum, bounds.maximum);
      if (value === undefined) return;
      close();
      showAnswer(value);
    },
  };

  // A place in the browser's memory, or none where the reader allows none.
  /** @param {string} key */
  function remembered(key) {
    return {
      read() {
        try {
          return localStorage.getItem(key);
        } catch {
          return null;
        }
      },
      /** @param {string} text */
      write(text) {
        try {
          localStorage.setItem(key, text);
        } catch {
          // asked again next time
        }
      },
    };
  }
};
