"""Drives an engine as clients do and prints one line per check; exit code 1 if one fails. See scripts/clients."""

import logging
import pathlib
import queue
import re
import subprocess
import sys
import threading
import time

import chess
import chess.engine
import stockfish

PATIENCE = 60.0


class Log(logging.Handler):
    """Keeps what python-chess sends, and all its warnings."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.sent = []
        self.complaints = []

    def emit(self, record):
        text = record.getMessage()
        if record.levelno >= logging.WARNING:
            self.complaints.append(text)
        elif "<< " in text:
            self.sent.append(text.split("<< ", 1)[1])


LOG = Log()


class Failure(Exception):
    """A check has failed."""


def expect(condition, why):
    if not condition:
        raise Failure(why)


def start(engine, **options):
    client = chess.engine.SimpleEngine.popen_uci(engine, timeout=PATIENCE)
    client.configure(options)
    return client


def compliance(engine):
    """uci-test-suite."""
    suite = pathlib.Path(sys.executable).with_name("uci-test-suite")
    done = subprocess.run([suite, engine], capture_output=True, text=True, timeout=300, check=False)
    summary = re.search(r"Summary: (\d+) passed, (\d+) failed, (\d+) total", done.stdout)
    expect(summary, done.stdout + done.stderr)
    passed, failed, total = map(int, summary.groups())
    expect((passed, failed, total) == (12, 0, 12) and done.returncode == 0, done.stdout)
    return f"{passed} of {total}"


def timed_game(engine):
    """A game of the engine against itself at 5 seconds and 0.05 per move."""
    increment = 0.05
    clocks = {chess.WHITE: 5.0, chess.BLACK: 5.0}
    players = {color: start(engine) for color in chess.COLORS}
    board = chess.Board()
    lowest = 5.0
    try:
        while not board.is_game_over(claim_draw=True):
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE],
                black_clock=clocks[chess.BLACK],
                white_inc=increment,
                black_inc=increment,
            )
            begin = time.monotonic()
            result = players[board.turn].play(board, limit, game="timed")
            clocks[board.turn] -= time.monotonic() - begin
            lowest = min(lowest, clocks[board.turn])
            expect(clocks[board.turn] > 0, f"flag fell at ply {board.ply()}")
            expect(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
            clocks[board.turn] += increment
            board.push(result.move)
    finally:
        for player in players.values():
            player.quit()
    return f"{board.result(claim_draw=True)} after {board.ply()} plies, lowest clock {lowest:.2f} s"


def multipv(engine):
    """Analysis with several lines."""
    with start(engine) as client:
        board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        for lines in (1, 3, 5):
            infos = client.analyse(board, chess.engine.Limit(depth=9), multipv=lines)
            expect(len(infos) == lines, f"{len(infos)} lines")
            scores = [info["score"].relative.score(mate_score=100000) for info in infos]
            expect(scores == sorted(scores, reverse=True), f"{scores}")
            firsts = {info["pv"][0] for info in infos}
            expect(len(firsts) == lines, "a move twice")
            expect({info["depth"] for info in infos} == {9}, "depths differ")
    return "1, 3 and 5 lines"


def pondering(engine):
    """Ponder hits and misses."""
    hits = misses = 0
    with start(engine) as client:
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=10, black_clock=10, white_inc=0.1, black_inc=0.1)
        for turn in range(12):
            before = len(LOG.sent)
            result = client.play(board, limit, ponder=True)
            expect(result.move in board.legal_moves, f"{result.move}")
            sent = LOG.sent[before:]
            hit = turn > 0 and "ponderhit" in sent
            hits += hit
            misses += turn > 0 and not hit
            board.push(result.move)
            replies = [move for move in board.legal_moves if move != result.ponder]
            if board.is_game_over():
                break
            reply = result.ponder if result.ponder and (turn % 2 == 0 or not replies) else replies[0]
            time.sleep(0.1)
            board.push(reply)
            if board.is_game_over():
                break
    expect(hits >= 2 and misses >= 2, f"{hits} hits, {misses} misses")
    return f"{hits} hits, {misses} misses"


def stopping(engine):
    """Infinite analysis is stopped at once, on ordinary, mating and drawn positions."""
    slowest = 0.0
    with start(engine) as client:
        for fen in (
            chess.STARTING_FEN,
            "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
            "8/8/8/8/8/4k3/8/4K2B w - - 0 1",
        ):
            with client.analysis(chess.Board(fen)) as analysis:
                time.sleep(0.3)
                begin = time.monotonic()
                analysis.stop()
                best = analysis.wait()
                slowest = max(slowest, time.monotonic() - begin)
            expect(best.move in chess.Board(fen).legal_moves, f"{best.move}")
    expect(slowest < 0.5, f"{slowest:.3f} s")
    return f"at most {1000 * slowest:.0f} ms"


def root_moves(engine):
    """Searches among some moves only."""
    board = chess.Board()
    wanted = [chess.Move.from_uci(text) for text in ("a2a3", "h2h3", "b1a3")]
    with start(engine) as client:
        for limit in (
            chess.engine.Limit(depth=6),
            chess.engine.Limit(time=0.1),
            chess.engine.Limit(white_clock=1, black_clock=1),
        ):
            result = client.play(board, limit, root_moves=wanted)
            expect(result.move in wanted, f"{result.move}")
        infos = client.analyse(board, chess.engine.Limit(depth=6), multipv=5, root_moves=wanted)
        expect({info["pv"][0] for info in infos} == set(wanted), "other moves")
    return f"{len(wanted)} moves"


def lichess_bot(engine):
    """A game as lichess-bot plays it: its default options, Syzygy tables and a level, pings, pondering, draw offers."""
    tables = pathlib.Path(__file__).resolve().parents[2] / "tests" / "data" / "syzygy"
    options = {"Move Overhead": 100, "Threads": 2, "Hash": 64, "SyzygyPath": str(tables), "UCI_ShowWDL": True}
    level = {"UCI_LimitStrength": True, "UCI_Elo": 1800}
    plies = 0
    for more, board in (({}, chess.Board()), (level, chess.Board("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1"))):
        wanted = options | more
        with start(engine) as client:
            missing = [name for name in wanted if name not in client.options]
            expect(not missing, f"no options {missing}")
            client.configure(wanted)
            client.ping()
            client.send_opponent_information(opponent=chess.engine.Opponent("Somebody", "GM", 2700, False), engine_rating=2500)
            for ply in range(24):
                if board.is_game_over(claim_draw=True):
                    break
                limit = chess.engine.Limit(white_clock=20, black_clock=20, white_inc=0.1, black_inc=0.1, clock_id="game")
                result = client.play(
                    board, limit, game="game", info=chess.engine.INFO_ALL, ponder=True, draw_offered=ply % 5 == 4
                )
                expect(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
                expect("score" in result.info and "pv" in result.info, f"{result.info}")
                board.push(result.move)
                plies += 1
            client.send_game_result(board, "White")
            client.ping()
    # python-chess warns of the number of tables that is told when they are set, as of that of Stockfish.
    LOG.complaints[:] = [text for text in LOG.complaints if "DTZ tables" not in text]
    return f"{plies} plies"


def stockfish_package(engine):
    """What PyPI's stockfish reads: board, evaluation, perft, best moves, levels, speed."""
    fish = stockfish.Stockfish(path=engine, depth=8, parameters={"Threads": 1, "Hash": 16, "Ponder": False})
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    fish.set_fen_position(board.fen())
    expect(fish.get_fen_position() == board.fen(), fish.get_fen_position())
    ranks = [line for line in fish.get_board_visual().splitlines() if "|" in line]
    for rank, line in zip(range(7, -1, -1), ranks, strict=True):
        shown = [cell.strip() or None for cell in line.split("|")[1:-1]]
        pieces = [board.piece_at(chess.square(file, rank)) for file in range(8)]
        expect(shown == [piece and piece.symbol() for piece in pieces], line)
    expect(fish.get_board_visual(False).startswith("+---"), "the view of Black")
    expect(fish.get_what_is_on_square("b5") == stockfish.Stockfish.Piece.WHITE_BISHOP, "b5")
    expect(isinstance(fish.get_static_eval(), float), "no evaluation")
    expect(fish.get_perft(2)[0] == sum(1 for move in board.legal_moves for _ in after(board, move)), "perft")
    expect(chess.Move.from_uci(fish.get_best_move()) in board.legal_moves, "best move")
    expect(fish.get_evaluation()["type"] == "cp", "evaluation")
    expect(sum(fish.get_wdl_stats()) == 1000, "WDL")
    top = fish.get_top_moves(3, verbose=True)
    expect(len(top) == 3 and all(chess.Move.from_uci(move["Move"]) in board.legal_moves for move in top), f"{top}")
    expect(fish.is_move_legal("a7a6") and not fish.is_move_legal("a7a2"), "legality")
    fish.set_elo_rating(1500)
    expect(fish.get_best_move_time(100) is not None, "a move of a level")
    fish.resume_full_strength()
    speed = fish.benchmark(stockfish.Stockfish.BenchmarkParameters(limit=3))
    fish.set_fen_position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    expect(fish.get_static_eval() is None and fish.get_best_move() is None, "mate")
    fish.send_quit_command()
    return speed


