"""The small jobs whose power scripts/lib/power_cut.py cuts: their commands, and the checks of what a cut leaves."""

import json
import pathlib
import re
import shutil

from power_cut_tools import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Job:
    """A command that writes files in the folder `run`. Given again, it goes on and ends with the same files."""

    # What is given to the program on standard input.
    stdin = ()
    # Names of files that are written in place: a cut may leave other content than that of an old or a new version.
    in_place = ()

    def __init__(self, name, command, given):
        self.name = name
        self.command = command
        self.given = given

    def prepare(self, program, folder):
        """Makes the files that `run` has before the job."""

    def look(self, program, folder, printed):
        """Reads the files after a cut, as far as the program has one that reads them; all that was `printed` must be in them."""

    def resume(self, program, folder):
        program.run(self.command, folder)

    def compare(self, resumed, whole):
        """Compares the files with those of a job that was not cut."""
        same(resumed, whole, [path.name for path in whole.iterdir() if path.is_file()])


def same(resumed, whole, names):
    for name in names:
        if not (resumed / name).exists():
            raise Problem(f"at the end {name} is missing")
        if (resumed / name).read_bytes() != (whole / name).read_bytes():
            raise Problem(f"at the end {name} differs from the file of a job that was not cut")


def records(path):
    """The objects of the whole lines of a file of JSON lines, without its header."""
    lines = path.read_bytes().split(b"\n")[1:-1] if path.exists() else []
    found = []
    for line in lines:
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found


def read_json(path):
    try:
        return json.loads(path.read_text())
    except ValueError as error:
        raise Problem(f"{path.name} of {path.stat().st_size} bytes cannot be read: {error}") from None


def missing(told, found, what):
    """Only the last record may have been reported before it was on disk."""
    lost = sorted(set(told) - set(found))
    if len(lost) > 1:
        raise Problem(f"{what} {lost} were reported, but are lost")


class Replaced(Job):
    """A command that replaces old files as a whole. It prints `last` when the new ones are written."""

    def __init__(self, name, command, given, last, outputs):
        super().__init__(name, command, given)
        self.last = last
        self.outputs = outputs

    def prepare(self, program, folder):
        for output in self.outputs:
            (folder / "run" / output).write_text("This is the old file.\n" * 500)

    def look(self, program, folder, printed):
        for output in self.outputs:
            path = folder / "run" / output
            if self.last in printed and path.read_text(errors="replace").startswith("This is the old"):
                raise Problem(f"{output} was reported as written, but is the old file")


class MatchJob(Job):
    in_place = ("m.jsonl", "m.pgn")

    def __init__(self, program, given):
        engines = [word for name in "AB" for word in ("--engine", f"cmd={program.path}", f"name={name}")]
        limits = ["--each", "nodes=200", "option.Threads=1", "option.Hash=1", "--openings", "random", "--seed", 1]
        course = ["--games", 20, "--concurrency", 2, "--json", "run/m.jsonl", "--pgn", "run/m.pgn", "--default-time", 300]
        super().__init__("match", ["match", *engines, *limits, *course, "--report", "run/m.html"], given)

    def look(self, program, folder, printed):
        ledger = folder / "run/m.jsonl"
        told = map(int, re.findall(r"^Game (\d+):", printed, re.M))
        missing(told, [record["game"] for record in records(ledger)], "games")
        if f"written to run/{ledger.name}" in printed and not ledger.exists():
            raise Problem("the ledger was reported as written, but is missing")

    def resume(self, program, folder):
        begun = (folder / "run/m.jsonl").exists()
        again = ["match", "--resume", "run/m.jsonl", "--report", "run/m.html", "--quiet"]
        program.run(again if begun else self.command, folder)

    def compare(self, resumed, whole):
        moves = []
        for folder in (resumed, whole):
            games = records(folder / "m.jsonl")
            numbers = [record["game"] for record in games]
            in_pgn = [int(number) for number in re.findall(r'^\[GameNumber "(\d+)"\]', (folder / "m.pgn").read_text(), re.M)]
            if sorted(numbers) != list(range(1, 21)) or in_pgn != numbers:
                raise Problem(f"at the end {numbers} are in the ledger, {in_pgn} in the PGN")
            moves.append({record["game"]: [move["move"] for move in record["moves"]] for record in games})
        if moves[0] != moves[1]:
            raise Problem("the games differ from those of a match that was not cut")
        if not (resumed / "m.html").read_text().rstrip().endswith("</html>"):
            raise Problem("the report has no end")


