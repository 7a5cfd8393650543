// The page's address holds each calculator's N: #n=131072, or #n=131072&m=6 where there are several.
// A fragment of any other form is the place of a heading and is left alone; the entry of the history then holds N,
// for a reload and for the way back.
lesson.calculator = lesson.calculator || {};

lesson.calculator.address = (function () {
  const entries = new Map(); // name → { start, current, apply }
  let written = null; // the last entry of the history that is ours: { gesture, fragment }

  // Every calculator of the page has a say in what is ours, also one that could not start.
  const names = new Set([...document.querySelectorAll('[data-component="calculator"]')].map((root) => root.dataset.name));

  // The values in a fragment by name, or null where it is not ours.
  function read(fragment) {
    const text = fragment.replace(/^#/, "");
    if (text === "") return new Map();
    let parts;
    try {
      parts = text.split("&").map((part) => /^([^=]+)=(\d+)$/.exec(decodeURIComponent(part)));
    } catch {
      return null; // a stray % sign
    }
    return parts.every((part) => part && names.has(part[1])) ? new Map(parts.map(([, name, n]) => [name, Number(n)])) : null;
  }

  // [name, N] of each calculator that is not where the page begins.
  function moved() {
    const away = [...entries].filter(([, entry]) => entry.current() !== entry.start || entry.named);
    return away.map(([name, entry]) => [name, entry.current()]);
  }

  function fragment() {
    return "#" + moved().map(([name, n]) => encodeURIComponent(name) + "=" + n).join("&");
  }

  function kept() {
    const values = history.state && history.state.calculators;
    return values ? new Map(Object.entries(values)) : null;
  }

  function keep() {
    if (names.size) write("replaceState", { ...history.state, calculators: Object.fromEntries(moved()) });
  }

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
    for (const [name, entry] of entries) {
      entry.named = values.has(name);
      entry.apply(entry.named ? values.get(name) : entry.start);
    }
  }

  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);

  // Read once, before any calculator has moved.
  const initial = read(location.hash) || kept();
  if (!initial) keep();

  return {
    // Gives the N the address asks for, or null.  One that comes in the place of another goes on where that stood.
    join(name, entry) {
      const before = entries.get(name);
      entries.set(name, entry);
      const asked = before ? (before.named ? before.current() : undefined) : initial?.get(name);
      entry.named = asked !== undefined;
      return asked === undefined ? null : asked;
    },

    // Whether the page was opened at this calculator's N, and not reloaded or come back to.
    leadsTo(name) {
      const visit = performance.getEntriesByType?.("navigation")[0];
      const asked = read(location.hash);
      return Boolean(asked && asked.size) && [...asked.keys()][0] === name && (!visit || visit.type === "navigate");
    },

    // A settled change: one entry of the history a gesture.  What goes on with the last one, such as the next arrow
    // key, has the same `gesture`; one that stands for itself has none.
    settle(name, gesture) {
      entries.get(name).named = true;
      const next = fragment();
      if (next === location.hash) return;
      const goesOn = gesture && written && written.gesture === gesture && written.fragment === location.hash;
      write(goesOn ? "replaceState" : "pushState", null, next);
      written = { gesture, fragment: next };
    },

    // The address of an N that the page does not have says the one it has.
    correct() {
      write("replaceState", history.state, fragment());
    },
  };
})();
