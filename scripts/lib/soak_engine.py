"""An engine that lives as long as the soak, searches all kinds of positions, and must not grow."""

import pathlib
import queue
import random
import subprocess
import threading
import time

from soak_tools import dying_with_parent, memory

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEARCHES = 200
PATIENCE = 300.0
# What an allocator may keep back.
ALLOWED_GROWTH_KIB = 8 << 10
LIMITS = (
    "go nodes 3000",
    "go nodes 20000",
    "go depth 8",
    "go movetime 20",
    "go wtime 1000 btime 1000 winc 10 binc 10",
    "go mate 3",
    "go infinite\nstop",
    "go ponder wtime 1000 btime 1000\nponderhit",
    "go ponder wtime 1000 btime 1000\nstop",
)
OPTIONS = (
    "MultiPV value 3",
    "MultiPV value 1",
    "Hash value 32",
    "Threads value 2",
    "UCI_LimitStrength value true",
    "UCI_LimitStrength value false",
    "UCI_ShowWDL value true",
    "UCI_Chess960 value true",
    "UCI_Chess960 value false",
    "EvalFile value nowhere.nnue",
    "SyzygyPath value nowhere",
    "Nonsense value 1",
    "Clear Hash",
)
# What its memory is measured with.
PLAIN = ("Hash value 16", "Threads value 1", "MultiPV value 1", "UCI_LimitStrength value false", "UCI_Chess960 value false")
NONSENSE = ("", "position fen x", "position startpos moves e2e5", "\u265a", "perft 2", "d", "eval", "x" * 5000)


class LongLife:
    """The engine, started anew only if it has ended."""

    def __init__(self, figures, engine):
        self.figures = figures
        self.engine = engine
        self.process = None
        self.random = random.Random()
        lines = (ROOT / "tests/data/tactics.epd").read_text().splitlines()
        self.positions = [" ".join(line.split()[:4]) + " 0 1" for line in lines if line and not line.startswith("#")]

    def pid(self):
        return self.process.pid if self.process else None

    def start(self):
        self.process = subprocess.Popen(
            dying_with_parent([self.engine]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.lines = queue.Queue()
        arguments = (self.process.stdout, self.lines)
        threading.Thread(target=read_lines, args=arguments, daemon=True).start()
        self.life = {"began": time.time(), "searches": 0, "kib": []}
        self.figures.all["lives"].append(self.life)

    def send(self, text):
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def wait_for(self, word):
        """The answer that begins with a word; `None` if it does not come, or the engine ended."""

        def is_answer(line):
            if "panicked" in line:
                self.figures.problem("long-lived engine", "panic", line)
            return line.startswith(word)

        return first_line(self.lines, is_answer, PATIENCE)

    def part(self, name):
        if self.process is None:
            self.start()
        for _ in range(SEARCHES):
            said = self.search()
            if said is None:
                ended = self.process.poll()
                kind = "hang" if ended is None else "crash"
                self.figures.problem(name, kind, f"exit code {ended}, after {self.said}")
                self.end()
                return
            self.life["searches"] += 1
            self.figures.add(name, "searches")
        for option in PLAIN:
            self.send(f"setoption name {option}")
        self.send("ucinewgame\nposition startpos\ngo nodes 300000")
        if self.wait_for("bestmove") is not None:
            self.life["kib"].append(memory(self.process.pid))
            self.check_growth(name)
        self.life["seconds"] = time.time() - self.life["began"]

    def check_growth(self, name):
        """One problem for each life at most."""
        first, last = self.life["kib"][0], self.life["kib"][-1]
        if last - first > ALLOWED_GROWTH_KIB and not self.life.get("grown"):
            self.life["grown"] = True
            self.figures.problem(name, "memory", f"{first} KiB at first, {last} KiB after {self.life['searches']} searches")

    def search(self):
        position = f"position fen {self.random.choice(self.positions)}"
        before = []
        if self.random.random() < 0.1:
            before.append("ucinewgame")
        if self.random.random() < 0.2:
            before.append(f"setoption name {self.random.choice(OPTIONS)}")
        if self.random.random() < 0.2:
            before.append(self.random.choice(NONSENSE))
        self.said = "\n".join([*before, position, self.random.choice(LIMITS), "isready"])
        try:
            self.send(self.said)
        except OSError:
            return None
        # The two answers come in any order.
        wanted = {"bestmove", "readyok"}
        while wanted:
            line = self.wait_for(tuple(wanted))
            if line is None:
                return None
            wanted.remove(line.split()[0])
        return True

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def read_lines(source, lines):
    for line in source:
        lines.put(line.decode(errors="replace"))
    lines.put(None)


def first_line(lines, wanted, patience):
    """The first line of `read_lines` that is wanted; `None` if the lines end, or it does not come in time (seconds)."""
    end = time.monotonic() + patience
    while (left := end - time.monotonic()) > 0:
        try:
            line = lines.get(timeout=left)
        except queue.Empty:
            return None
        if line is None or wanted(line):
            return line
    return None
