"""What a disk may hold after a power cut: replays the log of power_cut.c up to a point, and loses what was not yet synced."""

import os
import re

BLOCK = 4096
HEAD = re.compile(rb"([a-z]) ([0-9a-f]+:[0-9a-f]+) (-?\d+) (\d+) (\d+)\n")


def read_log(path, root):
    """The operations in a log, of which paths below `root` are made relative."""
    data, at, operations = path.read_bytes(), 0, []
    while at < len(data):
        head = HEAD.match(data, at)
        kind, file, number, *lengths = head.groups()
        at = head.end()
        texts = []
        for length in map(int, lengths):
            texts.append(data[at : at + length])
            at += length
        kind = kind.decode()
        if kind in "orlumd":
            texts = [os.path.relpath(os.path.normpath(os.fsdecode(text)), root) if text else None for text in texts]
            if all(text is None or text.startswith("..") for text in texts):
                continue
        if kind == "x":
            raise ValueError(f"the log has a call of {os.fsdecode(texts[0])}, which cannot be replayed")
        operations.append((kind, file, int(number), *texts))
    return operations


class File:
    """A file: its synced content, and the writes and truncations since."""

    def __init__(self, content=b""):
        self.synced = content
        self.pending = []

    def content(self):
        content = bytearray(self.synced)
        for change in self.pending:
            apply(content, change)
        return bytes(content)

    def sync(self):
        self.synced, self.pending = self.content(), []

    def after_cut(self, random):
        """The content that a cut leaves, and a word for the kind of loss."""
        if not self.pending:
            return self.synced, None
        whole = self.content()
        way = random.choice(("whole", "lost", "cut", "cut", "zeros", "blocks"))
        if way == "whole":
            return whole, way
        if way == "lost":
            return self.synced, way
        if way == "cut":
            # In their order, and the last one in part.
            content = bytearray(self.synced)
            last = random.randrange(len(self.pending))
            for change in self.pending[:last]:
                apply(content, change)
            place, data = self.pending[last]
            if data is None:
                return bytes(content), way
            apply(content, (place, data[: random.randrange(len(data) + 1)]))
            return bytes(content), way
        # The length has arrived, but not all of the blocks: what was there before stays, or it is zeros.
        kept = self.synced[: min([len(self.synced), *(place for place, data in self.pending if data is None)])]
        old = kept.ljust(len(whole), b"\0")[: len(whole)]
        if way == "zeros":
            start = random.randrange(len(kept), len(whole) + 1) if len(whole) > len(kept) else len(whole)
            return whole[:start] + old[start:], way
        size = random.choice((512, BLOCK))
        blocks = (random.choice((whole, old))[at : at + size] for at in range(0, len(whole), size))
        return b"".join(blocks), way


def apply(content, change):
    place, data = change
    if data is None:
        del content[place:]
        content.extend(bytes(place - len(content)))
        return
    content.extend(bytes(max(0, place - len(content))))
    content[place : place + len(data)] = data


class Folder:
    """A folder: its entries as programs see them, and the synced ones."""

    def __init__(self):
        self.live, self.synced = {}, {}


class Disk:
    """The files below a folder. A change of entries is a list of (folder, name, what is there now)."""

    def __init__(self, start):
        self.root = load(start)
        self.by_inode = {}
        self.pending = []
        self.printed = b""
        # For each path that a file was renamed to, all it contained, in order.
        self.versions = {}
        for path in start.rglob("*"):
            if path.is_file():
                self.versions[str(path.relative_to(start))] = [path.read_bytes()]

    def find(self, path):
        found = self.root
        for name in path.split("/"):
            found = found if name == "." else found.live.get(name) if isinstance(found, Folder) else None
        return found

    def place(self, path):
        folder, name = os.path.split(path)
        return self.find(folder or "."), name

    def change(self, *entries):
        for folder, name, new in entries:
            folder.live.pop(name, None) if new is None else folder.live.__setitem__(name, new)
        self.pending.append(list(entries))

    def do(self, operation):
        """Does an operation as the program did it."""
        kind, inode, number, one, two = operation
        file = self.by_inode.get(inode)
        if kind == "o":
            found = self.find(one)
            if found is None:
                found = File()
                self.change((*self.place(one), found))
            elif isinstance(found, File) and number & os.O_TRUNC and found.content():
                found.pending.append((0, None))
            self.by_inode[inode] = found
        elif kind == "w" and file:
            file.pending.append((number, one))
        elif kind == "t" and file:
            if number != len(file.content()):
                file.pending.append((number, None))
        elif kind == "s" and file:
            self.sync(file)
        elif kind in "rl":
            moved, (folder, name) = self.find(one), self.place(two)
            left = [(*self.place(one), None)] if kind == "r" else []
            self.change(*left, (folder, name, moved))
            if isinstance(moved, File):
                self.versions.setdefault(two, []).append(moved.content())
        elif kind in "ud":
            self.change((*self.place(one), None))
        elif kind == "m":
            self.change((*self.place(one), Folder()))
        elif kind == "p":
            self.printed += one

    def is_synced(self):
        return not self.pending and not any(isinstance(file, File) and file.pending for file in self.by_inode.values())

    def sync(self, what):
        if isinstance(what, File):
            what.sync()
            return
        for entries in self.pending:
            for folder, name, new in entries:
                if folder is what:
                    put(folder.synced, name, new)
        self.pending = [[entry for entry in entries if entry[0] is not what] for entries in self.pending]
        self.pending = [entries for entries in self.pending if entries]

    def after_cut(self, random, place):
        """Writes what is left below a new folder; says what was lost."""
        way = random.choice(("whole", "lost", "in order", "in order", "some"))
        kept = {"whole": len(self.pending), "lost": 0}.get(way, random.randrange(len(self.pending) + 1))
        arrived = self.pending[:kept]
        if way == "some":
            arrived = [entries for entries in self.pending if random.random() < 0.5]
        losses = [f"entries {way}: {len(arrived)} of {len(self.pending)}"] if self.pending else []

        def write(folder, path):
            path.mkdir()
            entries = dict(folder.synced)
            for changed in arrived:
                for where, name, new in changed:
                    if where is folder:
                        put(entries, name, new)
            for name, found in sorted(entries.items()):
                if isinstance(found, Folder):
                    write(found, path / name)
                    continue
                content, lost = found.after_cut(random)
                (path / name).write_bytes(content)
                if lost:
                    losses.append(f"{name} {lost}")

        write(self.root, place)
        return losses


def put(entries, name, new):
    entries.pop(name, None) if new is None else entries.__setitem__(name, new)


def load(path):
    """A folder of which everything is synced."""
    folder = Folder()
    for entry in path.iterdir():
        folder.synced[entry.name] = load(entry) if entry.is_dir() else File(entry.read_bytes())
    folder.live = dict(folder.synced)
    return folder
