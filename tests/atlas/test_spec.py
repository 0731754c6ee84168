"""Specifications of atlases: what they say, and what is wrong with bad ones."""

from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.atlas import AtlasError
from lianliankan.atlas.spec import parse_spec
from lianliankan.atlas.variant import Variant
from support.paths import ROOT

VARIANT = '[[variant]]\nsize = "4x6"\n'


def test_lists_stand_for_all_combinations() -> None:
    spec = parse_spec('deals = 5\nnodes = 7\n[[variant]]\nsize = ["4x6", "2x4"]\nkinds = 4\ngravity = "all"\n')
    assert len(spec.variants) == 2 * len(llk.GRAVITIES)
    assert spec.deals == 5 * len(spec.variants)
    assert {each.settings.nodes for each in spec.variants} == {7}
    assert str(spec.variants[1].variant) == "4x6 kinds=4 gravity=down"


def test_a_variant_overrides_the_defaults_and_has_all_rules() -> None:
    spec = parse_spec(
        f"deals = 5\nnodes = 7\n{VARIANT}copies = 2\nnodes = 9\n"
        'outside = false\nmax_turns = "unlimited"\nadjacent = false\n'
    )
    (planned,) = spec.variants
    assert planned.variant == Variant(4, 6, 12, llk.Rules(outside=False, max_turns=None, adjacent=False))
    assert planned.settings.nodes == 9
    assert Variant.parse(str(planned.variant)) == planned.variant


@pytest.mark.parametrize("file", sorted((ROOT / "examples" / "atlas").glob("*.toml")), ids=lambda file: file.stem)
def test_the_examples(file: Path) -> None:
    assert parse_spec(file.read_text(encoding="utf-8")).deals > 10_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no variant; expected"),
        ("deals = ", "not valid TOML: Invalid value (at end of document)"),
        ("deals = " + "9" * 5000, "not valid TOML: Exceeds the limit"),
        ("deals = " + "[" * 5000, "not valid TOML: maximum recursion depth"),
        ("variant = 3", "variant must be a list of tables; write [[variant]]"),
        ("deals = 5\n[variant]\nsize = 3", "variant must be a list of tables; write [[variant]]"),
        ("deal = 5\n" + VARIANT, "the top of the file: unknown name 'deal' (choose from deals,"),
        (VARIANT, "variant 1: deals is missing, e.g. deals = 1_000"),
        ("deals = 0\n" + VARIANT, "variant 1: deals must be a whole number from 1 to 1000000000, not 0"),
        ("deals = true\n" + VARIANT, "variant 1: deals must be a whole number from 1 to 1000000000, not True"),
        ("deals = 5\nnodes = 1.5\n" + VARIANT, "variant 1: nodes must be a whole number"),
        ("deals = 5\n[[variant]]\nkinds = 3", 'variant 1: size is missing, e.g. size = "8x18"'),
        ("deals = 5\n[[variant]]\nsize = 8", "variant 1: size must be a text"),
        ("deals = 5\n[[variant]]\nsize = '8by8'", "variant 1: '8by8' is not a size"),
        (f"deals = 5\n{VARIANT}\n[[variant]]\nsize = '3x3'", "variant 2: the board would have 9 tiles, an odd number"),
        (f"deals = 5\n{VARIANT}kinds = 13", "variant 1: 12 pairs can have 1 to 12 kinds, not 13"),
        (f"deals = 5\n{VARIANT}kinds = 'many'", "variant 1: kinds must be an integer, not 'many'"),
        (f"deals = 5\n{VARIANT}gravity = 'sideways'", "variant 1: unknown gravity 'sideways'"),
        (f"deals = 5\n{VARIANT}gravity = []", "variant 1: gravity must not be an empty list"),
        (f"deals = 5\n{VARIANT}outside = 'no'", "variant 1: outside must be True or False"),
        (f"deals = 5\n{VARIANT}turns = 3", "variant 1: unknown name 'turns' (choose from"),
        (f"deals = 5\n{VARIANT}\n{VARIANT}copies = 4", "the variant 4x6 kinds=6 is there twice"),
    ],
)
def test_a_bad_specification_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(AtlasError) as error:
        parse_spec(text)
    assert message in str(error.value)
