"""The author manual in docs/ is the one that the specs make."""

from pathlib import Path

from site_builder.engine.dims import DIMS
from site_builder.parse.directives.registry import DIRECTIVES
from site_builder.parse.manual import with_current_parts
from site_builder.parse.roles import ROLES

MANUAL = (Path(__file__).parents[2] / "docs" / "authoring.md").read_text(encoding="utf-8")


def test_the_manual_is_current():
    assert with_current_parts(MANUAL) == MANUAL, "run python -m site_builder.parse.manual"


def test_it_names_every_directive_option_and_role():
    for directive in DIRECTIVES:
        assert f"\n### {directive.stem}\n" in MANUAL
        assert all(f"`:{option.name}:`" in MANUAL for option in directive.options)
    assert all(f"| `{role.name}` |" in MANUAL for role in ROLES)
    assert all(f"| `{dim.name}` | {dim.meaning} |" in MANUAL for dim in DIMS)
