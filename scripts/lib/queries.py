"""Asks compongo and python-chess for the same games of a file; exit code 1 if their answers differ. See scripts/queries.

Compared are the numbers of the games and their texts. python-chess reads every tag, but each movetext only once. It does not
know when a position is dead or a side cannot mate, unless the material or a few moves show it; games in which compongo proves
more would be differences that are no faults.
"""

import hashlib
import io
import os
import re
import resource
import subprocess
import sys
import tempfile

import chess
import chess.pgn

from queries_games import FINDINGS, PIECES, Game, Lines, MoveReader, text_of

UNIQUE = "--unique"
QUERIES = [
    ["player=kasparov"],
    ["player=ΔΗΣ, ΙΩΆ"],
    ['white=łęcki "wilk"'],
    ["black=the \\ b"],
    ["event=open (b)"],
    ["tag.UTCDate=2020"],
    ["eco=b9"],
    ["result=1/2-1/2"],
    ["result=*"],
    ["result!=*", "player!=kasparov"],
    ["material!=KvKQ", "termination!=open"],
    ["date>=2020.01"],
    ["date<1990.06.15"],
    ["date=2020.05"],
    ["date<=2020.05.17"],
    ["rating>2400"],
    ["rating<=1000"],
    ["plies>=80"],
    ["plies=0"],
    ["material=KRPvKR"],
    ["material=KvKQ"],
    ["position=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"],
    ["position=rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"],
    ["termination=dead"],
    ["termination=checkmate"],
    ["termination=flag"],
    ["termination=resignation"],
    ["termination=open"],
    ["termination=stalemate"],
    ["termination=fivefold"],
    ["termination=seventy_five_moves"],
    ["termination=threefold"],
    ["termination=fifty_moves"],
    ["termination=illegal_move"],
    ["finding=illegal_move"],
    ["finding=illegal"],
    ["finding=played_past_end"],
    ["finding=result_contradicts_board"],
    ["finding=missing_setup"],
    ["player=müller", "rating>2000", "date>2000", "material=KRvK"],
    ["termination=agreement", "plies<40", UNIQUE],
    [UNIQUE],
]
# A short search decides the winnability questions of such games; a solver decides those that are left.
NODES = "1000"
MARK = "\ufeff"
NUMBER = re.compile(r'GameId[ \t]+"(\d+)"')
# Years, months and days; what is something else is unknown.
DATE_PARTS = [range(1000, 10_000), range(1, 13), range(1, 32)]


def order(relation, one, other):
    """Whether a relation holds between two values."""
    return {"<": one < other, "<=": one <= other, "=": one == other, ">=": one >= other, ">": one > other}[relation]


def date_holds(relation, wanted, tag):
    """Whether the known parts of a date satisfy a comparison; None if it depends on others."""
    parts = re.split(r"[.\-/]", tag)
    for index, part in enumerate(wanted):
        text = parts[index].strip() if index < len(parts) else ""
        if not re.fullmatch("[0-9]+", text) or int(text) not in DATE_PARTS[index]:
            return None
        if int(text) != part:
            return order(relation, int(text), part)
    return order(relation, 0, 0)


