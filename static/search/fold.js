// The form in which search compares a text with what a reader types: N², N^2 and ｎ2 are one.
// site_builder/render/fold.py says the same while building; a test holds the two together.

/** @type {Record<string, string>} */
const SIGNS = {
  "⊤": "t", "⋅": "·", "∙": "·", "−": "-", "–": "-", "‐": "-", "‑": "-", "∗": "*", "ς": "σ",
  "“": '"', "”": '"', "‘": "'", "’": "'", "′": "'",
};
const SIGN = new RegExp(`[${Object.keys(SIGNS).join("")}]`, "g");

// What a command of TeX is in plain text; any other is its own name.
const COMMANDS = new Map(
  Object.entries({
    top: "t", times: "×", cdot: "·", sqrt: "√", approx: "≈", sim: "∼", infty: "∞", to: "→",
    leq: "≤", le: "≤", geq: "≥", ge: "≥", neq: "≠", ne: "≠", propto: "∝", sum: "∑", prod: "∏",
    in: "∈", partial: "∂", nabla: "∇", pm: "±", langle: "⟨", rangle: "⟩",
    alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ",
    eta: "η", theta: "θ", iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π",
    rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω",
  }),
);
for (const dress of (
  "mathrm mathbf mathbb mathcal mathsf mathit operatorname text left right bigl bigr quad qquad displaystyle"
).split(" ")) COMMANDS.set(dress, "");

/** @type {(whole: string, name: string) => string} */
const plainCommand = (_, name) => COMMANDS.get(name) ?? name;

/** @type {[RegExp, string | ((...match: string[]) => string)][]} */
const RULES = [
  [SIGN, (sign) => SIGNS[sign]],
  [/\\([a-z]+)[ \t]*/g, plainCommand],
  [/[\\^_{}$\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]/g, ""],
  [/([a-z0-9])-(?=[a-z0-9])/g, "$1 "],
  [/([0-9]),(?=[0-9]{3}(?![0-9]))/g, "$1"],
  [/[ \t]+/g, " "],
  [/([a-z]) (?![a-z])|([0-9]) (?![0-9])|([^a-z0-9]) | (?=\n|$)|^ /g, "$1$2$3"],
];

/** @param {string} text */
function folded(text) {
  return RULES.reduce((done, [found, instead]) => done.replace(found, /** @type {string} */ (instead)), text.normalize("NFKC").toLowerCase());
}

// The folded form of a short text, and for each of its characters the place in `text` that it comes from.
/** @param {string} text */
function traced(text) {
  let form = "";
  /** @type {number[]} */
  let origins = [];
  for (const { 0: cluster, index } of text.matchAll(/[\s\S]\p{M}*/gu)) {
    const part = cluster.normalize("NFKC").toLowerCase();
    form += part;
    for (let k = 0; k < part.length; k++) origins.push(index);
  }
  for (const [found, instead] of RULES) {
    /** @type {number[]} */
    const moved = [];
    let next = "";
    let last = 0;
    for (const match of form.matchAll(found)) {
      const put = typeof instead === "string"
        ? instead.replace(/\$(\d)/g, (_, group) => match[group] ?? "")
        : instead(...match);
      next += form.slice(last, match.index) + put;
      moved.push(...origins.slice(last, match.index));
      for (let k = 0; k < put.length; k++) moved.push(origins[match.index + Math.min(k, match[0].length - 1)]);
      last = match.index + match[0].length;
    }
    form = next + form.slice(last);
    origins = moved.concat(origins.slice(last));
  }
  return { form, origins };
}
