"""Random games are judged by compongo and, ply by ply, by python-chess; exit code 1 if they disagree without reason.
See scripts/oracle.

Compared are the legality of moves, checkmate, stalemate, material draws, five repetitions, 75 moves, and the claims of
three repetitions and of 50 moves, with the position on the board and with each move. Disagreements that come from a
rule that only one of the two knows are counted by class.
"""

import collections
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

import chess

CHUNK = 250


def random_start(rng):
    """A start: the initial position, a Chess960 position, or a few pieces with any counter."""
    draw = rng.random()
    if draw < 0.45:
        return chess.Board()
    if draw < 0.6:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    while True:
        board = chess.Board(None)
        pieces = rng.choice(["", "N", "B", "n", "BB", "Bb", "NN", "Nn", "P", "Pp", "R", "Q", "Rr", "RPp", "QPpp", "BPbp"])
        squares = rng.sample(range(64), 2 + len(pieces))
        for square, piece in zip(squares, "Kk" + pieces):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, rng.randrange(150)])
        board.fullmove_number = 1 + board.halfmove_clock
        if board.is_valid():
            return board


def random_move(rng, board, style):
    """Any move; or, to repeat positions and to run the counters up, often a quiet one or the last one taken back."""
    moves = list(board.legal_moves)
    if style == "wild" or rng.random() < 0.05:
        return rng.choice(moves)
    if len(board.move_stack) > 1 and rng.random() < 0.6:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves and not board.is_zeroing(back) and not board.is_castling(back):
            return back
    quiet = [move for move in moves if not board.is_zeroing(move)]
    return rng.choice(quiet or moves)


def name_of(board, move, chess960):
    """The move as compongo writes it in claims: castling as king takes rook only where Chess960 needs it."""
    if board.is_castling(move):
        copy = board.copy(stack=False)
        copy.chess960 = chess960
        legal = [other for other in copy.legal_moves if copy.is_castling(other)]
        kingside = board.is_kingside_castling(move)
        move = next(other for other in legal if copy.is_kingside_castling(other) == kingside)
    return move.uci()


def needs_960(board):
    corners = chess.BB_FILE_A | chess.BB_FILE_H
    rights = board.clean_castling_rights()
    kings_moved = any(
        rights & rank and board.king(color) not in (chess.E1, chess.E8)
        for color, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8))
    )
    return bool(rights & ~corners) or kings_moved


def claims_of(board, repeated, chess960):
    """Kind -> None for the position on the board, or the moves that may be announced; and moves that python-chess does
    not accept because they end the game."""
    claims, denied = {}, []
    if board.is_repetition(3):
        claims["threefold"] = None
    elif repeated and board.halfmove_clock >= 7:
        moves = []
        for move in list(board.legal_moves):
            if not board.is_zeroing(move):
                board.push(move)
                hit = board.is_repetition(3)
                board.pop()
                if hit:
                    moves.append(name_of(board, move, chess960))
        if moves:
            claims["threefold"] = sorted(moves)
    if board.is_fifty_moves():
        claims["fifty_moves"] = None
    elif board.halfmove_clock >= 99:
        moves = []
        for move in list(board.legal_moves):
            if not board.is_zeroing(move):
                board.push(move)
                hit, over = board.is_fifty_moves(), not any(board.legal_moves)
                board.pop()
                if hit:
                    moves.append(name_of(board, move, chess960))
                elif over:
                    denied.append(name_of(board, move, chess960))
        if moves or denied:
            claims["fifty_moves"] = sorted(moves)
    return claims, denied


