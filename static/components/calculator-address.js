// The page's address holds each calculator's N: #n=131072, or #n=131072&m=6 where there are several.
// A fragment of any other form is the place of a heading and is left alone.
lesson.calculator = lesson.calculator || {};

lesson.calculator.address = (function () {
  const entries = new Map(); // name → { start, current, apply }

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

  function written() {
    const moved = [...entries].filter(([, entry]) => entry.current() !== entry.start || entry.named);
    return "#" + moved.map(([name, entry]) => encodeURIComponent(name) + "=" + entry.current()).join("&");
  }

  function follow() {
    const values = read(location.hash);
    if (!values) return;
    for (const [name, entry] of entries) {
      entry.named = values.has(name);
      entry.apply(entry.named ? values.get(name) : entry.start);
    }
  }

  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);

  return {
    // Gives the N the address asks for, or null.
    join(name, entry) {
      entries.set(name, entry);
      const values = lesson.calculator.address.initial;
      const asked = values.get(name);
      entry.named = asked !== undefined;
      return asked === undefined ? null : asked;
    },

    // A settled change: one entry of the history.
    settle(name) {
      entries.get(name).named = true;
      const fragment = written();
      if (fragment === location.hash) return;
      try {
        history.pushState(null, "", fragment);
      } catch {
        // A browser that refuses keeps its old address; the calculator works all the same.
      }
    },

    // Read once, before any calculator has moved.
    initial: read(location.hash) || new Map(),
  };
})();
