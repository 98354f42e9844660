"""A round written as text, dealt and settled."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.core.facts import WagerSettled
from pitboss.core.options import Refusal
from pitboss.desk.questions import BadQuestion, Unlawful
from pitboss.ids import Player
from pitboss.money import Cents
from pitboss.notation.file import Malformed, parse_round
from pitboss.notation.file import Unlawful as UnlawfulHouse
from pitboss.notation.replay import replay
from pitboss.notation.transcript import transcript


@dataclass(frozen=True, slots=True)
class Settled:
    """A round after its way through the rules: what everybody won or lost, every settlement, and what was said.

    `refused` has what the rules refused, and then nobody won anything. `met` says whether the expectation that the text
    states is met, and nothing where it states none.
    """

    nets: dict[Player, Cents]
    settlements: tuple[WagerSettled, ...]
    transcript: tuple[str, ...]
    refused: Refusal | None
    met: bool | None


def settle(text: str) -> Settled:
    """Deals a round in the notation; raises `BadQuestion` and `Unlawful`."""
    try:
        played = replay(parse_round(text))
    except Malformed as error:
        raise BadQuestion(str(error)) from None
    except UnlawfulHouse as error:
        raise Unlawful(error.defects) from None
    round_ = played.runner.round
    rows = () if played.refused is not None else tuple(round_.layout.settlements.values())
    refusal = None if played.refused is None else played.refused.refusal
    return Settled(played.nets, rows, tuple(transcript(round_.facts)), refusal, played.met)
