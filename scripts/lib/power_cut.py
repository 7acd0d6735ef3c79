"""Cuts the power of small jobs at random points of their logs; see scripts/power-cut."""

import collections
import hashlib
import pathlib
import random
import shutil
import sys
import time

from power_cut_disk import Disk, read_log
from power_cut_jobs import jobs
from power_cut_tools import Problem, Program

# States that are kept for each job.
MOST_KEPT = 5


class Cutter:
    """Cuts one job again and again."""

    def __init__(self, job, program, place):
        self.job = job
        self.program = program
        self.place = place
        self.counts = collections.Counter()

    def record(self):
        """Runs the job without a cut, for its log and its result."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.start, self.whole = self.place / "start", self.place / "whole"
        self.start.mkdir(parents=True)
        (self.start / "run").mkdir()
        self.job.prepare(self.program, self.start)
        shutil.copytree(self.start, self.whole)
        log = self.place / "log"
        self.program.run(self.job.command, self.whole, log=log, stdin=self.job.stdin)
        if not log.exists():
            raise Problem("there is no log: the program is linked statically, or LD_PRELOAD is not allowed")
        self.operations = read_log(log, self.whole)
        if not self.operations:
            raise Problem(f"the job {self.job.name} has written nothing")
        # The points at which a cut can lose something.
        disk = Disk(self.start)
        self.unsafe = []
        for at, operation in enumerate(self.operations, 1):
            disk.do(operation)
            if not disk.is_synced():
                self.unsafe.append(at)
        self.counts["files"] = sum(path.is_file() for path in (self.whole / "run").rglob("*"))
        self.counts["operations"] = len(self.operations)

    def cut(self, number):
        """Makes and checks one cut, which its number determines."""
        chance = random.Random(f"{self.job.name} {number}")
        at = chance.choice(self.unsafe if chance.random() < 0.8 else range(len(self.operations) + 1))
        disk = Disk(self.start)
        for operation in self.operations[:at]:
            disk.do(operation)
        folder = self.place / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        losses = disk.after_cut(chance, folder)
        if not (folder / "run").exists():
            (folder / "run").mkdir()
        self.counts["cuts"] += 1
        state = digest(folder, disk.printed)
        if state in self.seen:
            return
        self.seen.add(state)
        self.counts["states"] += 1
        kept = self.place / f"found-{number}"
        shutil.copytree(folder, kept)
        try:
            self.check(folder, disk)
        except Problem as problem:
            self.counts["failures"] += 1
            more = f", {len(losses) - 4} more" if len(losses) > 4 else ""
            print(f"FAIL  {self.job.name}, cut {number} at {at} ({', '.join(losses[:4])}{more}): {problem}", flush=True)
            if self.counts["failures"] <= MOST_KEPT:
                return
        shutil.rmtree(kept)

    def check(self, folder, disk):
        for path in folder.rglob("*"):
            name = str(path.relative_to(folder))
            versions = disk.versions.get(name)
            if versions is None or not path.is_file() or any(map(path.match, self.job.in_place)):
                continue
            if path.read_bytes() not in versions:
                raise Problem(f"{name} of {path.stat().st_size} bytes is neither the old nor the new file")
        self.job.look(self.program, folder, disk.printed.decode(errors="replace"))
        self.job.resume(self.program, folder)
        self.job.compare(folder / "run", self.whole / "run")

    def run(self, cuts):
        self.record()
        self.seen = set()
        for number in range(cuts):
            self.cut(number)


def digest(folder, printed):
    found = hashlib.sha256(printed)
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        found.update(f"{path.relative_to(folder)} {len(content)}\n".encode() + content)
    return found.digest()


def main():
    path, folder, cuts, *names = sys.argv[1:]
    folder = pathlib.Path(folder)
    program = Program(path, folder / "power_cut.so")
    found = jobs(program, folder / "given")
    unknown = set(names) - {job.name for job in found}
    if unknown or not cuts.isdigit():
        raise Problem(f"{' '.join(unknown) or cuts}: expected a number of cuts, then jobs: {' '.join(job.name for job in found)}")
    sums = collections.Counter()
    print(f"{'job':<16}{'files':>6}{'operations':>12}{'cuts':>8}{'states':>8}{'failures':>10}{'seconds':>9}")
    for job in found:
        if names and job.name not in names:
            continue
        begin = time.monotonic()
        cutter = Cutter(job, program, folder / job.name)
        cutter.run(int(cuts))
        counts = cutter.counts
        sums.update(counts)
        columns = [counts[name] for name in ("files", "operations", "cuts", "states", "failures")]
        print("{:<16}{:>6}{:>12}{:>8}{:>8}{:>10}{:>9.0f}".format(job.name, *columns, time.monotonic() - begin), flush=True)
    print(f"{sums['cuts']} power cuts of {sums['files']} files left {sums['states']} states; {sums['failures']} failures")
    sys.exit(1 if sums["failures"] else 0)


if __name__ == "__main__":
    try:
        main()
    except Problem as problem:
        print(f"power-cut: {problem}", file=sys.stderr)
        sys.exit(2)
