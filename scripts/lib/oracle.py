"""Games of random players that a referee conducted are judged by compongo and, ply by ply, by python-chess; exit code 1 if they
disagree without reason. See scripts/oracle; tests/fuzz/generator makes the games.

Compared are the legality of moves, checkmate, stalemate, material draws, five repetitions, 75 moves, and the claims of three
repetitions and of 50 moves, with the position on the board and with each move: those that the judge lists, and those on which
the referee ruled. Disagreements that come from a rule that only one of the two knows are counted by class.
"""

import collections
import json
import multiprocessing
import subprocess
import sys

import chess

CHUNK = 250
# The editions in which five repetitions and 75 moves end the game.
AUTOMATIC = ("Fide2018", "Fide2023")
CLAIMS = ("threefold", "fifty_moves")
UNPLAYABLE = ("illegal_move", "ambiguous_move", "unreadable_move")


def name_of(board, move, chess960):
    """The move as compongo writes it in claims: castling as king takes rook only where Chess960 needs it."""
    copy = board.copy(stack=False)
    copy.chess960 = chess960
    return copy.uci(move)


def needs_960(board):
    corners = chess.BB_FILE_A | chess.BB_FILE_H
    rights = board.clean_castling_rights()
    kings_moved = any(
        rights & rank and board.king(color) not in (chess.E1, chess.E8)
        for color, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8))
    )
    return bool(rights & ~corners) or kings_moved


def supports(board, kind, move):
    """Whether a claim of this kind with this move, or with the position on the board, is correct."""
    if move is None:
        return board.is_repetition(3) if kind == "threefold" else board.is_fifty_moves()
    if board.is_zeroing(move):
        return False
    board.push(move)
    try:
        return board.is_repetition(3) if kind == "threefold" else board.is_fifty_moves()
    finally:
        board.pop()


def ends_game(board, move):
    board.push(move)
    try:
        return not any(board.legal_moves)
    finally:
        board.pop()


def claims_of(board, repeated, chess960):
    """Kind -> None for the position on the board, or the moves that may be announced; and moves that python-chess does not
    accept because they end the game."""
    claims, denied = {}, []
    if supports(board, "threefold", None):
        claims["threefold"] = None
    elif repeated and board.halfmove_clock >= 7:
        moves = [move for move in list(board.legal_moves) if supports(board, "threefold", move)]
        if moves:
            claims["threefold"] = sorted(name_of(board, move, chess960) for move in moves)
    if supports(board, "fifty_moves", None):
        claims["fifty_moves"] = None
    elif board.halfmove_clock >= 99:
        quiet = [move for move in list(board.legal_moves) if not board.is_zeroing(move)]
        moves = [move for move in quiet if supports(board, "fifty_moves", move)]
        denied = [name_of(board, move, chess960) for move in quiet if move not in moves and ends_game(board, move)]
        if moves or denied:
            claims["fifty_moves"] = sorted(name_of(board, move, chess960) for move in moves)
    return claims, denied