class DatagenJob(Job):
    in_place = ("journal",)

    def __init__(self, given):
        games = ["--generation", 0, "--seed", 5, "--games", "4000..4200", "--nodes", 20]
        command = ["datagen", "--net", "material", *games, "--threads", 2, "--out", "run/new/games"]
        super().__init__("datagen", command, given)

    def look(self, program, folder, printed):
        shards = sorted((folder / "run").rglob("*.shard"))
        if shards:
            program.run(["datagen", "--stats", shards[0].parent.relative_to(folder)], folder)
        if "200 games of" in printed and len(shards) != 2:
            raise Problem("the games were reported as played, but shards are missing")

    def compare(self, resumed, whole):
        resumed, whole = resumed / "new/games", whole / "new/games"
        same(resumed, whole, [path.name for path in whole.glob("*.shard")])
        if (resumed / "journal").exists():
            raise Problem("a journal is left")


class GatherJob(Job):
    def __init__(self, given):
        super().__init__("gather", ["datagen", "--gather", "run/all", given / "games"], given)

    def compare(self, resumed, whole):
        same(resumed / "all", whole / "all", [path.name for path in whole.glob("all/*.shard")])


class TrainJob(Job):
    def __init__(self, given):
        command = ["train", given / "recipe.toml", "--threads", 2, "--save-every", 1, "--out", "run/new/net"]
        super().__init__("train", command, given)

    def look(self, program, folder, printed):
        if re.search(r"^[0-9a-f]{64} ", printed, re.M) and not (folder / "run/new/net/tiny.nnue").exists():
            raise Problem("the network was reported as trained, but is missing")

    def resume(self, program, folder):
        if not (folder / "run/new/net/tiny.nnue").exists():
            program.run(self.command, folder)

    def compare(self, resumed, whole):
        resumed, whole = resumed / "new/net", whole / "new/net"
        same(resumed, whole, ["tiny.nnue"])
        cards = [re.search(r"^sha256 = .*", (folder / "tiny.toml").read_text(), re.M).group() for folder in (resumed, whole)]
        if cards[0] != cards[1]:
            raise Problem("the card is of another network")


class FreshTrainJob(TrainJob):
    """Discards the files of a training with another recipe, and goes on without discarding."""

    in_place = ("bucket-*", "validation")

    def __init__(self, given):
        super().__init__(given)
        self.name = "fresh-train"
        self.again = [*self.command, "--keep-set"]
        self.command = [*self.again, "--fresh"]

    def prepare(self, program, folder):
        program.run([*self.again, "--lambda", "0.9"], folder)
        self.old = (folder / "run/new/net/tiny.nnue").read_bytes()

    def resume(self, program, folder):
        network = folder / "run/new/net/tiny.nnue"
        if network.exists() and network.read_bytes() == self.old:
            program.run(self.command, folder)
        elif not network.exists():
            program.run(self.again, folder)


class AnalyseJob(Job):
    in_place = ("a.jsonl",)

    def __init__(self, given):
        command = ["analyse", given / "positions.epd", "--nodes", 2000, "--jobs", 3, "--json", "--out", "run/a.jsonl"]
        super().__init__("analyse", command, given)

    def look(self, program, folder, printed):
        lines = [json.loads(line) for line in printed.splitlines() if line.endswith("}")]
        found = records(folder / "run/a.jsonl")
        missing([line["position"] for line in lines], [record["position"] for record in found], "positions")

    def resume(self, program, folder):
        program.run([*self.command, "--resume"], folder)

    def compare(self, resumed, whole):
        results = []
        for folder in (resumed, whole):
            found = records(folder / "a.jsonl")
            results.append([(record["position"], record["move"], record.get("cp"), record["nodes"]) for record in found])
        if results[0] != results[1]:
            raise Problem("the results differ from those of a run that was not cut")


