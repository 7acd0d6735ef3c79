"""Chooses positions of ledgers of `compongo match`, and writes searched ones with their scores; see scripts/positions."""

import itertools
import json
import random
import sys

import chess
import chess.engine

from ledgers import games_of
from source import constant

# Openings are random, and endings of few pieces are known.
FIRST_PLY = 12
LEAST_PIECES = 6
# A centipawn of Stockfish 15.1 counts as this many of the program: the sets of all times have the same scale.
FOREIGN_SCALE = 226 / constant("src/types/score.rs", "PAWN")
# What is decided teaches nothing.
LARGEST_SCORE = 1000
# Of one game only so many: neighbours are alike.
FROM_GAME = 8


def is_noisy(board, move):
    """True for captures and promotions."""
    return board.is_capture(move) or bool(move.promotion)


def quiet_positions(game):
    """The positions of a game, without checks, in which the move played was no capture or promotion."""
    board = chess.Board(game["fen"], chess960=True)
    for move in game["book"]:
        board.push_uci(move)
    for searched in game["moves"]:
        move = chess.Move.from_uci(searched["move"])
        pieces = board.occupied.bit_count()
        if not is_noisy(board, move) and not board.is_check() and board.ply() >= FIRST_PLY and pieces >= LEAST_PIECES:
            if abs(searched.get("cp", LARGEST_SCORE)) < LARGEST_SCORE:
                yield board.fen()
        board.push(move)


def choose(number, ledgers):
    """Positions in random order, each once."""
    rng = random.Random(1)
    chosen = {}
    for game in itertools.chain.from_iterable(map(games_of, ledgers)):
        positions = list(quiet_positions(game))
        for fen in rng.sample(positions, min(FROM_GAME, len(positions))):
            chosen[" ".join(fen.split()[:4])] = fen
    fens = list(chosen.values())
    if len(fens) < number:
        sys.exit(f"positions: there are {len(fens)} positions, not {number}")
    print("\n".join(rng.sample(fens, number)))


def search(command, nodes, positions, out):
    """Searches positions with an engine, and writes lines such as those of `compongo analyse`."""
    with open(positions, encoding="utf-8") as fens, open(out, "w", encoding="utf-8") as results:
        with chess.engine.SimpleEngine.popen_uci(command) as engine:
            # The first line describes the engine.
            print(json.dumps(engine.id), file=results)
            for fen in map(str.strip, fens):
                board = chess.Board(fen)
                info = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())
                score = info["score"].relative
                found = {} if score.is_mate() else {"cp": score.score()}
                record = {"fen": fen, "san": board.san(info["pv"][0]), "nodes": nodes, "scale": FOREIGN_SCALE, **found}
                print(json.dumps(record), file=results)


def epd_line(fen, score, nodes):
    """A position as EPD, with the score of its search in centipawns."""
    fields = fen.split()
    return f"{' '.join(fields[:4])} acn {nodes}; ce {score}; hmvc {fields[4]}; fmvn {fields[5]};"


def write(path):
    """Searched positions as EPD; those whose best move is a capture or a promotion, or that are decided, are left out."""
    with open(path, encoding="utf-8") as results:
        next(results)
        for line in results:
            record = json.loads(line)
            if "cp" not in record or abs(record["cp"]) >= LARGEST_SCORE or any(c in record["san"] for c in "x="):
                continue
            score = round(record["cp"] * record.get("scale", 1))
            print(epd_line(record["fen"], score, record["nodes"]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["choose", number, *ledgers]:
            choose(int(number), ledgers)
        case ["search", command, nodes, positions, out]:
            search(command, int(nodes), positions, out)
        case ["write", path]:
            write(path)
