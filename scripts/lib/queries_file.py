"""Writes a PGN for scripts/queries: random games and those of other files, each many times under random tags.

Left out is what python-chess reads differently: blanks before a tag or before its closing bracket, an empty line in the moves,
two empty lines after the tags, a game that is only tags, a byte order mark after several empty lines, the moves of a game
whose FEN cannot be read, letters of other languages, and results such as ½-½ after the moves.
"""

import random
import re
import sys

import chess
import chess.pgn

import oracle
from queries_games import RESULTS, Lines, text_of

WRONG_STARTS = [
    [("SetUp", "1")], [("SetUp", "0")], [("Variant", "Atomic")], [("Variant", "Chess 1000")],
    [("SetUp", "1"), ("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")],
    [("SetUp", "1"), ("FEN", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")],
    [("SetUp", "1"), ("FEN", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")],
]

# The movetexts: random ones for each megabyte, at most this many of them, and at most this many of other files.
RANDOM_TEXTS = (50, 2500)
OTHER_TEXTS = 2500

NAMES = [
    "Kasparov, Garry", "Carlsen, Magnus", "carlsen,m", "Deep Blue (Computer)", "Polgár, Judit", "Müller, Nora", "MÜLLER,N.",
    "Đurić, Stefan", "Дуров, Пётр", "ΝΙΚΟΛΑΪΔΗΣ, ΙΩΆΝΝΗΣ", "İnan, Özgür", "Ñandú, Íñigo", "Łęcki \"Wilk\", Żaneta", "王, 皓",
    "O'Kelly, Al", "The \\ Backslash", "Ann", "Bob", "NN", "?", "", "Straße, Groß", "Emil 🦊", "Ann [guest]", "a; b {c}",
]
EVENTS = [
    "Candidates", 'Cup "A"] final', 'Open (B) "Mai"', "Wijk aan Zee, 1999", "Rated blitz game", "?", "чемпионат", "Zürich [rapid]",
]
ECOS = ["A00", "A07", "B90", "B99", "b92", "B90j", "C50", " C67 ", "D37", "E97", "?", "", "B"]
TERMINATIONS = [
    "normal", "Normal", "time forfeit", "Time forfeit", "rules infraction", "adjudication", "abandoned", "unterminated", "?",
    "{white} won by resignation", "{black} won on time", "Game drawn by agreement", "Game drawn by repetition",
    "Game drawn by 50-move rule",
]
MARK = "\ufeff"
RATINGS = ["0", "?", "-", "", " 2500 ", "2400", "2401", "2399", "1000", "2700?", "3000.5", "12"]
COMMENTS = [
    "a comment", "[%clk 0:12:34]", "[%eval -0.35,22] [%csl Ga1]", "1-0", "better is 1. d4 d5 2. c4", "ünïcödé — „Zitat“ ½ 👍",
    "two\nlines", "an\n\nempty line", "a ; and a ( and a [", '\n[White "Nobody"]\n[GameId "none"]', "% no escape", "", "12... Qh4#",
]
ODD_BLANKS = [" ", "  ", "\t", "\n", " \n", "\n\t", "\n% escaped 1. e4\n", " ; to the end { of the line\n"]
SIGNS = ["!", "?", "!!", "??", "!?", "?!", " $1", " $14 $18", " +-", " =", " +/-"]


class Movetext:
    """A movetext, with the tags that it needs and the result of its game."""

    def __init__(self, text, result, needed):
        self.text, self.result, self.needed = text, result, needed


def random_start(rng):
    """A start: the initial position, a Chess960 position, or a few pieces with any counter."""
    draw = rng.random()
    if draw < 0.45:
        return chess.Board()
    if draw < 0.6:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    while True:
        board = chess.Board(None)
        pieces = rng.choice(["", "N", "B", "n", "BB", "Bb", "NN", "Nn", "P", "Pp", "R", "Q", "Rr", "RPr", "RPp", "QPpp", "BPbp"])
        squares = rng.sample(range(64), 2 + len(pieces))
        for square, piece in zip(squares, "Kk" + pieces):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, rng.randrange(150)])
        board.fullmove_number = 1 + board.halfmove_clock
        if board.is_valid():
            return board


def random_move(rng, board, style):
    """Any move; or, to repeat positions and to run the counters up, often a quiet one or the last one taken back."""
    moves = list(board.legal_moves)
    if style == "wild" or rng.random() < 0.05:
        return rng.choice(moves)
    if len(board.move_stack) > 1 and rng.random() < 0.6:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves and not board.is_zeroing(back) and not board.is_castling(back):
            return back
    quiet = [move for move in moves if not board.is_zeroing(move)]
    return rng.choice(quiet or moves)


def foreign_text(rng, board):
    """A text that python-chess calls an illegal move here, taken from another position."""
    for _ in range(20):
        other = chess.Board()
        for _ in range(rng.randrange(30)):
            moves = list(other.legal_moves)
            if not moves:
                break
            other.push(rng.choice(moves))
        moves = list(other.legal_moves)
        if not moves:
            continue
        text = other.san(rng.choice(moves))
        try:
            board.parse_san(text)
        except chess.IllegalMoveError:
            return text
        except ValueError:
            continue
    return None


def play(rng, board):
    """A random game: the moves, each with another one, and a text at the end that is no move or None."""
    style = rng.choice(["wild", "shuffle"])
    length = rng.choice([rng.randrange(3), rng.randrange(60), rng.randrange(220)])
    plays_on = rng.random() < 0.1
    moves = []
    while len(moves) < length and any(board.legal_moves) and (plays_on or not oracle.end_of(board, "Fide2023")):
        move = random_move(rng, board, style)
        moves.append((move, rng.choice(list(board.legal_moves))))
        board.push(move)
    illegal = None
    if rng.random() < 0.05:
        illegal = foreign_text(rng, board)
        # In another language a piece may be another one, and the move legal.
        if illegal and illegal[0] not in "abcdefghO":
            illegal = None
    return moves, illegal


def written(board, move, notation):
    """A move in a notation."""
    if notation == "long":
        return board.lan(move)
    if notation == "uci":
        return board.uci(move)
    text = board.san(move)
    return text.replace("O", "0").replace("=", "") if notation == "laws" else text


def decorated(rng, board, text, other, heavy):
    """A move with signs, comments and a variation."""
    if rng.random() < heavy:
        text += rng.choice(SIGNS)
    if rng.random() < heavy:
        text += f" {{{rng.choice(COMMENTS)}}}"
    if rng.random() < heavy / 2:
        inner = board.san(other)
        comment = f" {{{rng.choice(COMMENTS)}}}" if rng.random() < 0.5 else ""
        nested = f" ({inner} $3)" if rng.random() < 0.3 else ""
        text += f" ({board.fullmove_number}{'.' if board.turn else '...'} {inner}{comment}{nested})"
    if rng.random() < heavy / 20:
        text += " (=)"
    return text


def random_text(rng):
    """The movetext of a random game."""
    board = random_start(rng) if rng.random() < 0.7 else chess.Board()
    board.chess960 = board.chess960 or oracle.needs_960(board)
    start = board.copy(stack=False)
    moves, illegal = play(rng, board)
    if board.is_checkmate():
        result = "0-1" if board.turn else "1-0"
    else:
        result = rng.choice(RESULTS[:2] + RESULTS if not oracle.end_of(board, "Fide2023") else ["1/2-1/2"])

    notation = rng.choice(["short"] * 8 + ["long", "uci", "laws"])
    dots = rng.choice([". ", ".", " . ", ".  ", " "])
    heavy = rng.choice([0, 0, 0.05, 0.3]) if not illegal else 0
    texts, board = [], start.copy()
    for move, other in moves:
        text = decorated(rng, board, written(board, move, notation), other, heavy)
        if board.turn or not texts:
            text = f"{board.fullmove_number}{dots if board.turn else '... '}{text}"
        texts.append(text)
        board.push(move)
    if illegal:
        texts += [illegal] + ["e4", "e5", "Kd2"][: rng.choice([0, 0, 1, 3])]
    if heavy and rng.random() < 0.3:
        texts.insert(0, f"{{{rng.choice(COMMENTS)}}}")
    if not moves or rng.random() < 0.97:
        texts.append(result)
    if rng.random() < 0.03:
        texts.append(f"{{{rng.choice(COMMENTS)}}}")
    text = joined(rng, texts)
    if rng.random() < 0.1:
        text = re.sub(r" +([({$])(?!=\))", r"\1", text).replace("} ", "}")
    return Movetext(text, result, start_tags(rng, start) if rng.random() < 0.98 else rng.choice(WRONG_STARTS))


def joined(rng, texts):
    """Texts with one of several kinds of white space between them."""
    layout = rng.choice(["lines", "lines", "line", "one each", "odd"])
    if layout == "one each":
        return "\n".join(texts)
    parts, width = [], 0
    for text in texts:
        width += len(text)
        if layout == "lines" and width > 72:
            parts.append("\n")
            width = 0
        elif layout == "odd":
            parts.append(rng.choice(ODD_BLANKS))
        else:
            parts.append(" ")
        parts.append(text)
    return "".join(parts[1:])


def start_tags(rng, start):
    """The tags of a starting position."""
    tags = []
    if start.chess960:
        tags.append(("Variant", rng.choice(["Chess960", "chess 960", "Fischerandom", "fischerrandom"])))
    elif rng.random() < 0.1:
        tags.append(("Variant", "Standard"))
    if start.fen() == chess.STARTING_FEN and not start.chess960:
        return tags
    fen = start.fen(shredder=rng.random() < 0.3)
    if start.halfmove_clock == 0 and start.fullmove_number == 1 and rng.random() < 0.2:
        fen = " ".join(fen.split()[:4])
    tags.append(("FEN", fen))
    return tags + [("SetUp", "1")] if rng.random() < 0.9 else tags


def other_texts(path):
    """The movetexts of a file."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = Lines(file)
        while (tags := lines.read_tags()) is not None:
            text = text_of("".join(lines.movetext())).strip()
            if text:
                needed = [(name, tags[name.lower()]) for name in ("Variant", "FEN", "SetUp") if name.lower() in tags]
                yield Movetext(text, tags.get("result", "*"), needed)


def date(rng):
    """A date, which may be incomplete."""
    parts = [str(rng.randrange(1950, 2026)), f"{rng.randrange(1, 13):02}", f"{rng.randrange(1, 29):02}"]
    if rng.random() < 0.05:
        parts[0] = "2020"
    draw = rng.random()
    if draw < 0.3:
        for index in range(rng.randrange(3), 3):
            parts[index] = rng.choice(["?" * len(parts[index])] * 3 + ["0" * len(parts[index])])
    elif draw < 0.33:
        return rng.choice(["", "?", "????", "2020", "2020.05", "2020.5.7", " 2020.05.17 ", "May 2020", "17.05.2020"])
    return rng.choice(["."] * 20 + ["-", "/"]).join(parts)


def rating(rng):
    return str(rng.randrange(800, 2900)) if rng.random() < 0.9 else rng.choice(RATINGS)


def name_and_value(rng, name, value):
    """A tag as it is written."""
    if name in ("ECO", "WhiteElo", "Date", "White", "Event") and rng.random() < 0.02:
        name = rng.choice([name.lower(), name.capitalize()])
    if rng.random() < 0.98 or '"]' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    blank = rng.choice([" "] * 30 + ["  ", "\t"])
    return f'[{name}{blank}"{value}"]' + rng.choice([""] * 20 + [" ", "\t "])


def game(rng, number, movetext):
    """The text of a game."""
    white, black = rng.choice(NAMES), rng.choice(NAMES)
    result = movetext.result if rng.random() < 0.9 else rng.choice(RESULTS + ["?", "1/2"])
    tags = [
        ("Event", rng.choice(EVENTS)), ("Site", "?"), ("Date", date(rng)), ("Round", str(rng.randrange(12))),
        ("White", white), ("Black", black), ("Result", result),
    ]
    tags = [tag for tag in tags if rng.random() < 0.98]
    optional = [
        ("ECO", rng.choice(ECOS), 0.7), ("WhiteElo", rating(rng), 0.6), ("BlackElo", rating(rng), 0.6),
        ("UTCDate", date(rng), 0.3), ("Annotator", rng.choice(NAMES), 0.1), ("Opening", "Sicilian", 0.2),
        ("TimeControl", rng.choice(["300+3", "40/7200:3600", "-"]), 0.2),
        ("Termination", rng.choice(TERMINATIONS).format(white=white, black=black), 0.5),
    ]
    tags += [(name, value) for name, value, share in optional if rng.random() < share]
    if rng.random() < 0.1:
        rng.shuffle(tags)
    tags += movetext.needed
    tags.insert(rng.randrange(len(tags) + 1), ("GameId", str(number)))
    lines = [name_and_value(rng, name, value) for name, value in tags]
    layout = rng.random()
    if layout < 0.01 and not lines[-1].startswith("[Event"):
        lines.insert(-1, "")
    elif layout < 0.02:
        lines.insert(rng.randrange(1, len(lines)), '% [White "Nobody"]')
    if rng.random() < 0.98:
        lines.append("")
    return "\n".join(lines) + "\n" + movetext.text + "\n" * rng.choice([2] * 30 + [3, 5])


def encoded(rng, text):
    """The bytes of a game."""
    draw = rng.random()
    if draw < 0.06:
        text = text.replace("\n", "\r\n" if draw < 0.05 else "\r")
    if rng.random() < 0.02 and not text.startswith(MARK):
        try:
            return text.encode("cp1252")
        except UnicodeEncodeError:
            pass
    return text.encode()


def next_game(rng, number, movetext, previous):
    """A game, with tags or without, after another one."""
    # A game without tags is known as one by the result before it.
    has_result = previous.rstrip().endswith(tuple(RESULTS))
    if has_result and not movetext.needed and movetext.text.startswith("1.") and rng.random() < 0.005:
        return f'{movetext.text[:2]} {{[GameId "{number}"]}} {movetext.text[2:]}\n\n'
    text = game(rng, number, movetext)
    return MARK + text if not previous.endswith("\n\n\n") and rng.random() < 0.003 else text


def main():
    path, size, seed, others = sys.argv[1], float(sys.argv[2]) * 1e6, sys.argv[3], sys.argv[4:]
    rng = random.Random(seed)
    found = [text for other in others for text in other_texts(other)]
    texts = rng.sample(found, min(len(found), OTHER_TEXTS))
    each, most = RANDOM_TEXTS
    texts += [random_text(rng) for _ in range(min(most, max(200, int(size / 1e6 * each))))]
    number, length, text = 0, 0, ""
    with open(path, "wb") as file:
        while length < size:
            number += 1
            text = next_game(rng, number, rng.choice(texts), text)
            length += file.write(encoded(rng, text))
    print(f"{length / 1e6:.0f} MB, {number} games with {len(texts)} different movetexts", flush=True)


if __name__ == "__main__":
    main()
