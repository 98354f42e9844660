"""The header of a record, and the game that it names."""

from __future__ import annotations

import tomllib

from pitboss.games.registry import Game, compile_game
from pitboss.law.house import Defect
from pitboss.law.housefile import recorded_house, written_house
from pitboss.law.rulebook import UnknownName, load
from pitboss.store.chain import START, link
from pitboss.store.entries import Header, pitboss_version, written_entry
from pitboss.store.fingerprints import edition_fingerprint, engine_fingerprint
from pitboss.store.lines import NotAJournal
from pitboss.tables.commands import Mode


def new_header(game: Game, seed: int | None, at: int, mode: Mode | None = None) -> Header:
    """Return the first line of a new record, begun `at` this time; with a seed the table is for practice."""
    return Header(
        rulebook=game.house.rulebook.id,
        house="\n".join(written_house(game.house, everything=True)).strip() + "\n",
        seed="" if seed is None else str(seed),
        version=pitboss_version(),
        engine=engine_fingerprint(),
        edition=edition_fingerprint(),
        at=at,
        mode=mode or (Mode.DEMO if seed is None else Mode.TRAINER),
    )


def known_as(header: Header) -> str:
    """Return the name of a table for others, for instance its meter: the hash of its header."""
    return link(START, written_entry(header)[:-1]).decode("ascii")


def game_of(header: Header) -> Game:
    """Return the game with which a record continues; raise `NotAJournal` if it may not be dealt today."""
    game, unlawful = recorded_game(header)
    if unlawful:
        raise NotAJournal("; ".join(defect.says for defect in unlawful))
    return game


def recorded_game(header: Header) -> tuple[Game, list[Defect]]:
    """Return the game under which a record was written, and what of its house is not lawful today.

    Raises `NotAJournal` if there is no such game any more.
    """
    defects: list[Defect] = []
    try:
        house, defects = recorded_house(load(header.rulebook), header.house)
        malformed = [defect.says for defect in defects if defect.malformed]
        if malformed:
            raise NotAJournal("; ".join(malformed))
        return compile_game(house), defects
    except UnknownName as error:
        raise NotAJournal(str(error)) from None
    except tomllib.TOMLDecodeError:
        raise NotAJournal("its header does not hold a house") from None
    except (KeyError, ValueError, AssertionError, AttributeError, TypeError):
        why = "; ".join(defect.says for defect in defects)
        raise NotAJournal(why or "its header does not hold a house") from None