def end_of(board, edition):
    """The end that python-chess sees, in the order of the Laws."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "dead_position"
    if edition in AUTOMATIC and board.is_fivefold_repetition():
        return "fivefold"
    if edition in AUTOMATIC and board.is_seventyfive_moves():
        return "seventy_five_moves"
    return None


def correct_claims(board, ply, claims):
    """The claims on which the referee ruled at a ply and which python-chess finds correct, as kinds. What is no legal move
    cannot be claimed with."""
    kinds = []
    for claim in claims:
        if claim["ply"] != ply:
            continue
        try:
            move = board.parse_uci(claim["announced"]) if claim["announced"] else None
        except ValueError:
            continue
        if supports(board, claim["kind"], move) or (
            claim["kind"] == "fifty_moves"
            and move is not None
            and board.halfmove_clock >= 99
            and not board.is_zeroing(move)
            and ends_game(board, move)
        ):
            kinds.append(claim["kind"])
    return kinds


def replay(game):
    """What python-chess says of a game: its ends and claims by ply, and the faults of the referee."""
    board = chess.Board(game["fen"], chess960=True)
    chess960 = needs_960(board)
    turns, faults, repeated, end = [], [], False, None
    plies = len(game["moves"])
    for ply in range(plies + 1):
        if board.halfmove_clock == 0:
            repeated = False
        repeated = repeated or (ply > 0 and board.is_repetition(2))
        end = end_of(board, game["edition"])
        if end and ply < plies:
            faults.append(f"the referee goes on after {end} at ply {ply}")
        if not end:
            turns.append(claims_of(board, repeated, chess960))
        correct = correct_claims(board, ply, game["claims"])
        if correct and (ply < plies or correct != [game["end"]]):
            faults.append(f"the referee denies a claim of {correct[0]} at ply {ply}")
        if end or ply == plies:
            break
        try:
            board.push(board.parse_uci(game["moves"][ply]))
        except ValueError:
            faults.append(f"{game['moves'][ply]} is illegal at ply {ply + 1}")
            break
    if game["claims"] and game["end"] in CLAIMS and not correct_claims(board, plies, game["claims"]):
        faults.append(f"the referee grants a claim of {game['end']} at ply {plies}")
    if end and game["end"] not in (end, "dead_position"):
        faults.append(f"the referee ends the game by {game['end']}, not by {end}")
    if not faults and game["score"] not in scores_of(board, game["end"]):
        faults.append(f"the referee scores {game['score']} for {game['end']}")
    return {"plies": plies, "end": end, "turns": turns}, faults


def scores_of(board, end):
    """The scores that an end may have."""
    loss = "0-1" if board.turn else "1-0"
    if end == "checkmate":
        return {loss}
    if end not in ("flag_fall", "illegal_move", "resignation"):
        return {"1/2-1/2"}
    if end == "flag_fall" and board.has_insufficient_material(not board.turn):
        return {"1/2-1/2"}
    # Whether the opponent cannot mate for another reason, and which event that excuses, is not the business of python-chess.
    return {loss, "1/2-1/2"}


def intervals(turns, last):
    """The first turn of each interval of turns of a player with a claim of one kind, up to a ply."""
    found, latest = [], {}
    for ply, (claims, denied) in enumerate(turns[:last]):
        for kind, moves in claims.items():
            if latest.get((kind, ply % 2)) != ply - 2:
                found.append((ply, kind, moves, denied if kind == "fifty_moves" else []))
            latest[kind, ply % 2] = ply
    return found


def compare(game, expected, report, classes):
    """Disagreements of the judge without a known reason, as texts."""
    faults = []
    verdict, end, plies = report["verdict"], expected["end"], expected["plies"]
    kinds = {finding["kind"]: finding for finding in report["findings"]}
    last = plies if end else plies + 1
    stop = next((kinds[kind] for kind in UNPLAYABLE if kind in kinds), None)

    if verdict and verdict["kind"] == "dead_position" and (end != "dead_position" or verdict["ply"] < plies):
        classes["dead position that material does not show"] += 1
        last = verdict["ply"]
        if verdict["ply"] > plies:
            faults.append("dead after the last ply")
    elif end and (verdict and (verdict["kind"], verdict["ply"])) != (end, plies):
        faults.append(f"the end is {end} at ply {plies}")
    elif game["has_illegal"]:
        if not stop or (stop["kind"], stop["ply"]) != ("illegal_move", plies + 1):
            faults.append(f"the last move is illegal at ply {plies + 1}")
    elif stop:
        faults.append("all moves are legal")

    ours = collections.defaultdict(list)
    for claim in report["claims"]:
        ours[claim["ply"], claim["kind"]].append(claim["move"])
    for ply, kind, moves, denied in intervals(expected["turns"], last):
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
    program, games = job
    command = [program, "judge", "-", "--json", "--threads", "1"]
    text = "".join(game["pgn"] for game in games)
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    classes, faults = collections.Counter(), []
    if len(reports) != len(games):
        faults.append(f"{len(reports)} reports of {len(games)} games: {done.stderr}")
    for game, report in zip(games, reports):
        expected, wrong = replay(game)
        classes["games"] += 1
        classes["half-moves"] += expected["plies"]
        classes[f"ended by {game['end']}"] += 1
        classes["claims listed by the judge"] += len(report["claims"])
        classes["claims made"] += len(game["claims"])
        classes["with an illegal move"] += game["has_illegal"]
        wrong += compare(game, expected, report, classes)
        faults += [f"{fault}\n{game['pgn']}{json.dumps(report)[:2000]}\n" for fault in wrong]
    return classes, faults


def main():
    program, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    jobs = [(program, games[first : first + CHUNK]) for first in range(0, len(games), CHUNK)]
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
