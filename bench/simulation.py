"""Rounds a second of the kernels on one core, and as ratios to a plain C loop that takes turns with them."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from pitboss.analysis.drawing.chart import Chart, charted
from pitboss.analysis.drawing.solver import Solution, solve
from pitboss.desk.houses import priceable
from pitboss.desk.simulations import prepare
from pitboss.desk.stakes import stakes_of
from pitboss.games.registry import compile_game
from pitboss.ids import MAIN
from pitboss.law.house import defaults
from pitboss.law.rulebook import load, rulebook_ids
from pitboss.money import dollars
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.plans import plan_of
from pitboss.simulation.run import CHUNK, Order, play_chunk

SOURCE = Path(__file__).with_name("reference_loop.c")
GAMES = {"spanish21-ma": "spanish21", "blackjack-co": "blackjack"}
PLAIN = "blackjack-co"
TURNS = 5


def compiled_loop(folder: Path) -> Path | None:
    """The C loop, or nothing where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = folder / "reference_loop"
    flags = ["-std=c11", "-O3", "-march=native"]
    built = subprocess.run([compiler, *flags, "-o", program, SOURCE, "-lm"], capture_output=True, check=False)
    return program if built.returncode == 0 else None


def loop_rate(program: Path, game: str, turn: int) -> float:
    done = subprocess.run([program, game, str(4 * CHUNK), str(turn + 1)], capture_output=True, check=True)
    return float(json.loads(done.stdout)["rounds_per_second"])


def kernel_rate(order: Order, turn: int) -> float:
    began = time.perf_counter()
    for each in range(4):
        play_chunk(order, 4 * turn + each)
    return 4 * CHUNK / (time.perf_counter() - began)


def orders(rulebook: str) -> dict[str, Order]:
    game = priceable(compile_game(defaults(load(rulebook))))
    best = solve(game)
    plans: dict[str, Solution] = {"best play": best, "chart": charted(best, Chart(best).grid)}
    return {name: Order(Compiled(game, plan_of(plan), {MAIN: dollars(10)}), 1, 10**12) for name, plan in plans.items()}


def of_every_game() -> None:
    """Each game with all its wagers, in turns with plain blackjack on its main wager alone."""
    print("Simulated rounds with every wager, one core, and as ratios to plain blackjack without any other")
    plain = orders(PLAIN)["best play"]
    for rulebook in rulebook_ids():
        game = compile_game(defaults(load(rulebook)))
        order = Order(prepare(game, stakes_of(game, every=True)).compiled, 1, 10**12)
        rates = {"plain": 0.0, rulebook: 0.0}
        for turn in range(TURNS):
            for name, each in (("plain", plain), (rulebook, order)):
                rates[name] = max(rates[name], kernel_rate(each, turn))
        share = rates[rulebook] / rates["plain"]
        print(f"  {rulebook:<26} {rates[rulebook] / 1e6:6.1f} million a second, {share:.2f} of plain blackjack")


def main() -> None:
    print("Simulated rounds, one core")
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_loop(Path(folder))
        if program is None:
            print("  (no C compiler here, so there is nothing to compare with)")
        for rulebook, name in GAMES.items():
            runs = orders(rulebook)
            for order in runs.values():
                play_chunk(order, 10**6)
            rates: dict[str, float] = dict.fromkeys(["C loop", *runs], 0.0)
            for turn in range(TURNS):
                if program is not None:
                    rates["C loop"] = max(rates["C loop"], loop_rate(program, name, turn))
                for plan, order in runs.items():
                    rates[plan] = max(rates[plan], kernel_rate(order, turn))
            for what, rate in rates.items():
                ratio = f", {rate / rates['C loop']:.2f} of the C loop" if rates["C loop"] and what != "C loop" else ""
                print(f"  {rulebook:<14} {what:<10} {rate / 1e6:6.1f} million a second{ratio}")
    of_every_game()


if __name__ == "__main__":
    main()
