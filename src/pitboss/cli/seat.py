"""A person at a seat: what the table asks becomes a question with keys, and a key becomes an answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from pitboss.cards import Card, spelled
from pitboss.cli import packets
from pitboss.cli.bets import Bet, Bets, called
from pitboss.cli.keys import Lines, Quit
from pitboss.cli.news import Listener, News
from pitboss.cli.screen import Output, Plain, Screen
from pitboss.cli.verbs import ALWAYS, KEYS, keys_of
from pitboss.core.facts import Fact, RoundEnded
from pitboss.core.fold import fold
from pitboss.core.hands import score
from pitboss.core.kinds import Occasion
from pitboss.core.options import Intent, Option, read_amount
from pitboss.core.requests import Act, Answer, Close, Decide, Decline, Offer, Request, Window
from pitboss.core.shuffling import Cut
from pitboss.core.table_state import TableState
from pitboss.core.view import Viewer
from pitboss.core.wagering import PlaceLate, PlaceWager
from pitboss.games.blackjack.intents import Bet as StayIn
from pitboss.games.blackjack.intents import Insure, Show, Split, Stand
from pitboss.games.colorado.blackjack_switch import Switch
from pitboss.games.colorado.pai_jack_rules import DeclareBust, HouseWay, SetHand
from pitboss.ids import DEALER, HOUSE_DEALER, Author, Clauses, HandId, Player, Role, StakeId, Wager
from pitboss.money import Cents, spoken
from pitboss.notation.transcript import signed, transcript
from pitboss.record.file_tables import Sitting
from pitboss.tables.intents import BuyChips, CloseTable, SeeBurnCard
from pitboss.tables.runner import RoundRecord

WITHOUT = "0"
Keyed = Sequence[tuple[str, str]]
Subjects = Sequence[tuple[str, Clauses]]


class Seat:
    """One person's side of a table, from the first question to the last."""

    def __init__(self, sitting: Sitting, me: Player, output: Output, keys: Lines) -> None:
        self._table = sitting.table
        self._me = me
        self._out = output
        self._keys = keys
        self._name = _spoken if isinstance(output, Plain) else str
        self._listener = Listener(self._name, me, self._hand.box, has_screen=isinstance(output, Screen))
        self._queue: deque[Answer] = deque()
        self._bets = Bets(self._table, me)
        self._news: list[News] = []
        self._unheard: list[Fact] = []
        self._table.listeners.append(lambda _, fact: self._unheard.append(fact))
        if sitting.resumed:
            self._catch_up()

    def _catch_up(self) -> None:
        """Whoever comes back is told the round so far, or the one that was finished while nobody looked."""
        for record in list(self._table.runner.records)[-1:]:
            self._hear(record.facts)

    @property
    def _floor(self) -> TableState:
        """The table as far as this person may know it."""
        return self._table.seen_by(self._me)

    @property
    def _hand(self) -> HandId:
        return HandId(self._floor.seats[self._me].box, 1)

    def play(self) -> None:
        """Until the table is closed; raises `Quit` when the person wants to stop before that."""
        while (request := self._table.pending) is not None:
            self._hear(self._take_unheard())
            if not self._queue:
                self._show()
                self._queue.extend(self._ask(request))
            if self._queue:
                self._submit(self._queue.popleft())
        self._hear(self._take_unheard())
        self._show()

    def _take_unheard(self) -> list[Fact]:
        unheard, self._unheard[:] = self._unheard[:], []
        return unheard

    def _submit(self, answer: Answer) -> None:
        for_house = isinstance(answer, Act) and answer.player == HOUSE_DEALER
        author = Author(Role.HOUSE if for_house else Role.PLAYER, self._me)
        refusal = self._table.say(author, answer)
        if refusal is not None:
            self._queue.clear()
            self._out.refused(refusal)
            if isinstance(self._out, Screen):
                self._pause()

    def _pause(self) -> None:
        self._out.ask("Press Enter to go on.", ())
        self._read_line()

    def _read_line(self) -> str:
        text = self._keys.line()
        if text.lower() in ("q", "quit"):
            raise Quit
        return text

    def _hear(self, facts: Sequence[Fact]) -> None:
        for fact, news in self._listener.hear(facts):
            if news is not None:
                self._news.append(news)
            if isinstance(fact, RoundEnded) and self._me in self._floor.layout.players():
                self._news.append(News(f"This round: {signed(self._floor.layout.net(self._me))}."))

    def _show(self) -> None:
        self._out.show(self._floor, self._news)
        self._news = []

    # Questions. Each returns the answers that follow from what the person chose; none means that it is asked again.

    def _ask(self, request: Request) -> list[Answer]:
        match request:
            case Window(Occasion.BETWEEN_ROUNDS):
                return self._between_rounds()
            case Window(Occasion.BETTING):
                return self._betting()
            case Window():
                return self._window(request)
            case Offer(_, _, options) if options[0].verb is Cut:
                return self._cut(request)
            case Decide(_, _, options) if options[0].verb in (SetHand, DeclareBust):
                return self._set(request)
            case Decide() | Offer():
                return self._decide(request)
            case _:
                raise AssertionError(f"{request} is not for a person")

    def _choose(self, question: str, keys: Keyed, subjects: Subjects) -> str:
        """One of these keys, or the first word of what it means; the keys that always work are dealt with here."""
        known = {key for key, _ in (*keys, *ALWAYS)}
        words = {word: key for key, meaning in keys if (word := meaning.partition(" ")[0]) not in known}
        while True:
            self._out.ask(question, [*keys, *ALWAYS])
            key = self._keys.choice(self._redraw) or "Enter"
            key = words.get(key, key)
            if key in dict(keys):
                return key
            if self._always(key, subjects):
                self._out.tell(f"{key!r} is not one of the keys." if key.isalnum() else "That is not one of the keys.")

    def _line(self, question: str, keys: Keyed, subjects: Subjects) -> str:
        """A line that is typed; the keys that always work are dealt with here."""
        while True:
            self._out.ask(question, [*keys, *ALWAYS])
            text = self._keys.line().lower()
            if not text or self._always(text, subjects):
                return text

    def _always(self, key: str, subjects: Subjects) -> str:
        """Does what the keys that always work stand for; gives any other text back."""
        match key:
            case "q" | "quit":
                raise Quit
            case "?":
                self._explain(subjects)
            case "l":
                self._last_rounds()
            case _:
                return key
        return ""

    def _redraw(self) -> None:
        if isinstance(self._out, Screen):
            self._out.resized()

    def _between_rounds(self) -> list[Answer]:
        shoe = self._floor.shoe
        keys = [("x", "close the table"), ("y", "buy chips")]
        if shoe is None:
            key = self._choose("A new shoe is due.", [("Enter", "shuffle"), *keys], ())
            return [Close()] if key == "Enter" else self._aside(key)
        if self._table.game.rules.shoe.burn_may_be_seen and not shoe.burn_shown:
            keys.append(("b", "see the burn card"))
        return self._wagers(keys)

    def _aside(self, key: str) -> list[Answer]:
        match key:
            case "x":
                return [Act(HOUSE_DEALER, DEALER, CloseTable())]
            case "y":
                chips = self._amount("Chips for how many dollars?", "none", ())
                return [] if chips is None else [self._act(BuyChips(chips))]
            case _:
                return [self._act(SeeBurnCard())]

    def _betting(self) -> list[Answer]:
        """The window is open already, because the table was left in mid-bet."""
        mine = self._floor.layout.placed_by(self._me)
        if mine:
            owed = self._table.game.rules.betting.owed(mine)
            return [*(self._act(PlaceWager(wager, amount)) for wager, amount in owed.items()), Close()]
        answers = self._wagers([("n", "no wager")])
        return answers[1:] if len(answers) > 1 else answers

    def _wagers(self, keys: Keyed) -> list[Answer]:
        """A main wager and what may go beside it, or one of these keys. Enter repeats the last bet."""
        again, played = self._bets.again(), self._table.game.rules.played
        if not self._bets.last:
            self._mention(self._bets.optional(again))
        first = [("Enter", self._bets.listed(again))] if again else []
        skip = [(WITHOUT, f"no {played} wager, {' or '.join(alone)} alone")] if (alone := self._bets.alone()) else []
        main = self._wager(played, {}, [*first, *skip, *keys])
        if main == "":
            return [*self._place(again)] if again else []
        if isinstance(main, str) and main != WITHOUT:
            return [Close()] if main == "n" else self._aside(main)
        bet = {} if isinstance(main, str) else self._with_compulsory(self._bets.whole({played: main}))
        for wager in self._bets.beside():
            if self._bets.has_room(wager, bet):
                self._tell(self._bets.pay_table(wager))
                side = self._wager(wager, bet, [("Enter", "none")])
                bet |= {} if isinstance(side, str) else {wager: side}
        return self._place(bet) if bet else []

    def _mention(self, optional: Sequence[Wager]) -> None:
        """Who has not bet yet does not know what Enter leaves out."""
        if optional:
            names = " and ".join(called(wager).lower() for wager in optional)
            self._out.tell(f"You may bet on {names} too: type an amount instead of Enter, and you are asked.")

    def _with_compulsory(self, bet: Bet) -> Bet:
        """A bet with the wagers that must be placed too, of which some are as large as one likes."""
        for wager in [each for each in bet if each != self._table.game.rules.played]:
            without = {each: amount for each, amount in bet.items() if each != wager}
            self._tell(self._bets.pay_table(wager))
            if self._bets.is_free(wager, without):
                chosen = self._wager(wager, without, [("Enter", spoken(bet[wager]))])
                bet[wager] = bet[wager] if isinstance(chosen, str) else chosen
            else:
                self._out.tell(f"{called(wager)} must be placed too: {spoken(bet[wager])}.")
        return bet

    def _tell(self, text: str) -> None:
        if text:
            self._out.tell(text)

    def _wager(self, wager: Wager, bet: Bet, keys: Keyed) -> Cents | str:
        """An amount that the rules and the chips allow, or the key that was chosen instead."""
        subjects = [(called(wager), self._bets.clauses(wager))]
        question = f"{self._bets.asked(wager)}, {self._bets.limits(wager, bet)}:"
        while True:
            text = self._line(question, keys, subjects)
            if text in dict(keys) or (not text and "Enter" in dict(keys)):
                return text
            amount = self._read(text) if text else None
            refusal = None if amount is None else self._bets.refuses(self._bets.whole({**bet, wager: amount}))
            if refusal is not None:
                self._out.refused(refusal)
            elif amount is not None:
                return amount

    def _place(self, bet: Bet) -> list[Answer]:
        """The next round is opened, the wagers go down, and the window is closed."""
        self._bets.last = bet
        return [Close(), *(self._act(PlaceWager(wager, amount)) for wager, amount in bet.items()), Close()]

    def _window(self, request: Window) -> list[Answer]:
        """Insurance and the like: what may be done on my hands, or nothing more."""
        round_ = self._table.runner.table.round
        assert round_ is not None
        mine = [hand for hand in round_.layout.order if round_.layout.hands[hand].caller == self._me]
        found = [(hand, option) for hand in mine for option in round_.options(self._me, hand, request.verbs)]
        held = self._floor.chips(self._me)
        least = {hand: option.intents[0 if issubclass(option.verb, PlaceLate) else -1] for hand, option in found}
        found = [(hand, option) for hand, option in found if least[hand].puts_up(Cents(0)) <= held]
        if not found:
            return [Close()]
        hand, option = found[0]
        if issubclass(option.verb, PlaceLate):
            return self._late(hand, option)
        intent = option.intents[-1]
        keys = [(KEYS.get(option.verb.verb, "y"), _phrase(intent)), ("Enter", "no")]
        where = f" on box {hand.box}" if len(mine) > 1 else ""
        name = "Insurance" if isinstance(intent, Insure) else option.verb.verb.capitalize()
        key = self._choose(f"{name}{where}?", keys, _subjects([option]))
        return [Close()] if key == "Enter" else [Act(self._me, hand, intent)]

    def _late(self, hand: HandId, option: Option) -> list[Answer]:
        """A wager that is placed when cards lie, or none."""
        verb = option.verb
        assert issubclass(verb, PlaceLate)
        limits = " to ".join(spoken(intent.puts_up(Cents(0))) for intent in option.intents)
        self._out.tell(self._bets.pay_table(verb.wager))
        while True:
            text = self._line(f"{called(verb.wager)}, {limits}:", [("Enter", "none")], _subjects([option]))
            if not text:
                return [Close()]
            amount = self._read(text)
            refusal = None if amount is None else option.refuses(verb(amount))
            if refusal is not None:
                self._out.refused(refusal)
            elif amount is not None:
                return [Act(self._me, hand, verb(amount))]

    def _cut(self, request: Offer) -> list[Answer]:
        least, middle, most = (intent.at for intent in request.options[0].intents if isinstance(intent, Cut))
        question, subjects = f"Cut, {least} to {most} cards from the top:", _subjects(request.options)
        while True:
            text = self._line(question, [("Enter", "decline")], subjects)
            if not text:
                return [Decline()]
            try:
                return [Act(request.player, request.hand, Cut.read([text]))]
            except ValueError:
                self._out.tell(f"Type a number of cards, for example {middle}.")

    def _set(self, request: Decide) -> list[Answer]:
        """Which two cards are the low hand, or the house way; or that no setting is lawful."""
        options = {option.verb: option for option in request.options}
        packet, subjects = self._floor.layout.hands[request.hand].cards, _subjects(request.options)
        if DeclareBust in options:
            self._choose("No setting of your cards is lawful.", [("Enter", "bust")], subjects)
            return [Act(request.player, request.hand, DeclareBust())]
        house_way = options[SetHand].intents[-1]
        assert isinstance(house_way, SetHand)
        helped = f"house way, {packets.spoken(house_way.setting, self._name)}"
        keys = [("Enter", helped)] if HouseWay in options else []
        while True:
            text = self._line(f"Your {packets.numbered(packet, self._name)}. Which two are low?", keys, subjects)
            if not text and keys:
                return [Act(request.player, request.hand, HouseWay())]
            setting = packets.read_low(packet, text)
            refusal = None if setting is None else options[SetHand].refuses(SetHand(setting))
            if setting is None:
                self._out.tell(f"Type the places of two cards, as in 2 4, or the cards, as in {spelled(packet[:2])}.")
            elif refusal is not None:
                self._out.refused(refusal)
            else:
                return [Act(request.player, request.hand, SetHand(setting))]

    def _decide(self, request: Decide | Offer) -> list[Answer]:
        known = keys_of([option.verb.verb for option in self._table.affordable(request)])
        order = list(known)
        options = sorted(self._table.affordable(request), key=lambda option: order.index(option.verb.verb))
        keys = [(known[option.verb.verb], self._meaning(option.intents[-1], request.hand)) for option in options]
        choices = {key: option for (key, _), option in zip(keys, options, strict=True)}
        if isinstance(request, Offer):
            keys.append(("Enter", "be paid" if any(option.verb is Stand for option in options) else "no"))
        question = f"Your {self._lying(request)}{self._out_of_reach(request, options)}:"
        key = self._choose(question, keys, _subjects(options))
        if key == "Enter":
            return [Decline()]
        return [Act(request.player, request.hand, choices[key].intents[-1])]

    def _lying(self, request: Decide | Offer) -> str:
        """What a decision is about: a total, two of them, or cards where these count for something else."""
        layout, verbs = self._floor.layout, [option.verb for option in request.options]
        hands, hand = layout.hands_of(request.hand.box), layout.hands[request.hand]
        if StayIn in verbs:
            return f"{', '.join(map(self._name, hand.cards))} at poker"
        if Switch in verbs:
            return " and ".join(layout.hands[each].score.spoken for each in hands)
        return f"{hand.score.spoken}, hand {request.hand.number}" if len(hands) > 1 else hand.score.spoken

    def _out_of_reach(self, request: Decide | Offer, options: Sequence[Option]) -> str:
        """What the rules allow and the chips do not."""
        offered = {option.verb for option in options}
        table, missing = self._table.runner.table, [each for each in request.options if each.verb not in offered]
        costs = [min(table.puts_up(Act(self._me, request.hand, each)) for each in option.intents) for option in missing]
        named = [f"{option.verb.verb} {spoken(cost)}" for option, cost in zip(missing, costs, strict=True)]
        return f" (your chips do not reach to {' or to '.join(named)})" if named else ""

    def _meaning(self, intent: Intent, hand: HandId) -> str:
        """What a key stands for; of a switch, what it would make of the two spots."""
        if not isinstance(intent, Switch):
            cost = self._table.runner.table.puts_up(Act(self._me, hand, intent))
            if isinstance(intent, StayIn):
                return f"bet {spoken(cost)}"
            stake = self._floor.layout.stakes.get(StakeId(self._me, hand, self._table.game.rules.played))
            several = stake is not None and cost > stake.original
            return f"split for {spoken(cost)}" if several and isinstance(intent, Split) else _phrase(intent)
        hands = self._floor.layout.hands
        one, other = hands[hand].cards, hands[HandId(hand.box, 2)].cards
        made = score((one[0], other[1])), score((other[0], one[1]))
        return f"switch to {made[0].spoken} and {made[1].spoken}"

    def _amount(self, question: str, nothing: str, subjects: Subjects) -> Cents | None:
        """An amount of dollars, or nothing where the line is empty."""
        amount = None
        while amount is None:
            text = self._line(question, [("Enter", nothing)], subjects)
            if not text:
                return None
            amount = self._read(text)
        return amount

    def _read(self, text: str) -> Cents | None:
        try:
            return read_amount([text.removeprefix("$")])
        except ValueError:
            self._out.tell("Type an amount of dollars, for example 25 or 12.50.")
            return None

    def _act(self, intent: Intent) -> Act:
        return Act(self._me, self._hand, intent)

    # Asides, which change nothing.

    def _explain(self, subjects: Subjects) -> None:
        """The rule behind every option, in our own words, by its clause."""
        book = self._table.game.house.rulebook
        texts = {row.id: row.says for row in book.clauses}
        if not subjects:
            self._out.tell(f"{book.title}. pitboss rules {book.id} shows the whole text.")
        for name, clauses in subjects:
            self._out.tell(f"{name}:")
            for each in dict.fromkeys(clauses):
                self._out.tell(f"  {each}: {texts[each]}")
        self._rest()

    def _last_rounds(self) -> None:
        """The last ten rounds with their results, and one of them line by line."""
        finished = {record.number: record for record in self._table.runner.records if _ended(record)}
        if not finished:
            self._out.tell("No round has been finished yet.")
            self._rest()
            return
        for number, record in finished.items():
            self._out.tell(f"Round {number}: {signed(self._net(record))}")
        self._out.ask(f"Which round? Enter for round {max(finished)}.", ())
        text = self._read_line()
        chosen = finished.get(int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else None
        for sentence in transcript((chosen or finished[max(finished)]).facts, self._name, Viewer(self._me)):
            self._out.tell(f"  {sentence}")
        self._rest()

    def _net(self, record: RoundRecord) -> Cents:
        return fold(record.facts).net(self._me)

    def _rest(self) -> None:
        """On a screen an aside waits to be read, and the table is drawn again."""
        if isinstance(self._out, Screen):
            self._pause()
            self._out.redraw()


def _ended(record: RoundRecord) -> bool:
    return bool(record.facts) and isinstance(record.facts[-1], RoundEnded)


def _spoken(card: Card) -> str:
    return card.spoken


def _subjects(options: Sequence[Option]) -> Subjects:
    return [(option.verb.verb, option.clauses) for option in options]


def _phrase(intent: Intent) -> str:
    amount = getattr(intent, "amount", None)
    if isinstance(intent, Show):
        return "show them, to claim your side wager"
    name = "insure" if isinstance(intent, Insure) else intent.verb
    return name if amount is None else f"{name} for {spoken(amount)}"
