// The controls: a whole number by slider, box and buttons; a choice by radio buttons or a menu.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

// What a reader typed: { value }, or { fault } with the name of its message and what that tells.
// 128k is 131,072 to some and 128,000 to others: it is not guessed at.
lesson.calculator.parseNumber = function (typed, minimum, maximum) {
  // Full-width characters stand in for the plain ones; a ² or a ① does not.
  const plain = typed.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const text = plain.replace(/[\s,、_']/g, "");
  if (text === "") return { fault: "empty" };
  if (/^[-−–—]\d/.test(text)) return { fault: "negative" };
  // What stands between digits parts groups of three; 1,5 is one and a half to some, and 15 to nobody.
  if (/\d[\s,、_']+\d/.test(plain) && !/^\s*\+?\d{1,3}(?:[\s,、_']\d{3})+(?![\d\s,、_']*\d)/.test(plain)) return { fault: "words" };
  const match = /^\+?(\d+)(?:\.(\d*))?(?:e\+?(\d{1,3}))?$/i.exec(text);
  if (!match) return shortened(text) || { fault: "words" };
  const [, whole, decimals = "", power = "0"] = match;
  const shifted = decimals.padEnd(Number(power), "0");
  if (/[1-9]/.test(shifted.slice(Number(power)))) return { fault: "fraction" };
  const value = BigInt(whole + shifted.slice(0, Number(power)));
  if (value < BigInt(minimum)) return { fault: "small" };
  if (value > BigInt(maximum)) return { fault: "large" };
  return { value: Number(value) };

  /** @type {(text: string) => Typed | null} */
  function shortened(text) {
    const match = /^\+?(\d{1,9}(?:\.\d{1,3})?)([km])$/i.exec(text);
    if (!match) return null;
    const power = match[2].toLowerCase() === "k" ? 1 : 2;
    const [binary, decimal] = [1024, 1000].map((factor) => Number(match[1]) * factor ** power);
    if (!Number.isInteger(binary) || !Number.isInteger(decimal)) return null;
    const { count } = lesson.calculator;
    return { fault: "suffix", typed: plain.trim(), binary: count(binary), decimal: count(decimal) };
  }
};

// A whole number.  `now()` is its value, `move(n, by)` sets it, `set(n)` does and is done, `refuse(message)` says why it
// stays.  `hold` and `release` stand round a drag; `visit(element)` makes one gesture of all keys of a visit.
lesson.calculator.integer = function (part, control, scale, { now, move, set, refuse, hold, release, visit }) {
  const { count, fill, put } = lesson.calculator;
  /** @type {HTMLInputElement} */
  const slider = lesson.part(part, 'input[type="range"]');
  /** @type {NodeListOf<HTMLButtonElement>} */
  const presets = part.querySelectorAll('[data-role="preset"]');
  const box = lesson.calculator.box(part, control, now, (value) => move(value, "box"), refuse);

  slider.addEventListener("input", () => move(scale.atStep(Number(slider.value)), "slider"));
  slider.addEventListener("pointerdown", () => {
    hold();
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, release, { once: true });
  });
  slider.addEventListener("keydown", (event) => {
    const next = lesson.calculator.afterKey(event.key, now(), scale);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(next);
  });
  for (const element of [slider, lesson.part(part, '[data-role="number"]')]) visit(element);
  for (const preset of presets) preset.addEventListener("click", () => set(Number(preset.value)));

  return {
    name: control.name,
    say: box.say,
    read: Number,
    write: String,
    limit: scale.limit,
    text: count,

    // `by` is the part that shows the value already.
    show(value, by, reading) {
      const text = count(value);
      if (by !== "box") box.show(text);
      if (by !== "slider") slider.value = String(scale.stepOf(value));
      put(slider, "aria-valuetext", fill(slider.dataset.spoken, { value: text, ...reading }));
      for (const preset of presets) put(preset, "aria-pressed", String(Number(preset.value) === value));
    },
  };
};

// A choice; its value is the place of an option.
lesson.calculator.choice = function (part, { name, options }, set) {
  /** @type {HTMLSelectElement | null} */
  const menu = part.querySelector("select");
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = part.querySelectorAll("input");
  const radios = [...inputs];
  part.addEventListener("change", () => set(options.indexOf(menu ? menu.value : radios.filter(({ checked }) => checked)[0].value)));
  const words = menu ? [...menu.options].map(({ text }) => text) : radios.map((radio) => radio.nextElementSibling?.textContent ?? "");

  return {
    name,
    read: (text) => options.indexOf(text),
    write: (value) => options[value],
    limit: (value) => value,
    text: (value) => words[value],
    show(value) {
      if (menu) menu.value = options[value];
      else radios[value].checked = true;
    },
  };
};

// `now()` is N, `move(n)` sets it, `refuse(message)` says why it stays.  N follows what is typed; where a text goes on
// to be no N at all, the N from before it comes back, and not that of the text's first half.
lesson.calculator.box = function (root, data, now, move, refuse) {
  const { count, fill, parseNumber } = lesson.calculator;
  /** @type {HTMLInputElement} */
  const input = lesson.part(root, '[data-role="number"]');
  const message = lesson.part(root, '[data-role="message"]');
  /** @type {number | null} */
  let before = null; // N when this text was begun
  let last = ""; // the text so far

  function take() {
    if (before === null || !input.value.startsWith(last)) before = now();
    last = input.value;
    const { value = before, fault, ...values } = parseNumber(input.value, data.minimum, data.maximum);
    move(value);
    complain(fault ? fill(message.dataset[fault], { ...values, value: count(before) }) : "");
    if (fault) refuse(message.textContent);
  }

  /** @param {string} text */
  function complain(text) {
    message.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  /** @param {string} text */
  function show(text) {
    before = null;
    if (message.textContent) complain("");
    if (input.value !== text) input.value = text;
  }

  input.addEventListener("input", (event) => event.isComposing || take());
  input.addEventListener("compositionend", take);
  input.addEventListener("change", () => message.textContent || show(count(now())));
  input.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!step || event.isComposing) return;
    event.preventDefault();
    move(now() + step);
    show(count(now()));
  });
  return {
    show,
    // Says one of the messages beside the box until N moves again.
    say(name) {
      complain(fill(message.dataset[name], { value: count(now()) }));
      return message.textContent;
    },
  };
};

// Where a key takes N on a scale of fine steps, or null: arrows to the next fine step, page keys twice or half (a tenth on
// a linear scale), Home and End to the ends.
lesson.calculator.afterKey = function (key, n, scale) {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp": return nextStep(1);
    case "ArrowLeft":
    case "ArrowDown": return nextStep(-1);
    case "PageUp": return scale.page(n, 1);
    case "PageDown": return scale.page(n, -1);
    case "Home": return scale.minimum;
    case "End": return scale.maximum;
  }
  return null;

  // Among small N several steps are one number: go on to the first that differs.
  /** @param {number} direction */
  function nextStep(direction) {
    for (let step = scale.stepOf(n); ; step += direction) {
      const next = scale.atStep(step);
      if ((next - n) * direction > 0 || next === (direction > 0 ? scale.maximum : scale.minimum)) return next;
    }
  }
};
