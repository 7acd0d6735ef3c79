"""Runs all parts of a soak in turn until its time is over; see scripts/soak."""

import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sys
import time

from soak_engine import PATIENCE, LongLife
from soak_hostile import ANSWERED, outcome, scripts
from soak_summary import summary
from soak_tools import Figures, Runner, Waits, processes_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
# UCI engines of Debian.
OTHERS = ("stockfish", "ethereal-chess", "toga2", "glaurung")
FUZZ_SECONDS = 20
MOST_KILLS = 6


class Soak:
    """The parts, each of some minutes."""

    def __init__(self, engine, folder):
        self.folder = folder
        self.figures = Figures(folder)
        work = folder / "work"
        # Matches that a killed soak left are finished; everything else begins anew.
        work.mkdir(exist_ok=True)
        for path in work.iterdir():
            if path.name != "matches":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        (work / "matches").mkdir(exist_ok=True)
        self.work = work
        # A copy, which no build replaces, and by which its processes are known.
        self.engine = folder / "engine"
        shutil.copy2(engine, folder / "engine.new")
        os.replace(folder / "engine.new", self.engine)
        self.others = [path for path in map(shutil.which, OTHERS) if path]
        self.runner = Runner(self.figures, work)
        self.waits = Waits({str(self.engine), *map(os.path.realpath, self.others)})
        self.waits.start()
        self.life = LongLife(self.figures, self.engine)
        self.random = random.Random()

    def parts(self):
        other = self.others[self.figures.all["rounds"] % len(self.others)] if self.others else None
        yield "match, 1 thread", lambda name: self.timed_match(name, 1, self.engine, 60)
        yield "long-lived engine", self.life.part
        yield "match, 2 threads", lambda name: self.timed_match(name, 2, self.engine, 40)
        yield "random games judged", self.judged_games
        if other:
            name = f"match, against {pathlib.Path(other).name}"
            yield name, lambda name: self.timed_match(name, 1, other, 40)
        yield "damaged match files", self.match_files
        yield "hostile input", self.hostile_input
        for target in sorted(path.stem for path in (ROOT / "tests/fuzz/targets").glob("*.rs")):
            yield f"fuzz {target}", lambda name, target=target: self.fuzz(name, target)
        yield "kill match", self.kill_match
        yield "kill datagen", self.kill_datagen
        yield "kill judge", self.kill_judge
        yield "kill analyse", self.kill_analyse
        yield "kill train", self.kill_train

    def run(self, seconds):
        end = time.monotonic() + seconds
        while True:
            for name, part in self.parts():
                begin = time.monotonic()
                if begin >= end:
                    self.life.end()
                    return
                try:
                    part(name)
                except (OSError, ValueError, KeyError, IndexError) as error:
                    self.figures.problem(name, "the soak itself", repr(error))
                    self.waits.on.clear()
                took = time.monotonic() - begin
                self.figures.add(name, "seconds", took)
                self.figures.add(name, "runs")
                self.figures.all["seconds"] += took
                self.note_machine()
                self.save()
            self.figures.all["rounds"] += 1

    def note_machine(self):
        machine = self.figures.all.setdefault("machine", {"load": [1e9, 0.0], "ran": 0.0, "waited": 0.0})
        load = os.getloadavg()[0]
        machine["load"] = [min(machine["load"][0], load), max(machine["load"][1], load)]
        machine["ran"] += self.waits.seconds
        machine["waited"] += self.waits.waited
        self.waits.seconds = self.waits.waited = 0.0
        left = [pid for pid in processes_of({str(self.engine)}) if pid != self.life.pid()]
        if left:
            time.sleep(2)
            left = [pid for pid in left if pid in processes_of({str(self.engine)})]
        for pid in left:
            self.figures.problem("all", "left behind", f"a process of the program, {pid}")
            os.kill(pid, signal.SIGKILL)

    def save(self):
        self.figures.save()
        (self.folder / "summary.txt").write_text(summary(self.figures.all))

    # Matches on the clock.

    def timed_match(self, part, threads, other, games):
        folder = self.work / "matches" / re.sub(r"\W+", "-", part)
        ledger = folder / "match.jsonl"
        command = [self.engine, "match", "--resume", ledger, "--quiet"]
        if not complete_lines(ledger):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            command = [self.engine, "match"]
            for name, program in (("Compongo", self.engine), ("Other", other)):
                own = [f"option.Threads={threads}"] if program == self.engine else ["option.Threads=1"]
                command += ["--engine", f"cmd={program}", f"name={name}", *own]
            command += ["--each", "tc=1+0.01", "option.Hash=16", "--openings", "random", "--seed", self.seed()]
            command += ["--games", games, "--concurrency", 1, "--json", ledger, "--pgn", folder / "match.pgn", "--quiet"]
            # A busy machine may need long to start an engine.
            command += ["--default-time", 300]
        self.waits.on.set()
        self.runner.run(part, command, 60 * games, codes=(0, 1))
        self.waits.on.clear()
        records = self.check_ledger(part, ledger, folder / "match.pgn", games)
        for record in records:
            self.count_game(part, record, other == self.engine)
        if not records:
            self.figures.keep(folder, folder.name)
        shutil.rmtree(folder)

    def check_ledger(self, part, ledger, pgn, games):
        """The games of a finished match, of which none may be lost or doubled."""
        lines = complete_lines(ledger)
        records = [json.loads(line) for line in lines[1:]]
        numbers = [record["game"] for record in records]
        in_pgn = [int(number) for number in re.findall(r'^\[GameNumber "(\d+)"\]', pgn.read_text(), re.M)] if pgn.exists() else []
        if sorted(numbers) != list(range(1, games + 1)) or in_pgn != numbers:
            self.figures.problem(part, "lost or doubled", f"{games} games: {numbers} in the ledger, {in_pgn} in the PGN")
            self.figures.keep(ledger.parent, ledger.parent.name)
        self.figures.add(part, "games", len(records))
        return records

    def count_game(self, part, record, both):
        self.figures.add(part, "moves", len(record["moves"]))
        kind, text = record["end"]["kind"], record["end"]["text"]
        if kind not in ("flag_fall", "crash", "stall", "not_ready", "illegal_move"):
            return
        loser = record["white"] if record["score"] == "0-1" else record["black"]
        if record["score"] in ("1/2-1/2", "0-0"):
            # A flag that fell although the opponent cannot mate: the text begins with whose it was.
            loser = record["white"] if text.startswith("White") else record["black"]
        if not both and loser == 1:
            self.figures.add(part, "losses of the other")
        elif kind == "flag_fall":
            end = (record["began_ms"] + record["took_ms"]) / 1000
            # The move that did not come is not in the record: what was left before it, and a second, is enough.
            begin = max(record["began_ms"] / 1000, end - 1.5)
            waited = self.waits.within(begin, end)
            forfeit = {"part": part, "game": record["game"], "text": text, "waited_ms": round(waited)}
            self.figures.all["forfeits"].append(forfeit)
            self.figures.add(part, "losses on time")
        else:
            self.figures.problem(part, kind, f"game {record['game']}: {text}")

    def seed(self):
        return self.random.randrange(1 << 32)

    # Judge.

    def random_games(self, part, games):
        """A PGN of quick games, and its ledger."""
        folder = self.work / "games"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command = [self.engine, "match"]
        for name, nodes in (("A", 1), ("B", self.random.choice((1, 20, 100)))):
            command += ["--engine", f"cmd={self.engine}", f"name={name}", f"nodes={nodes}"]
        command += ["--each", "option.Hash=1", "--openings", "random", f"plies={self.random.choice((4, 8, 12))}"]
        command += ["--games", games, "--concurrency", 2, "--seed", self.seed(), "--quiet", "--default-time", 300]
        command += ["--chess960"] if self.random.random() < 0.3 else []
        edition = self.random.choice(("fide1997", "fide2001", "fide2009", "fide2018", "fide2023"))
        ledger, pgn = folder / "games.jsonl", folder / "games.pgn"
        self.runner.run(part, [*command, "--laws", edition, "--json", ledger, "--pgn", pgn], 30 * games, codes=(0,))
        self.check_ledger(part, ledger, pgn, games)
        return pgn

    def judged_games(self, part):
        games = 200
        pgn = self.random_games(part, games)
        report = self.work / "report.jsonl"
        self.runner.run(part, [self.engine, "judge", pgn, "--json"], 900, codes=(0, 3), stdout=report)
        found = [json.loads(line) for line in complete_lines(report)]
        wrong = [game["index"] for game in found if any(finding["severity"] == "error" for finding in game["findings"])]
        if len(found) != games or wrong:
            self.figures.problem(part, "verdict", f"{len(found)} of {games} games judged, errors in {wrong[:10]}")
            self.figures.keep(pgn, "judged.pgn")
        # In another notation they are the same games.
        language = self.random.choice(("fide", "es", "de", "ru", "figurine"))
        translated, back = self.work / "translated.pgn", self.work / "back.jsonl"
        self.runner.run(part, [self.engine, "judge", pgn, "--notation", language], 900, stdout=translated)
        command = [self.engine, "judge", translated, "--json"]
        self.runner.run(part, command, 900, codes=(0, 3), stdout=back)
        again = [json.loads(line) for line in complete_lines(back)]
        if [game["fen"] for game in again] != [game["fen"] for game in found]:
            self.figures.problem(part, "notation", f"other games in {language}")
            self.figures.keep(pgn, f"{language}.pgn")
        for _ in range(10):
            damaged = self.work / "damaged.pgn"
            damaged.write_bytes(self.damage(pgn.read_bytes()))
            command = [self.engine, "judge", damaged, "--json"]
            run = self.runner.run(part, command, 900, codes=(0, 1, 2, 3), stdout=report)
            self.figures.add(part, "damaged files")
            if run.timed_out or run.code not in (0, 1, 2, 3):
                self.figures.keep(damaged, "damaged.pgn")

    def damage(self, data):
        data = bytearray(data)
        for _ in range(self.random.randrange(1, 40)):
            at, length = self.random.randrange(len(data)), self.random.randrange(12)
            marks = b'[]{}()"\\;%$.*/=+#0129aBhKNOx \n\x00\xff'
            instead = bytes(self.random.choices(marks, k=self.random.randrange(8)))
            data[at : at + length] = instead
        return bytes(data)

    def match_files(self, part):
        """Match files in TOML. Engines and outputs are those of the command line, for damage might name others."""
        manual = (ROOT / "src/cli/help/match.md").read_text()
        text = next(block for block in re.findall(r"```\n(.*?)```", manual, re.S) if "[match]" in block)
        config = self.work / "match.toml"
        out = self.work / "toml"
        outputs = [word for flag in ("json", "pgn", "report", "protocol") for word in (f"--{flag}", out / flag)]
        engines = ["--engine", "cmd=false", "name=A", "dir=/", "--engine", "cmd=false", "name=B", "dir=/"]
        for _ in range(100):
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
            config.write_bytes(self.damage(text.encode()))
            command = [self.engine, "match", "--config", config, *engines, *outputs, "--games", 2, "--quiet"]
            run = self.runner.run(part, command, 120, codes=(0, 1, 2))
            self.figures.add(part, "files")
            if run.timed_out or run.code not in (0, 1, 2):
                self.figures.keep(config, "match.toml")

    def hostile_input(self, part):
        for script in scripts():
            kind, why = outcome(self.engine, script, PATIENCE)
            self.figures.add(part, "scripts")
            if kind != ANSWERED:
                self.figures.problem(part, kind, f"{why}: {script}")

    # Fuzzing.

    def fuzz(self, part, target):
        program = ROOT / "target/fuzz/x86_64-unknown-linux-gnu/release" / target
        if not program.exists():
            self.figures.part(part)["not built"] = 1
            return
        corpus, found = self.folder / "corpus" / target, self.folder / "found"
        corpus.mkdir(parents=True, exist_ok=True)
        found.mkdir(exist_ok=True)
        seeds = ROOT / "tests/fuzz/seeds" / target
        command = [program, corpus, *([seeds] if seeds.exists() else []), f"-dict={ROOT / 'tests/fuzz/words.dict'}"]
        command += [f"-artifact_prefix={found}/{target}-"]
        command += ["-max_len=4096", "-timeout=60", f"-max_total_time={FUZZ_SECONDS}", "-print_final_stats=1"]
        run = self.runner.run(part, command, FUZZ_SECONDS * 20 + 300)
        inputs = re.findall(r"number_of_executed_units: (\d+)", run.output)
        self.figures.add(part, "inputs", sum(map(int, inputs)))
        covered = re.findall(r" cov: (\d+)", run.output)
        self.figures.peak(part, "covered", max(map(int, covered), default=0))

    # Killing.

    def killed_until_done(self, part, command, timeout, codes=(0,), resume=None, stdout=None, result=None):
        """Runs a command and kills it at random, until it has come to its end; the last run is not killed. Once the file
        `result` is there, the command would refuse another run."""
        begin = time.monotonic()
        reference = self.figures.part(part).get("reference seconds", 5.0)
        for _ in range(MOST_KILLS):
            next_command = command if resume is None else resume(command)
            run = self.runner.run(
                part, next_command, timeout, codes, kill_after=self.random.uniform(0.02, 0.7 * reference), stdout=stdout
            )
            if not run.killed:
                return
            self.figures.add(part, "kills")
            time.sleep(0.3)
            left = [pid for pid in processes_of({str(self.engine)}) if pid != self.life.pid()]
            if left:
                time.sleep(3)
                for pid in set(left) & set(processes_of({str(self.engine)})):
                    self.figures.problem(part, "left behind", f"process {pid} three seconds after the kill")
            if result and result.exists():
                return
        self.runner.run(part, command if resume is None else resume(command), timeout, codes, stdout=stdout)
        self.figures.add(part, "killed seconds", time.monotonic() - begin)

    def reference(self, part, command, timeout, codes=(0,), stdout=None):
        """The same without a kill."""
        begin = time.monotonic()
        self.runner.run(part, command, timeout, codes, stdout=stdout)
        self.figures.part(part)["reference seconds"] = round(time.monotonic() - begin, 1)

    def same(self, part, whole, resumed, what):
        if whole != resumed:
            self.figures.problem(part, "lost or doubled", f"{what} differ from those of a run that was not killed")
            self.figures.keep(self.work / "kill", part)
        self.figures.add(part, "compared")

    def kill_folder(self):
        folder = self.work / "kill"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def kill_match(self, part):
        folder, games, seed = self.kill_folder(), 24, self.seed()

        def command(name):
            engines = [word for name in "AB" for word in ("--engine", f"cmd={self.engine}", f"name={name}")]
            limits = ["--each", "nodes=2000", "option.Hash=8", "option.Threads=1", "--openings", "random", "--seed", seed]
            files = ["--json", folder / f"{name}.jsonl", "--pgn", folder / f"{name}.pgn"]
            course = ["--games", games, "--concurrency", 2, "--default-time", 300, "--quiet"]
            return [self.engine, "match", *engines, *limits, *course, *files]

        def resume(first):
            ledger = folder / "resumed.jsonl"
            if complete_lines(ledger):
                return [self.engine, "match", "--resume", ledger, "--quiet"]
            for path in folder.glob("resumed*"):
                path.unlink()
            return first

        self.reference(part, command("whole"), 1800)
        self.killed_until_done(part, command("resumed"), 1800, resume=resume)
        moves = []
        for name in ("whole", "resumed"):
            records = self.check_ledger(part, folder / f"{name}.jsonl", folder / f"{name}.pgn", games)
            moves_of = {record["game"]: [move["move"] for move in record["moves"]] for record in records}
            moves.append(moves_of)
        self.same(part, *moves, "the moves of games")

    def kill_datagen(self, part):
        folder, games, seed = self.kill_folder(), 256, self.seed()
        command = [self.engine, "datagen", "--net", "material", "--generation", 0, "--seed", seed, "--games", f"0..{games}"]
        command += ["--nodes", 150, "--threads", 2, "--out"]
        self.reference(part, [*command, folder / "whole"], 1800)
        self.killed_until_done(part, [*command, folder / "resumed"], 1800)
        self.same(part, *(digests(folder / name) for name in ("whole", "resumed")), "the shards")
        self.runner.run(part, [self.engine, "datagen", "--verify", "5%", folder / "resumed"], 900)
        self.figures.add(part, "games", games)

    def kill_judge(self, part):
        pgn = self.random_games(part, 100)
        folder = self.kill_folder()
        command = [self.engine, "judge", pgn, "--json"]
        whole, resumed = folder / "whole.jsonl", folder / "resumed.jsonl"
        self.reference(part, command, 900, codes=(0, 3), stdout=whole)
        self.killed_until_done(part, command, 900, codes=(0, 3), stdout=resumed)
        self.same(part, whole.read_text(), resumed.read_text(), "the verdicts")

    def kill_analyse(self, part):
        folder = self.kill_folder()
        command = [self.engine, "analyse", ROOT / "tests/data/tactics.epd", "--nodes", 5000, "--jobs", 2, "--out"]

        def resume(first):
            path = folder / "resumed.jsonl"
            return [*first, "--resume"] if path.exists() and complete_lines(path) else self.anew(first, path)

        self.reference(part, [*command, folder / "whole.jsonl"], 1800)
        self.killed_until_done(part, [*command, folder / "resumed.jsonl"], 1800, resume=resume)
        found = []
        for name in ("whole", "resumed"):
            records = [json.loads(line) for line in complete_lines(folder / f"{name}.jsonl")[1:]]
            found.append([(record["position"], record.get("move"), record.get("cp"), record["nodes"]) for record in records])
        self.same(part, *found, "the results")
        self.figures.add(part, "positions", len(found[1]))

    def anew(self, command, path):
        path.unlink(missing_ok=True)
        return command

    def kill_train(self, part):
        folder = self.kill_folder()
        shards = folder / "games"
        command = [self.engine, "datagen", "--net", "material", "--generation", 0, "--seed", self.seed(), "--games", "0..200"]
        self.runner.run(part, [*command, "--nodes", 100, "--threads", 2, "--out", shards], 1800)
        recipe = folder / "recipe.toml"
        keys = 'name = "soak"\nhidden = 16\nsamples = 200000\nlambda = 0.5\nvalidation = 0.1\n'
        recipe.write_text(f'{keys}[[shards]]\npath = "{shards}"\n')
        command = [self.engine, "train", recipe, "--threads", 2, "--save-every", 1, "--out"]
        self.reference(part, [*command, folder / "whole"], 1800)
        self.killed_until_done(part, [*command, folder / "resumed"], 1800, result=folder / "resumed" / "soak.nnue")
        networks = [(folder / name / "soak.nnue").read_bytes() for name in ("whole", "resumed")]
        self.same(part, *networks, "the weights of the network")


def complete_lines(path):
    """The lines of a file that end."""
    text = path.read_text() if path.exists() else ""
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def main():
    hours, engine, folder = float(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    soak = Soak(engine, folder)

    def stop(number, _frame):
        raise KeyboardInterrupt(number)

    signal.signal(signal.SIGTERM, stop)
    try:
        soak.run(3600 * hours)
        code = 1 if soak.figures.all["problems"] else 0
    except KeyboardInterrupt:
        soak.runner.end()
        soak.life.end()
        code = 130
    soak.save()
    print(summary(soak.figures.all))
    sys.exit(code)


if __name__ == "__main__":
    main()
