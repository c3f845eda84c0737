"""The versions of Wiraqocha's rules that can be played, as switches of the one rules.py and its kernel.

A table, record or export names its version; whoever reads it plays it to its end under that version.
"""

from __future__ import annotations

from yupana.core.game import RulesVersion, Switches


class WiraqochaSwitches(Switches, frozen=True, forbid_unknown_fields=True):
    tunneller_frees: bool = False
    """W-14.9: whether the Transport Tunneller may free a prisoner; the rulebook allows it theft alone."""


VERSIONS = {
    1: RulesVersion(WiraqochaSwitches(tunneller_frees=True)),
    2: RulesVersion(WiraqochaSwitches()),
}