def after(board, move):
    """The replies to a move."""
    board = board.copy()
    board.push(move)
    return list(board.legal_moves)


def no_moves(engine):
    """Finished games have no best move."""
    with start(engine) as client:
        for fen in ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            result = client.play(chess.Board(fen), chess.engine.Limit(depth=3))
            expect(result.move is None, f"{result.move}")
    return "mate and stalemate"


def chess960(engine):
    """Games of Chess960 against itself, castling included."""
    castlings = plies = 0
    with start(engine) as client:
        for number in (0, 100, 341, 518, 692, 959):
            board = chess.Board.from_chess960_pos(number)
            while not board.is_game_over(claim_draw=True) and board.ply() < 120:
                # Castling is preferred, for it is what is to be seen.
                castles = [move for move in board.legal_moves if board.is_castling(move)]
                limit = chess.engine.Limit(nodes=1500)
                result = client.play(board, limit, game=number, root_moves=castles or None)
                expect(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
                castlings += board.is_castling(result.move)
                board.push(result.move)
            plies += board.ply()
    expect(castlings > 0, "no castling was played")
    return f"{plies} plies, {castlings} castlings"


def stress(engine):
    """10,000 searches, each stopped in the same write."""
    rounds = 10000
    commands = [
        "go infinite\nstop\n",
        "go wtime 60000 btime 60000\nstop\n",
        "go ponder wtime 60000 btime 60000\nstop\n",
        "go depth 100\nstop\n",
        "position startpos moves e2e4\ngo infinite\nstop\nposition startpos\n",
    ]
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    lines = queue.Queue()
    reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True)
    reader.start()

    def answers_until(start_of_line):
        answers = 0
        while True:
            line = lines.get(timeout=PATIENCE)
            answers += line.startswith("bestmove ") and "(none)" not in line
            if line.startswith(start_of_line):
                return answers

    begin = time.monotonic()
    try:
        # One by one, then many in one write.
        for index in range(rounds // 2):
            process.stdin.write(commands[index % len(commands)])
            process.stdin.flush()
            expect(answers_until("bestmove ") == 1, f"round {index}")
        for index in range(rounds // 20):
            process.stdin.write(commands[index % len(commands)] * 10)
            process.stdin.flush()
            for _ in range(10):
                expect(answers_until("bestmove ") == 1, f"write {index}")
        process.stdin.write("isready\n")
        process.stdin.flush()
        expect(answers_until("readyok") == 0, "an answer too many")
        process.stdin.write("quit\n")
        process.stdin.flush()
        expect(process.wait(timeout=PATIENCE) == 0, "exit code")
    except queue.Empty as silence:
        raise Failure("an answer is missing") from silence
    finally:
        process.kill()
    return f"{rounds} answers in {time.monotonic() - begin:.1f} s"


CHECKS = (
    compliance,
    multipv,
    pondering,
    stopping,
    root_moves,
    no_moves,
    chess960,
    lichess_bot,
    stockfish_package,
    timed_game,
    stress,
)


def main():
    logger = logging.getLogger("chess.engine")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(LOG)
    failures = 0
    for check in CHECKS:
        LOG.sent.clear()
        LOG.complaints.clear()
        name = check.__name__.replace("_", " ")
        try:
            detail = check(sys.argv[1])
            expect(not LOG.complaints, "; ".join(LOG.complaints[:3]))
            print(f"ok    {name}: {detail}", flush=True)
        except (Failure, chess.engine.EngineError, subprocess.TimeoutExpired, TimeoutError) as why:
            failures += 1
            print(f"FAIL  {name}: {why!r}", flush=True)
    print(f"{len(CHECKS) - failures} of {len(CHECKS)} checks passed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
