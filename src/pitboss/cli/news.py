"""Which sentences about a round make way if there is no room for all of them on a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.service.feed import About
from pitboss.service.report import Sentence


def fitting(news: Sequence[Sentence], fits: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return what there is room for.

    The shoe makes way first, then other boxes, then clauses, and last the oldest sentences.
    """
    of_the_round = [each for each in news if each.about is not About.SHOE] or news
    own = [each for each in of_the_round if each.about is About.OWN] or of_the_round
    for some in (news, of_the_round, own):
        lines = [each.whole for each in some]
        if fits(lines):
            return lines
    lines = [each.text for each in own]
    while len(lines) > 1 and not fits(lines):
        del lines[0]
    return lines
