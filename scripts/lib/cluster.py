"""Runs datagen, judge or analyse as a job array of Slurm, and gathers the results; see scripts/cluster. The nodes run a copy
of this file.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys

SHARD = 4096
OK, MISSING, UNUSABLE = 0, 1, 2
# Text beside the moves, a tag, or a word of the moves. A comment that is not closed ends before the next game.
PGN_TOKEN = re.compile(
    rb"""^%.* | ;.* | \{[^}]*?(?:\}|\n[ \t]*(?=\n\[Event[ ]")|\Z) | \$\d*
    | (?P<tag>\[[ \t]*(?P<name>[A-Za-z_]\w*)[^"\]\n]*(?:"(?:\\["\\]|[^\n])*?(?:"[ \t]*\]|$)|\]|$))
    | (?P<word>[^][(){};$\s\0]+) | [^\s\0]""",
    re.MULTILINE | re.VERBOSE,
)


class Unusable(Exception):
    """Arguments or files that cannot be used."""


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write(path, text):
    """Replaces a file at once, so that a reader sees all of it or nothing."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


@contextlib.contextmanager
def locked(path):
    """Waits for a lock; the value is its descriptor, for programs that shall keep it until they end."""
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"waiting for {path}, which another task holds", file=sys.stderr, flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def read_plan(folder):
    try:
        return json.loads((folder / "plan.json").read_text())
    except FileNotFoundError:
        raise Unusable(f"{folder}: there is no plan, nothing was submitted") from None


# Submitting


def split_games(text, parts):
    """Ranges of games that begin and end at multiples of a shard, but for the first and the last."""
    try:
        first, end = map(int, text.split(".."))
    except ValueError:
        raise Unusable(f"--games: '{text}' is not A..B") from None
    if first >= end:
        raise Unusable(f"--games: '{text}' is empty")
    shards = range(first // SHARD, (end - 1) // SHARD + 1)
    parts = min(parts, len(shards))
    cuts = [shards[len(shards) * part // parts] * SHARD for part in range(parts)] + [end]
    cuts[0] = first
    return [f"{start}..{stop}" for start, stop in zip(cuts, cuts[1:])]


def position_starts(text):
    """Where the lines with a position begin."""
    lines = [(line.start(), line[0].strip(b" \t\r\0")) for line in re.finditer(rb"[^\n]+", text)]
    return [start for start, line in lines if line and not line.startswith(b"#")]


def game_starts(text):
    """Where games begin: at a tag after moves; after an empty line, also at an Event tag, or one named as the first."""
    starts, first, moves, end = [], b"", False, 0
    for token in PGN_TOKEN.finditer(text):
        name = token["name"]
        if name:
            is_blank = text.count(b"\n", end, token.start()) > 1
            if not first or moves or is_blank and name in (b"Event", first):
                starts.append(token.start())
                first, moves = name, False
        elif token["word"] and first:
            moves = True
        end = token.end()
    return starts


def split_file(text, is_pgn, parts):
    """The shares of a file: their bytes, what is in them at least, and the lines before them."""
    # Of the same length, with one kind of line ends and without byte order marks.
    plain = text.replace(b"\r\n", b" \n").replace(b"\xef\xbb\xbf", b"\0\0\0")
    if is_pgn:
        plain = plain.replace(b"\r", b"\n")
    starts = game_starts(plain) if is_pgn else position_starts(plain)
    if not starts:
        raise Unusable("there are neither tags nor positions in the file")
    parts = min(parts, len(starts))
    entries = [len(starts) * part // parts for part in range(parts + 1)]
    cuts = [0] + [starts[first] for first in entries[1:-1]] + [len(text)]
    for part in range(parts):
        share = text[cuts[part] : cuts[part + 1]]
        yield share, entries[part + 1] - entries[part], plain.count(b"\n", 0, cuts[part])


def take(arguments, name):
    """Removes an option and its value, `--NAME VALUE` or `--NAME=VALUE`; returns the value."""
    for at, argument in enumerate(arguments):
        if argument.startswith(f"{name}="):
            del arguments[at]
            return argument.partition("=")[2]
        if argument == name and at + 1 < len(arguments):
            value = arguments[at + 1]
            del arguments[at : at + 2]
            return value
    return None


def make_plan(parts, task, arguments):
    """The plan, and the files that the tasks need beside the program."""
    program = pathlib.Path(os.environ["COMPONGO"])
    plan, files = {"task": task, "program": digest(program), "parts": []}, {}
    if net := take(arguments, "--net"):
        if net == "material":
            arguments += ["--net", net]
        else:
            files["net.nnue"] = pathlib.Path(net).read_bytes()
            plan["net"] = hashlib.sha256(files["net.nnue"]).hexdigest()
    if task == "datagen":
        games = take(arguments, "--games")
        if games is None:
            raise Unusable("datagen: --games A..B is missing")
        plan["games"] = games
        plan["parts"] = [{"games": part} for part in split_games(games, parts)]
    else:
        if not arguments or arguments[0].startswith("-"):
            raise Unusable(f"{task}: the file is missing")
        source = pathlib.Path(arguments.pop(0))
        plan["file"] = source.name
        is_pgn = source.suffix.lower() == ".pgn"
        shares = split_file(source.read_bytes(), is_pgn, parts)
        for part, (share, entries, lines_before) in enumerate(shares):
            name = f"parts/{part}/input{'.pgn' if is_pgn else '.epd'}"
            files[name] = share
            plan["parts"].append(
                {
                    "input": name,
                    "sha256": hashlib.sha256(share).hexdigest(),
                    "entries": entries,
                    "lines_before": lines_before,
                }
            )
    plan["arguments"] = arguments
    return plan, files


def hand_out(folder, plan, files):
    """Writes the plan and everything that the tasks need, unless an earlier submit did."""
    text = json.dumps(plan, indent=1) + "\n"
    if (folder / "plan.json").exists():
        if (folder / "plan.json").read_text() != text:
            raise Unusable(f"{folder} has another plan: another program, file or arguments")
        return
    for part in range(len(plan["parts"])):
        (folder / "parts" / str(part)).mkdir(parents=True, exist_ok=True)
    for name, contents in files.items():
        (folder / name).write_bytes(contents)
    shutil.copy2(os.environ["COMPONGO"], folder / "compongo")
    shutil.copy2(__file__, folder / "cluster")
    write(folder / "plan.json", text)


def queued_parts(folder):
    """The parts of which Slurm still has a task, waiting or at work."""
    jobs = folder / "jobs"
    if not jobs.exists():
        return set()
    submitted = set(jobs.read_text().split())
    command = ["squeue", "--noheader", "--array", "--format=%F %K"]
    found = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        raise Unusable("squeue does not tell what is in the queue")
    tasks = (line.split() for line in found.stdout.splitlines())
    return {int(part) for job, part in tasks if job in submitted}


def submit(folder, parts, task, arguments):
    plan, files = make_plan(parts, task, list(arguments))
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / "lock"):
        hand_out(folder, plan, files)
        queued = queued_parts(folder)
        numbers = range(len(plan["parts"]))
        done = [part for part in numbers if done_record(folder, part) is not None]
        todo = [part for part in numbers if part not in done and part not in queued]
        state = f"{len(done)} of {len(numbers)} parts are done, {len(queued.difference(done))} were in the queue"
        if not todo:
            print(f"{folder}: {state}, none is left to submit")
            return OK
        part_command = ["python3", str(folder / "cluster"), "part", str(folder)]
        command = [
            "sbatch",
            "--parsable",
            f"--job-name=compongo-{task}",
            f"--array={','.join(map(str, todo))}",
            f"--cpus-per-task={os.environ.get('CPUS', '1')}",
            "--requeue",
            "--open-mode=append",
            f"--output={folder}/parts/%a/log",
            f"--wrap=exec {shlex.join(part_command)} $SLURM_ARRAY_TASK_ID",
        ]
        found = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
        if found.returncode != 0:
            raise Unusable("sbatch has refused the job")
        job = found.stdout.strip().split(";")[0]
        with (folder / "jobs").open("a") as jobs:
            jobs.write(f"{job}\n")
        print(f"{folder}: {state}, {len(todo)} are submitted as job {job}")
    return OK


# A task


def part_command(folder, plan, number):
    """The command of a part; what it writes goes into the folder of the part."""
    part, place = plan["parts"][number], folder / "parts" / str(number)
    cores = os.environ.get("SLURM_CPUS_PER_TASK", "1")
    command = [str(folder / "compongo"), plan["task"]]
    if "net" in plan:
        command += ["--net", str(folder / "net.nnue")]
    if plan["task"] == "datagen":
        command += ["--games", part["games"], "--threads", cores, "--out", str(place / "games")]
    elif plan["task"] == "judge":
        command += [str(folder / part["input"]), "--json", "--threads", cores]
    else:
        command += [str(folder / part["input"]), "--out", str(place / "results.jsonl"), "--resume"]
        command += ["--jobs", cores, "--json"]
    return command + plan["arguments"]


def run_judge(command, results, lock):
    """Runs a command that prints its results. An error of the disk is found here: the exit code has another meaning."""
    new = results.with_name(results.name + ".new")
    with new.open("wb") as file:
        with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=[lock]) as process:
            shutil.copyfileobj(process.stdout, file)
        file.flush()
        os.fsync(file.fileno())
    # 1: something is wrong with a game, 3: something is undetermined.
    if process.returncode in (0, 1, 3):
        new.replace(results)
        return 0
    return process.returncode


def run_part(folder, number):
    """Runs on a node, as an element of the job array."""
    plan = read_plan(folder)
    place = folder / "parts" / str(number)
    with locked(place / "lock") as lock:
        if done_record(folder, number) is not None:
            return OK
        if digest(folder / "compongo") != plan["program"]:
            raise Unusable(f"{folder}/compongo is not the program of the plan")
        if "net" in plan and digest(folder / "net.nnue") != plan["net"]:
            raise Unusable(f"{folder}/net.nnue is not the network of the plan")
        command = part_command(folder, plan, number)
        if plan["task"] == "judge":
            code = run_judge(command, place / "results.jsonl", lock)
        else:
            quiet = {"stdout": subprocess.DEVNULL} if plan["task"] == "analyse" else {}
            code = subprocess.run(command, check=False, pass_fds=[lock], **quiet).returncode
        if code != 0:
            print(f"part {number}: exit code {code} on {socket.gethostname()}", file=sys.stderr)
            return code if code > 0 else MISSING
        done = {name: plan.get(name) for name in ("program", "net")}
        done["part"] = plan["parts"][number]
        if plan["task"] != "datagen":
            done["entries"] = count_entries(read_results(place))
            if done["entries"] < done["part"]["entries"]:
                raise Unusable(f"part {number} has results of {done['entries']} entries only")
        write(place / "done.json", json.dumps(done) + "\n")
    return OK


# Gathering


def done_record(folder, number):
    try:
        return json.loads((folder / "parts" / str(number) / "done.json").read_text())
    except FileNotFoundError:
        return None


def read_results(place):
    """The results of a part, without the line of settings that analyse writes first."""
    path = place / "results.jsonl"
    try:
        with path.open(encoding="utf-8") as file:
            found = [json.loads(line) for line in file]
    except ValueError as error:
        raise Unusable(f"{path}: {error}") from None
    return [record for record in found if "version" not in record]


def count_entries(found):
    """How many games or positions these are the results of, as the program counts them."""
    return max((record["game"] for record in found if "game" in record), default=len(found))


def renumber(record, plan, entries_before, lines_before):
    """Changes a result of a part to what it is in the whole file."""

    def later(match):
        return f"line {int(match[1]) + lines_before}:"

    record["file"] = plan["file"]
    for name in ("index", "game"):
        if name in record:
            record[name] += entries_before
    if "line" in record:
        record["line"] += lines_before
    for finding in record.get("findings", []):
        finding["detail"] = re.sub(r"^line (\d+):", later, finding["detail"])


def gather_results(folder, plan, done):
    """All results of the parts that are done, numbered as in the whole file."""
    results, entries_before = [], 0
    for number, part in enumerate(plan["parts"]):
        if number not in done:
            entries_before += part["entries"]
            continue
        found = read_results(folder / "parts" / str(number))
        if count_entries(found) != done[number]["entries"]:
            raise Unusable(f"part {number}: the results have changed since it was done")
        for record in found:
            renumber(record, plan, entries_before, part["lines_before"])
        results += found
        entries_before += done[number]["entries"]
    if plan["task"] == "analyse":
        for position, record in enumerate(results, 1):
            record["position"] = position
    return results


def json_line(record):
    """A result as the program writes it, with control characters escaped."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]", lambda char: f"\\u{ord(char[0]):04x}", text) + "\n"


def describe(plan, number):
    part = plan["parts"][number]
    if "games" in part:
        return f"part {number}: games {part['games']}"
    return f"part {number}: {part['entries']} entries of {plan['file']} after line {part['lines_before']}"


def gather(folder):
    plan = read_plan(folder)
    missing, done = [], {}
    for number, part in enumerate(plan["parts"]):
        record = done_record(folder, number)
        if record is None:
            missing.append(number)
            continue
        stated = {"program": plan["program"], "net": plan.get("net"), "part": part}
        if any(record[name] != value for name, value in stated.items()):
            raise Unusable(f"part {number} was done by another program, or is of another plan")
        if "input" in part and digest(folder / part["input"]) != part["sha256"]:
            raise Unusable(f"{folder}/{part['input']} has changed since it was handed out")
        done[number] = record
    for number in missing:
        print(f"missing: {describe(plan, number)}")
    if plan["task"] == "datagen" and done:
        folders = [str(folder / "parts" / str(number) / "games") for number in done]
        command = [str(folder / "compongo"), "datagen", "--gather", str(folder / "games")]
        code = subprocess.run(command + ["--games", plan["games"], *folders], check=False).returncode
        return code or (MISSING if missing else OK)
    if plan["task"] != "datagen":
        found = gather_results(folder, plan, done)
        write(folder / "results.jsonl", "".join(map(json_line, found)))
        print(f"{folder}/results.jsonl: {len(found)} results of {len(done)} parts")
    return MISSING if missing else OK


def main(words):
    match words:
        case ["submit", folder, parts, task, *arguments]:
            if not parts.isdigit() or int(parts) == 0:
                raise Unusable(f"'{parts}' is not a number of parts")
            return submit(pathlib.Path(folder).absolute(), int(parts), task, arguments)
        case ["gather", folder]:
            return gather(pathlib.Path(folder).absolute())
        case ["part", folder, number]:
            return run_part(pathlib.Path(folder), int(number))
    raise Unusable("submit, gather or part")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Unusable, OSError) as error:
        print(f"cluster: {error}", file=sys.stderr)
        sys.exit(UNUSABLE)
