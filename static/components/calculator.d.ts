// What the scripts of a calculator share, for TypeScript's checker; nothing of it is sent.

/** The value of each integer and the place of each choice's option, by the control's name. */
type State = Record<string, number>;
/** [low, high] in places: of a logarithmic axis, powers of two. */
type Extent = [number, number];
type Axes = { x: Extent; y: Extent };
type ScaleKind = "linear" | "log";

/** As figures/calculator_axes.py writes it. */
interface Axis {
  scale: ScaleKind;
  low: number;
  high: number;
  ticks?: [number, string][];
}
interface IntegerControl {
  name: string;
  start: number;
  scale: ScaleKind;
  minimum: number;
  maximum: number;
  steps: number;
  options?: undefined;
  contexts?: undefined;
}
interface ChoiceControl {
  name: string;
  start: number;
  options: string[];
  /** How many tokens each option, a model, was made for. */
  contexts?: number[];
}
interface Curve {
  role: string;
  label: string;
  off?: boolean;
  /** The place of its formula in each combination of choices; null where it has none. */
  at: (number | null)[];
  multiple: (number | null)[];
}

/** What the page says of a calculator: as figures/calculator_data.py writes it. */
interface CalculatorData {
  name: string;
  axis: string;
  controls: (IntegerControl | ChoiceControl)[];
  x: Axis;
  ys: Axis[];
  /** The place of the y axis in each combination of choices. */
  y: number[];
  formulas: Quantity[];
  curves: Curve[];
  crossing?: [number, number] | null;
  marks: { level: boolean; label: string; at: [string, string][] }[];
}

/** A formula's value and text, and what it was computed of. */
interface Evaluated {
  values: Values;
  value: Rational;
  text: string;
}
interface Reading {
  role: string;
  label: string;
  off?: boolean;
  text: string;
  height: number | null;
  power: number | null;
  formula(): string;
  multiple(): { text: string; isShare: boolean };
}
interface Scale {
  minimum: number;
  maximum: number;
  limit(n: number): number;
  of(n: number): number;
  at(place: number): number;
  stepOf(n: number): number;
  atStep(step: number): number;
  page(n: number, direction: number): number;
}
interface Model {
  start: State;
  combination(state: State): number;
  yAxis(state: State): Axis;
  readings(state: State): Reading[];
  value(curve: number, state: State): Rational | null;
  text(curve: number, state: State): string;
  follow(live: { at: number[]; formulas: Quantity[] }): (state: State) => { text: string; value: string };
  beyond(state: State): { choice: string; context: number } | null;
}

/** A control of any kind; `read` and `write` are its values in an address. */
interface Control {
  name: string;
  read(text: string): number;
  write(value: number): string;
  limit(value: number): number;
  text(value: number): string;
  show(value: number, by: string, reading: Reading): void;
  /** Says one of its messages; choices have none. */
  say?(name: string): string;
}
interface IntegerActions {
  now(): number;
  move(value: number, by?: string): void;
  set(value: number): void;
  refuse(message: string): void;
  hold(): void;
  release(): void;
  visit(element: HTMLElement): void;
}
interface Fault {
  fault: string;
  typed?: string;
  binary?: string;
  decimal?: string;
  value?: undefined;
}
type Typed = { value: number; fault?: undefined } | Fault;

