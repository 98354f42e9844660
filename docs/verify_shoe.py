"""Checks the revealed shoes of a pitboss journal, without pitboss: python3 verify_shoe.py JOURNAL [DECKS]

For every revealed order: it hashes to the commitment that was recorded before the cut, it holds the right cards, and
turned by the recorded cut it gives the cards that were dealt, in their order; and the bonus wheel stopped where nonce
and cut say. Written apart from pitboss's own check.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter

RANKS = "A23456789JQK"  # a Spanish deck has no tens
DECK = [rank + suit for suit in "cdhs" for rank in RANKS]


def rows(path):
    with open(path, encoding="ascii", errors="replace") as file:
        found = [dict(json.loads(line)) for line in file if line.endswith("\n")]
    if not found or "house" not in found[0]:
        sys.exit(f"{path}: this is not a journal of pitboss")
    return found


class Shuffle:
    def __init__(self, row):
        self.commitment, self.cards, self.cut = row["commitment"], row["cards"], 0
        self.drawn, self.down = [], {}  # cards as they came; places of unseen ones, by hand
        self.spins = []

    def draw(self, hand, card):
        if not card:
            self.down.setdefault(hand, []).append(len(self.drawn))
        self.drawn.append(card)


def follow(shuffles, row):
    """Notes what a fact says of the shoe in use, which is the last of `shuffles`."""
    kind, last = row.get("fact"), shuffles[-1] if shuffles else None
    if kind == "CardsShuffled":
        shuffles.append(Shuffle(row))
    elif kind == "CardsCut":
        last.cut = row["at"]
    elif kind in ("CardDealt", "CardBurned", "CardSetAside"):
        last.draw("burned" if kind == "CardBurned" else row.get("hand", ""), row.get("card", ""))
    elif kind in ("CardTurned", "BurnCardShown"):
        hand = row.get("hand", "burned")
        first = next(each for each in (shuffles if kind == "CardTurned" else shuffles[::-1]) if each.down.get(hand))
        first.drawn[first.down[hand].pop(0)] = row["card"]
    elif kind == "CardsCollected":
        for each in shuffles:
            each.down = {hand: places for hand, places in each.down.items() if hand == "burned"}
    elif kind == "WheelSpun":
        last.spins.append(row)
    elif kind == "ShoeLost":
        shuffles.clear()


def faults(shuffle, row, rulebook, full):
    """What is wrong with one revealed order."""
    order = row["order"].split()
    text = "\n".join(("pitboss shoe 1", rulebook, row["order"], row["nonce"]))
    if hashlib.sha256(text.encode("ascii")).hexdigest() != shuffle.commitment:
        yield "the order does not hash to its commitment"
    whole = shuffle.cards == sum(full.values())
    if len(order) != shuffle.cards or (Counter(order) != full if whole else Counter(order) - full):
        yield "the order does not hold the right cards"
    came = order[shuffle.cut :] + order[: shuffle.cut]
    for place, (dealt, bound) in enumerate(zip(shuffle.drawn, came), start=1):  # noqa: B905
        if dealt and dealt != bound:
            yield f"card {place} was dealt as {dealt}, and the order has {bound}"
    for number, spun in enumerate(shuffle.spins, start=1):
        weights = [int(each) for each in spun.get("weights", "").split()]
        if weights and stop(row["nonce"], shuffle.cut, number, weights) != spun["section"]:
            yield f"spin {number} did not stop where nonce and cut say"


def stop(nonce, cut, number, weights):
    """The section on which the wheel stops, counted from 1."""
    whole, trial = sum(weights), 0
    while True:
        text = f"pitboss wheel 1\n{cut}\n{number}\n{trial}".encode("ascii")
        drawn = int(hmac.new(bytes.fromhex(nonce), text, hashlib.sha256).hexdigest(), 16)
        if drawn < 2**256 - 2**256 % whole:
            break
        trial += 1
    return 1 + sum(drawn % whole >= sum(weights[:each]) for each in range(1, len(weights)))


def main(path, decks=0):
    journal = rows(path)
    header, shuffles, checked, wrong = journal[0], [], 0, 0
    decks = decks or next(int(line.split("=")[1]) for line in header["house"].splitlines() if line.startswith("decks"))
    full = Counter(dict.fromkeys(DECK, decks))
    for number, row in enumerate(journal, start=1):
        follow(shuffles, row)
        if row.get("fact") == "ShoeRevealed":
            found = [each for each in shuffles if each.commitment == row["commitment"]]
            said = list(faults(found[0], row, header["rulebook"], full)) if found else ["nothing was committed to it"]
            shuffles = [each for each in shuffles if each.commitment != row["commitment"]]
            checked, wrong = checked + 1, wrong + bool(said)
            for each in said:
                print(f"line {number}: {each}")
    print(f"{checked} revealed order(s), {wrong} wrong, {len(shuffles)} not revealed")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or not all(each.isdigit() for each in sys.argv[2:]):
        sys.exit("usage: python3 verify_shoe.py JOURNAL [DECKS]")
    try:
        sys.exit(main(sys.argv[1], *(int(each) for each in sys.argv[2:])))
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror}")
    except (KeyError, IndexError, AttributeError, TypeError, ValueError, StopIteration):
        sys.exit(f"{sys.argv[1]}: it is no journal, or a damaged one; pitboss audit says more")
