// Attention of a few tokens, done anew from the printed vectors whenever a word is chosen or the words are shuffled.
// Tenths, hundredths and thousandths are whole numbers here, so that every figure is the one a reader gets by hand.
lesson.component("attention_figure", function (root) {
  const BASE = 116, TOP = 12, LOOP = 12, WIDEST = 18; // as in figures/attention_figure.py
  const { fill } = lesson;
  /** @type {<E extends Element = HTMLElement>(role: string, within?: ParentNode) => E} */
  const part = (role, within = root) => lesson.part(within, `[data-role=${role}]`);
  const svg = part("arcs");
  const slot = Number(svg.dataset.slot);
  const said = part("said");
  const labels = [...root.querySelectorAll("label[data-token]")];
  /** @type {NodeListOf<HTMLTableRowElement>} */
  const working = root.querySelectorAll(".attention_figure-working tbody tr");
  const allRows = [.../** @type {NodeListOf<HTMLTableRowElement>} */ (root.querySelectorAll(".attention_figure-all tbody tr"))];
  const names = labels.map((label) => lesson.part(label, ".attention_figure-name").textContent);
  /** @type {HTMLTableElement} */
  const table = part("vectors");
  const vectors = [...table.rows].map((row) => [...row.querySelectorAll("td")].map(tenths));
  const unshuffled = vectors.map((_, index) => index);
  const atFirst = allRows.map((row) => part("output", row).textContent);
  let order = unshuffled;
  let chosen = 0;

  /** @param {Element} cell */
  function tenths(cell) {
    return cell.textContent.slice(1, -1).split(",").map((entry) => Math.round(10 * Number(entry.replace("−", "-"))));
  }

  /** @type {(whole: number, places: number) => string} */
  const text = (whole, places) => (whole / 10 ** places).toFixed(places).replace("-", "−");
  /** @type {(numbers: number[]) => number} */
  const total = (numbers) => numbers.reduce((sum, each) => sum + each, 0);
  /** @type {(left: number[], right: number[]) => number} */
  const dot = (left, right) => total(left.map((entry, index) => entry * right[index]));
  /** @type {(value: number) => number} */
  const away = (value) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

  // Hundredths that add up to 100: each rounded down, what is missing to those that lost most.
  /** @param {number[]} scores */
  function softmax(scores) {
    const largest = Math.max(...scores);
    const exponentials = scores.map((score) => Math.exp((score - largest) / 100));
    const shares = exponentials.map((each) => (100 * each) / total(exponentials));
    const whole = shares.map(Math.floor);
    const missing = 100 - total(whole);
    shares.map((share, index) => ({ lost: share - whole[index], index, token: order[index] }))
      .sort((a, b) => b.lost - a.lost || a.token - b.token)
      .slice(0, missing)
      .forEach(({ index }) => { whole[index] += 1; });
    return whole;
  }

  // Scores, weights and outputs of the words in the order they stand in now, by place.
  function attend() {
    const [q, k, v] = [0, 1, 2].map((which) => order.map((token) => vectors[token][which]));
    const scores = q.map((query) => k.map((key) => away(dot(query, key) / Math.sqrt(query.length))));
    const weights = scores.map(softmax);
    const outputs = weights.map((row) => v[0].map((_, column) => dot(row, v.map((value) => value[column]))));
    return { scores, weights, outputs };
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  function arc(from, to) {
    const own = from === to ? LOOP : 0;
    const [start, end] = [slot * (from + 0.5) - own, slot * (to + 0.5) + own];
    const top = Math.round(100 * (BASE - (((BASE - TOP) * (Math.abs(from - to) + 1)) / order.length) * 4 / 3)) / 100;
    return `M${start} ${BASE}C${start} ${top} ${end} ${top} ${end} ${BASE}`;
  }

  /** @type {(entries: number[], places: number) => string} */
  const vector = (entries, places) => entries.map((entry) => text(entry, places)).join(", ");

  function show() {
    const { scores, weights, outputs } = attend();
    const place = order.indexOf(chosen);
    showSentence(place, weights[place]);
    showWorking(scores[place], weights[place], outputs[place]);
    showAll(weights, outputs);
  }

  /**
   * @param {number} place
   * @param {number[]} weights
   */
  function showSentence(place, weights) {
    order.forEach((token, at) => {
      svg.children[at].setAttribute("d", arc(place, at));
      svg.children[at].setAttribute("stroke-width", String((WIDEST * weights[at]) / 100));
      labels[token].style.order = String(at);
      part("weight", labels[token]).textContent = text(weights[at], 2);
    });
  }

  /**
   * @param {number[]} scores
   * @param {number[]} weights
   * @param {number[]} output
   */
  function showWorking(scores, weights, output) {
    part("working").textContent = fill(root.dataset.title, { word: names[chosen], q: vector(vectors[chosen][0], 1) });
    const body = lesson.part(root, ".attention_figure-working tbody");
    order.forEach((token, at) => {
      part("score", working[token]).textContent = text(scores[at], 2);
      part("weight", working[token]).textContent = text(weights[at], 2);
      body.append(working[token]);
    });
    const lines = output.map(function (sum, column) {
      const line = document.createElement("span");
      const terms = order.map(function (token, at) {
        const value = text(vectors[token][2][column], 1);
        return `${text(weights[at], 2)}×${value.startsWith("−") ? `(${value})` : value}`;
      });
      const result = document.createElement("b");
      result.textContent = text(sum, 3);
      line.append(`${terms.join(" + ")} = `, result);
      return line;
    });
    part("sum").replaceChildren(...lines);
    part("fetched").textContent = fill(root.dataset.fetched, { word: names[chosen], output: vector(output, 3) });
  }

  /**
   * @param {number[][]} weights
   * @param {number[][]} outputs
   */
  function showAll(weights, outputs) {
    order.forEach((token, at) => {
      const row = allRows[token];
      order.forEach((other, column) => (row.cells[other + 1].textContent = text(weights[at][column], 2)));
      part("output", row).textContent = `(${vector(outputs[at], 3)})`;
      row.parentElement?.append(row);
      row.toggleAttribute("data-chosen", token === chosen);
    });
  }

  /** @param {number[]} next */
  function arrange(next) {
    order = next;
    show();
    const same = allRows.every((row, token) => part("output", row).textContent === atFirst[token]);
    const shuffled = order.some((token, at) => token !== at);
    said.textContent = shuffled ? fill(root.dataset[same ? "shuffled" : "changed"], {}) : "";
  }

  function shuffle() {
    const next = order.slice();
    do next.sort(() => Math.random() - 0.5);
    while (next.every((token, at) => token === order[at]));
    arrange(next);
  }

  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = root.querySelectorAll("input");
  for (const input of inputs) {
    input.disabled = false;
    input.addEventListener("change", function () {
      chosen = Number(input.value);
      show();
    });
  }
  part("shuffle").addEventListener("click", shuffle);
  part("restore").addEventListener("click", () => arrange(unshuffled));
  lesson.part(root, "details").removeAttribute("open");
  lesson.part(root, ".figure-controls").hidden = false;
  arrange(unshuffled);
});