def end_of(board):
    """The end that python-chess sees, in the order of the Laws."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "dead_position"
    if board.is_fivefold_repetition():
        return "fivefold"
    if board.is_seventyfive_moves():
        return "seventy_five_moves"
    return None


def foreign_text(rng, board):
    """A text that python-chess calls an illegal move here, taken from another position."""
    for _ in range(20):
        other = chess.Board()
        for _ in range(rng.randrange(30)):
            moves = list(other.legal_moves)
            if not moves:
                break
            other.push(rng.choice(moves))
        moves = list(other.legal_moves)
        if not moves:
            continue
        text = other.san(rng.choice(moves))
        try:
            board.parse_san(text)
        except chess.IllegalMoveError:
            return text
        except ValueError:
            continue
    return None


def random_game(rng):
    """The PGN of a game and what python-chess says of it."""
    board = random_start(rng)
    chess960 = needs_960(board)
    start = board.copy(stack=False)
    style = rng.choice(["wild", "shuffle", "shuffle"])
    length = rng.choice([rng.randrange(1, 60), rng.randrange(60, 220)])
    turns, texts, repeated, end = [], [], False, None
    while True:
        ply = len(texts)
        if board.halfmove_clock == 0:
            repeated = False
        repeated = repeated or (ply > 0 and board.is_repetition(2))
        end = end_of(board)
        if end or ply == length:
            break
        turns.append(claims_of(board, repeated, chess960))
        move = random_move(rng, board, style)
        texts.append(board.san(move))
        board.push(move)
    if not end:
        turns.append(claims_of(board, repeated, chess960))
    illegal = foreign_text(rng, board) if not end and rng.random() < 0.15 else None
    tags = ['[Event "oracle"]', '[Result "*"]']
    if start.fen() != chess.STARTING_FEN or start.chess960:
        tags += ['[SetUp "1"]', f'[FEN "{start.fen()}"]']
    numbers = []
    number, turn = start.fullmove_number, start.turn
    for index, text in enumerate(texts + ([illegal] if illegal else [])):
        if turn:
            numbers.append(f"{number}. {text}")
        else:
            numbers.append(f"{number}... {text}" if index == 0 else text)
            number += 1
        turn = not turn
    pgn = "\n".join(tags) + "\n\n" + "\n".join(numbers) + "\n*\n\n"
    return pgn, {"plies": len(texts), "end": end, "turns": turns, "illegal": illegal, "fen": start.fen()}


def intervals(turns, last):
    """The first turn of each interval of turns of a player with a claim of one kind, up to a ply."""
    found, latest = [], {}
    for ply, (claims, denied) in enumerate(turns[:last]):
        for kind, moves in claims.items():
            if latest.get((kind, ply % 2)) != ply - 2:
                found.append((ply, kind, moves, denied if kind == "fifty_moves" else []))
            latest[kind, ply % 2] = ply
    return found


def compare(expected, report, classes):
    """Disagreements without a known reason, as texts."""
    faults = []
    verdict = report["verdict"]
    end = expected["end"]
    kinds = {finding["kind"]: finding for finding in report["findings"]}
    plies = expected["plies"]
    last = plies if end else plies + 1
    stop = next((kinds[kind] for kind in ("illegal_move", "ambiguous_move", "unreadable_move") if kind in kinds), None)

    if verdict and verdict["kind"] == "dead_position" and (end != "dead_position" or verdict["ply"] < plies):
        classes["dead position that material does not show"] += 1
        last = verdict["ply"]
        if verdict["ply"] > plies:
            faults.append("dead after the last ply")
    elif (verdict and (verdict["kind"], verdict["ply"])) != ((end, plies) if end else None):
        faults.append(f"the end is {end} at ply {plies}")
    elif expected["illegal"]:
        if not stop and ("language" in kinds or "ambiguous_language" in kinds):
            classes["text that is a move in another language"] += 1
        elif not stop or (stop["kind"], stop["ply"]) != ("illegal_move", plies + 1):
            faults.append(f"{expected['illegal']} is illegal at ply {plies + 1}")
    elif stop:
        faults.append("all moves are legal")

    ours = collections.defaultdict(list)
    for claim in report["claims"]:
        ours[claim["ply"], claim["kind"]].append(claim["move"])
    if "text that is a move in another language" in classes and not stop and expected["illegal"]:
        ours = {key: moves for key, moves in ours.items() if key[0] < last}
    theirs = intervals(expected["turns"], last)
    for ply, kind, moves, denied in theirs:
        found = ours.pop((ply, kind), [])
        if moves is None:
            if found != [None]:
                faults.append(f"{kind} can be claimed on the board at ply {ply}, not {found}")
        elif sorted(move or "" for move in found) != moves:
            if denied and sorted(move or "" for move in found) == sorted(moves + denied):
                classes["fifty-move claim with a move that mates or stalemates"] += 1
            else:
                faults.append(f"{kind} can be claimed with {moves} at ply {ply}, not {found}")
    faults.extend(f"{kind} cannot be claimed at ply {ply}" for ply, kind in ours)
    return faults


def run(job):
    """Judges a chunk of games."""
    program, seed, count = job
    rng = random.Random(seed)
    games = [random_game(rng) for _ in range(count)]
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", delete=False) as file:
        file.writelines(pgn for pgn, _ in games)
    try:
        command = [program, "judge", "--json", "--threads", "1", "--laws", "fide2023", file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        os.unlink(file.name)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    classes, faults = collections.Counter(), []
    if len(reports) != count:
        faults.append(f"{len(reports)} reports of {count} games: {done.stderr}")
    for (pgn, expected), report in zip(games, reports):
        classes["games"] += 1
        classes["half-moves"] += expected["plies"]
        if expected["end"]:
            classes[f"ended by {expected['end']}"] += 1
        classes["claims"] += len(report["claims"])
        classes["with an illegal move"] += bool(expected["illegal"])
        of_game = collections.Counter()
        for fault in compare(expected, report, of_game):
            faults.append(f"{fault}\n{pgn}{json.dumps(report)[:2000]}\n")
        classes.update(of_game)
    return classes, faults


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    jobs = [(program, f"{seed}.{first}", min(CHUNK, count - first)) for first in range(0, count, CHUNK)]
    classes, faults = collections.Counter(), []
    with multiprocessing.Pool() as pool:
        for chunk, wrong in pool.imap(run, jobs):
            classes.update(chunk)
            faults += wrong
    for name in sorted(classes):
        print(f"{classes[name]:9} {name}")
    print(f"{len(faults):9} disagreements without a known reason")
    for fault in faults[:10]:
        print(f"\n{fault}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
