"""Makes a suite of tactical positions from ledgers of `compongo match`; see scripts/tactics.

1. candidates: the player to move thinks to be winning; before the opponent's last move one of them did not think so;
2. a short search of two lines (10000 nodes): one move is better by far, and no recapture;
3. not found with 1000 nodes, so that the suite measures something;
4. a longer search of two lines (60000 nodes), and a long one (VERIFY nodes): one move wins (130
   centipawns or more), the second one does not (70 at most), and it is not the move of step 3.
"""

import itertools
import json
import os
import pathlib
import random
import subprocess
import sys

from ledgers import games_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORE = ROOT / "data" / "tactics"
SUITE = ROOT / "tests" / "data" / "tactics.epd"

WANTED = int(os.environ.get("WANTED", "300"))
VERIFY = int(os.environ.get("VERIFY", "1000000"))
SHORT = 10000
MIDDLE = 60000
TRIVIAL = 1000
# A candidate: the score of the player to move now, and what the opponent or the player thought of it before, at most.
# Those of the first rule come first.
TURNS = (130, 35), (100, 35)
# For each search of two lines: the score of the best move, of the second one at most, and the lead of the best.
SHORT_RULE = 80, 100, 70
MIDDLE_RULE = 100, 80, 80
LONG_RULE = 130, 70, 100
# Candidates that go through all steps together.
BATCH = 1000


def value(line):
    """The score of a line in centipawns; mates are beyond all others."""
    if "mate" in line:
        return 30000 if line["mate"] > 0 else -30000
    return line["cp"]


def wins_alone(record, rule):
    """True if the best move wins and the second does not."""
    lines = record["lines"]
    if len(lines) < 2:
        return False
    best, second = value(lines[0]), value(lines[1])
    least, most, lead = rule
    return best >= least and second <= most and best - second >= lead


def thoughts(moves, ply):
    """The scores of the player to move before the last move, as the opponent and as the player saw them."""
    last = moves[max(0, ply - 2) : ply]
    return [sign * move["cp"] for sign, move in zip((-1, 1), reversed(last)) if "cp" in move]


def candidates(ledgers):
    """UCI lines of positions in which the game turned, in random order for each rule."""
    found = {turn: {} for turn in TURNS}
    for game in itertools.chain.from_iterable(map(games_of, ledgers)):
        moves = game["moves"]
        played = game["book"] + [move["move"] for move in moves]
        book = len(game["book"])
        for ply in range(1, len(moves)):
            now, before = moves[ply], thoughts(moves, ply)
            if not before or not ("cp" in now or now.get("mate", 0) > 0):
                continue
            for turn in TURNS:
                if value(now) >= turn[0] and min(before) <= turn[1]:
                    text = " ".join(played[: book + ply])
                    found[turn][f"position fen {game['fen']} moves {text}"] = None
                    break
    rng = random.Random(1)
    return [line for lines in found.values() for line in rng.sample(list(lines), len(lines))]


def analyse(name, lines, arguments):
    """The records of `compongo analyse` about lines of positions; a run that was stopped goes on."""
    positions, out = STORE / f"{name}.txt", STORE / f"{name}.jsonl"
    positions.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [PROGRAM, "analyse", positions, "--out", out, "--resume", *arguments, *ARGUMENTS]
    if not lines:
        return []
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(out, encoding="utf-8") as results:
        next(results)
        return [json.loads(line) for line in results]


def is_recapture(line, record):
    """True if the best move takes the piece that moved last."""
    last = line.split()[-1]
    return "x" in record["san"] and last[2:4] == record["move"][2:4]


def solve(batch, lines):
    """The records of the good positions among some candidates."""
    short = analyse(f"short{batch}", lines, ["--multipv", "2", "--nodes", str(SHORT)])
    best = {}
    for line, record in zip(lines, short):
        if wins_alone(record, SHORT_RULE) and not is_recapture(line, record):
            best[record["fen"]] = record["move"]
    trivial = analyse(f"trivial{batch}", list(best), ["--nodes", str(TRIVIAL)])
    first = {record["fen"]: record["move"] for record in trivial}
    hard = [fen for fen, move in best.items() if first[fen] != move]
    middle = analyse(f"middle{batch}", hard, ["--multipv", "2", "--nodes", str(MIDDLE)])
    hard = [record["fen"] for record in middle if wins_alone(record, MIDDLE_RULE)]
    verified = analyse(f"verified{batch}", hard, ["--multipv", "2", "--nodes", str(VERIFY)])
    return [record for record in verified if wins_alone(record, LONG_RULE) and first[record["fen"]] != record["move"]]


def suite(lines):
    """The records of the positions of the suite, each position once."""
    good = {}
    for batch, start in enumerate(range(0, len(lines), BATCH), 1):
        for record in solve(batch, lines[start : start + BATCH]):
            good.setdefault(record["fen"].split()[0], record)
        print(f"{len(good)} good positions among {start + BATCH} candidates", flush=True)
        write(list(good.values())[:WANTED])
        if len(good) >= WANTED:
            return


def epd(number, record):
    """A line of the suite."""
    fields = record["fen"].split()
    return f"{' '.join(fields[:4])} bm {record['san']}; id \"tactics.{number:03}\";"


def write(records):
    """Writes the suite."""
    text = "".join(f"{epd(number, record)}\n" for number, record in enumerate(records, 1))
    SUITE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    PROGRAM, *words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    ARGUMENTS = words[split + 1 :]
    STORE.mkdir(parents=True, exist_ok=True)
    suite(candidates(words[:split]))
