// What the scripts of the search share, for TypeScript's checker; nothing of it is sent.

/** [the heading as written, see headingOf, and its text] of each section. */
type Rows = [string, string][];

interface Section {
  page: number;
  level: number;
  title: string;
  id: string;
  text: string;
  /** The places of the sections around this one, among those of its column. */
  above: number[];
}

/** Several texts folded into one, and where each begins. */
interface Stripe {
  text: string;
  starts: Int32Array;
}

interface Column {
  sections: Section[];
  titles: Stripe;
  texts: Stripe;
  /** Each Latin word with the set of its letters. */
  words?: [string, number][];
}

interface Hit {
  section: Section;
  page: number;
  url: string;
  order: number;
  score: number;
  hasAll: boolean;
}

/** Terms of which one is as good as another, and what they are worth in each column. */
interface Group {
  terms: string[];
  scores: { own: Float32Array; heads: Float32Array }[];
  found: number;
  worth: number;
  isPiece: boolean;
  rare: number;
}

/** [what was typed, what was looked for instead] */
type Guess = [string, string];
/** [from, to) in a text. */
type Span = [number, number];
type Search = (query: string) => { hits: Hit[]; terms: string[]; guesses: Guess[]; isWhole: boolean };

interface Lesson {
  search: Search & { places(text: string, terms: string[]): Span[] };
  folded(text: string): string;
  /** Part 0: how many parts there are, and [url, label, ...headings] of each page; others: the number of their first page. */
  searchData(number: number, first: number, data: string[][] | Rows[]): void;
}
