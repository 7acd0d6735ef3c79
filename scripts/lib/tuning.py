"""What scripts/spsa and scripts/screen share: the numbers of the search, a program that reads them from the environment, and
matches between two sets of values."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

from ledgers import games_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def wrong_call(usage):
    """Ends the script with its usage, which --help asks for too."""
    is_help = sys.argv[1:2] in (["-h"], ["--help"])
    print(usage.strip(), file=sys.stdout if is_help else sys.stderr)
    sys.exit(0 if is_help else 2)


def own_and_match_arguments(usage):
    """The arguments of the script, and those of the matches, after `--`."""
    own = sys.argv[1:]
    if own and own[0] != "--" and own[0].startswith("-"):
        wrong_call(usage)
    cut = own.index("--") if "--" in own else len(own)
    return own[:cut], own[cut + 1 :]


def tunables():
    """Name, default, smallest and largest value of each number."""
    row = re.compile(r"^    (\w+) = (-?[\d_]+) in (-?[\d_]+)\.\.=(-?[\d_]+);$", re.M)
    source = (ROOT / "src" / "search" / "tunables.rs").read_text()
    return [(name, *map(int, numbers)) for name, *numbers in row.findall(source)]


def build(store):
    """The program that reads its numbers from the environment; kept while the folder is."""
    store.mkdir(parents=True, exist_ok=True)
    program = store / "compongo"
    if not program.exists():
        target = ROOT / "data" / "tune-target"
        command = ["cargo", "build", "--release", "--features", "tune", "--target-dir", str(target)]
        subprocess.run(command, cwd=ROOT, check=True)
        shutil.copy(target / "release" / "compongo", program)
    return program


def play(program, sides, games, nodes, seed, store, arguments):
    """Plays a match between two settings (`name=value,name=value`), one game at a time: +1, 0 or -1 for the first in each game,
    in the order of their numbers, so that two games of one opening follow each other. Its ledger is in the folder `store`."""
    ledger = store / f"match-{seed}.jsonl"
    command = [program, "match", "--quiet", "--json", ledger, "--games", str(games), "--nodes", str(nodes)]
    command += ["--seed", str(seed), *arguments, "--concurrency", "1"]
    for name, text in zip("ab", sides):
        command += ["--engine", f"cmd={program}", f"name={name}", f"env.COMPONGO_TUNABLES={text}"]
    command += ["--each", "option.Hash=8", "--resign", "score=400", "--draw", "from=40"]
    ledger.unlink(missing_ok=True)
    match = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if match.returncode:
        sys.exit(f"{match.stdout}the match failed; its games are in {ledger}")
    results = {}
    for game in games_of(ledger):
        for_white = {"1-0": 1, "0-1": -1}.get(game["score"], 0)
        results[game["game"]] = for_white if game["white"] == 0 else -for_white
    ledger.unlink()
    return [results[number] for number in sorted(results)]


def on_all_cores(work, numbers):
    """Calls `work` with each of the numbers, as many at a time as there are cores. The first error ends it."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        calls = [pool.submit(work, number) for number in numbers]
        try:
            for finished in concurrent.futures.as_completed(calls):
                finished.result()
        finally:
            pool.shutdown(cancel_futures=True)
