// The text is the index: a folded string for the titles and one for the texts of each part, looked through as they are.

const APART = "\u0001"; // between two sections
const FEW = 8; // places of a word that count in one section
/** @type {{ url: string, title: string, label: string }[]} */
const pages = []; // url, title, label, and the first of its sections
/** @type {(Column | undefined)[]} */
const parts = []; // that have come; part 0 holds the headings alone, until all others are there
let expected = Infinity; // how many parts there will be
/** @type {Map<string, number> | null} */
let vocabulary = null;

// Called by the script of each part: 0 has the headings of every page, the others pages from number `first` on.
lesson.searchData = function (number, first, data) {
  if (number === 0) {
    expected = first;
    const heads = /** @type {string[][]} */ (data);
    heads.forEach(([url, label, ...titles], page) => {
      pages[page] = { url, label, title: titles[0].slice(1) };
    });
    parts[0] = column(heads.map(([, , ...titles]) => titles.map((title) => [title, ""])), 0);
  } else {
    parts[number] = column(/** @type {Rows[]} */ (data), first);
  }
  vocabulary = null;
  learnWords();
};

const isWhole = () => parts.length > expected && !parts.slice(1).includes(undefined);
const isReady = () => parts[0] !== undefined;

// "2Title", and behind a tab its id, of which what follows from the title is left out.
/** @param {string} written */
function headingOf(written) {
  const [title, id = ""] = written.slice(1).split("\t");
  const level = Number(written[0]);
  if (level === 1) return { level, title, id: "" };
  return { level, title, id: id === "" || id === "part-" ? id + simpleId(title) : id };
}

// Also in site_builder/render/sections.py.
/** @param {string} title */
const simpleId = (title) => title.toLowerCase().replace(/[^0-9a-z\u4e00-\u9fff]+/g, "-").replace(/^-|-$/g, "");

/** @type {(data: Rows[], first: number) => Column} */
function column(data, first) {
  /** @type {Section[]} */
  const sections = [];
  data.forEach((rows, k) => {
    /** @type {number[]} */
    const path = [];
    for (const [written, text] of rows) {
      const heading = headingOf(written);
      path.length = heading.level - 1;
      sections.push({ page: first + k, text, above: path.filter((each) => each !== undefined), ...heading });
      path[heading.level - 1] = sections.length - 1;
    }
  });
  return {
    sections,
    titles: stripe(sections.map((each) => each.title)),
    texts: stripe(sections.map((each) => each.text)),
  };
}

// One folded string of several, and where each begins.
/** @param {string[]} strings */
function stripe(strings) {
  const text = folded(strings.join(`\n${APART}\n`));
  const starts = new Int32Array(strings.length + 1);
  for (let k = 1, at = text.indexOf(APART); at >= 0; at = text.indexOf(APART, at + 1)) starts[k++] = at + 2;
  starts[strings.length] = text.length + 2;
  return { text, starts };
}

// Columns to look through: the headings until every part is there, so that no section is found twice.
const columns = () => /** @type {Column[]} */ (isWhole() ? parts.slice(1) : parts.slice(0, 1));

/** @param {number} code */
const isLetter = (code) => code > 96 && code < 123;
/** @param {number} code */
const isDigit = (code) => code > 47 && code < 58;

// How well `term` stands at `at`: 1 as a whole word, less where a word goes on, least inside one.
/** @param {string} text @param {number} at @param {string} term */
function fit(text, at, term) {
  const before = text.charCodeAt(at - 1);
  const first = term.charCodeAt(0);
  if ((isLetter(first) && isLetter(before)) || (isDigit(first) && isDigit(before))) return 0.2;
  const after = text.charCodeAt(at + term.length);
  const last = term.charCodeAt(term.length - 1);
  return (isLetter(last) && isLetter(after)) || (isDigit(last) && isDigit(after)) ? 0.6 : 1;
}

// Calls `found(section, fit)` for the places of `term`, in order; of many in one section for the first few.
/** @param {Stripe} stripe @param {string} term @param {(section: number, fit: number) => void} found */
function scan({ text, starts }, term, found) {
  let section = 0;
  let times = 0;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at)) {
    if (starts[section + 1] <= at) {
      section = sectionAt(starts, section, at);
      times = 0;
    }
    found(section, fit(text, at, term));
    at = ++times < FEW ? at + term.length : starts[section + 1];
  }
}

// The section that holds `at`, looked for from `section` on: mostly near, so in steps that double.
/** @param {Int32Array} starts @param {number} section @param {number} at */
function sectionAt(starts, section, at) {
  let step = 1;
  let low = section;
  while (low + step < starts.length && starts[low + step] <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle;
  }
  return low;
}

// Every Latin word that stands somewhere, with the set of its letters as bits.
function words() {
  return (vocabulary ??= new Map(columns().flatMap(wordsOf)));
}

/** @type {(part: Column) => [string, number][]} */
const wordsOf = (part) => (part.words ??= [part.titles, part.texts].flatMap(({ text }) =>
  [...new Set(text.match(/[a-z][a-z0-9]+/g))].map((word) => [word, lettersOf(word)]),
));

// While the reader does nothing: part by part, so that a typing error costs no time later.
function learnWords() {
  const next = isWhole() ? columns().find((part) => !part.words) : undefined;
  if (next) idle(() => (wordsOf(next), learnWords()));
}

const idle = window.requestIdleCallback ?? setTimeout;

/** @param {string} word */
function lettersOf(word) {
  let bits = 0;
  for (let k = 0; k < word.length; k++) bits |= 1 << (word.charCodeAt(k) & 31);
  return bits;
}
