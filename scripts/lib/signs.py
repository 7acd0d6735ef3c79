"""Compares the signs of `compongo review` with those from the scores of another engine; see scripts/signs."""

import hashlib
import json
import math
import pathlib
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field

import chess
import chess.engine
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORE = ROOT / "data" / "signs"
# From no error to the worst one.
ERRORS = ["", "?!", "?", "??"]
SIGNS = ["?!", "?", "??", "!"]
OF_REVIEW = {None: "", "inaccuracy": "?!", "mistake": "?", "blunder": "??", "good": "!"}

PARAMS = (ROOT / "src/search/params.rs").read_text(encoding="utf-8")
EXCHANGE = json.loads(re.search(r"const SEE_VALUES: \[i32; 6\] = (.*?);", PARAMS).group(1))
VALUES = {None: 0, **dict(zip(chess.PIECE_TYPES, EXCHANGE))}
CURVE = (ROOT / "src/review/win_curve.rs").read_text(encoding="utf-8")
SLOPE, CAP = (
    float(re.search(rf"const {name}: f64 = ([\d._]+);", CURVE).group(1).replace("_", ""))
    for name in ("PEOPLE_SLOPE", "PEOPLE_LIMIT")
)
MOVES = (ROOT / "src/review/moves.rs").read_text(encoding="utf-8")
STILL_WON, STILL_HELD = (
    float(re.search(rf"const {name}: f64 = ([\d.]+);", MOVES).group(1)) for name in ("STILL_WON", "STILL_HELD")
)
JUDGEMENT = (ROOT / "src/review/judgement.rs").read_text(encoding="utf-8")
SHORT_MATE = int(re.search(r"const SHORT_MATE: i32 = (\d+);", JUDGEMENT).group(1))
PEOPLE = re.search(r"Self::People => JudgementLimits \{(.*?)\}", CURVE, re.DOTALL).group(1)
LIMITS = {name: float(value) for name, value in re.findall(r"(\w+): ([\d.]+)", PEOPLE)}


