"""Rules of names and values: expressions, references from lesson to lesson, calculators."""

from __future__ import annotations

from site_builder.rules.rule import Rule

_CALCULATED = "lesson with a calculator"
NAMES: tuple[Rule, ...] = (
    Rule("expression-is-well-formed", "An expression is a quantity call, an anchor field or arithmetic on them.",
         "{eval}`weights(`", "{eval}`weights()`"),
    Rule("expression-has-a-value",
         "An expression can be computed: no division by zero, units that fit, sizes in bounds.",
         "{eval}`weights() + layers`", "{eval}`weights() / layers`"),
    Rule("axis-starts-above-zero", "A logarithmic axis starts above zero.",
         ":::{calculator} Memory\n:name: sums\n:from: 0\n:to: 4096\n:start: 64\n\n"
         'curves: [{value: "score_matrix(N=N)", label: scores}]\n:::',
         ":::{calculator} Memory\n:name: sums\n:from: 1\n:to: 4096\n:start: 64\n\n"
         'curves: [{value: "score_matrix(N=N)", label: scores}]\n:::'),
    Rule("crossing-is-where-curves-meet", "The crossing a calculator marks is where one of its curves passes another.",
         ":::{calculator} Memory\n:name: sums\n:to: 4096\n:start: 64\n\ncurves:\n"
         '  - {value: "score_matrix(N=N)", label: scores}\n  - {value: "weights()", label: weights}\n'
         "crossing: {curves: [score, kv], label: same}\n:::",
         ":::{calculator} Memory\n:name: sums\n:to: 4194304\n:start: 64\n\ncurves:\n"
         '  - {value: "score_matrix(N=N)", label: scores}\n  - {value: "weights()", label: weights}\n'
         "crossing: {curves: [score, kv], label: same}\n:::"),
    Rule("number-has-its-unit", "A number that stands for bytes, seconds or the like is written with its unit.",
         "{eval}`weights() / 10**9`", "{eval}`weights() / GB`"),
    Rule("quantity-is-known", "Every quantity named is one the engine has.", "{eval}`weigths()`", "{eval}`weights()`"),
    Rule("field-is-of-the-model", "A field that an expression reads is one that its model has.",
         "{eval}`experts`", '{eval}`experts(model="experts")`'),
    Rule("argument-is-known", "Every argument of a quantity is one it takes.",
         "{eval}`score_matrix(M=6)`", "{eval}`score_matrix(N=6)`"),
    Rule("lesson-is-known", "Every lesson referred to is in the course.", "{lesson}`memroy`", "{lesson}`a`"),
    Rule("promise-is-known", "Every promise referred to is in the course.", "{promise}`odrer`", "{promise}`order`"),
    Rule("promise-is-paid-later", "A promise is paid by a lesson that comes after the one that makes it.",
         "{promise}`earlier`", "{promise}`order`"),
    Rule("target-is-known", "Every link that prints a number leads to a label of its lesson, or of the one it names.",
         "[](#smu)\n\n$$\na\n$$ (sum)", "[](#sum)\n\n$$\na\n$$ (sum)"),
    Rule("promise-is-paid", "A lesson that is to pay a promise says where it does, and no other does.",
         "{paid}`order`", "{promise}`order`"),
    Rule("section-is-known", "A claim that its own page derives names the section that does.",
         ":::{claims}\n- {claim: It grows, grade: proved, section: sums}\n:::",
         ":::{claims}\n- {claim: It grows, grade: proved, section: growth}\n:::\n\n## Growth\n\nText."),
    Rule("source-is-known", "Every source cited is in sources.yaml or sources.bib.",
         "{cite}`vaswani2018`", "{cite}`vaswani2017`"),
    Rule("entry-is-used", "Every promise, source and term of the course is referred to by a lesson.",
         "unused: {title: Unused, english: unused, sentence: Nobody asks.}", "", "glossary.yaml"),
    Rule("term-is-known", "Every term referred to is in glossary.yaml.", "{term}`kv-cahce`", "{term}`kv-cache`"),
    Rule("dimension-is-known", "Every dimension named is in the dimension key.", "{dim}`d_kk`", "{dim}`d_k`"),
    Rule("widget-is-known", "Every widget a button sets is on the page and accepts the value.",
         "{set}`now <memroy: N=6>`", "{set}`now <memory: N=6>`", _CALCULATED),
    Rule("button-sets-what-it-says", "A button whose words hold a number sets that number.",
         "{set}`N = 7 <memory: N=6>`", "{set}`N = 6 <memory: N=6>`", _CALCULATED),
    Rule("link-has-a-target", "Every link within the course leads to a page and an element that exist.",
         "[more](a.md#nowhere)", "[more](a.md)"),
)  # fmt: skip