class AdjournJob(Job):
    """Writes two files that belong together; `old` if there are older ones."""

    def __init__(self, given, old):
        sealed = ["--moves", "e4 e5 Nf3", "--sealed-move", "Nc6", "--overwrite"]
        super().__init__("adjourn-again" if old else "adjourn", ["adjourn", "run/game.json", *sealed], given)
        self.old = old

    def prepare(self, program, folder):
        if self.old:
            program.run(["adjourn", "run/game.json", "--moves", "d4", "--sealed-move", "d5"], folder)

    def look(self, program, folder, printed):
        game, envelope = folder / "run/game.json", folder / "run/game.envelope.json"
        if "commitment" in printed or (game.exists() and not self.old):
            program.run(["resume-adjourned", "run/game.json", "--envelope", "run/game.envelope.json"], folder)
        for path in (game, envelope):
            if path.exists():
                read_json(path)

    def compare(self, resumed, whole):
        self.given_again.run(["resume-adjourned", "run/game.json", "--envelope", "run/game.envelope.json"], resumed.parent)

    def resume(self, program, folder):
        self.given_again = program
        super().resume(program, folder)


class PlayJob(Job):
    """A game of two people, who adjourn it. While a clock runs, the game is saved every second."""

    stdin = (1.2, "e4", 0.3, "e5", 2.4, "Nf3", 0.3, "adjourn Nc6", 0.5, "quit")

    def __init__(self, given):
        command = ["play", "--terminal", "--engine", "none", "--tc", "90m+30s", "--game", "run/game.json"]
        super().__init__("play", command, given)

    def look(self, program, folder, printed):
        path = folder / "run/game.json"
        moves = read_json(path)["moves"] if path.exists() else []
        told = max((len(line.split()) for line in re.findall(r"^last moves: (.*)", printed, re.M)), default=0)
        if told > len(moves):
            raise Problem(f"{told} moves were reported as played, but {len(moves)} are left")
        if not path.exists():
            return
        adjourned = "Adjourned." in printed
        lines = (0.2, "resume", "quit") if adjourned else ("quit",)
        resumed = program.run(["play", "--terminal", "--game", "run/game.json", "--resume"], folder, stdin=lines)
        if adjourned and "The sealed move is Nc6" not in resumed:
            raise Problem("the adjourned game does not go on")

    def resume(self, program, folder):
        pass

    def compare(self, resumed, whole):
        pass


def jobs(program, given):
    """All jobs, after the files that they read were made."""
    shutil.rmtree(given, ignore_errors=True)
    given.mkdir(parents=True)
    match = MatchJob(program, given)
    (given / "run").mkdir()
    program.run(match.command, given)
    games = given / "run/m.pgn"
    datagen = DatagenJob(given)
    program.run([*datagen.command[:-1], "games"], given)
    settings = 'name = "tiny"\nhidden = 16\nsamples = 60000\nbatch = 2048\nlambda = 0.5\n'
    (given / "recipe.toml").write_text(f'{settings}[[shards]]\npath = "{given}/games"\n')
    positions = (ROOT / "tests/data/tactics.epd").read_text().splitlines()
    positions = [line for line in positions if line and not line.startswith("#")][:7]
    (given / "positions.epd").write_text("\n".join(positions) + "\n")
    extract = ["judge", "--where", "result=1-0", "--output", "run/won.pgn", games]
    book = ["book", "make", games, "--min-games", 1, "--output", "run/book.bin"]
    export = ["datagen", "--export", "viri", "run/games.viri", given / "games"]
    review = ["review", games, "--nodes", 20, "--passes", 1, "--pgn", "run/r.pgn", "--html", "run/r.html"]
    return [
        match,
        datagen,
        GatherJob(given),
        TrainJob(given),
        FreshTrainJob(given),
        AnalyseJob(given),
        AdjournJob(given, old=False),
        AdjournJob(given, old=True),
        PlayJob(given),
        Replaced("review", review, given, "half-moves in ", ["r.pgn", "r.html"]),
        Replaced("judge", extract, given, "games written to", ["won.pgn"]),
        Replaced("book", book, given, "written to", ["book.bin"]),
        Replaced("export", export, given, "written to", ["games.viri"]),
    ]
