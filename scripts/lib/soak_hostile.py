"""Hostile UCI input: scripts that no client should send, and a table of how engines take them; see scripts/soak."""

import collections
import os
import pathlib
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time

from soak_engine import first_line, read_lines
from soak_tools import dying_with_parent

# The seconds in which an engine must answer, or end.
PATIENCE = 5.0
# The seconds for its start, which is no part of a script.
START_PATIENCE = 60.0
# The address space of an engine in bytes, enough for all scripts but those that ask for more memory than there is.
MEMORY = 4 << 30
# A valid position that no script has, and its legal moves, which answer no other position.
POSITION = "fen 8/8/8/3k4/8/8/8/K6R b - - 0 1"
MOVES = {f"d5{square}" for square in ("c4", "d4", "e4", "c5", "e5", "c6", "d6", "e6")}
ANSWERED, CRASHED, HUNG = "answered", "crashed", "hung"


class Script:
    """The input of an engine: lines, raw bytes, and seconds to wait. After it the engine must answer or, if the input `ends`,
    end."""

    def __init__(self, group, *steps, ends=False):
        self.group = group
        self.steps = steps
        self.ends = ends

    def __str__(self):
        texts = (step.decode(errors="backslashreplace") if isinstance(step, bytes) else str(step) for step in self.steps)
        text = " / ".join(texts).replace("\n", " / ")
        return text if len(text) <= 100 else f"{text[:97]}..."


def positions():
    """FENs of impossible positions, and texts that are not FENs."""
    placements = (
        "8/8/8/8/8/8/8/8",
        "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR",
        "kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQkQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ",
        "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR",
        "4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3",
        "PPPPkPPP/8/8/8/8/8/8/ppppKppp",
        "9/9/9/9/9/9/9/9",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8/8/8/8",
        "rnbqkbnrrrrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
        "rnbqkbnr/ppp♞pppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "/" * 5000,
    )
    yield from (f"{placement} w - - 0 1" for placement in placements)
    # The side that is not to move is in check; both are; three pieces give check.
    yield "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"
    yield "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1"
    yield "4k3/8/8/1b6/8/3n4/4R3/q3K3 w - - 0 1"
    # Castling rights without a rook, en passant without a pawn, numbers beyond all types, missing and strange fields.
    yield "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    yield "4k3/8/8/8/8/8/8/4K3 w HAhaHAha - 0 1"
    yield "4k3/8/8/8/8/8/8/4K3 w - e6 0 1"
    yield "4k3/8/8/8/8/8/8/4K3 w - z99 0 1"
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    yield f"{board} w KQkq - {10**30} {10**30}"
    yield f"{board} w KQkq - -{2**31} -{2**63}"
    yield f"{board} x KQkq - 0 1"
    yield board
    yield ""


