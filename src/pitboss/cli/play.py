"""`pitboss play`: a table in the terminal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pitboss.desk.tables import Game, Sitting

GUEST = "guest"
OTHERS = ("amy", "ben", "cai", "dee", "eli", "fay")


def play(
    rulebook: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The rulebook to play by; --house names one too.")
    ] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="A house file; otherwise the defaults.")] = None,
    seed: Annotated[int | None, typer.Option(help="Practice on the same shoes; the journal says so.")] = None,
    others: Annotated[int | None, typer.Option(min=0, max=len(OTHERS), help="Automatic players at your table.")] = None,
    bankroll: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Your chips; $1,000 otherwise.")] = None,
    name: Annotated[str | None, typer.Option(help="What you are called at the table; guest otherwise.")] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The record; an existing one is resumed.")
    ] = None,
    meter: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The progressive meter that this table shares with others.")
    ] = None,
    give_up_shoe: Annotated[bool, typer.Option("--give-up-shoe", help="If its sealed order is lost.")] = False,  # noqa: FBT002
    plain: Annotated[bool, typer.Option("--plain", help="One sentence an event, for a screen reader.")] = False,  # noqa: FBT002
) -> None:
    """Sit down at a table. Every card, decision and chip goes to a journal before you see it.

    Leave with q at any question and come back later with --journal.

    Example: pitboss play spanish21-ma --others 2
    """
    from pitboss.cli.houses import game_for
    from pitboss.cli.keys import Quit
    from pitboss.cli.output import NO, pasted, say, stop
    from pitboss.desk.tables import CannotRecord

    game = game_for(rulebook, house, [])
    played = game.house.rulebook.id
    path = journal.expanduser().absolute() if journal else _new_path(played)
    shared = None if meter is None else meter.expanduser().absolute()
    sitting = _sit_down(
        path, game, seed, others, bankroll, name, shared, given=house is not None, give_up_shoe=give_up_shoe
    )
    again = pasted("play", played, "--journal", str(path), *([] if shared is None else ["--meter", str(shared)]))
    try:
        _play(sitting, plain=plain)
    except (Quit, KeyboardInterrupt):
        say()
        say("Your table is as you left it. Come back with:")
        say(f"  {again}")
    except CannotRecord as error:
        say()
        stop(f"the journal cannot be written ({error}); all that was shown is on record, come back with {again}", NO)
    else:
        say("Check every card and every chip with:")
        say(f"  {pasted('audit', str(path), '--head', sitting.journal.head)}")
        return
    finally:
        sitting.close()
    say(f"Head of the journal: {sitting.journal.head}")


def _play(sitting: Sitting, *, plain: bool) -> None:
    from pitboss.cli.keys import Keys, Lines
    from pitboss.cli.screen import Plain, output
    from pitboss.cli.seat import Seat
    from pitboss.ids import Player

    me = Player(_persons(sitting)[0])
    game = sitting.table.game
    out = output(plain=plain, title=game.house.rulebook.title, me=me, played=game.rules.played)
    if sitting.dropped:
        out.tell(f"The journal's last line was torn, as a kill leaves it; its {sitting.dropped} bytes are dropped.")
    Seat(sitting, me, out, Lines() if isinstance(out, Plain) else Keys()).play()


def _new_path(rulebook: str) -> Path:
    """A new journal in the user's own folder of states."""
    import time

    from pitboss.cli.output import MALFORMED, stop
    from pitboss.desk.tables import tables_folder

    base = tables_folder()
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(f"no journal can be kept in {base} ({(error.strerror or '').lower()}); name one with --journal", MALFORMED)
    return base / f"{rulebook}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.journal"


def _sit_down(
    path: Path,
    game: Game,
    seed: int | None,
    others: int | None,
    bankroll: str | None,
    name: str | None,
    meter: Path | None,
    *,
    given: bool,
    give_up_shoe: bool,
) -> Sitting:
    from pitboss.cli.output import MALFORMED, plainly, stop
    from pitboss.desk.tables import open_table
    from pitboss.ids import RESERVED, is_name
    from pitboss.service.company import company

    chips = _chips(bankroll)
    if name is not None and (not is_name(name) or name in OTHERS):
        others_names = ", ".join([*sorted(RESERVED), *OTHERS])
        stop(f"--name takes a letter, then up to 39 letters, digits, - and _; and none of {others_names}", MALFORMED)
    given = given or any(each is not None for each in (seed, others, bankroll, name))

    def may_resume() -> None:
        """A table at which a person sat has its own house, seed, players and chips."""
        if given:
            options = "--house, --seed, --others, --bankroll and --name"
            says = f"its house, seed, players and chips are in it; leave out {options}"
            stop(f"{path} exists: {says}", MALFORMED)

    with plainly():
        sitting = open_table(
            game,
            path,
            seed=seed,
            players=lambda there: company(there, OTHERS),
            may_resume=may_resume,
            give_up_shoe=give_up_shoe,
            meter=meter,
        )
    if not _persons(sitting):  # a new table, or one that was killed before anybody sat
        try:
            _seat_everybody(sitting, name or GUEST, chips, others or 0)
        except BaseException:
            sitting.close()
            raise
    return sitting


def _persons(sitting: Sitting) -> list[str]:
    from pitboss.service.view import view

    return [seat.player for seat in view(sitting.table, None).seats if seat.player not in OTHERS]


def _chips(bankroll: str | None) -> int:
    from pitboss.cli.output import MALFORMED, stop
    from pitboss.service.company import MOST_CHIPS
    from pitboss.service.words import amount_in

    chips = 100_000 if bankroll is None else amount_in(bankroll)
    if chips is None or not 0 < chips <= MOST_CHIPS:
        stop("--bankroll takes an amount of dollars, as in 500", MALFORMED)
    return chips


def _seat_everybody(sitting: Sitting, me: str, chips: int, others: int) -> None:
    from pitboss.cli.output import NO, stop
    from pitboss.ids import Author, Role
    from pitboss.money import Cents, plain
    from pitboss.service.saying import say
    from pitboss.service.view import view

    seated = [seat.player for seat in view(sitting.table, None).seats]
    for box, name in enumerate([me, *OTHERS[:others]], start=1):
        if name in seated:
            continue
        own = Cents(chips if name == me else 1_000_000)
        refusal = say(sitting.table, Author(Role.PLAYER, name), f"{name}@{box}.1 sit {plain(own)}")
        if refusal is not None:
            stop(f"{refusal.says}; ask for fewer --others", NO)
