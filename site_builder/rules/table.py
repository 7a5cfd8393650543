"""All rules, in the order in which ``check --list`` prints them."""

from __future__ import annotations

from site_builder.rules.files import FILES
from site_builder.rules.names import NAMES
from site_builder.rules.rule import Rule
from site_builder.rules.text import TEXT

RULES: tuple[Rule, ...] = (*FILES, *TEXT, *NAMES)
RULE_IDS = frozenset(rule.id for rule in RULES)
