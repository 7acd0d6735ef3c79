"""The figures of a soak in words."""

KINDS = {
    "illegal moves": ("illegal_move",),
    "panics and crashes": ("panic", "crash", "crashed", "exit code"),
    "hangs": ("hang", "hung", "stall", "not_ready"),
    "lost or doubled": ("lost or doubled",),
    "wrong verdicts": ("verdict", "notation"),
    "left behind": ("left behind",),
    "the soak itself": ("the soak itself",),
}


def summary(figures):
    lines = [f"Soak since {figures['since']}: {figures['seconds'] / 3600:.2f} hours, {figures['rounds']} rounds", ""]
    lines += parts(figures) + [""]
    counted = {name: 0 for name in KINDS}
    for problem in figures["problems"]:
        for name, kinds in KINDS.items():
            counted[name] += problem["kind"] in kinds
    lines += [f"{name:20} {count:7,}" for name, count in counted.items()]
    lines += on_time(figures) + memory(figures) + machine(figures)
    if figures["problems"]:
        lines += ["", "Problems:"]
        lines += [f"{problem['when']}  {problem['part']}: {problem['kind']}: {problem['text']}" for problem in figures["problems"]]
    return "\n".join(lines) + "\n"


def parts(figures):
    """A line for each part: its minutes and what it counted."""
    lines = [f"{'part':26} {'minutes':>7}  what"]
    for name, counts in figures["parts"].items():
        others = {key: value for key, value in counts.items() if key not in ("seconds", "runs", "reference seconds", "killed seconds")}
        words = ", ".join(f"{value:,} {key}" for key, value in others.items())
        lines.append(f"{name:26} {counts.get('seconds', 0) / 60:7.1f}  {words}")
    return lines


def on_time(figures):
    forfeits = figures["forfeits"]
    lines = [f"{'losses on time':20} {len(forfeits):7,}"]
    if forfeits:
        waits = sorted(forfeit["waited_ms"] for forfeit in forfeits)
        short = sum(wait < 10 for wait in waits)
        lines.append(
            f"    the engine waited for a core in the last 1.5 s of these games: {waits[0]} to {waits[-1]} ms,"
            f" median {waits[len(waits) // 2]} ms; less than 10 ms in {short}"
        )
    return lines


def memory(figures):
    """What a process had after the first and after the last part of searches."""
    lines, grown = [], 0.0
    measured = [life for life in figures["lives"] if len(life["kib"]) >= 2]
    for life in measured:
        grown = max(grown, (life["kib"][-1] - life["kib"][0]) / 1024)
    if measured:
        longest = max(measured, key=lambda life: life["seconds"])
        first, last = (longest["kib"][index] / 1024 for index in (0, -1))
        flat = "NOT FLAT" if any(life.get("grown") for life in measured) else "flat"
        lines.append(
            f"{'memory':20} {flat}: the longest life ({longest['seconds'] / 3600:.2f} hours, {longest['searches']:,} searches)"
            f" began with {first:.1f} and ended with {last:.1f} MiB; of {len(measured)} lives the most grown by {grown:.1f} MiB"
        )
    return lines


def machine(figures):
    found = figures.get("machine")
    if not found or not found["ran"]:
        return []
    low, high = found["load"]
    share = 100 * found["waited"] / (found["ran"] + found["waited"])
    return [
        f"{'the machine':20} load {low:.1f} to {high:.1f}; in timed games engines waited for a core in {share:.0f} % of the time"
        " in which they could have run"
    ]
