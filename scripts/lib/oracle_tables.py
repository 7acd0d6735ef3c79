"""Random positions of up to four pieces are looked up in the endgame tables by compongo and by python-chess; exit code 1 if
they disagree. See scripts/oracle.

Compared are WDL and DTZ, the ranking of the moves at random halfmove clocks, and what positions without tables give.
"""

import collections
import random
import subprocess
import sys

import chess
import chess.syzygy

NAMES = {-2: "loss", -1: "blessed loss", 0: "draw", 1: "cursed win", 2: "win"}


def random_position(rng):
    """One or two pieces beside the kings; a tenth have pawns that may capture en passant."""
    while True:
        board = chess.Board(None)
        pieces = rng.choices("QRBNPqrbnp", k=rng.choice([1, 2, 2, 2, 2]))
        if rng.random() < 0.1:
            file = rng.randrange(8)
            other = rng.choice([f for f in (file - 1, file + 1) if 0 <= f < 8])
            board.set_piece_at(chess.square(file, 1), chess.Piece.from_symbol("P"))
            board.set_piece_at(chess.square(other, 3), chess.Piece.from_symbol("p"))
            push = chess.Move(chess.square(file, 1), chess.square(file, 3))
            pieces = []
        else:
            push = None
        free = [square for square in chess.SQUARES if not board.piece_at(square)]
        for square, piece in zip(rng.sample(free, 2 + len(pieces)), ["K", "k"] + pieces):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = push is not None or rng.random() < 0.5
        if not board.is_valid():
            continue
        if push is not None:
            if push not in board.legal_moves:
                continue
            board.push(push)
            if rng.random() < 0.5:
                board = board.mirror()
        board.fullmove_number = 100
        return board


def dialogue(program, folder, lines):
    """What the program answers to lines of UCI."""
    start = [f"setoption name SyzygyPath value {folder}", "setoption name Laws Report value false"]
    done = subprocess.run(
        [program], input="\n".join(start + lines + [""]), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def expected(tables, board):
    """WDL and DTZ as `d` prints them."""
    dtz = tables.probe_dtz(board)
    return f"{NAMES[tables.probe_wdl(board)]}, dtz {dtz}"


def compare_values(program, folder, tables, boards):
    """The values of the positions themselves."""
    lines = [line for board in boards for line in (f"position fen {board.fen()}", "d")]
    shown = [line[len("Tables: "):] for line in dialogue(program, folder, lines) if line.startswith("Tables: ")]
    wanted = [expected(tables, board) for board in boards]
    if len(shown) != len(wanted):
        return [f"{len(shown)} answers to {len(wanted)} positions"]
    return [
        f"{board.fen()}: {ours}, not {theirs}" for board, ours, theirs in zip(boards, shown, wanted) if ours != theirs
    ]


def distance_after(tables, board, move):
    """The distance to zeroing with a move, for the side that makes it; 0 for a draw."""
    zeroing = board.is_zeroing(move)
    board.push(move)
    try:
        if board.is_checkmate():
            return 1
        if zeroing:
            return {-2: 1, -1: 101, 0: 0, 1: -101, 2: -1}[tables.probe_wdl(board)]
        dtz = -tables.probe_dtz(board)
        return dtz + (dtz > 0) - (dtz < 0)
    finally:
        board.pop()


def rank(distance, clock):
    """The result of a move as a number, best last. Rounded distances make one ply uncertain: None."""
    if distance == 0:
        return 0
    if abs(distance) == 1:
        return 2 if distance > 0 else -2
    total = abs(distance) + clock
    if total == 100:
        return None
    sure = total <= 100
    return (2 if sure else 1) if distance > 0 else (-2 if sure else -1)


def compare_moves(program, folder, tables, boards, rng):
    """The moves chosen: none may be worse than the best one at this halfmove clock."""
    lines = []
    for board in boards:
        pawns = board.pawns or board.ep_square
        board.halfmove_clock = 0 if pawns and rng.random() < 0.3 else rng.randrange(100)
        if board.ep_square is not None:
            board.halfmove_clock = 0
        lines += ["ucinewgame", f"position fen {board.fen()}", "go nodes 300"]
    answers = [line.split()[1] for line in dialogue(program, folder, lines) if line.startswith("bestmove")]
    faults, counts = [], collections.Counter()
    for board, answer in zip(boards, answers):
        distances = {move: distance_after(tables, board, move) for move in board.legal_moves}
        ranks = {move: rank(distance, board.halfmove_clock) for move, distance in distances.items()}
        if not ranks or None in ranks.values():
            counts["without a legal move" if not ranks else "uncertain by one ply"] += 1
            continue
        best = max(ranks.values())
        counts[NAMES[best]] += 1
        move = chess.Move.from_uci(answer)
        if ranks[move] != best:
            faults.append(f"{board.fen()}: {answer} is a {NAMES[ranks[move]]}, not a {NAMES[best]}")
        if best == 1 and distances[move] != min(d for m, d in distances.items() if ranks[m] == 1):
            faults.append(f"{board.fen()}: {answer} is not the shortest way to a cursed win")
    if len(answers) != len(boards):
        faults.append(f"{len(answers)} moves in {len(boards)} positions")
    return faults, counts


def main():
    program, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    tables = chess.syzygy.open_tablebase(folder)
    boards = [random_position(rng) for _ in range(count)]
    values = collections.Counter(tables.probe_wdl(board) for board in boards)
    faults = compare_values(program, folder, tables, boards)
    print(f"{count:9} positions: WDL and DTZ ({sum(board.ep_square is not None for board in boards)} with en passant)")
    for value in sorted(values):
        print(f"{values[value]:9} {NAMES[value]}")
    wrong, counts = compare_moves(program, folder, tables, boards[: count // 10], rng)
    print(f"{sum(counts.values()):9} positions at random halfmove clocks: the result kept by the move chosen")
    for name in sorted(counts):
        print(f"{counts[name]:9} {name}")
    faults += wrong
    print(f"{len(faults):9} disagreements")
    for fault in faults[:10]:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
