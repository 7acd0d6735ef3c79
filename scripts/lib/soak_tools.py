"""What scripts/soak.py stands on: figures that outlive it, programs that do not, and the waiting times of engines."""

import collections
import datetime
import json
import os
import pathlib
import subprocess
import threading
import time


class Figures:
    """All counts, in a file that is replaced after each part, so that a killed soak leaves them."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "figures.json"
        self.findings = folder / "findings"
        self.all = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.all.setdefault("since", datetime.datetime.now().isoformat(" ", "minutes"))
        for name, empty in (("seconds", 0.0), ("rounds", 0), ("parts", {}), ("problems", []), ("forfeits", []), ("lives", [])):
            self.all.setdefault(name, empty)

    def part(self, name):
        """The counts of a part, by name."""
        return self.all["parts"].setdefault(name, {})

    def add(self, part, name, count=1):
        counts = self.part(part)
        counts[name] = counts.get(name, 0) + count

    def peak(self, part, name, value):
        counts = self.part(part)
        counts[name] = max(counts.get(name, 0), value)

    def problem(self, part, kind, text):
        """Something that must not be: a panic, a hang, a lost game."""
        when = datetime.datetime.now().isoformat(" ", "seconds")
        self.all["problems"].append({"when": when, "part": part, "kind": kind, "text": text[:500]})
        print(f"{when}  PROBLEM  {part}: {kind}: {text[:500]}", flush=True)

    def keep(self, path, name):
        """Keeps a file or folder that shows a problem."""
        self.findings.mkdir(exist_ok=True)
        place = self.findings / f"{int(time.time())}-{name}"
        if path.exists() and not place.exists() and len(list(self.findings.iterdir())) < 50:
            subprocess.run(["cp", "-r", path, place], check=False)

    def save(self):
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self.all, indent=1))
        os.replace(new, self.path)


def dying_with_parent(command):
    """A command that is killed when this process ends, however it ends."""
    return ["setpriv", "--pdeathsig", "KILL", "--", *map(str, command)]


class Run:
    """How a program ended."""

    def __init__(self, process, output, timed_out, killed):
        self.code = process.returncode
        self.output = output
        self.timed_out = timed_out
        self.killed = killed


class Runner:
    """Runs programs one after the other, and looks at how they end."""

    def __init__(self, figures, work):
        self.figures = figures
        self.work = work
        self.current = None

    def end(self):
        """Kills what still runs."""
        if self.current:
            self.current.kill()
            self.current.wait()

    def run(self, part, command, timeout, codes=(0,), kill_after=None, stdout=None, environment=None):
        """Runs a command to its end, or kills it after a time. A panic, a hang and another exit code than `codes` are problems."""
        log = self.work / f"{part.replace(' ', '-')}.log"
        with log.open("wb") as errors, (stdout or log).open("wb" if stdout else "ab") as output:
            process = subprocess.Popen(
                dying_with_parent(command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                cwd=self.work,
                env=os.environ | (environment or {}),
            )
            self.current = process
            timed_out = killed = False
            try:
                process.wait(kill_after if kill_after is not None else timeout)
            except subprocess.TimeoutExpired:
                timed_out, killed = kill_after is None, kill_after is not None
                process.kill()
                process.wait()
            self.current = None
        text = log.read_text(errors="replace")
        run = Run(process, text, timed_out, killed)
        what = " ".join(str(word) for word in command)
        if timed_out:
            self.figures.problem(part, "hang", f"{what}: no end after {timeout} s")
        if "panicked" in text:
            line = next(line for line in text.splitlines() if "panicked" in line)
            self.figures.problem(part, "panic", f"{what}: {line}")
        elif not timed_out and not killed and run.code not in codes:
            self.figures.problem(part, "exit code", f"{what}: {run.code}: {text[-300:]}")
        if (timed_out or "panicked" in text) and log.exists():
            self.figures.keep(log, log.name)
        return run


def processes_of(paths):
    """The processes that run one of these programs."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if os.readlink(folder / "exe") in paths:
                    found.append(int(folder.name))
            except OSError:
                pass
    return found


def memory(pid):
    """The resident memory of a process in KiB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


class Waits(threading.Thread):
    """How long threads of engines waited for a core although they could have run: what the machine, not the engine, did."""

    INTERVAL = 0.02

    def __init__(self, paths):
        super().__init__(daemon=True)
        self.paths = paths
        self.samples = collections.deque(maxlen=200_000)
        self.on = threading.Event()
        self.seconds = self.waited = 0.0

    def run(self):
        before, pids, looked = {}, [], 0.0
        while self.on.wait():
            now = time.time()
            if now - looked > 0.2:
                pids, looked = processes_of(self.paths), now
            current = {}
            for pid in pids:
                for task, (busy, delay) in delays(pid):
                    current[task] = (busy, delay)
                    busy_before, delay_before = before.get(task, (busy, delay))
                    self.seconds += (busy - busy_before) / 1e9
                    self.waited += (delay - delay_before) / 1e9
                    if delay - delay_before > 1_000_000:
                        self.samples.append((now, task, (delay - delay_before) / 1e6))
            before = current
            time.sleep(self.INTERVAL)

    def within(self, begin, end):
        """The longest time in milliseconds that one thread waited between two moments (seconds since 1970)."""
        sums = collections.Counter()
        for when, task, delay in list(self.samples):
            # A sample tells of the interval before it.
            if begin <= when <= end + 2 * self.INTERVAL:
                sums[task] += delay
        return max(sums.values(), default=0.0)


def delays(pid):
    """For each thread of a process the nanoseconds in which it ran, and in which it waited for a core."""
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            text = pathlib.Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()
            yield task, (int(text[0]), int(text[1]))
    except OSError:
        return
