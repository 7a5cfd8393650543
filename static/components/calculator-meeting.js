// Where two curves meet first along the variable, exactly: what engine/meeting.py does.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

// `order(n)` is −1n, 0n or 1n as the first is less, equal or more at n; null where one has no value.
lesson.calculator.firstMeeting = function (order, low, high, isEven) {
  /** @type {{ point: number, found: number } | null} */
  let before = null;
  for (const point of isEven ? evenSteps(low, high) : growingSteps(low, high)) {
    const found = order(point);
    if (found === null) continue;
    if (!before && found === 0) return point;
    if (before && found !== before.found) return bisected(before, point);
    before = { point, found };
  }
  return null;

  /** @param {{ point: number, found: number }} before @param {number} end */
  function bisected({ point, found }, end) {
    while (end - point > 1) {
      const middle = Math.floor((point + end) / 2);
      if (order(middle) === found) point = middle;
      else end = middle;
    }
    return end;
  }

  /** @param {number} point @param {number} end */
  function* growingSteps(point, end) {
    for (; point < end; point += Math.max(1, Math.floor(point / 16))) yield point;
    yield end;
  }

  /** @param {number} start @param {number} end */
  function* evenSteps(start, end) {
    const steps = Math.min(end - start, 512);
    for (let step = 0; step <= steps; step++) yield start + Math.floor(((end - start) * step) / steps);
  }
};
