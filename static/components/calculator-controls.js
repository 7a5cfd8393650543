// The number box and the keys of the slider.
lesson.calculator = lesson.calculator || {};

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

// `now()` is N, `move(n)` sets it, `refuse(message)` tells why it stays.  N follows what is typed; where a text goes on
// to be no N at all, the N from before it comes back, and not that of the text's first half.
lesson.calculator.box = function (root, data, now, move, refuse) {
  const { count, fill, parseNumber } = lesson.calculator;
  const input = root.querySelector('[data-role="number"]');
  const message = root.querySelector('[data-role="message"]');
  let before = null; // N when this text was begun
  let last = ""; // the text so far

  function take() {
    if (before === null || !input.value.startsWith(last)) before = now();
    last = input.value;
    const { value = before, fault, ...told } = parseNumber(input.value, data.minimum, data.maximum);
    move(value);
    complain(fault ? fill(message.dataset[fault], { ...told, value: count(before) }) : "");
    if (fault) refuse(message.textContent);
  }

  function complain(text) {
    message.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function show(text) {
    before = null;
    if (message.textContent) complain("");
    if (input.value !== text) input.value = text;
  }

  input.addEventListener("input", (event) => event.isComposing || take());
  input.addEventListener("compositionend", take);
  input.addEventListener("change", () => message.textContent || show(count(now())));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || event.isComposing) return;
    event.preventDefault();
    move(now() + step);
    show(count(now()));
  });
  return {
    show,
    // Says one of the messages beside the box until N moves again.
    tell(name) {
      complain(fill(message.dataset[name], { value: count(now()) }));
      return message.textContent;
    },
  };
};

// Where a key takes N on a scale of fine steps, or null: arrows to the next fine step, page keys
// twice or half, Home and End to the ends.
lesson.calculator.afterKey = function (key, n, scale) {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp": return nextStep(1);
    case "ArrowLeft":
    case "ArrowDown": return nextStep(-1);
    case "PageUp": return n * 2;
    case "PageDown": return Math.round(n / 2);
    case "Home": return scale.minimum;
    case "End": return scale.maximum;
  }
  return null;

  // Among small N several steps are one number: go on to the first that differs.
  function nextStep(direction) {
    for (let step = scale.stepOf(n); ; step += direction) {
      const next = scale.atStep(step);
      if ((next - n) * direction > 0 || next === (direction > 0 ? scale.maximum : scale.minimum)) return next;
    }
  }
};

// The slider's scale: `fine_steps` stops to a doubling.
lesson.calculator.scale = function ({ minimum, maximum, fine_steps }) {
  const limit = (n) => Math.min(maximum, Math.max(minimum, n));
  return {
    minimum,
    maximum,
    limit,
    stepOf: (n) => Math.round(Math.log2(n) * fine_steps),
    atStep: (step) => limit(Math.round(2 ** (step / fine_steps))),
  };
};
