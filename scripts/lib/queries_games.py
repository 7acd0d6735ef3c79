"""Reads the games of a file for scripts/queries with python-chess: tags, moves, positions, and the end under the Laws."""

import re

import chess
import chess.pgn

import oracle

# The most positions, and legal moves of the first one, of a search for a mate.
SEARCH = (60, 10)
PIECES = "KQRBNP"
KINDS = [(letter, chess.Piece.from_symbol(letter).piece_type) for letter in PIECES]
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
RESULT_ALIAS = {"1/2": "1/2-1/2"}
# The findings that Game.has_finding knows.
FINDINGS = ["illegal_move", "played_past_end", "result_contradicts_board", "missing_result_tag", "missing_setup"]
PHRASES = {
    "won by resignation": "resignation", "won on time": "time forfeit", "drawn by agreement": "agreement",
    "drawn by repetition": "threefold", "drawn by 50-move rule": "fifty_moves",
}
STANDARD = ("standard", "from position", "")
# What is wrong with a FEN, but is ignored.
HARMLESS = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE


class Lines:
    """The lines of a file, of which the last game is kept."""

    def __init__(self, file):
        self.file, self.kept, self.begin_of_moves = file, [], 0

    def readline(self):
        line = self.file.readline()
        self.kept.append(line)
        return line

    def read_tags(self):
        """The tags of the next game, None at the end; afterwards `kept` is its text."""
        self.kept.clear()
        return chess.pgn.read_game(self, Visitor=lambda: TagReader(self))

    def movetext(self):
        return self.kept[self.begin_of_moves :]


class TagReader(chess.pgn.BaseVisitor):
    """Collects the tags, the first ones of a name in any case; python-chess leaves escapes and encodings to others."""

    def __init__(self, lines):
        self.lines, self.tags = lines, {}

    def visit_header(self, tagname, tagvalue):
        self.tags.setdefault(tagname.lower(), re.sub(r'\\(["\\])', r"\1", text_of(tagvalue)))

    def end_headers(self):
        # The first line of the moves has been read.
        self.lines.begin_of_moves = len(self.lines.kept) - 1
        return chess.pgn.SKIP

    def result(self):
        return self.tags


def text_of(text):
    """Text that was read as UTF-8, but may be Windows-1252."""
    if text.isascii():
        return text
    data = text.encode("utf-8", "surrogateescape")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class MoveReader(chess.pgn.BaseVisitor):
    """Collects what the moves of the main line show."""

    def __init__(self):
        self.tags, self.is_chess, self.after_moves = chess.pgn.Headers({}), True, None
        self.start, self.texts, self.moves, self.rest = None, [], [], []
        self.materials, self.placements = set(), set()
        self.end, self.board = None, None

    def handle_error(self, error):
        """The variant or the FEN is wrong."""
        self.is_chess = False

    def visit_header(self, tagname, tagvalue):
        self.tags[tagname] = tagvalue

    def end_headers(self):
        # python-chess plays other variants too, and from the initial position without the position of SetUp.
        is_960, variant = self.tags.is_chess960(), self.tags.get("Variant", "").lower()
        lacks_fen = "FEN" not in self.tags and self.tags.get("SetUp", "0") != "0"
        self.is_chess = self.is_chess and (is_960 or variant in STANDARD) and not lacks_fen

    def visit_board(self, board):
        if self.start is None:
            self.start = board.copy(stack=False)
            self.is_chess = self.is_chess and board.status() & ~HARMLESS == chess.STATUS_VALID
        if not self.is_chess or self.rest:
            return
        self.placements.add((board.board_fen(), board.turn))
        sides = ("".join(letter * len(board.pieces(kind, color)) for letter, kind in KINDS) for color in chess.COLORS)
        self.materials.add(tuple(sorted(sides)))
        if self.end is None:
            kind = oracle.end_of(board, "Fide2023")
            self.end = kind and (kind, board.ply() - self.start.ply())
        self.board = board

    def begin_variation(self):
        return chess.pgn.SKIP

    def parse_san(self, board, san):
        """Everything after a text that is no move is only counted; a null move stands for it."""
        self.texts.append(san)
        if not self.rest:
            try:
                if move := board.parse_san(san):
                    return move
            except ValueError:
                pass
            self.board = self.board and self.board.copy()
        self.rest.append(san)
        return chess.Move.null()

    def visit_move(self, board, move):
        if not self.rest:
            castling = board.is_castling(move)
            self.moves.append(("O-O" if board.is_kingside_castling(move) else "O-O-O") if castling else move.uci())

    def visit_result(self, result):
        self.after_moves = self.after_moves or result

    def result(self):
        return MoveFacts(self)