def bad_lines():
    """Groups of lines, each followed by a search."""
    yield "FENs", [f"position fen {fen}\ngo depth 3" for fen in positions()]
    shuffle = "g1f3 g8f6 f3g1 f6g8 "
    moves = ("e2e5", "e7e5", "0000", "a1a1", "e1e8", "z9z9", "e2e4 e2e4", "♟", "e7e8q", "e2e4q", "e2", "e2e4e7e5", "moves moves")
    moves += ("f2f3 e7e5 g2g4 d8h4 a2a3", "e2e4 d7d5 f1b5 a7a6")
    yield "Illegal moves", [f"position startpos moves {text}\ngo depth 3" for text in moves]
    limits = []
    for number in (-1, 0, -(2**31), 2**31, 2**63, 2**64, 10**40):
        limits += [f"depth {number}", f"nodes {number}", f"mate {number}", f"movetime {number}"]
        limits += [f"wtime {number} btime {number}", f"wtime 1000 btime 1000 winc {number} binc {number}"]
        limits += [f"wtime 1000 btime 1000 movestogo {number}"]
    limits += ["wtime", "depth", "nodes x", "movetime 1e9", "wtime wtime wtime", "depth 3 depth 4 depth 5", "infinite infinite"]
    limits += ["searchmoves", "searchmoves e2e5", "searchmoves e2e4 e2e4", "infinite ponder mate 3 depth 1", "perft", "perft 0"]
    limits += ["perft -1", "perft x"]
    yield "`go` with absurd limits", [f"position startpos\ngo {limit}" for limit in limits]
    options = []
    for number in (-1, 0, -(2**63), 2**31, 2**64, 10**40, "x", "", "2e1", "16 16", "♞"):
        options += [f"{name} value {number}" for name in ("Hash", "Threads", "MultiPV", "UCI_Elo")]
    options += ["Hash", "Threads", "", "Nonsense value 1", "value value", "name name", "UCI_Chess960 value maybe"]
    options += ["EvalFile value nowhere.nnue", "EvalFile value /dev/null", "EvalFile value /", "SyzygyPath value /nowhere:/dev/null"]
    yield "Options out of range", [f"setoption name {option}\nposition startpos\ngo depth 3" for option in options]
    # Values that engines offer.
    beyond = ("Hash value 1048576", "Threads value 512")
    yield "More memory than there is", [f"setoption name {option}\nposition startpos\ngo depth 3" for option in beyond]
    million = 1_000_000
    lines = ("x" * million, "go depth " + "1" * million, "setoption name " + "x" * million, "position fen " + "q" * million)
    lines += ("position startpos moves " + "e2e4 " * (million // 5), "go searchmoves " + "e2e4 " * (million // 5), " " * million)
    yield "Lines of 1 MB", [f"{line}\ngo depth 3" for line in lines]
    yield "Long games", [
        f"position startpos moves {shuffle * (plies // 4)}\ngo depth 3" for plies in (1_000, 10_000, 100_000)
    ]


def scripts():
    """All scripts, group by group."""
    for group, lines in bad_lines():
        yield from (Script(group, line, 0.2) for line in lines)
    noise = random.Random(1)
    rubbish = [noise.randbytes(100_000), bytes(100_000), b"\xff\xfe" * 50_000, b"\x1b[2J\x07\r\n" * 1000, b"\r\n\r\n\t \v\f\n" * 1000]
    words = ("go", "position", "fen", "startpos", "moves", "e2e4", "depth", "1", "-1", "setoption", "name", "value", "Hash", "stop")
    for _ in range(10):
        # No word is quit, and a stop follows each line.
        lines = (" ".join(noise.choices(words, k=noise.randrange(1, 12))) for _ in range(200))
        rubbish.append("\nstop\n".join(lines).encode())
    yield from (Script("Binary rubbish and random words", data, 0.2) for data in rubbish)
    search = "position startpos\ngo infinite"
    during = ("setoption name Hash value 64", "setoption name Threads value 2", "setoption name MultiPV value 5", "ucinewgame", "uci")
    during += ("setoption name Clear Hash", "position startpos moves e2e4 e7e5", "position fen x", "go infinite", "go depth 3", "ponderhit")
    during += ("isready\n" * 1000, "debug on", "go depth 3\ngo depth 4\ngo depth 5", "nonsense", "\n" * 1000)
    group = "Commands during a search"
    yield from (Script(group, search, 0.2, line, 0.2) for line in during)
    group = "Commands out of order"
    alone = ("stop", "ponderhit", "stop\n" * 1000, "ponderhit\n" * 1000, "go depth 3\n" * 20, "go ponder wtime 1000 btime 1000\nponderhit")
    alone += ("go ponder\nponderhit\nponderhit\nstop\nstop", "ucinewgame\n" * 20, "isready\n" * 100_000, "uci\n" * 100, "go\ngo\ngo")
    yield from (Script(group, lines, 0.2) for lines in alone)
    group = "`quit` and the end of input"
    for steps in (
        [b""],
        [b"position startpos"],
        [b"go depth 8"],
        [b"isready\nuc"],
        [search, 0.2],
        [f"setoption name Threads value 4\n{search}", 0.2],
        ["position startpos\ngo ponder wtime 1000 btime 1000", 0.2],
        ["go depth 5\n" * 20],
        [b"x" * 1_000_000],
        [b"quit"],
        [search, 0.2, b"quit"],
        ["setoption name Hash value 256\nucinewgame\nquit"],
        ["setoption name Hash value 256\nsetoption name Clear Hash", 0.05, "quit"],
        ["quit\nquit\nquit"],
        [search, 0.2, "quit\ngo infinite\nisready"],
    ):
        yield Script(group, *steps, ends=True)


class Trial:
    """A process of an engine that is sent one script."""

    def __init__(self, engine, folder, patience):
        self.patience = patience
        command = ["prlimit", f"--as={MEMORY}", "--core=0", *dying_with_parent([engine])]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, cwd=folder)
        self.lines, self.waiting = queue.Queue(), queue.Queue()
        threading.Thread(target=read_lines, args=(self.process.stdout, self.lines), daemon=True).start()
        threading.Thread(target=self.write, daemon=True).start()

    def write(self):
        """Writes on a thread of its own, since an engine that hangs does not read."""
        while (data := self.waiting.get()) is not None:
            try:
                self.process.stdin.write(data)
                self.process.stdin.flush()
            except OSError:
                break
        try:
            self.process.stdin.close()
        except OSError:
            pass

    def send(self, text):
        self.waiting.put(text if isinstance(text, bytes) else f"{text}\n".encode())

    def hears(self, wanted, patience=None):
        """A line that is wanted, if it comes in time."""
        return first_line(self.lines, wanted, patience or self.patience)

    def name(self):
        self.send("uci")
        line = self.hears(lambda line: line.startswith("id name "), START_PATIENCE)
        self.hears(lambda line: line.startswith("uciok"), START_PATIENCE)
        return line.removeprefix("id name ").strip() if line else None

    def ended(self, patience):
        """The exit code, if it ends in time."""
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            return None

    def run(self, script):
        """The outcome, as `outcome` returns it."""
        for step in script.steps:
            if isinstance(step, float):
                time.sleep(step)
            else:
                self.send(step)
        if script.ends:
            self.waiting.put(None)
            code = self.ended(self.patience)
            if code is None:
                return HUNG, "does not end"
            return (ANSWERED, "") if code == 0 else (CRASHED, f"exit code {code}")
        self.send("\nstop\nisready")
        if self.hears(lambda line: line.startswith("readyok")) is None:
            return self.silent("no readyok")
        self.send(f"position {POSITION}\ngo movetime 100")
        if self.hears(lambda line: line.startswith("bestmove ") and line.split()[1] in MOVES) is None:
            return self.silent("no legal move")
        return ANSWERED, ""

    def silent(self, why):
        # The end of a process shows a little later than that of its output.
        code = self.ended(0.5)
        return (HUNG, why) if code is None else (CRASHED, f"exit code {code}")

    def end(self):
        self.waiting.put(None)
        self.process.kill()
        self.process.wait()


def outcome(engine, script, patience=PATIENCE):
    """The kind of outcome of a script, and the details."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(engine, folder, patience)
        try:
            return trial.run(script) if trial.name() else (HUNG, "no uciok at its start")
        finally:
            trial.end()


def summary(counts):
    """The outcomes of a group, such as "7 answered, 1 crashed"."""
    return ", ".join(f"{counts[kind]} {kind}" for kind in (ANSWERED, CRASHED, HUNG) if counts[kind])


def main():
    """Prints a table of the engines that the arguments name; exit code 1 if the first one does not answer everywhere."""
    engines = [str(pathlib.Path(engine).resolve()) for engine in sys.argv[1:]]
    # One core, so that threads must take turns.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    names = []
    for engine in engines:
        trial = Trial(engine, "/", PATIENCE)
        names.append(trial.name() or engine)
        trial.end()
    table = {}
    for script in scripts():
        row = table.setdefault(script.group, [collections.Counter() for _ in engines])
        for engine, name, counts in zip(engines, names, row):
            kind, why = outcome(engine, script)
            counts[kind] += 1
            if kind != ANSWERED:
                print(f"{name} {kind} ({why}): {script}", file=sys.stderr, flush=True)
    table["All"] = [sum((row[index] for row in table.values()), collections.Counter()) for index in range(len(engines))]
    print("| Input | Outcome |\n|---|---|")
    for group, row in table.items():
        outcomes = "; ".join(f"{name}: {summary(counts)}" for name, counts in zip(names, row))
        print(f"| {group} | {outcomes} |")
    sys.exit(any(row[0].total() != row[0][ANSWERED] for row in table.values()))


if __name__ == "__main__":
    main()
