"""How scripts/lib/power_cut.py runs the program."""

import contextlib
import os
import subprocess
import time

LONGEST = 300


class Problem(Exception):
    """A power cut has left something broken, or cannot be simulated."""


class Program:
    """The program under test."""

    def __init__(self, path, library):
        self.path = path
        self.library = library

    def run(self, arguments, folder, codes=(0,), log=None, stdin=()):
        """Runs it in a folder and returns what it prints; `log` is the path of a log, `stdin` are lines, and seconds to wait."""
        environment = dict(os.environ)
        if log:
            environment |= {"LD_PRELOAD": str(self.library), "POWER_CUT_LOG": str(log)}
        command = [str(self.path), *map(str, arguments)]
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for part in stdin:
            if isinstance(part, str):
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.write(part.encode() + b"\n")
                    process.stdin.flush()
            else:
                time.sleep(part)
        try:
            output, _ = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Problem(f"compongo {' '.join(command[1:])}: no end after {LONGEST} s") from None
        text = output.decode(errors="replace")
        if process.returncode not in codes:
            last = " / ".join(text.strip().splitlines()[-3:])
            raise Problem(f"compongo {' '.join(command[1:])}: exit code {process.returncode}: {last[-300:]}")
        return text
