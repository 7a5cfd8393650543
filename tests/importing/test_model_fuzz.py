"""Any value in any field: an import or an anchor is a model with numbers, or problems; never an exception."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.engine.table import table
from site_builder.facts.anchor import read_anchor
from site_builder.importing.hf_ignored import IGNORED
from site_builder.importing.importer import import_config
from site_builder.problems import Problems
from site_builder.source.text import SourceText
from tests.engine.models import value
from tests.engine.test_second_derivation import text_parameters
from tests.importing.test_breadth import PUBLISHED

CONFIGS = {
    path.stem: json.loads(path.read_text()) for path in sorted((Path(__file__).parent / "configs").glob("*.json"))
}
CONFIGS |= {name: {"model_type": family} | config for (name, family), (config, _) in PUBLISHED.items()}
ANCHORS = {
    path.stem: path.read_text() for path in sorted((Path(__file__).parents[2] / "content/anchors").glob("*.yaml"))
}

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 300), st.sampled_from([0, 10**12, 2**40, 10**30, -1]),
    st.floats(allow_nan=False), st.text(max_size=8), st.lists(st.integers(0, 9), max_size=3),
    st.builds(dict), st.builds(dict, a=st.just(1)),
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_changed_config_is_imported_or_reported(data):
    name = data.draw(st.sampled_from(sorted(CONFIGS)))
    config = json.loads(json.dumps(CONFIGS[name]))
    for _ in range(data.draw(st.integers(1, 3))):
        part = data.draw(
            st.sampled_from([value for value in (config, *config.values()) if isinstance(value, dict) and value])
        )
        part[data.draw(st.sampled_from(sorted(part)))] = data.draw(VALUES)
    problems = Problems()
    written = import_config(SourceText("config.json", json.dumps(config)), problems)
    assert (written is None) == bool(problems.errors)
    if written is not None:
        anchor = read_anchor(SourceText("a.yaml", written), problems)
        assert anchor is not None
        assert table(anchor.model, {})


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_changed_anchor_is_read_or_reported(data):
    text = ANCHORS[data.draw(st.sampled_from(sorted(ANCHORS)))]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(list(re.finditer(r"value: (\[.*?\]|[^,}]+)", text))))
        text = f"{text[: place.start(1)]}{json.dumps(data.draw(VALUES))}{text[place.end(1) :]}"
    problems = Problems()
    anchor = read_anchor(SourceText("a.yaml", text), problems)
    assert (anchor is None) == bool(problems.errors)
    if anchor is not None:
        for row in table(anchor.model, {}):
            assert row.bound is None or row.bound.substituted()


HARMLESS = IGNORED | {
    "max_window_layers", "sliding_window",  # where use_sliding_window is off
    "intermediate_size",  # where every layer has experts
    "moe_layer_end_index",  # beyond the last layer
    "use_qk_norm",  # of Llama 4, whose norms have no weights
    "expand",  # of Nemotron-H, which gives its heads
}  # fmt: skip


def changed(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    return f"{value}x" if isinstance(value, str) else value * 2 or 2


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_value_that_changes_alone_changes_the_model_or_is_reported(data):
    """No key is silently without effect but those that have none on any size."""
    name = data.draw(st.sampled_from(sorted(CONFIGS)))
    config = json.loads(json.dumps(CONFIGS[name]))
    part = data.draw(st.sampled_from([config, *(config[key] for key in ("text_config",) if key in config)]))
    plain = [key for key, value in part.items() if isinstance(value, bool | int | float | str)]
    key = data.draw(st.sampled_from(sorted(plain)))
    before, after = Problems(), Problems()
    written = import_config(SourceText("config.json", json.dumps(config)), before)
    part[key] = changed(part[key])
    again = import_config(SourceText("config.json", json.dumps(config)), after)
    if again is None or len(after) > len(before):
        return
    assert again != written or key in HARMLESS, (name, key)
    anchor = read_anchor(SourceText("a.yaml", again), Problems())
    assert value("parameters_text", anchor.model) == text_parameters(anchor.model)
