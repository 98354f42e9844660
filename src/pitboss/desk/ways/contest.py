"""Ante Up 21: an ante on a poker hand of the same cards, played for together with the blackjack hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING

from pitboss.analysis.priced import ALONE_METHOD, CONTEST_METHOD, PlayedTogether, Thumb
from pitboss.cards import spelled
from pitboss.desk.answers import (
    Advice,
    Advised,
    BestPlay,
    Combined,
    Price,
    Section,
    against,
    best_first,
    thumb_object,
    thumb_says,
)
from pitboss.desk.cache import Arrays
from pitboss.desk.judgement import Judgement, unknown
from pitboss.desk.session import AnalysisSession, outcomes_of, written
from pitboss.desk.shown import offered, read_hand, read_up_card
from pitboss.desk.ways.way import Played, Way
from pitboss.desk.worths import CARDS_SEEN, judged_by, seen_beside, unit_of
from pitboss.games.blackjack.intents import Bet, Fold, Split
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.ids import Wager
from pitboss.money import ZERO, Cents, spoken
from pitboss.rules.contest import Contest as ContestRules

if TYPE_CHECKING:
    from pitboss.analysis.contest.joint import Contested, Joint
    from pitboss.analysis.contest.saved import SavedContest
    from pitboss.cards import Card
    from pitboss.core.layout import Layout
    from pitboss.desk.practice import PlayerQuestion


@dataclass
class Contest(Way):
    """Fold or bet on the first cards, then both hands of a box played for all wagers."""

    contest: ContestRules
    _known: dict[Cents, Contested] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, session: AnalysisSession, stakes: Mapping[Wager, Cents]) -> Contest | None:
        contest = session.rules.contest
        return None if contest is None else cls(session, stakes, contest)

    @staticmethod
    def later(rules: BlackjackRules) -> Mapping[Wager, Wager]:
        return {} if rules.contest is None else {rules.contest.bet: rules.contest.ante}

    @property
    def ante(self) -> Wager:
        return self.contest.ante

    @property
    def placed(self) -> Cents:
        return self.stakes.get(self.ante, ZERO)

    @property
    def decides(self) -> bool:
        return self.placed > 0

    @property
    def tens_apart(self) -> bool:
        return True

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return (self.ante,)

    @property
    def _other(self) -> Cents:
        """What lies on the played wager."""
        return self.stakes.get(self.played, ZERO)

    @cached_property
    def _joint(self) -> Joint:
        """How the poker hand and the blackjack hand of a box end together, whatever is staked."""
        from pitboss.analysis.contest.joint import Joint  # noqa: PLC0415

        return Joint(self.session.solution, self.contest)

    def _contested(self, ante: Cents) -> Contested:
        from pitboss.analysis.contest.joint import Contested  # noqa: PLC0415

        if ante not in self._known:
            self._known[ante] = Contested(self._joint.solution, self.contest, self._other, ante, self._joint)
        return self._known[ante]

    def _together(self, ante: Cents) -> PlayedTogether:
        """What the played wager and an ante of this size are worth together."""

        def compute() -> list[object]:
            both = self._contested(ante)
            figures = (both.ev, both.sd, both.played_ev, both.ante_ev, both.ante_sd, both.fold_chance)
            self._arrays(ante)  # solved already, so that advice and simulations need not solve it again
            return [*map(float, (*figures, both.error, both.bound)), written(both.outcomes())]

        *figures, outcomes = self.session.known(f"together {self._other} {ante}", compute)
        ev, sd, played, alone, ante_sd, folds, error, bound = figures
        return PlayedTogether(ev, sd, played, alone, ante_sd, folds, error, bound, outcomes_of(outcomes))

    @cached_property
    def _saved(self) -> SavedContest:
        """Best play of all wagers as they are placed, as far as decisions need it."""
        from pitboss.analysis.contest.saved import from_arrays  # noqa: PLC0415

        return from_arrays(self.contest, self._arrays(self.placed))

    def _arrays(self, ante: Cents) -> Arrays:
        from pitboss.analysis.contest.saved import as_arrays  # noqa: PLC0415

        return self.session.known_arrays(f"contest-{self._other}-{ante}", lambda: as_arrays(self._contested(ante)))

    @property
    def _priced_ante(self) -> Cents:
        """An ante that is not placed is priced at its least."""
        return self.placed or self.rules.betting.wagers[self.ante].smallest(self.rules.betting.chip)

    def _adds(self, both: PlayedTogether, ante: Cents) -> float:
        """What an ante adds to best play of the played wager alone, for each unit of it."""
        return (both.ev - self._other * (self.session.main.ev if self._other else 0.0)) / ante

    def price(self, wager: Wager) -> Price:
        ante, other = self._priced_ante, self._other
        both = self._together(ante)
        if not other:
            alone = Price(wager, both.ante / ante, both.ante_sd / ante, both.outcomes, ALONE_METHOD)
            return replace(alone, beside={wager: ante})
        error, bound = both.error / ante, both.bound / ante
        method = (
            f"{CONTEST_METHOD}, to a standard error of {error:.1e}; best play by everything that is seen could gain "
            f"{bound:.1e} at most; {spoken(ante)} next to {spoken(other)}"
        )
        price = Price(wager, self._adds(both, ante), both.ante_sd / ante, both.outcomes, method)
        return replace(
            price, beside={wager: ante, self.played: other}, error=both.error / ante, bound=both.bound / ante
        )

    def combined(self, prices: Mapping[Wager, Price]) -> Combined | None:
        if not self.placed or not self._other or self.ante not in prices:
            return None
        both, total = self._together(self.placed), self._other + self.placed
        bound = both.bound / total if both.error else None
        return Combined((self.played, self.ante), both.ev / total, both.sd / total, None, bound, both.error / total)

    def advise(self, hand: str, up: str) -> Advice | None:
        """What both hands of a box are worth together, in units of the played wager, or of an ante alone."""
        if not self.placed:
            return None
        game = self.session.game
        held = read_hand(game, hand)
        shown = read_up_card(game, held, up, tens_apart=True)
        unit = self.played if self._other else self.ante
        asked, worths = self._worths(held, shown, self.stakes[unit])
        bet, fold = self.contest.offered + self.contest.equal, self.contest.forfeits
        clauses = offered(self.rules, held) | {Bet.verb: bet, Fold.verb: fold}
        return Advice(
            self.stakes,
            unit,
            self._with_errors(best_first(worths, clauses), held, shown, self.stakes[unit]),
            against(hand, up, "after a bet, the dealer having no blackjack"),
            asked=self._with_errors(best_first(asked, clauses), held, shown, self.stakes[unit]),
            asked_says=against(hand, up, "before the dealer looks for a blackjack"),
        )

    def _worths(
        self, held: Sequence[Card], shown: Mapping[Card, int], unit: Cents
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Worths of fold and bet, and of every decision after a bet, over the up cards that are possible."""
        both = self._saved
        asked: dict[str, float] = {}
        worths: dict[str, float] = {}
        for up, copies in shown.items():
            share = copies / sum(shown.values()) / unit
            before = both.asked(held, up) if len(held) == 2 else {}
            for total, these in ((asked, before), (worths, both.worths(held, up))):
                for name, worth in these.items():
                    total[name] = total.get(name, 0.0) + share * worth
        return asked, worths

    def _with_errors(
        self, advised: Sequence[Advised], held: Sequence[Card], shown: Mapping[Card, int], unit: Cents
    ) -> tuple[Advised, ...]:
        """Say how far decisions may be off whose boxes were played out; errors of several up cards are independent."""
        shares = {up: copies / sum(shown.values()) / unit for up, copies in shown.items()}
        errors: dict[str, float] = {}
        for up, share in shares.items():
            for name, error in self._saved.errors(held, up).items():
                errors[name] = hypot(errors.get(name, 0.0), share * error)
        gains = [(share, self._saved.could_gain(held, up)) for up, share in shares.items()]
        known = [share * gained for share, gained in gains if gained is not None]
        bounds = {Split.verb: sum(known)} if len(known) == len(gains) else {}
        return tuple(
            replace(one, error=errors.get(one.decision, 0.0), bound=bounds.get(one.decision)) for one in advised
        )

    def best_play(self, plain: BestPlay) -> BestPlay:
        if not self.placed:
            return plain
        both = self._together(self.placed)
        adds, (folds, others) = self._adds(both, self.placed), self._rows()
        staked = " and ".join(f"{spoken(amount)} on {wager}" for wager, amount in self.stakes.items())
        says = (
            f"House edge of the {self.ante} wager with best play {-100 * adds:.4f} % at {staked}, what it takes from "
            "the other wager included; the chart above is for that one alone, and advice on a hand says what is best "
            "for both together. These first cards fold:"
        )
        differ = "All others bet, and these are then played otherwise than by the chart:"
        keep = "Rules that a person can keep to, and what they lose of an ante:"
        sections = [Section("folding", says, folds, value=self._object(adds, folds, others), right=())]
        sections += [Section("otherwise", differ, others, right=())] if self._other else []
        sections.append(Section("rules", keep, rules=[thumb_says(rule) for rule in self._thumbs()]))
        return replace(plain, sections=(*plain.sections, *sections))

    def _object(self, adds: float, folds: list[list[str]], others: list[list[str]]) -> dict[str, object]:
        return {
            "wager": self.ante,
            "ev": adds,
            "rules": [thumb_object(rule) for rule in self._thumbs()],
            "otherwise": [
                {"up": up, "decision": decision, "hands": hands.split()}
                for up, decision, hands in (others[1:] if self._other else ())
            ],
            "folds": {up: hands.split() for up, hands in folds[1:]},
        }

    def _rows(self) -> tuple[list[list[str]], list[list[str]]]:
        """What folds against each up card, and what is played otherwise after a bet, each with a heading."""

        def compute() -> list[list[list[str]]]:
            from pitboss.analysis.contest.thumb import fold_rows, other_rows  # noqa: PLC0415

            both = self._contested(self.placed)
            return [fold_rows(both), other_rows(both)]

        folds, others = self.session.known(f"folds {self._other} {self.placed}", compute)
        return [list(row) for row in folds], [list(row) for row in others]

    def _thumbs(self) -> list[Thumb]:
        """Rules of thumb for folding, each with what it loses of an ante."""

        def compute() -> list[list[object]]:
            from pitboss.analysis.contest.thumb import RULES_OF_THUMB  # noqa: PLC0415

            both, ante = self._contested(self.placed), self.placed
            worths = [(rule.says, float(both.by_rule(rule))) for rule in RULES_OF_THUMB]
            return [[says, worth / ante, (float(both.ev) - worth) / ante] for says, worth in worths]

        return [Thumb(*row) for row in self.session.known(f"fold thumbs {self._other} {self.placed}", compute)]

    @property
    def plays(self) -> str:
        return f"with an {self.ante} a simulation plays for all wagers together"

    def play(self, plain: Played) -> Played:
        if not self.placed:
            return plain
        from pitboss.simulation.parts import contest  # noqa: PLC0415

        both = self._together(self.placed)
        worths = {self.played: both.played / self._other, self.ante: both.ante / self.placed}
        name = f"best play of {self.played}, {self.ante} and its bet together"
        why = (
            f"EXACTLY is of each wager as both are played for together; edge has {self.played} played alone, and what "
            f"{self.ante} adds to it."
        )
        plan = plain.plan.with_way(contest.NAME, contest.decisions(self._saved))
        return Played(plan, plain.solution, name, worths[self.played], worths, why)

    def judge(self, seen: Layout, asked: PlayerQuestion) -> Judgement | None:
        """Whether to bet or fold on the first cards, before the dealer looks for a blackjack."""
        if asked.verbs != {Bet, Fold} or seen.community:
            return None
        if seen_beside(seen, asked.hand):
            return unknown(CARDS_SEEN)
        advice = self.advise(spelled(seen.hands[asked.hand].cards), seen.dealer.cards[0].text)
        if advice is None:
            return None
        share = self.stakes[advice.unit] / unit_of(self.session.game, self.stakes)
        return judged_by(advice.asked, asked.usual_intents(self.stakes), share)
