// Which sections answer a query, the best first: a lesson's title before a heading, a heading before the text.

const TITLE = [0, 100, 40, 30, 24]; // by level of the heading
const IN_TEXT = 6;
const ABOVE = 3; // for a word that stands in the title of the lesson, or of a section around this one
const SHORT_OF_ALL = 0.15; // what a section is worth that has only some of the words
const GUESSED = 0.6;

// {hits: [{section, page, url, score}], terms, guesses, isWhole}: `terms` are what stands in the hits, `guesses` those of them that
// were put in place of a word that stands nowhere.
/** @type {Search} */
function search(query) {
  const asked = [...new Set(query.trim().split(/\s+/).map(folded).filter(Boolean))];
  /** @type {Guess[]} */
  const guesses = [];
  const groups = asked.flatMap((term) => groupsOf(term, guesses));
  const whole = folded(query.trim());
  const phrase = asked.length > 1 && !asked.includes(whole) ? measured([whole]) : null;
  const hits = columns().flatMap((column, k) => ranked(column, k, groups, phrase));
  const all = hits.some((hit) => hit.hasAll) ? hits.filter((hit) => hit.hasAll) : hits;
  all.sort((one, other) => other.score - one.score || one.page - other.page || one.order - other.order);
  return { hits: all, terms: groups.flatMap((group) => group.terms), guesses, isWhole: isWhole() };
}

// A word as it stands somewhere; or its parts, where two scripts meet; or what may have been meant by it; or pieces.
/** @type {(term: string, guesses: Guess[]) => Group[]} */
function groupsOf(term, guesses) {
  const group = measured([term]);
  if (group.found || !isWhole()) return [group];
  const spaced = term.split(" ");
  const runs = spaced.length > 1 ? spaced : (term.match(/[\u3400-\u9fff\uf900-\ufaff]+|[^\u3400-\u9fff\uf900-\ufaff]+/g) ?? []);
  if (runs.length > 1) return runs.flatMap((run) => groupsOf(run, guesses));
  const instead = meant(term);
  if (instead.length) {
    guesses.push([term, instead[0]]);
    return [{ ...measured(instead), worth: GUESSED }];
  }
  const pieces = HAN.test(term) ? piecesOf(term) : [];
  return pieces.length ? pieces.map((piece) => ({ ...measured([piece]), isPiece: true })) : [group];
}

// Scores by column: `own` of each section, `heads` the part of it that its title has.
/** @type {(terms: string[]) => Group} */
function measured(terms) {
  let found = 0;
  const scores = columns().map(function ({ sections, titles, texts }) {
    const own = new Float32Array(sections.length);
    const heads = new Float32Array(sections.length);
    const times = new Uint8Array(sections.length);
    terms.forEach(function (term, rank) {
      scan(titles, term, function (section, fits) {
        const length = titles.starts[section + 1] - titles.starts[section] - 3;
        const score = (TITLE[sections[section].level] * fits * (0.6 + (0.4 * term.length) / length)) / (rank + 1);
        heads[section] = Math.max(heads[section], score);
      });
      scan(texts, term, function (section, fits) {
        own[section] = Math.max(own[section], (IN_TEXT * fits) / (rank + 1));
        times[section]++;
      });
    });
    for (let k = 0; k < own.length; k++) {
      if (own[k]) own[k] *= 1 + Math.log2(Math.min(times[k], FEW)) / 3;
      own[k] += heads[k];
      if (own[k]) found++;
    }
    return { own, heads };
  });
  const total = scores.reduce((sum, { own }) => sum + own.length, 0);
  return { terms, scores, found, worth: 1, isPiece: false, rare: Math.log(1 + total / (found || 0.5)) };
}

/** @param {Column} column @param {number} k @param {Group[]} groups @param {Group | null} phrase */
function ranked({ sections }, k, groups, phrase) {
  /** @type {Hit[]} */
  const hits = [];
  const used = groups.filter((group) => group.found);
  const whole = groups.reduce((sum, { rare }) => sum + rare, 0);
  for (let order = 0; order < sections.length; order++) {
    let score = 0;
    let share = 0;
    let own = 0;
    let missed = groups.length - used.length;
    for (const { scores, rare, worth, isPiece } of used) {
      const here = scores[k].own[order];
      const points = here || aboveScore(sections[order], scores[k].heads);
      if (here) own++;
      if (points) share += rare / whole;
      else if (!isPiece) missed++;
      score += points * rare * worth;
    }
    if (!own) continue;
    if (phrase) score += phrase.scores[k].own[order] * phrase.rare;
    score *= share * share * (missed ? SHORT_OF_ALL : 1);
    const { page } = sections[order];
    hits.push({ section: sections[order], page, url: pages[page].url, order, score, hasAll: !missed });
  }
  return hits;
}

/** @param {Section} section @param {Float32Array} heads */
const aboveScore = ({ above }, heads) => (above.some((place) => heads[place]) ? ABOVE : 0);
