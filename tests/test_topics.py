# ruff: noqa: E501
"""Twelve everyday topics, a lesson each, in YAML and Markdown alone: what they say was worked out by hand."""

import pytest

from site_builder.problems import Problems
from site_builder.source.snapshot import files_of
from tests.scratch import REPOSITORY, built, visible

LESSONS = {
    "rnn": """A layer of attention multiplies as much as a recurrent one where $n$ is the width:
{eval}`rnn_work(n=4096) / attention_work(n=4096)`;
at {eval}`131072` tokens it is {eval}`attention_work(n=131072) / rnn_work(n=131072)` times as much, but one step in place of {eval}`show(131072*step)`.

:::{plot} The work of a layer
x: {variable: n, from: 1, to: 131072, label: tokens}
series:
  - {label: attention, role: score, value: attention_work(n=n)}
  - {label: recurrence, role: state, value: rnn_work(n=n)}
y: log
:::
""",
    "flash": """Tiles in a scratchpad of {eval}`128*KiB` read {eval}`show(tiled_reads(n=4096) / 4096**2, as="ratio")` of what the table holds;
{eval}`ceil_div(4096, 128)` rows of tiles.
""",
    "kv": "With {eval}`8192` tokens the cache is {eval}`kv_cache(N=8192)`, {eval}`kv_per_token()` for each.\n",
    "heads": """Every query its own head: {eval}`kv_per_token(kv_heads=query_heads)`; eight share: {eval}`kv_per_token()`; all share one:
{eval}`kv_per_token(kv_heads=1)`; a latent: {eval}`kv_per_token(model="deepseek-v3")`.
""",
    "moe": """The router gives {eval}`show(softmax([2, 1, 0])[0], as="percent")` to the first of three. With {eval}`8` of {eval}`256` experts
for each of 64 tokens, {eval}`show((1 - 8/256)**64, as="percent")` of them wait.
""",
    "training": "Sixteen bytes a parameter are {eval}`16*B/parameter * parameters()`.\n",
    "scaling": """Twenty tokens a parameter cost {eval}`6*FLOP/parameter/token * parameters() * (20*token/parameter * parameters())`, and leave
{eval}`chinchilla.A / (10**9)**chinchilla.alpha + chinchilla.B / (2*10**10)**chinchilla.beta` to learn.
""",
    "rope": """The first pair turns once in {eval}`wavelength(i=0)` tokens, pair 32 in {eval}`wavelength(i=32)`; a turn of 3 words is
{eval}`show(cos(3 * rope_theta ** (-2*0/head_dim)), digits=4)`.

:::{plot} How far a turn is
x: {over: i, values: [0, 16, 32, 48]}
kind: points
series:
  - {label: tokens a turn, value: wavelength(i=i)}
y: log
:::
""",
    "grpo": """Four answers earn 1, 0, 0, 1: the first is {eval}`(1 - mean([1, 0, 0, 1])) / sqrt(mean((r - mean([1, 0, 0, 1]))**2 for r in [1, 0, 0, 1]))`
deviation above the mean. A ratio of {eval}`1.5` counts as {eval}`show(min(1.5, max(0.8, min(1.5, 1.2))), digits=2)`.
""",
    "diffusion": """After ten steps {eval}`show(prod(1 - t/100 for t in range(1, 11)), digits=4)` of the signal is left; on the cosine
half way {eval}`cos(pi/2 * 500/1000)**2`.

:::{plot} Signal that is left
x: {variable: t, from: 0, to: 1000, scale: linear, label: step}
series:
  - {label: cosine schedule, role: kv, value: cos(pi/2 * t/1000)**2}
:::
""",
    "formats": """Four bits and a scale of 16 for 32 weights: {eval}`show((32*4 + 16)/32, digits=2)` bits. 0.7 in steps of 0.25 is
{eval}`show(ceil_div(0.7/0.25 - 1/2, 1) * 0.25, digits=3)`, off by {eval}`show(0.75 - 0.7, digits=2)`.
""",
    "serving": """A step for one reads {eval}`weights()` and takes {eval}`weights() / h100.bandwidth`; a batch of 64 writes
{eval}`64*token / ((weights() + 64*kv_cache(N=1024)) / h100.bandwidth)`.
""",
}
QUANTITIES = """
attention_work: {title: Work of attention, unit: op, arguments: {n: {from: 1, to: 1048576}}, formula: n**2 * hidden_size * op}
rnn_work: {title: Work of a recurrence, unit: op, arguments: {n: {from: 1, to: 1048576}}, formula: n * hidden_size**2 * op}
tiled_reads: {title: Reads of tiles, arguments: {n: {from: 1, to: 1048576}}, formula: n**2 * head_dim**2 / (128*KiB / (2*B))}
wavelength: {title: Wavelength, arguments: {i: {from: 0, to: 63}}, formula: 2*pi * rope_theta ** (2*i/head_dim)}
"""
SAID = {
    "rnn": ["is the width: 1", "it is 32 times as much", "one step in place of 131,072"],
    "flash": ["read 0.25 of", "; 32 rows"],  # 4096² · 128² ÷ 65,536 = 2²² of 2²⁴
    "kv": ["the cache is 1 GiB, 128 KiB for"],  # 131,072 bytes a token
    "heads": ["own head: 512 KiB", "share: 128 KiB", "one: 16 KiB", "latent: 68.63 KiB"],  # 61 · 576 · 2 = 70,272 bytes
    # e² ÷ (e² + e + 1) = 7.38906 ÷ 11.10734 = 0.665241; (31 ÷ 32)^64 = e^(−2.031917) = 0.131084
    "moe": ["gives ≈ 66.52% to", "tokens, 13.11% of"],
    "training": ["are 119.7 GiB"],  # 16 · 8,030,261,248 = 128,484,179,968 bytes
    "scaling": ["cost 7.738 × 10²¹,", "leave ≈ 0.89 to"],  # 0.35396 + 0.53609 = 0.89005
    # 2π = 6.28319; times √500,000 = 707.1068: 4,442.88; cos 3 = −0.989992
    "rope": ["in ≈ 6.283 tokens", "in ≈ 4,443; a", "is ≈ −0.99"],
    "grpo": ["first is 1 deviation", "of 1.5 counts as 1.2"],
    # ln 0.99 + … + ln 0.9 = −0.57032; cos² 45° = ½, cos² 90° = 0
    "diffusion": ["steps 0.5653 of", "way ≈ 0.5", "1,000 ≈ 0 "],
    "formats": ["weights: 4.5 bits", "is 0.75, off by 0.05"],  # 0.7 ÷ 0.25 = 2.8, nearest 3
    # 16,060,522,496 B ÷ 3.35e12 = 4.794 ms; 64 · 2²⁷ = 8,589,934,592 more: 24,650,457,088 B in 7.358 ms: 8,697.6
    "serving": ["reads 14.96 GiB and takes 4.794 ms", "writes 8,698 token/s"],
}


