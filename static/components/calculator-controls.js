// The number box and the keys of the slider.
lesson.calculator = lesson.calculator || {};

// What a reader typed: { value }, or { fault } with the name of its message.
lesson.calculator.parseNumber = function (typed, minimum, maximum) {
  // Full-width characters stand in for the plain ones; a ² or a ① does not.
  const plain = typed.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const text = plain.replace(/[\s,、_']/g, "");
  if (text === "") return { fault: "empty" };
  if (/^[-−–—]\d/.test(text)) return { fault: "negative" };
  const match = /^\+?(\d+)(?:\.(\d*))?(?:e\+?(\d{1,3}))?$/i.exec(text);
  if (!match) return { fault: "words" };
  const [, whole, decimals = "", power = "0"] = match;
  const shifted = decimals.padEnd(Number(power), "0");
  if (/[1-9]/.test(shifted.slice(Number(power)))) return { fault: "fraction" };
  const value = BigInt(whole + shifted.slice(0, Number(power)));
  if (value < BigInt(minimum)) return { fault: "small" };
  if (value > BigInt(maximum)) return { fault: "large" };
  return { value: Number(value) };
};

// `now()` is N, `move(n)` sets it, `refuse(message)` tells why it stays.
lesson.calculator.box = function (root, data, now, move, refuse) {
  const { count, fill, parseNumber } = lesson.calculator;
  const input = root.querySelector('[data-role="number"]');
  const message = root.querySelector('[data-role="message"]');

  function take() {
    const { value, fault } = parseNumber(input.value, data.minimum, data.maximum);
    complain(fault ? fill(message.dataset[fault], { value: count(now()) }) : "");
    if (fault) refuse(message.textContent);
    else move(value);
  }

  function complain(text) {
    message.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function show(text) {
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
  return { show };
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
