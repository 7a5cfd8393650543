// A reader's answer against the one that is printed: as many digits as that shows, in its unit or in none.
lesson.component("exercise", function (root) {
  /** @type {HTMLFormElement | null} */
  const form = root.querySelector(".exercise-check");
  if (!form) return;
  /** @type {HTMLInputElement} */
  const input = lesson.part(form, "input");
  const verdict = lesson.part(form, ".exercise-verdict");
  const answer = read(lesson.part(root, ".exercise-value data").textContent || "");
  if (!answer) return;
  const { unit, number, within } = answer;

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    const given = read(input.value);
    const foreign = given && given.unit && given.unit.toLowerCase() !== unit.toLowerCase();
    const word = !given ? "unread" : foreign ? (unit ? "unit" : "bare") : judged(given.number);
    verdict.textContent = lesson.fill(root.dataset[word], { unit });
    input.setAttribute("aria-invalid", String(!["hit", "near"].includes(word)));
  });
  input.addEventListener("input", () => input.removeAttribute("aria-invalid"));
  lesson.part(form, ".exercise-unit").textContent = unit;
  form.hidden = false;

  /** @param {number} given */
  function judged(given) {
    const apart = Math.abs(given - number);
    if (apart <= within) return "hit";
    return apart <= Math.abs(number) / 20 ? "near" : "missed";
  }

  // "7.227 × 10²³ FLOP", "51.75 GiB", "1/256", "62%": the number, its unit, half of its last digit's worth.
  // What stands between digits parts groups of three; 1,5 is one and a half to some, and 15 to nobody.
  /** @param {string} text */
  function read(text) {
    const raised = text.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (marks) => "^" + [...marks].map((mark) => "0123456789-"["⁰¹²³⁴⁵⁶⁷⁸⁹⁻".indexOf(mark)]).join(""));
    const marked = raised.normalize("NFKC").replace(/(?<=[1-9]\d{0,2}|\d{3})[\s,_'](?=\d{3}(?!\d))/g, "");
    if (/\d[\s,_']+\d/.test(marked)) return null;
    const plain = marked.replace(/[≈\s]/g, "").replace(/−/g, "-");
    const found = /^(-?(?:\d+\.?\d*|\.\d+))(?:[×x*]10\^(-?\d+)|e([-+]?\d+))?(?:\/(\d+))?(.*)$/i.exec(plain);
    if (!found) return null;
    const [, figure, power, exponent, below, rest] = found;
    const scale = 10 ** Number(power || exponent || 0) / Number(below || 1);
    const places = (figure.split(".")[1] || "").length;
    const isWhole = !places && !power && !exponent;
    return { number: Number(figure) * scale, unit: rest, within: isWhole ? 0 : 0.5000001 * 10 ** -places * scale };
  }
});
