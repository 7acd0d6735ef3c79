"""Fits the model of src/eval/wdl.rs to ledgers of `compongo match`; see scripts/wdl."""

import sys

import chess
import numpy
from scipy.optimize import minimize

from ledgers import games_of
from source import constant

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
# Games that the Laws did not end tell nothing.
FOREIGN_ENDS = {"adjudication", "crash", "stall", "not_ready", "flag_fall", "illegal_move"}
# Scores beyond it are decided; they would only add weight to the tails.
LARGEST_SCORE = 2000
# A score is learned from for all games, but two of one game are no two games: errors count games.
BOOTSTRAPS = 12


PAWN = constant("src/types/score.rs", "PAWN")
MATERIAL = constant("src/eval/wdl.rs", "USUAL_MATERIAL")
PLIES = constant("src/eval/wdl.rs", "USUAL_PLIES")
LEAST_MATERIAL = constant("src/eval/wdl.rs", "LEAST_MATERIAL")
MOST_PLIES = constant("src/eval/wdl.rs", "MOST_PLIES")


def material(board):
    pieces = ((board.pieces_mask(piece, chess.WHITE) | board.pieces_mask(piece, chess.BLACK), value)
              for piece, value in VALUES.items())
    return sum(mask.bit_count() * value for mask, value in pieces)


def positions(game):
    """Score, material, plies and points (0, 1, 2) of every searched position, for the side to move, and its engine (0, 1)."""
    points = POINTS.get(game.get("score"))
    if points is None or game["end"]["kind"] in FOREIGN_ENDS:
        return
    board = chess.Board(game["fen"])
    for move in game["book"]:
        board.push(board.parse_uci(move))
    for move in game["moves"]:
        if abs(move.get("cp", 100_000)) * PAWN / 100 < LARGEST_SCORE:
            # The ledger has centipawns, the model units of the evaluation.
            yield (move["cp"] * PAWN / 100, material(board), board.ply(),
                   points if board.turn else 2 - points, game["white" if board.turn else "black"])
        board.push(board.parse_uci(move["move"]))


def read(paths):
    rows, games = [], 0
    for number, path in enumerate(paths):
        for game in games_of(path):
            rows.extend((*row, number, games) for row in positions(game))
            games += 1
    if not rows:
        sys.exit("no game with scores")
    return numpy.array(rows, dtype=float)


def probabilities(parameters, data):
    score, pieces, plies = data[:, 0], data[:, 1], data[:, 2]
    # What the engine wins by being the better one of its match must not count for the score.
    surplus = parameters[4:][data[:, 5].astype(int)] * 100 * numpy.where(data[:, 4] == 0, 1, -1)
    pieces = numpy.maximum(pieces, LEAST_MATERIAL) / MATERIAL
    plies = numpy.minimum(plies, MOST_PLIES) / PLIES
    fixed, by_material, by_plies, slope = parameters[:4] * 100
    half_wins = fixed + by_material / pieces + by_plies * plies

    def win(value):
        return 1 / (1 + numpy.exp(numpy.clip((half_wins - value) / max(slope, 5), -50, 50)))

    won, lost = win(score + surplus), win(-score - surplus)
    return numpy.stack([lost, numpy.maximum(1 - won - lost, 1e-6), won], axis=1)


def fit(data, ledgers):
    result = data[:, 3].astype(int)
    rows = numpy.arange(len(data))

    def surprise(parameters):
        return -numpy.log(numpy.maximum(probabilities(parameters, data)[rows, result], 1e-9)).mean()

    start = numpy.zeros(4 + ledgers)
    start[:4] = [0.1, 0.8, 0.5, 0.9]
    found = minimize(surprise, start, method="L-BFGS-B")
    return found.x, found.fun


def pawn(parameters, data):
    """The score with which half of the games are won at move 32 with the material of these games."""
    near = data[abs(data[:, 2] - PLIES) < 3]
    pieces = near[:, 1].mean() / MATERIAL
    fixed, by_material, by_plies, _ = parameters[:4] * 100
    return fixed + by_material / pieces + by_plies, pieces * MATERIAL


def main():
    ledgers = len(sys.argv) - 1
    data = read(sys.argv[1:])
    games = int(data[:, 6].max()) + 1
    parameters, surprise = fit(data, ledgers)
    random = numpy.random.default_rng(1)
    samples = []
    starts = numpy.searchsorted(data[:, 6], numpy.arange(games + 1))
    for _ in range(BOOTSTRAPS):
        drawn = random.integers(0, games, games)
        picked = numpy.concatenate([numpy.arange(starts[game], starts[game + 1]) for game in drawn])
        samples.append(fit(data[picked[::8]], ledgers)[0])
    error = 200 * numpy.std(samples, axis=0)

    size, pieces = pawn(parameters, data)
    print(f"{games} games, {len(data)} positions; {surprise:.4f} nats a position")
    for name, value, deviation in zip(
            ["HALF_WINS constant", "HALF_WINS by 1 / material", "HALF_WINS by plies", "SLOPE"],
            parameters[:4] * 100, error[:4], strict=True):
        print(f"{name:<28}{value:7.1f} ± {deviation:.1f}")
    for path, value in zip(sys.argv[1:], parameters[4:] * 100, strict=True):
        print(f"{'first engine better by':<28}{value:7.1f}   ({path})")
    print(f"{'PAWN':<28}{size:7.1f}   (material {pieces:.1f} at move {PLIES / 2:.0f})")

    print("\nmodel and games, in percent, by the score in centipawns:")
    print("   from     to  positions   won        drawn      lost")
    model = probabilities(parameters, data)
    shown = data[:, 0] * 100 / size
    for low in range(-300, 300, 50):
        chosen = (shown >= low) & (shown < low + 50)
        if chosen.sum() < 100:
            continue
        won, drawn, lost = (
            f"{100 * model[chosen, points].mean():3.0f} {100 * (data[chosen, 3] == points).mean():3.0f}"
            for points in (2, 1, 0))
        print(f"{low:7} {low + 50:6} {chosen.sum():10}   {won}    {drawn}    {lost}")


if __name__ == "__main__":
    main()
