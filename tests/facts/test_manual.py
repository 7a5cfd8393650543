"""docs/quantities.md is the page that the engine makes, and says of every quantity what it is."""

from site_builder.engine.quantities import QUANTITIES
from site_builder.facts.manual import MODELS, quantities_page, shown_models
from site_builder.source.folder import read_folder
from tests.scratch import REPOSITORY

PAGE = (REPOSITORY / "docs" / "quantities.md").read_text(encoding="utf-8")


def test_the_page_is_current():
    models = shown_models(read_folder(REPOSITORY))
    assert [model.id for model in models] == list(MODELS)
    assert quantities_page(models) == PAGE, "run python -m site_builder.facts.manual"


def test_it_gives_every_quantity_its_words_symbol_and_arguments():
    sections = {section.split("\n", 1)[0]: section for section in PAGE.split("\n## ")[1:]}
    assert list(sections) == [*(quantity.id for quantity in QUANTITIES), "formats"]
    for quantity in QUANTITIES:
        assert quantity.title in sections[quantity.id]
        assert f"Symbol `{quantity.symbol}`" in sections[quantity.id]
        assert all(f"| `{argument.name}` |" in sections[quantity.id] for argument in quantity.arguments)


def test_a_formula_is_the_one_of_the_paper():
    """2 · layers · KV heads · N · head width · bytes, arXiv:2305.13245."""
    assert "`M_KV = 2 × L_full × h_kv × N × d_h × b`" in PAGE
