"""`pitboss strategy` of a game whose packets are set: rules of thumb, and what each setting of some cards is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.analysis.pai_jack import Packets, Worth
    from pitboss.games.registry import Game


def settings_of(game: Game, form: str, explain: tuple[str, str] | None, *, json: bool) -> None:
    """Prints how packets are best set, or every setting of one; there is no up card, for which a dash stands."""
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.desk.packets import packets_of

    packets, name = packets_of(game), game.house.rulebook.id
    assert packets is not None
    if form != "text":
        stop(f"{name} has no chart; leave --format out", MALFORMED)
    if explain is None:
        _print(game, packets, json=json)
    elif explain[1] != "-":
        stop(f"{name} has no up card; write a dash for it, as in --explain {explain[0]!r} -", MALFORMED)
    else:
        _explain(name, packets, explain[0], json=json)


def _print(game: Game, packets: Packets, *, json: bool) -> None:
    from pitboss.cli.output import say, say_json, table, wrapped
    from pitboss.desk.packets import best_settings

    found = best_settings(packets)
    if json:
        thumbs = [{"rule": each.says, "ev": float(each.ev), "loss": float(each.loss)} for each in found.thumbs]
        better = [
            {"packet": b.packet, "house_way": b.house_way, "best": b.best, "chance": b.chance, "loss": b.loss}
            for b in found.better
        ]
        says = {"rulebook": game.house.rulebook.id, "ev": float(found.best), "ev_exact": str(found.best)}
        say_json({**says, "rules": thumbs, "better": better, "packets": found.packets, "hands": found.hands})
        return
    say(wrapped(f"{game.house.rulebook.title}: how to set five cards"))
    say()
    say(
        wrapped(f"House edge of the main wager with the best setting of every packet {-100 * float(found.best):.4f} %.")
    )
    say()
    for each in found.thumbs:
        edge, loss = -100 * float(each.ev), 100 * float(each.loss)
        say(wrapped(f"  {each.says[0].upper()}{each.says[1:]}: {edge:.4f} %, which loses {loss:.4f} %."))
    say()
    about = f"The house way is not the best on {found.packets} kinds of packets, {found.hands:,} hands."
    say(wrapped(f"{about} These cost it most, where they come:"))
    say()
    lines = [("  CARDS", "HOUSE WAY", "BEST", "LOSES")]
    lines += [(f"  {b.packet}", b.house_way, b.best, f"{100 * b.loss:.2f} %") for b in found.better]
    say(table(lines, right=(3,)))


def _explain(rulebook: str, packets: Packets, hand: str, *, json: bool) -> None:
    from pitboss.cards import spelled
    from pitboss.cli.output import plainly, say, say_json, table
    from pitboss.desk.packets import advised

    with plainly():
        found = advised(packets, hand)
    if json:
        rows: list[dict[str, Any]] = [
            {"low": spelled(s.low), "high": spelled(s.high), "worth": float(w.ev), "worth_exact": str(w.ev)}
            for s, w in found
        ]
        say_json({"rulebook": rulebook, "hand": hand, "settings": rows})
        return
    house_way = packets.rules.arranging.house_way([*found[0][0].low, *found[0][0].high])
    assert house_way is not None
    usual = packets.rules.arranging.totals(house_way)
    say(f"{hand}, every setting with other totals:")
    lines = [("  LOW | HIGH", "TOTALS", "WORTH", "WINS", "PUSHES", "LOSES", "")]
    for setting, worth in found:
        mark = "house way" if worth.totals == usual else ""
        lines.append((f"  {spelled(setting.low)} | {spelled(setting.high)}", *_figures(worth), mark))
    say(table(lines, right=(2, 3, 4, 5)))


def _figures(worth: Worth) -> tuple[str, str, str, str, str]:
    wins, pushes, loses = (f"{100 * float(each):.2f} %" for each in (worth.wins, worth.pushes, worth.loses))
    return f"{worth.totals.high} over {worth.totals.low}", f"{float(worth.ev):+.6f}", wins, pushes, loses
