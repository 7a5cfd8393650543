// The page's own drawing of the curves, anew for another state of the controls that are no axis: paths, labels, crossing,
// marks, table and description, as figures/calculator_view.py makes them for the first.
lesson.calculator = lesson.calculator || {};

lesson.calculator.drawing = function (root, data, model, scale) {
  const { count, fill, put, coordinate } = lesson.calculator;
  const find = (role) => root.querySelector(`[data-role="${role}"]`);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const SVG = "http://www.w3.org/2000/svg";
  const BOX = 1000, MIDDLE = 0.4, EXTRA = 0.7, CLOSE = 0.12, LINE_STEP = 18; // as in figures/chart.py and figures/curve_labels.py
  const axis = data.controls.find(({ name }) => name === data.axis);
  const samples = axis.scale === "log" ? doublings(2) : evenly(48);
  const FINE = 0.002; // as in figures/calculator_samples.py
  const paths = all("path[data-curve]");
  const labels = all('[data-role="label"]');
  const rows = all("tr[data-value]");
  const crossing = ["crossing", "crossing-label", "drop"].map(find);
  const described = find("described");
  const symbol = root.dataset.symbol;

  // Whole numbers along a logarithmic axis, so many to a doubling.
  function doublings(each) {
    const { minimum, maximum } = axis;
    const [first, last] = [Math.floor(Math.log2(minimum) * each), Math.ceil(Math.log2(maximum) * each)];
    const between = Array.from({ length: last - first + 1 }, (_, step) => Math.round(2 ** ((first + step) / each)));
    return [...new Set([minimum, ...between.filter((n) => n > minimum && n < maximum), maximum])].sort((a, b) => a - b);
  }

  function evenly(most) {
    const span = axis.maximum - axis.minimum;
    const steps = Math.min(span, most);
    return Array.from({ length: steps + 1 }, (_, step) => axis.minimum + Math.floor((2 * span * step + steps) / (2 * steps)));
  }

  const part = ([low, high], place) => (place - low) / (high - low);
  const ends = ({ low, high }) => [low, high];
  const percent = (fraction) => Math.round(fraction * 1e5) / 1e3;

  // Each curve's points, { n, value, place, x, y } where it has a place: closer where a curve bends or steps.
  function pointsOf(state) {
    const y = model.yAxis(state);
    const across = (n) => part(ends(data.x), scale.of(n));
    const at = (n) =>
      data.curves.map(function (_, curve) {
        const value = model.value(curve, { ...state, [data.axis]: n });
        const place = value && coordinate(y.scale, value);
        return place === null ? { n, value: null } : { n, value, place, x: across(n), y: 1 - part(ends(y), place) };
      });
    // What stands after `from`, up to and with `to`.
    function between(from, to) {
      const [left, right] = [from[0].n, to[0].n];
      const n = Math.floor(axis.scale === "log" ? Math.sqrt(left * right) : (left + right) / 2);
      const width = across(right) - across(left);
      if (n <= left || n >= right || width < FINE) return [to];
      const [middle, share] = [at(n), (across(n) - across(left)) / width];
      const bends = middle.some(function ({ y }, index) {
        const [low, high] = [from[index].y, to[index].y];
        return (y !== low || y !== high) && !(Math.abs(y - low - share * (high - low)) <= FINE);
      });
      return bends ? [...between(from, middle), ...between(middle, to)] : [to];
    }
    const stops = samples.map(at);
    const rows = [stops[0], ...stops.slice(1).flatMap((to, index) => between(stops[index], to))];
    return data.curves.map((_, index) => rows.map((row) => row[index]));
  }

  const short = (length) => Math.floor(length * 10 + 0.5) / 10;

  function pathOf(points) {
    let pen = "M";
    return points
      .map(function ({ value, x, y }) {
        const [command, drawn] = [pen, value !== null];
        pen = drawn ? "L" : "M";
        return drawn ? `${command}${short(x * BOX)} ${short(y * BOX)}` : "";
      })
      .join("");
  }

  // The whole power of the variable that a curve grows with, or null.
  function slopeOf(curve, state) {
    const points = [];
    for (let n = Math.max(1, axis.minimum); n < axis.maximum; n *= 2) points.push(n);
    points.push(axis.maximum);
    const values = points.map((n) => model.value(curve, { ...state, [data.axis]: n }));
    if (values.some((value) => !value || value[0] === 0n)) return null;
    const grows = (power) =>
      values.every(function ([above, below], index) {
        const [first, now] = [points[0], points[index]].map((n) => BigInt(n) ** BigInt(power));
        return above * values[0][1] * first === values[0][0] * below * now;
      });
    return [0, 1, 2, 3, 4, 5, 6, 7, 8].find(grows) ?? null;
  }

  // How far along its curve each label stands; undefined for the highest.
  function placesOf(curves) {
    const last = curves.map(({ points }) => points.at(-1).place ?? -Infinity);
    const below = curves.map((_, index) => index).filter((index) => last[index] < Math.max(...last));
    below.sort((a, b) => last[b] - last[a]);
    const rising = below.filter((index) => new Set(curves[index].points.map(({ place }) => place)).size > 1);
    const [moving, extra] = [false, true].map((off) => rising.filter((index) => Boolean(curves[index].off) === off));
    const turns = moving.length - 1;
    const places = moving.map((index, turn) => [index, turns ? 0.25 + (0.5 * turn) / turns : MIDDLE]);
    return new Map([...places, ...extra.map((index) => [index, EXTRA])]);
  }

  function labelOf({ label, text, slope, points }, place, curves) {
    const drawn = points.filter(({ value }) => value !== null);
    if (!drawn.length) return null;
    const growth = slope === null ? "" : "∝ " + lesson.formula.toText(slope === 1 ? data.axis : ["^", data.axis, String(slope)], {});
    const lines = [`${label} ${slope === 0 ? text : growth}`.trim()];
    const at = (fraction) => drawn[Math.floor(drawn.length * fraction)];
    if (slope === 0) return { at: drawn[0], lines, anchor: "start", above: false, gap: 6 };
    if (drawn.at(-1).place < drawn[0].place) {
      return { at: at(place || MIDDLE), lines, anchor: place === undefined ? "start" : "end", above: place === undefined, gap: 6 };
    }
    if (place === undefined) return { at: drawn.at(-1), lines, anchor: "end", above: true, gap: 6 };
    const here = at(place);
    const above = curves.map(({ points }) => here.y - points.find(({ n }) => n === here.n).y);
    const crowded = above.some((height) => height > 0 && height < CLOSE);
    return { at: here, lines, anchor: crowded ? "start" : "end", above: !crowded, gap: 6 };
  }

  function lay(element, label) {
    put(element, "visibility", label ? "inherit" : "hidden");
    if (!label) return;
    const { at, lines, anchor, above, gap } = label;
    put(element, "text-anchor", anchor);
    element.replaceChildren(
      ...lines.map(function (line, index) {
        const span = document.createElementNS(SVG, "tspan");
        span.setAttribute("x", percent(at.x) + "%");
        span.setAttribute("y", percent(at.y) + "%");
        span.setAttribute("dx", anchor === "start" ? gap : -gap);
        span.setAttribute("dy", above ? -9 - LINE_STEP * (lines.length - 1 - index) : 19 + LINE_STEP * index);
        span.textContent = line;
        return span;
      })
    );
  }

  // Where the two marked curves meet at this state, or null.
  function meeting(state) {
    if (!data.crossing) return null;
    const [one, other] = data.crossing;
    const order = function (n) {
      const [mine, its] = [one, other].map((curve) => model.value(curve, { ...state, [data.axis]: n }));
      if (!mine || !its) return null;
      const difference = mine[0] * its[1] - its[0] * mine[1];
      return difference < 0n ? -1 : difference > 0n ? 1 : 0;
    };
    return lesson.calculator.firstMeeting(order, axis.minimum, axis.maximum, axis.scale === "linear");
  }

  function layCrossing(state) {
    if (!data.crossing) return null;
    const n = meeting(state);
    const value = n === null ? null : model.value(data.crossing[0], { ...state, [data.axis]: n });
    const place = value && coordinate(model.yAxis(state).scale, value);
    const [point, text, drop] = crossing;
    const apart = find("apart");
    for (const element of [point, drop]) put(element, "visibility", place === null ? "hidden" : "inherit");
    apart.hidden = place !== null;
    if (place === null) return lay(text, null), null;
    const at = { n, place, x: part(ends(data.x), scale.of(n)), y: 1 - part(ends(model.yAxis(state)), place) };
    for (const [element, names] of [[point, ["cx", "cy"]], [drop, ["x1", "y1"]]]) {
      names.forEach((name, index) => put(element, name, percent(index ? at.y : at.x) + "%"));
    }
    put(drop, "x2", percent(at.x) + "%");
    const left = percent(at.x) >= 50;
    const label = { at, lines: [text.dataset.words, `${symbol} = ${count(n)}`], anchor: left ? "end" : "start", above: left, gap: 20 };
    lay(text, label);
    return { n, label };
  }

  // The marks of this state: { level, place, text }, place null where there is none.
  function marksOf(state) {
    return data.marks.map(function ({ level, label, at }) {
      const [value, printed] = at[model.combination(state)];
      const place = coordinate((level ? model.yAxis(state) : data.x).scale, lesson.formula.rational(value));
      return { level, place, text: `${label} ${printed}` };
    });
  }

  function describe(state, curves, met) {
    const { rising, flat, curve, marked } = described.dataset;
    all("[data-described]").forEach(function (element, index) {
      const { label, slope } = curves[index];
      const [lowest, highest] = [axis.minimum, axis.maximum].map((end) => model.text(index, { ...state, [data.axis]: end }));
      const pattern = slope === 0 ? flat : slope ? rising : curve;
      element.textContent = fill(pattern, { variable: symbol, label, lowest, highest, slope });
    });
    if (data.crossing) {
      const said = root.querySelector(".calculator-crossing-said");
      const words = crossing[1].dataset.words;
      said.textContent = met ? fill(marked, { variable: symbol, value: count(met.n), label: words }) : find("apart").textContent;
    }
  }

  return {
    // Gives what is drawn: the curves with their points and labels, where the two marked ones meet, and the y axis.
    draw(state) {
      const [readings, points] = [model.readings(state), pointsOf(state)];
      const curves = data.curves.map((curve, index) => ({
        ...readings[index],
        slope: slopeOf(index, state),
        points: points[index],
      }));
      const places = placesOf(curves);
      const y = data.y[model.combination(state)];
      for (const element of all("[data-y]")) {
        if (element instanceof SVGElement) put(element, "display", Number(element.dataset.y) === y ? "inline" : "none");
        else element.hidden = Number(element.dataset.y) !== y;
      }
      curves.forEach(function (curve, index) {
        put(paths[index], "d", pathOf(curve.points));
        curve.direct = labelOf(curve, places.get(index), curves);
        lay(labels[index], curve.direct);
      });
      const met = layCrossing(state);
      for (const row of rows) {
        [...row.cells].slice(1).forEach((cell, index) => {
          cell.textContent = model.text(index, { ...state, [data.axis]: Number(row.dataset.value) });
        });
      }
      describe(state, curves, met);
      return { curves, met, y: data.ys[y], x: data.x };
    },
    meeting,
    marksOf,
  };
};
