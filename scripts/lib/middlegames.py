"""Makes positions of middlegames with the scores of an engine's searches; see scripts/middlegames."""

import io
import multiprocessing
import random
import re
import sys

import chess
import chess.engine
import chess.pgn

from positions import FOREIGN_SCALE, LARGEST_SCORE, epd_line, is_noisy

# The engine's moves after the opening.
PLIES = range(6, 41)
# The nodes for each of them.
MOVE_NODES = 5000
LEAST_PIECES = 22
# Of one game only so many: neighbours are alike.
FROM_GAME = 2
SEED = 2611


def searched_positions(engine, opening, rng, nodes):
    """Plays a game from an opening, and yields quiet positions of it with their scores."""
    board = chess.pgn.read_game(io.StringIO(opening)).end().board()
    quiet = []
    game = object()
    for _ in range(rng.randint(PLIES[0], PLIES[-1])):
        if board.is_game_over():
            break
        move = engine.play(board, chess.engine.Limit(nodes=MOVE_NODES), game=game).move
        if not is_noisy(board, move) and not board.is_check() and board.occupied.bit_count() >= LEAST_PIECES:
            quiet.append(board.copy(stack=False))
        board.push(move)
    for position in rng.sample(quiet, min(FROM_GAME, len(quiet))):
        info = engine.analyse(position, chess.engine.Limit(nodes=nodes), game=object())
        score = info["score"].relative
        if not score.is_mate() and abs(score.score()) < LARGEST_SCORE and not is_noisy(position, info["pv"][0]):
            yield position.fen(), round(score.score() * FOREIGN_SCALE)


def play(job):
    """The EPD lines of one game."""
    command, nodes, number, opening = job
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        engine.configure({"Hash": 16, "Threads": 1})
        found = searched_positions(engine, opening, random.Random(10000 + number), nodes)
        return [f'{epd_line(fen, score, nodes)} c0 "game {number}";' for fen, score in found]


def main(command, book, games, nodes):
    """Prints the positions of all games."""
    with open(book, encoding="utf-8") as file:
        openings = re.split(r"\n(?=\[Event )", file.read())
    if len(openings) < games:
        sys.exit(f"middlegames: the book has {len(openings)} games, not {games}")
    openings = random.Random(SEED).sample(openings, games)
    jobs = [(command, nodes, number, opening) for number, opening in enumerate(openings)]
    with multiprocessing.Pool() as pool:
        for lines in pool.imap(play, jobs):
            for line in lines:
                print(line)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
