"""A virtual shoe by itself: what it binds itself to, what it keeps, and what it recalls."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from pitboss.cards import SPANISH_DECK, Rank, cards, spelled
from pitboss.core.facts import CardsCollected, CardsCut
from pitboss.core.incidents import SealLost, ShoeEmpty
from pitboss.core.kinds import Face
from pitboss.core.requests import Answer, FaceDown, NextCard, Reader, Reveal, Revealed, Shuffle, Shuffled, Spin, Turn
from pitboss.ids import DEALER, Box, HandId, Pile, Player
from pitboss.shoe.commitment import commitment, wheel
from pitboss.shoe.randomness import PracticeRandomness, SystemRandomness
from pitboss.shoe.virtual import ShoeRequest, VaultInMemory, VirtualShoe

ANN = HandId(Box(1), 1)
FRESH = Shuffle(48, (), fresh=True)


def shoe(vault: VaultInMemory | None = None, seed: int | None = None) -> VirtualShoe:
    randomness = SystemRandomness() if seed is None else PracticeRandomness(seed)
    return VirtualShoe("spanish21-ma", SPANISH_DECK, randomness, vault or VaultInMemory())


def test_the_commitment_is_a_plain_sha_256() -> None:
    text = b"pitboss shoe 1\nspanish21-ma\n7h 9c\nab12"
    assert commitment("spanish21-ma", cards("7h 9c"), "ab12") == hashlib.sha256(text).hexdigest()


def test_it_deals_what_it_bound_itself_to() -> None:
    virtual = shoe()
    bound = virtual.answer(FRESH)
    virtual.note(CardsCut(Player("ann"), 20, ()))
    dealt = [virtual.answer(NextCard(ANN, Face.UP)) for _ in range(48)]
    revealed = virtual.answer(Reveal(1))
    assert isinstance(revealed, Revealed)
    assert bound == Shuffled(commitment("spanish21-ma", revealed.order, revealed.nonce))
    assert dealt == [*revealed.order[20:], *revealed.order[:20]]
    assert virtual.answer(NextCard(ANN, Face.UP)) == ShoeEmpty()


def test_every_shoe_has_its_own_nonce() -> None:
    virtual = shoe()
    assert virtual.answer(FRESH) != virtual.answer(FRESH)


def test_practice_is_repeatable_and_not_the_same_shoe_twice() -> None:
    one, other = shoe(seed=5), shoe(seed=5)
    first, second = one.answer(FRESH), one.answer(FRESH)
    assert first == other.answer(FRESH)
    assert first != second
    assert second == other.answer(FRESH)
    spins = [one.answer(Spin(ANN, (1, 1, 1, 1, 1, 1))) for _ in range(20)]
    assert spins == [other.answer(Spin(ANN, (1, 1, 1, 1, 1, 1))) for _ in range(20)]
    assert len(set(spins)) > 2


def test_the_wheel_follows_from_the_nonce_the_cut_and_the_count_of_spins() -> None:
    """As the page on shoes says it, written apart: HMAC-SHA-256 under the nonce."""
    virtual = shoe()
    virtual.answer(FRESH)
    virtual.note(CardsCut(Player("ann"), 20, ()))
    weights = (3, 1, 6)
    stopped = [virtual.answer(Spin(ANN, weights)) for _ in range(60)]
    revealed = virtual.answer(Reveal(1))
    assert isinstance(revealed, Revealed)
    sections = [1, 1, 1, 2, 3, 3, 3, 3, 3, 3]
    for number, section in enumerate(stopped, start=1):
        text = f"pitboss wheel 1\n20\n{number}\n0".encode()
        digest = hmac.new(bytes.fromhex(revealed.nonce), text, hashlib.sha256).hexdigest()
        assert section == sections[int(digest, 16) % 10]
    assert set(stopped) == {1, 2, 3}


def test_every_section_of_a_wheel_comes_as_often_as_its_weight() -> None:
    found = Counter(wheel(f"{nonce:064x}", 7, 1)(10) for nonce in range(20_000))
    assert sum((count - 2000) ** 2 / 2000 for count in found.values()) < 27.9  # one in a thousand


def test_a_draw_that_would_be_uneven_is_drawn_again() -> None:
    """With almost all of 2^256 as the number of sections, about half of the draws are rejected."""
    nonces = [f"{nonce:064x}" for nonce in range(200)]
    most = 2**255 + 1
    drawn = [wheel(nonce, 0, 1)(most) for nonce in nonces]
    first = [
        int(hmac.new(bytes.fromhex(each), b"pitboss wheel 1\n0\n1\n0", "sha256").hexdigest(), 16) for each in nonces
    ]
    assert all(each < most for each in drawn)
    assert 60 < sum(one != other for one, other in zip(drawn, first, strict=True)) < 140


def test_a_hidden_card_is_not_said_before_it_is_turned() -> None:
    virtual = shoe(seed=1)
    virtual.answer(FRESH)
    assert virtual.answer(NextCard(DEALER, Face.DOWN)) == FaceDown()
    everything = frozenset(Rank)
    assert virtual.answer(Reader(DEALER, everything)) is True
    assert virtual.answer(Reader(DEALER, frozenset())) is False
    revealed = virtual.answer(Reveal(1))
    assert isinstance(revealed, Revealed)
    assert virtual.answer(Turn(DEALER)) == revealed.order[0]


def test_a_hole_card_that_was_never_turned_is_gone_with_the_round() -> None:
    virtual = shoe(seed=1)
    virtual.answer(FRESH)
    virtual.answer(NextCard(DEALER, Face.DOWN))
    virtual.note(CardsCollected((), 1, ()))
    virtual.answer(NextCard(DEALER, Face.DOWN))
    revealed = virtual.answer(Reveal(1))
    assert isinstance(revealed, Revealed)
    assert virtual.answer(Turn(DEALER)) == revealed.order[1]


def run_out(virtual: VirtualShoe) -> list[tuple[ShoeRequest, Answer]]:
    """One card lies face down, one face up, the rest are in the rack; the discards are to be shuffled."""
    said: list[tuple[ShoeRequest, Answer]] = []

    def ask(request: ShoeRequest) -> Answer:
        said.append((request, virtual.answer(request)))
        return said[-1][1]

    ask(FRESH)
    ask(NextCard(Pile.DISCARDS, Face.DOWN))
    for _ in range(45):
        ask(NextCard(ANN, Face.UP))
    virtual.note(CardsCollected((), 0, ()))
    ask(NextCard(ANN, Face.UP))
    ask(NextCard(DEALER, Face.DOWN))
    assert ask(NextCard(ANN, Face.UP)) == ShoeEmpty()
    return said


def test_the_discards_are_all_cards_but_those_on_the_layout() -> None:
    virtual = shoe()
    out = run_out(virtual)[-3][1]
    virtual.answer(Shuffle(46, (out,), fresh=False))  # type: ignore[arg-type]
    first, second = virtual.answer(Reveal(1)), virtual.answer(Reveal(2))
    assert isinstance(first, Revealed)
    assert isinstance(second, Revealed)
    assert sorted(map(str, second.order)) == sorted(map(str, first.order[:46]))
    assert virtual.answer(Turn(DEALER)) == first.order[47]


def test_a_kill_between_the_seal_and_the_record_leaves_no_second_seal() -> None:
    """The discards were shuffled and sealed, and the record never heard of it: the next seal replaces that one."""
    vault = VaultInMemory()
    killed = shoe(vault)
    said = run_out(killed)
    out = said[-3][1]
    killed.answer(Shuffle(46, (out,), fresh=False))  # type: ignore[arg-type]
    again = shoe(vault)
    for request, answer in said:
        again.recall(request, answer)
        if request == NextCard(ANN, Face.UP) and len(vault.kept()) == 2 and request is said[46][0]:
            again.note(CardsCollected((), 0, ()))
    bound = again.answer(Shuffle(46, (out,), fresh=False))  # type: ignore[arg-type]
    assert [seal.number for seal in vault.kept()] == [1, 2]
    revealed = again.answer(Reveal(2))
    assert isinstance(revealed, Revealed)
    assert bound == Shuffled(commitment("spanish21-ma", revealed.order, revealed.nonce))


def test_without_its_seal_it_says_so() -> None:
    virtual = shoe(VaultInMemory())
    virtual.recall(FRESH, Shuffled("ab" * 32))
    assert virtual.lost
    assert virtual.answer(NextCard(ANN, Face.UP)) == SealLost()
    assert virtual.answer(Reveal(1)) == SealLost()


def test_the_domain_separates_rulebooks() -> None:
    order = cards("7h 9c")
    assert commitment("spanish21-ma", order, "ab") != commitment("spanish21-md", order, "ab")
    assert spelled(order) == "7h 9c"