@pytest.fixture(scope="module")
def pages():
    folder = REPOSITORY / "examples" / "numbers" / "content"
    given = [*folder.glob("anchors/*"), *folder.glob("facts/ch*"), *folder.glob("facts/h100*"), folder / "sources.yaml"]
    files = {f"content/{path.relative_to(folder)}": path.read_bytes() for path in given}
    listed = "".join(f"      - {{id: {lesson}, topic: {lesson}}}\n" for lesson in LESSONS)
    head = "title: Topics\nlang: en\nanchor: llama-3.1-8b\nseverities: {entry-is-used: ignore, file-is-read: ignore}\n"
    files["content/course.yaml"] = (
        f"{head}chapters:\n  - id: t\n    label: T\n    title: Topics\n    lessons:\n{listed}"
    )
    files["content/quantities.yaml"] = QUANTITIES
    for lesson, body in LESSONS.items():
        files[f"content/lessons/{lesson}.md"] = f"---\ntitle: {lesson}\ntime: 3\n---\n\n## What it costs\n\n{body}"
    problems = Problems()
    site = built(files_of(files), problems)
    assert [str(problem) for problem in problems] == []
    return {lesson: visible(site[f"t/{lesson}/index.html"].decode()) for lesson in LESSONS}


@pytest.mark.parametrize("topic", LESSONS)
def test_a_topic_is_taught_with_computed_numbers(pages, topic):
    for words in SAID[topic]:
        assert words in pages[topic], words