class MoveFacts:
    """What a movetext shows."""

    def __init__(self, reader):
        self.is_known = reader.is_chess
        self.materials, self.placements = reader.materials, reader.placements
        self.rest, self.after_moves = reader.rest, reader.after_moves
        self.plies = len(reader.moves) + len(self.rest)
        self.end, self.winner, self.claims, self.stuck = reader.end, None, {}, (False, False)
        if not self.is_known:
            self.key = reader.tags.get("Variant"), reader.tags.get("FEN"), tuple(reader.texts)
            return
        start, board = reader.start, reader.board
        self.key = start.fen(), tuple(reader.moves), tuple(self.rest)
        self.may_agree = start.ply() > 0 or len(reader.moves) > 1
        if self.end is None or self.end[0] != "checkmate":
            self.end = first_dead(board, self.end, len(reader.moves)) or self.end
        if self.end is None:
            self.claims, _ = oracle.claims_of(board, True, board.chess960)
            self.stuck = tuple(board.has_insufficient_material(color) for color in chess.COLORS)
        elif self.end[0] == "checkmate":
            self.winner = "0-1" if (start.ply() + self.end[1]) % 2 == 0 else "1-0"


def first_dead(board, end, plies):
    """The end at the first position that is proved dead, if it comes before the one that is known."""
    board = board.copy()
    while end and board.ply() > 0 and plies > end[1]:
        board.pop()
        plies -= 1
    found = None
    while is_dead(board):
        found = "dead_position", plies
        if plies == 0:
            break
        board.pop()
        plies -= 1
    return None if found is None or (end and end[1] == found[1]) else found


def is_dead(board):
    """True if a short search visits every position, and none of them is a mate."""
    positions, replies = SEARCH
    if board.is_insufficient_material() or not any(board.legal_moves):
        return not board.is_checkmate()
    if board.legal_moves.count() > replies:
        return False
    first = board.copy(stack=False)
    seen, waiting = {first.epd()}, [first]
    while waiting:
        board = waiting.pop()
        for move in board.legal_moves:
            board.push(move)
            name = board.epd()
            if board.is_checkmate() or len(seen) > positions:
                return False
            if name not in seen and not board.is_insufficient_material():
                seen.add(name)
                waiting.append(board.copy(stack=False))
            board.pop()
    return True


class Game:
    """A game of the file."""

    def __init__(self, tags, facts):
        self.tags, self.facts = tags, facts

    def known(self, name):
        value = self.tags.get(name, "").strip()
        return None if value in ("", "?", "-") else value

    def result(self):
        """The tag Result."""
        value = self.known("result")
        return RESULT_ALIAS.get(value, value)

    def recorded(self):
        """The recorded result, which may stand after the moves only."""
        return self.result() or self.facts.after_moves

    def recorded_end(self):
        text = self.known("termination")
        if text is None:
            return "unknown"
        text = text.lower()
        details = re.split(r"\W+", self.tags.get("terminationdetails", "").lower())
        if text == "normal" and "claimed" in details:
            return "threefold" if "repetition" in details else "fifty_moves" if "fifty" in details else text
        return next((end for phrase, end in PHRASES.items() if text.endswith(phrase)), text)

    def verdict(self):
        """The end under the Laws of 2023."""
        facts, how, result = self.facts, self.recorded_end(), self.recorded()
        if not facts.is_known:
            return "open"
        if facts.end:
            return facts.end[0]
        if facts.rest and (len(facts.rest) > 1 or how != "rules infraction"):
            return "open"
        if how == "rules infraction" and not facts.rest:
            return "open"
        if result in ("1-0", "0-1"):
            wins = {"normal": "resignation", "time forfeit": "flag_fall", "rules infraction": "illegal_move"}
            return wins.get(how, how if how == "resignation" else "open")
        if result != "1/2-1/2":
            return "open"
        if how in ("agreement", "normal"):
            return "agreement" if facts.may_agree and (how == "agreement" or not facts.claims) else "open"
        if how in ("threefold", "fifty_moves"):
            return how if how in facts.claims else "open"
        events = {"time forfeit": "flag_fall", "rules infraction": "illegal_move", "resignation": "resignation"}
        return events.get(how, "open") if any(facts.stuck) else "open"

    def has_finding(self, kind):
        facts = self.facts
        if kind == "missing_result_tag":
            return self.known("result") is None
        if kind == "missing_setup":
            return "fen" in self.tags and self.tags.get("setup", "").strip() != "1"
        if not facts.is_known:
            return False
        if kind == "illegal_move":
            return bool(facts.rest) and not facts.end
        if kind == "played_past_end":
            return bool(facts.end) and facts.plies > facts.end[1]
        if kind == "result_contradicts_board":
            return bool(facts.end) and self.recorded() in RESULTS[:3] and self.recorded() != (facts.winner or "1/2-1/2")
        raise ValueError(kind)
