// What a reader may have meant by a word that stands nowhere.

const MOST_GUESSES = 4;
const KNOWN = 0.5; // of a long question
const LONG_TERM = 8; // characters; more are a question, not a word
const HAN = /[\u3400-\u9fff\uf900-\ufaff]/;

// Words that are there, the likeliest first; each is a term of its own.
/** @param {string} term */
function meant(term) {
  const guesses = HAN.test(term) ? misspelt(term) : [...unjoined(term), ...similar(term)];
  return guesses.slice(0, MOST_GUESSES);
}

// "kvcache" for "kv cache".
/** @param {string} term */
function unjoined(term) {
  const known = words();
  /** @type {string[]} */
  const guesses = [];
  for (let k = 2; k <= term.length - 2; k++) {
    const pair = `${term.slice(0, k)} ${term.slice(k)}`;
    if (known.has(term.slice(0, k)) && known.has(term.slice(k)) && stands(pair)) guesses.push(pair);
  }
  return guesses;
}

/** @param {string} term */
function similar(term) {
  const most = term.length < 4 ? 0 : term.length < 8 ? 1 : 2;
  /** @type {[string, number][]} */
  const guesses = [];
  if (!most) return [];
  const letters = lettersOf(term);
  for (const [word, bits] of words()) {
    if (Math.abs(word.length - term.length) > most || bitsIn(bits ^ letters) > 2 * most) continue;
    const apart = distance(term, word, most);
    if (apart <= most) guesses.push([word, apart - (word[0] === term[0] ? 0.5 : 0)]);
  }
  guesses.sort((one, other) => one[1] - other[1] || (one[0] < other[0] ? -1 : 1));
  return guesses.filter((guess) => guess[1] < guesses[0][1] + 1).map(([word]) => word);
}

/** @param {number} bits */
function bitsIn(bits) {
  let count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

// Letters changed, left out, added, or two changed for one another; more than `most` is `most + 1`.
/** @param {string} one @param {string} other @param {number} most */
function distance(one, other, most) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, k) => k);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + differs);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      least = Math.min(least, next[j]);
    }
    if (least > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[other.length];
}

// Han characters: two that changed places, or a wrong one, the others being there.  Three are few: only in a title,
// and two of them side by side.
/** @param {string} term */
function misspelt(term) {
  /** @type {Map<string, number>} */
  const guesses = new Map();
  if (term.length < 3 || term.length > LONG_TERM) return [];
  for (let k = 0; k + 1 < term.length; k++) {
    const swapped = term.slice(0, k) + term[k + 1] + term[k] + term.slice(k + 2);
    if (swapped !== term && stands(swapped)) guesses.set(swapped, Infinity);
  }
  for (const { titles, texts } of columns()) {
    for (const { text } of term.length > 3 ? [titles, texts] : [titles]) {
      for (let wrong = 0; wrong < term.length; wrong += term.length > 3 ? 1 : 2) wildcard(text, term, wrong, guesses);
    }
  }
  return [...guesses].sort((one, other) => other[1] - one[1]).slice(0, MOST_GUESSES).map(([guess]) => guess);
}

/** @param {string} text @param {string} term @param {number} wrong @param {Map<string, number>} guesses */
function wildcard(text, term, wrong, guesses) {
  const head = term.slice(0, wrong);
  const tail = term.slice(wrong + 1);
  const [sought, shift] = head.length >= tail.length ? [head, 0] : [tail, wrong + 1];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const start = at - shift;
    const guess = text.slice(start, start + term.length);
    if (start >= 0 && HAN.test(guess[wrong]) && guess.startsWith(head) && guess.endsWith(tail) && guess.length === term.length) {
      guesses.set(guess, (guesses.get(guess) || 0) + 1);
    }
  }
}

/** @param {string} term */
const stands = (term) => columns().some(({ titles, texts }) => titles.text.includes(term) || texts.text.includes(term));

// What is left of a question asked in full: between its fillers, the longest pieces that stand somewhere.
// Nothing where too little of it is known: one pair of characters is chance.
/** @param {string} term */
function piecesOf(term) {
  const parts = term.split(fillers).filter((part) => part.length > 1);
  const pieces = (parts.length ? parts : [term]).flatMap(longest);
  const asked = parts.join("") || term;
  const isKnown = pieces.length > 1 || (pieces[0] ?? "").length > 2 || pieces[0] === asked;
  return isKnown && pieces.join("").length >= asked.length * KNOWN ? [...new Set(pieces)] : [];
}

// The pieces that together leave the fewest characters out, as few of them as can be.
/** @param {string} part */
function longest(part) {
  /** @type {number[]} */
  const ends = []; // of the longest piece from each character on: what stands somewhere, its parts do too
  for (let at = 0, end = 1; at < part.length; at++) {
    end = Math.max(end, at + 1);
    while (end < part.length && stands(part.slice(at, end + 1))) end++;
    ends[at] = end;
  }
  /** @type {{ worth: number, pieces: string[] }[]} */
  const best = [];
  best[part.length] = { worth: 0, pieces: [] };
  for (let at = part.length - 1; at >= 0; at--) {
    best[at] = best[at + 1];
    for (let end = at + 2; end <= ends[at]; end++) {
      const worth = best[end].worth + (end - at) * part.length - 1;
      if (worth > best[at].worth) best[at] = { worth, pieces: [part.slice(at, end), ...best[end].pieces] };
    }
  }
  return best[0].pieces;
}

// Words that only ask, as the language of the course has them.
const fillers = new RegExp((document.querySelector(".search")?.dataset.fillers || "\u0001").replaceAll(" ", "|"));