class Cache:
    """Results on disk: a line for each key."""

    def __init__(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self.known = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                key, value = json.loads(line)
            except ValueError:
                continue  # the last line of a run that was stopped
            self.known[key] = value
        self.file = path.open("a", encoding="utf-8")

    def get(self, parts, make):
        """The value for a key of several parts, which is made if it is not known."""
        key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        if key not in self.known:
            self.known[key] = make()
            print(f"\n{json.dumps([key, self.known[key]])}", end="", file=self.file, flush=True)
        return self.known[key]


def expected(score):
    """The expected score of the side to move, as the review computes it for people."""
    if score.get("mate") == 0:
        return 0.0
    cp = score["cp"] if "cp" in score else math.copysign(CAP, score["mate"])
    return 1 / (1 + math.exp(-SLOPE * max(-CAP, min(CAP, cp))))


def sign_of_mate(before, after):
    """The sign of a move that gives up a forced mate or allows one, as in src/review/judgement.rs; None for other moves. Both
    scores are the player's."""
    mates = lambda score: score.get("mate", 0) > 0
    mated = lambda score: score.get("mate", 0) < 0
    if mates(before) and ("cp" in after or mated(after)):
        length, lead = before["mate"], after.get("cp", 0)
    elif "cp" in before and mated(after):
        length, lead = -after["mate"], -before["cp"]
    else:
        return None
    if lead > 999:
        return "?!" if length <= SHORT_MATE else None
    return "?" if lead > 700 else "??"


def exchange(board, move):
    """The material that a capture or a promotion wins if both sides go on to capture on its square."""
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    won = VALUES[taken] + (VALUES[move.promotion] - VALUES[chess.PAWN] if move.promotion else 0)
    board = board.copy(stack=False)
    board.push(move)
    captures = [reply for reply in board.legal_moves if reply.to_square == move.to_square]
    if not captures:
        return won
    least = min(captures, key=lambda reply: (board.piece_type_at(reply.from_square), -VALUES[reply.promotion]))
    return won - max(0, exchange(board, least))


def is_obvious(board, move):
    """True for a move that recaptures, exchanges evenly or wins material at once, as in src/review/moves.rs."""
    if board.is_capture(move) and board.move_stack:
        last = board.pop()
        recaptures = board.is_capture(last) and last.to_square == move.to_square
        board.push(last)
        if recaptures:
            return True
    if board.is_capture(move):
        return exchange(board, move) >= 0
    return move.promotion is not None and exchange(board, move) > 0


@dataclass
class Opinion:
    """What an engine thinks of a move: the sign, the scores before and after it for White, the loss of expected score."""

    sign: str
    before: str
    after: str
    loss: float

    def __str__(self):
        return f"{self.sign or '-':2} {self.before:>6} → {self.after:>6}, loses {self.loss:.3f}"


def pawns(score, turn):
    """A score of the side to move as White sees it."""
    sign = 1 if turn else -1
    return f"#{sign * score['mate']}" if "mate" in score else f"{sign * score['cp'] / 100:+.2f}"


class Referee:
    """The other engine."""

    def __init__(self, command, nodes, cache):
        self.engine = chess.engine.SimpleEngine.popen_uci(command, timeout=None)
        self.engine.configure({"Threads": 1, "Hash": 64})
        self.name = self.engine.id["name"]
        self.nodes, self.cache = nodes, cache

    def lines(self, board):
        """The two best lines of a position, or fewer: each a move and a score of the side to move."""
        if not any(board.legal_moves):
            return [{"mate": 0} if board.is_check() else {"cp": 0}]
        moves = [move.uci() for move in board.move_stack]
        return self.cache.get([self.name, self.nodes, board.root().fen(), moves], lambda: self.search(board))

    def search(self, board):
        # A new game clears the hash table, so that the order of the searches does not matter.
        infos = self.engine.analyse(board, chess.engine.Limit(nodes=self.nodes), multipv=2, game=object())
        found = []
        for info in infos:
            score = info["score"].relative
            value = {"mate": score.mate()} if score.is_mate() else {"cp": score.score()}
            found.append({"move": info["pv"][0].uci(), **value})
        return found

    def opinion(self, board, move):
        """The opinion on a move, by the formula of the review."""
        after = board.copy()
        after.push(move)
        lines, replies = self.lines(board), self.lines(after)
        is_best = lines[0]["move"] == move.uci()
        best = expected(lines[0])
        loss = 0.0 if is_best else max(0.0, best + expected(replies[0]) - 1)
        second = expected(lines[1]) if is_best and len(lines) > 1 else best
        holds = 1 - expected(replies[0]) > best - LIMITS["inaccuracy"]
        is_only = best >= STILL_HELD and best - second >= LIMITS["only_move"] and second < STILL_WON and holds
        of_mate = sign_of_mate(lines[0], {name: -value for name, value in replies[0].items() if name != "move"})
        if is_only and not is_obvious(board, move):
            sign = "!"
        elif of_mate and not is_best:
            sign = of_mate
        else:
            sign = ERRORS[sum(loss >= LIMITS[name] for name in ("inaccuracy", "mistake", "blunder"))]
        return Opinion(sign, pawns(lines[0], board.turn), pawns(replies[0], after.turn), loss)


def review(program, game, cache):
    """The moves of a game as the program reviews them."""
    moves = [move.uci() for move in game.mainline_moves()]
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()

    def run():
        command = [program, "review", "-", "--json", "--players", "people", "--jobs", "1"]
        done = subprocess.run(command, input=str(game), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{game}\n{done.stderr}")
        return json.loads(done.stdout)["moves"]

    return cache.get([digest, game.board().fen(), moves, str(game)], run)


def review_opinion(mv):
    """The opinion of the review on a move."""
    before, after = (pawns(score, True) for score in (mv["before"], mv["after"]))
    return Opinion(OF_REVIEW[mv["judgement"]], before, after, mv["loss"])


@dataclass
class Tally:
    """Moves counted by the signs that the review and the other engine give them."""

    games: int = 0
    pairs: Counter = field(default_factory=Counter)

    def count(self, wanted):
        return sum(count for (ours, theirs), count in self.pairs.items() if wanted(ours, theirs))

    def add(self, other):
        self.games += other.games
        self.pairs += other.pairs

    def serious(self):
        """The mistakes and blunders of the review: all, and those to which the other engine gives the same sign, another
        error sign, none."""
        of_review = lambda ours: ours in ("?", "??")
        return (
            self.count(lambda ours, _: of_review(ours)),
            self.count(lambda ours, theirs: of_review(ours) and theirs == ours),
            self.count(lambda ours, theirs: of_review(ours) and theirs in ERRORS[1:] and theirs != ours),
            self.count(lambda ours, theirs: of_review(ours) and theirs not in ERRORS[1:]),
        )

    def false(self):
        return self.count(lambda ours, theirs: ours in ERRORS[1:] and theirs not in ERRORS[1:])

    def missed(self, signs):
        return self.count(lambda ours, theirs: ours not in ERRORS[1:] and theirs in signs)

    def row(self, title):
        ours = [self.count(lambda one, _: one == sign) for sign in SIGNS]
        theirs = [self.count(lambda _, one: one == sign) for sign in SIGNS]
        numbers = [*ours, *theirs, *self.serious()[1:], self.false(), self.missed(ERRORS[1:])]
        return f"{title[:40]:40}" + "".join(
            f"{number:{width}}" for number, width in zip(numbers, [5, 4, 4, 4, 7, 4, 4, 4, 11, 6, 6, 8, 8])
        )


def summary(total):
    """The totals in words."""
    serious, same, other, none = total.serious()
    percent = lambda part, whole: f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "0 of 0"
    errors = total.count(lambda ours, _: ours in ERRORS[1:])
    agreed = total.count(lambda ours, theirs: ours in ERRORS[1:] and theirs == ours)
    only = total.count(lambda ours, _: ours == "!")
    lines = [
        f"? and ??: same sign {percent(same, serious)}, an error sign {percent(same + other, serious)}, none {none}",
        f"All error signs: same sign {percent(agreed, errors)}, none {total.false()}",
        f"False signs a game: {total.false() / total.games:.2f}; missed errors a game: "
        f"{total.missed(ERRORS[1:]) / total.games:.2f}, of these ? and ??: {total.missed(ERRORS[2:]) / total.games:.2f}",
        f"!: same sign {percent(total.pairs['!', '!'], only)}, missed {total.count(lambda a, b: a != b == '!')}",
    ]
    return "\n".join(lines)


def compare(games, referee, is_wanted):
    """Prints a table of the games, from the moves that are wanted; returns the sum and the differences."""
    print(f"{'':40}{'review':>17}{'other engine':>19}{'? and ?? of the review':>26}{'errors':>15}")
    heads = "   ?!   ?  ??   !     ?!   ?  ??   !       same other  none   false  missed"
    print(f"{'game':40}{heads}")
    total, differences = Tally(), []
    for number, (game, moves) in enumerate(games(), 1):
        tally, board = Tally(1), game.board()
        for mv, move in zip(moves, game.mainline_moves()):
            if not mv["book"] and is_wanted(mv):
                ours, theirs = review_opinion(mv), referee.opinion(board, move)
                tally.pairs[ours.sign, theirs.sign] += 1
                if ours.sign != theirs.sign:
                    name = f"{number}: {mv['number']}{'.' if board.turn else '...'} {mv['san']}"
                    differences.append(f"{name:18} review {ours}   other {theirs}   {board.fen()}")
            board.push(move)
        total.add(tally)
        print(tally.row(f"{number} {game.headers['White']} - {game.headers['Black']}"), flush=True)
    if not total.games:
        sys.exit("there is no game")
    print(total.row("all"))
    return total, differences


def main():
    program, command, path, nodes = sys.argv[1:5]
    cache = Cache(STORE / "cache.jsonl")
    referee = Referee(command, int(nodes), cache)

    def games():
        with open(path, encoding="utf-8-sig") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                yield game, review(program, game, cache)

    print(f"{path}: `compongo review` against {referee.name} with {int(nodes):,} nodes a position and two lines.")
    print("Centipawns of both: at +100 an engine wins half of its games; each fitted that to games of its own.\n")
    # The second part, which finds the missed errors, takes five times as long.
    for title, is_wanted in [
        ("Moves with a sign of the review", lambda mv: mv["judgement"]),
        ("All moves after the book", lambda mv: True),
    ]:
        print(f"{title}:")
        total, differences = compare(games, referee, is_wanted)
        print(f"\n{summary(total)}\n\nDifferences, with scores before and after the move for White:")
        print("\n".join(differences), end="\n\n", flush=True)
    referee.engine.quit()


if __name__ == "__main__":
    main()
