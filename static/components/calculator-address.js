// The page's address holds the controls that are not where the page begins: #n=131072, where n is the calculator's name and
// stands for the variable of its axis; others stand under their own, #n=131072&model=llama-3.1-8b, with the calculator's
// name before it where a page has several: #n=6&m.cell=gru.
// A fragment of any other form is the place of a heading and is left alone; the entry of the history then holds the values,
// for a reload and for the way back.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

lesson.calculator.address = (function () {
  /** @type {Map<string, AddressEntry>} */
  const entries = new Map(); // key → { start, current, apply }, all texts
  /** @type {{ gesture: object | null, fragment: string } | null} */
  let written = null; // the last entry of the history that is ours: { gesture, fragment }

  // Every calculator of the page has a say in what is ours, also one that could not start.
  /** @type {Map<string, { name: string, options: string[] }>} */
  const owners = new Map(); // key → { name, options }: the calculator's name, and the words of a choice
  const roots = [...document.querySelectorAll('[data-component="calculator"]')];
  /** @param {HTMLElement} root @param {string} control */
  const keyOf = (root, control) => {
    const { name = "", axis } = root.dataset;
    if (control === axis) return name;
    return roots.length > 1 || control === name ? `${name}.${control}` : control;
  };
  for (const root of roots) {
    for (const part of root.querySelectorAll("[data-control]")) {
      /** @type {NodeListOf<HTMLOptionElement | HTMLInputElement>} */
      const places = part.querySelectorAll("option, [type=radio]");
      const { control = "" } = part.dataset;
      owners.set(keyOf(root, control), { name: root.dataset.name || "", options: [...places].map(({ value }) => value) });
    }
  }

  // Whether a text is a value of the control with this key: a word of a choice, or digits.
  /** @param {string} key @param {string} text */
  function suits(key, text) {
    const options = owners.get(key)?.options;
    return options && (options.length ? options.includes(text) : /^\d+$/.test(text));
  }

  // The values in a fragment by key, or null where it is not ours.
  /** @type {(fragment: string) => Map<string, string> | null} */
  function read(fragment) {
    const text = fragment.replace(/^#/, "");
    if (text === "") return new Map();
    let parts;
    try {
      parts = text.split("&").map((part) => /^([^=]+)=([\w.-]+)$/.exec(decodeURIComponent(part)));
    } catch {
      return null; // a stray % sign
    }
    if (!parts.every((part) => part && suits(part[1], part[2]))) return null;
    return new Map(/** @type {RegExpExecArray[]} */ (parts).map(([, key, value]) => [key, value]));
  }

  // [key, value] of each control that is not where the page begins.
  function moved() {
    const away = [...entries].filter(([, entry]) => entry.current() !== entry.start || entry.named);
    return away.map(([key, entry]) => [key, entry.current()]);
  }

  function fragment() {
    return "#" + moved().map(([key, value]) => encodeURIComponent(key) + "=" + value).join("&");
  }

  function kept() {
    /** @type {Record<string, string> | null} */
    const values = history.state && history.state.calculators;
    const known = Object.entries(values || {}).filter(([key, value]) => suits(key, value));
    return values ? new Map(known) : null;
  }

  function keep() {
    if (owners.size) write("replaceState", { ...history.state, calculators: Object.fromEntries(moved()) });
  }

  /** @param {"pushState" | "replaceState"} method @param {unknown} state @param {string} [fragment] */
  function write(method, state, fragment) {
    try {
      history[method](state, "", fragment);
    } catch {
      // A browser that refuses keeps its old address; the calculator works all the same.
    }
  }

  function follow() {
    const values = read(location.hash) || kept();
    if (!values) return keep();
    for (const [key, entry] of entries) {
      entry.named = values.has(key);
      entry.apply(values.get(key) ?? entry.start);
    }
  }

  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);

  // Read once, before any calculator has moved.
  const initial = read(location.hash) || kept();
  if (!initial) keep();

  return {
    keyOf,

    // Gives the value the address asks for, or null.  One that comes in the place of another goes on where that stood.
    join(key, entry) {
      const before = entries.get(key);
      entries.set(key, entry);
      const asked = before ? (before.named ? before.current() : undefined) : initial?.get(key);
      entry.named = asked !== undefined;
      return asked === undefined ? null : asked;
    },

    // Whether the page was opened at a state of this calculator, and not reloaded or come back to.
    leadsTo(name) {
      const visit = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType?.("navigation")[0]);
      const asked = read(location.hash);
      return Boolean(asked && owners.get([...asked.keys()][0])?.name === name) && (!visit || visit.type === "navigate");
    },

    // A finished change of some controls: one entry of the history a gesture.  What goes on with the last one, such as the
    // next arrow key, has the same `gesture`; one that stands for itself has none.
    commit(keys, gesture) {
      for (const [key, entry] of entries) entry.named ||= keys.includes(key);
      const next = fragment();
      if (next === location.hash) return;
      const goesOn = gesture && written && written.gesture === gesture && written.fragment === location.hash;
      write(goesOn ? "replaceState" : "pushState", null, next);
      written = { gesture, fragment: next };
    },

    // The address of a state that the page does not have says the one it has.
    correct() {
      write("replaceState", history.state, fragment());
    },
  };
})();
