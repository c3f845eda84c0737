"""HTML: nothing that somebody typed can become markup."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from yupana.web.html import data_block, el, page, several


def test_texts_and_attributes_are_escaped() -> None:
    made = el("p", "<b>", el("i", "a & b"), title='"x" <y>')
    assert str(made) == ('<p title="&quot;x&quot; &lt;y&gt;">&lt;b&gt;<i>a &amp; b</i></p>')


def test_attributes_may_be_left_out_or_stand_alone() -> None:
    made = el("input", name="a", required=True, disabled=False, value=None, data_cell="b4")
    assert str(made) == '<input name="a" required data-cell="b4">'


def test_children_may_be_lists_of_lists() -> None:
    made = several(["a", [el("br"), None]], 3)
    assert str(made) == "a<br>3"
    assert page(el("html")) == "<!doctype html>\n<html></html>\n"


@given(st.recursive(st.text() | st.integers() | st.none(), lambda each: st.lists(each)))
def test_data_never_ends_its_element(value: object) -> None:
    text = str(data_block("given", value))
    inside = text.removeprefix('<script type="application/json" id="given">')
    inside = inside.removesuffix("</script>")
    assert "<" not in inside
    assert json.loads(inside) == value
