// What the scripts of a page share, for TypeScript's checker; nothing of it is sent.

/** [numerator, denominator > 0] in lowest terms. */
type Rational = [bigint, bigint];
type Value = Rational | bigint | number | string;
type Values = Record<string, Value>;
/** ["*", "2", ["^", "N", "2"]]: digits are integers, names are symbols. */
type Formula = string | Formula[];
/** As BoundQuantity.as_json writes it. */
interface Quantity {
  style: string;
  unit: string;
  formula: Formula;
  inputs: Values;
  /** Whether a number in it is itself rounded. */
  rounded?: boolean;
}

interface Arithmetic {
  rational(value: Value): Rational;
  evaluate(formula: Formula, values: Values): Rational;
  isApproximate(formula: Formula, values: Values): boolean;
  toText(formula: Formula, values: Values): string;
  equation(formula: Formula, values: Values, unit: string, result: string): string;
}

interface Units {
  formatValue(value: Value, style: string, unit?: string): string;
  printedUnit(style: string, unit: string): string;
  read(quantity: Quantity, values: Values): { value: Rational; text: string };
  equation(quantity: Quantity, values: Values, text: string): string;
}

type Operator = (...numbers: Rational[]) => Rational;

interface Lesson {
  /** The file of each component's script, below `assets`. */
  files: Record<string, string>;
  assets: string;
  component(stem: string, start: Start): void;
  start(root: HTMLElement): void;
  part<E extends Element = HTMLElement>(within: ParentNode, selector: string): E;
  fill(pattern: string | undefined, values: object): string;
  colour(token: string): string;
  addressed(): HTMLElement | null;
  onTheme(callback: () => void): void;
  reducedMotion(): boolean;
  themeChanged(): void;
  approximate(reduced: (numerator: bigint, denominator: bigint) => Rational): Record<string, Operator>;
  formula: Arithmetic;
  units: Units;
}

/** Starts a component at its root; what it returns is the second half of a long start. */
type Start = (root: HTMLElement) => void | (() => void);

declare const lesson: Lesson;

interface Window {
  lesson: Lesson;
}

// Whatever a selector finds in these pages is HTML, unless said otherwise.
interface ParentNode {
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}
interface Element {
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}
