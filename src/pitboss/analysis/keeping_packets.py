"""Packets as plain arrays, and packets from them: what was counted once need not be counted again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.keeping import Foreign
from pitboss.analysis.pai_jack import BUST, PAI_JACK, End, Packets, Points, Way
from pitboss.rules.setting import LOW, PACKET, Totals

Arrays = Mapping[str, NDArray[np.generic]]
CODES: dict[End, tuple[int, int]] = {PAI_JACK: (-1, -1), BUST: (-2, -2)}
ENDS = {code: end for end, code in CODES.items()}
COLUMNS = {"ways": PACKET + 1 + 2, "unasked": 1 + 2, "of_dealer": 2, "pays": 2}


def as_arrays(packets: Packets) -> dict[str, NDArray[np.generic]]:
    """Return everything that settings and plans are read from."""
    ways = [
        (packets.number[packet], *way.low, *way.high, *way.totals)
        for packet, ways in packets.ways.items()
        for way in ways
    ]
    unasked = [(packets.number[packet], *_code(end)) for packet, end in packets.unasked.items()]
    return {
        "ways": _table(ways, "ways"),
        "unasked": _table(unasked, "unasked"),
        "of_dealer": _table([_code(end) for end in packets.of_dealer], "of_dealer"),
        "pays": np.array([(each.numerator, each.denominator) for each in packets.pays], dtype=np.int64),
        "counts": packets.counts,
    }


def fill(packets: Packets, arrays: Arrays) -> None:
    """Give packets what was counted before; raise `Foreign` for arrays that are not of these packets."""
    if any(name not in arrays or arrays[name].shape[1:] != (width,) for name, width in COLUMNS.items()):
        raise Foreign
    counts = arrays.get("counts", np.empty(0))
    numbered = list(packets.number)
    ways, unasked, of_dealer, pays = (arrays[name].tolist() for name in COLUMNS)
    places, rows = len(ways) + len(unasked), len(packets.rules.settlement.table.rows)
    if len(of_dealer) != len(numbered) or len(pays) != rows or counts.shape != (places, rows):
        raise Foreign
    vars(packets).update(
        ways=_ways(numbered, ways),
        unasked={numbered[number]: ENDS[high, low] for number, high, low in unasked},
        of_dealer=[ENDS.get((high, low)) or Totals(high, low) for high, low in of_dealer],
        pays=[Fraction(*each) for each in pays],
        counts=counts,
    )


def _code(end: End) -> tuple[int, int]:
    return (end.high, end.low) if isinstance(end, Totals) else CODES[end]


def _table(rows: Sequence[tuple[int, ...]], name: str) -> NDArray[np.int16]:
    return np.array(rows, dtype=np.int16).reshape(-1, COLUMNS[name])


def _ways(numbered: list[Points], rows: list[list[int]]) -> dict[Points, tuple[Way, ...]]:
    found: dict[Points, list[Way]] = {}
    for number, *points, high, low in rows:
        way = Way(tuple(points[:LOW]), tuple(points[LOW:]), Totals(high, low))
        found.setdefault(numbered[number], []).append(way)
    return {packet: tuple(ways) for packet, ways in found.items()}