def predicate(term):
    """The meaning of a term: a function of a game."""
    name, relation, value = re.fullmatch(r"([\w.]+)(!=|<=|>=|<|>|=)(.*)", term).groups()
    if relation == "!=":
        excluded = predicate(f"{name}={value}")
        return lambda game: not excluded(game)
    if name in ("player", "white", "black", "event"):
        names = ["white", "black"] if name == "player" else [name]
        return lambda game: any(value.lower() in game.tags.get(name, "").lower() for name in names)
    if name.startswith("tag."):
        tag = name.removeprefix("tag.").lower()
        return lambda game: value.lower() in game.tags.get(tag, "").lower()
    if name == "eco":
        return lambda game: game.tags.get("eco", "").strip().upper().startswith(value.upper())
    if name == "result":
        return lambda game: game.result() == value
    if name == "date":
        wanted = [int(part) for part in value.split(".")]

        def holds(game):
            held = date_holds(relation, wanted, game.tags.get("date", ""))
            return date_holds(relation, wanted, game.tags.get("utcdate", "")) if held is None else held

        return holds
    if name in ("rating", "elo"):
        texts = lambda game: (game.tags.get(tag, "").strip() for tag in ("whiteelo", "blackelo"))
        is_rating = re.compile("[0-9]*[1-9][0-9]*").fullmatch
        return lambda game: any(is_rating(text) and order(relation, int(text), int(value)) for text in texts(game))
    if name == "plies":
        return lambda game: order(relation, game.facts.plies, int(value))
    if name == "material":
        sides = tuple(sorted("".join(sorted(side, key=PIECES.index)) for side in value.split("v")))
        return lambda game: sides in game.facts.materials
    if name == "position":
        board = chess.Board(value)
        return lambda game: (board.board_fen(), board.turn) in game.facts.placements
    if name == "termination":
        kind = {"dead": "dead_position", "flag": "flag_fall", "mate": "checkmate"}.get(value, value)
        return lambda game: game.verdict() == kind
    if name == "finding":
        # A name, or the beginning of names; a beginning must not fit findings of compongo that are not known here.
        kinds = [value] if value in FINDINGS else [kind for kind in FINDINGS if kind.startswith(value)]
        if not kinds:
            raise ValueError(term)
        return lambda game: any(game.has_finding(kind) for kind in kinds)
    raise ValueError(term)


class Answer:
    """The games that satisfy a query."""

    def __init__(self, query):
        self.terms = [predicate(term) for term in query if term != UNIQUE]
        self.keys = set() if UNIQUE in query else None
        self.numbers, self.digest = [], hashlib.sha256()

    def take(self, game, text):
        """Adds a game if it satisfies the query."""
        if not all(holds(game) for holds in self.terms):
            return
        if self.keys is not None:
            if game.facts.key in self.keys:
                return
            self.keys.add(game.facts.key)
        self.numbers += numbers_in(text)
        self.digest.update(f"{text.lstrip(MARK).strip()}\n\n".encode())


def answers(path, queries):
    """What satisfies each query as python-chess reads the file, and the number of different movetexts."""
    found = [Answer(query) for query in queries]
    facts = {}
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        lines = Lines(file)
        while (tags := lines.read_tags()) is not None:
            text = "".join(lines.kept)
            key = "".join(lines.movetext()), tags.get("fen"), tags.get("variant")
            if key not in facts:
                facts[key] = chess.pgn.read_game(io.StringIO(text, newline=""), Visitor=MoveReader)
            game, text = Game(tags, facts[key]), text_of(text)
            for answer in found:
                answer.take(game, text)
    return found, len(facts)


def numbers_in(text):
    """The numbers that queries_file.py gave the games of a text."""
    return [int(number) for number in NUMBER.findall(text)]


def seconds_of(who):
    """The processor time of a process, which other processes hardly change."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def ask(program, path, query):
    """The games that compongo finds, as one text, and the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "found.pgn")
        terms = [word for term in query for word in ([term] if term == UNIQUE else ["--where", term])]
        command = [program, "judge", path, "--threads", "1", "--nodes", NODES, "--laws", "fide2023", "--output", output, *terms]
        began = seconds_of(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = seconds_of(resource.RUSAGE_CHILDREN) - began
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stderr}")
        with open(output, encoding="utf-8", newline="") as file:
            return file.read(), seconds


def main():
    program, path = sys.argv[1:3]
    found, texts = answers(path, QUERIES)
    print(f"python-chess: {seconds_of(resource.RUSAGE_SELF):.0f} s for all queries, {texts} movetexts played out\n")
    print(f"{'compongo':>9} {'python':>9} {'only c.':>8} {'only p.':>8} {'seconds':>8}  query")
    faults = 0
    for query, answer in zip(QUERIES, found):
        text, seconds = ask(program, path, query)
        ours, theirs = numbers_in(text), answer.numbers
        only_ours, only_theirs = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
        counts = f"{len(ours):9} {len(theirs):9} {len(only_ours):8} {len(only_theirs):8}"
        print(f"{counts} {seconds:8.1f}  {' '.join(query)}", flush=True)
        if only_ours or only_theirs:
            print(f"  only compongo: {only_ours[:8]}\n  only python-chess: {only_theirs[:8]}")
        elif hashlib.sha256(text.encode()).digest() != answer.digest.digest():
            print("  the texts of the games differ")
        else:
            continue
        faults += 1
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