interface Mark {
  level: boolean;
  place: number | null;
  text: string;
}
/** A point of a curve; `x` and `y` are parts of the plot, from its top left corner. */
interface Placed {
  n: number;
  place: number;
  x: number;
  y: number;
}
type Point = (Placed & { value: Rational }) | { n: number; value: null; place?: undefined; x?: undefined; y?: undefined };
interface CurveLabel {
  at: Placed;
  lines: string[];
  anchor: "start" | "end";
  above: boolean;
  gap: number;
}
interface PlainCurve extends Reading {
  slope: number | null;
  points: Point[];
}
interface DrawnCurve extends PlainCurve {
  /** Its label beside it. */
  direct: CurveLabel | null;
}
interface CurvesDrawn {
  curves: DrawnCurve[];
  met: { n: number; label: CurveLabel } | null;
  x: Axis;
  y: Axis;
}
interface Drawing {
  draw(state: State): CurvesDrawn;
  meeting(state: State): number | null;
  marksOf(state: State): Mark[];
}
interface Chart {
  /** Other curves than the page began with. */
  drawn: CurvesDrawn | null;
  plot: HTMLElement;
  show(n: number, text: string, values: Reading[]): void;
  whole(): Axes;
  count(y: Axis, marks: Mark[]): void;
  under(event: PointerEvent): number;
  hoverAt(n: number): void;
  silence(): void;
  pin(n: number, text: string): void;
  unpin(): void;
  look(axes: Axes | null): void;
}
interface Gestures {
  hold(): void;
  move(n: number): void;
  release(): void;
  cancel(): void;
}
/** Without a guess to make, all of it does nothing. */
interface GuessPanel {
  aim(value: number): boolean;
  pass(): void;
  forget(): void;
  begin(): void;
}
interface AddressEntry {
  start: string;
  current(): string;
  apply(text: string): void;
  /** Whether the address has it, also where it is at its start. */
  named?: boolean;
}
interface Address {
  keyOf(root: HTMLElement, control: string): string;
  join(key: string, entry: AddressEntry): string | null;
  leadsTo(name: string): boolean;
  commit(keys: string[], gesture: object | null): void;
  correct(): void;
}
interface Zoom {
  begin(now: () => number): void;
  leave(): void;
  follow(n: number): void;
}
type Readings = (n: number) => Reading[];
/** Hears of the axes that are shown, null being the whole chart. */
type Looked = (axes: Axes | null) => void;
interface Explored {
  explore(axes: Axes | null): Promise<void>;
}
/** What of Plotly is used: of a trace, an axis, a note, what is read or written here. */
interface PlotlyTrace {
  uid: string;
  [key: string]: unknown;
}
interface PlotlyAxis {
  type: ScaleKind;
  range: Extent;
  tickvals: number[];
  ticktext: string[];
  fixedrange?: boolean;
}
interface PlotlyNote {
  /** The role of its curve. */
  name: string;
  x: number;
  y: number;
  text: string;
  xshift: number;
  yshift: number;
  xanchor: string;
  yanchor: string;
  align: string;
  showarrow: boolean;
  visible?: boolean;
}
interface PlotlyLayout {
  xaxis: PlotlyAxis;
  yaxis: PlotlyAxis;
  annotations: PlotlyNote[];
  shapes: object[];
  dragmode?: string | false;
}
interface PlotlyFigure {
  data: PlotlyTrace[];
  layout: PlotlyLayout;
}
interface PlotlyBox extends HTMLElement {
  layout: PlotlyLayout;
  on(event: string, listener: (change: object) => void): void;
}
interface PlotlyBundle {
  newPlot(box: HTMLElement, data: PlotlyTrace[], layout: PlotlyLayout, config: object): Promise<unknown>;
  react(box: HTMLElement, data: PlotlyTrace[], layout: PlotlyLayout, config: object): Promise<unknown>;
  relayout(box: HTMLElement, change: object): Promise<unknown>;
  restyle(box: HTMLElement, change: object, traces: number[]): Promise<unknown>;
}
interface LaterPlotly extends Explored {
  begin(onFailure: () => void): void;
  available: boolean;
}

interface CalculatorParts {
  address: Address;
  cards(root: HTMLElement): { show(values: Reading[]): void };
  prose(name: string, model: Model): (state: State) => void;
  proseButtons(name: string, root: HTMLElement, set: (settings: [string, string][]) => void): void;
  chart(root: HTMLElement, data: CalculatorData, scale: Scale, readings: Readings): Chart;
  scrub(chart: Chart, gestures: Gestures): void;
  parseNumber(typed: string, minimum: number, maximum: number): Typed;
  integer(part: HTMLElement, control: IntegerControl, scale: Scale, actions: IntegerActions): Control;
  choice(part: HTMLElement, control: ChoiceControl, set: (place: number) => void): Control;
  box(root: HTMLElement, data: IntegerControl, now: () => number, move: (n: number) => void, refuse: (message: string) => void): { show(text: string): void; say(name: string): string };
  afterKey(key: string, n: number, scale: Scale): number | null;
  drawing(root: HTMLElement, data: CalculatorData, model: Model, scale: Scale): Drawing;
  guess(root: HTMLElement, name: string, bounds: IntegerControl, truth: () => number | null, chart: Chart, say: (text: string) => void): GuessPanel;
  firstMeeting(order: (n: number) => number | null, low: number, high: number, isEven: boolean): number | null;
  model(data: CalculatorData): Model;
  coordinate(scale: ScaleKind, value: Rational): number | null;
  axisOf(data: CalculatorData): IntegerControl;
  scale(control: IntegerControl): Scale;
  fill: Lesson["fill"];
  put(element: Element, name: string, value: string): void;
  count(n: number): string;
  later(root: HTMLElement, chart: Chart, looked: Looked): LaterPlotly;
  explore(root: HTMLElement, chart: Chart, Plotly: PlotlyBundle, looked: Looked): Promise<Explored>;
  zoom(root: HTMLElement, scale: Scale, readings: Readings, chart: Chart): Zoom;
}

interface Lesson {
  calculator: CalculatorParts;
}

/** What others hear when a calculator has moved. */
type Moved = { text: string; values: Reading[]; state: State };
interface HTMLElementEventMap {
  moved: CustomEvent<Moved>;
}
interface Window {
  /** Once its bundle has come. */
  Plotly: PlotlyBundle;
}
