"""Plays games on the board of `compongo play` in a browser. See scripts/board."""

import json
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.pgn
from playwright.sync_api import sync_playwright

SCREENS = {
    "telephone": ({"width": 360, "height": 740}, True, "light"),
    "monitor": ({"width": 1440, "height": 900}, False, "dark"),
    "sideways": ({"width": 844, "height": 390}, True, "light"),
    "picture": ({"width": 1200, "height": 750}, False, "light"),
}
SIZES = ["telephone", "monitor"]
KNIGHT = "8/8/1q6/4k3/8/8/4K1N1/8 b - - 12 71"

# What the browser says about refused actions, and about a program that was killed.
EXPECTED = re.compile("409|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED")

failures = []


def check(is_true, what):
    """Notes what is not true."""
    if not is_true:
        failures.append(what)
        print(f"FAILED: {what}")


class Program:
    """The program, serving a board."""

    def __init__(self, program, file, *arguments):
        began = time.monotonic()
        command = [program, "play", "--no-browser", "--game", str(file), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://\S+", self.process.stdout.readline()).group()
        check(time.monotonic() - began < 1, "the address comes within a second")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Board:
    """The page as a person sees it."""

    def __init__(self, browser, screen, folder, axe):
        viewport, touch, scheme = SCREENS[screen]
        context = browser.new_context(viewport=viewport, has_touch=touch, is_mobile=touch, color_scheme=scheme)
        self.page = context.new_page()
        self.screen, self.folder, self.axe, self.touch = screen, folder, axe, touch
        place = f"{screen}, {scheme}"
        self.page.on("pageerror", lambda error: check(False, f"{place}: {error}"))
        self.page.on("console", lambda message: check(
            message.type != "error" or EXPECTED.search(message.text), f"{place}: {message.text}"))

    def open(self, address):
        self.page.goto(address)
        self.until("state !== null")

    def until(self, condition, seconds=60):
        """Waits for a condition. What waits inside the page would need eval, which the page forbids."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            self.page.wait_for_timeout(50)

    def state(self):
        return self.page.evaluate("state")

    def look(self, name):
        """A picture, and what axe-core says."""
        self.page.wait_for_timeout(150)
        self.page.screenshot(path=str(self.folder / f"{self.screen}-{name}.png"), full_page=self.touch)
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        check(wide <= 0, f"{self.screen} {name}: scrolls sideways by {wide}")
        self.page.evaluate(self.axe + ";0")
        for found in self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
            check(found["impact"] not in ("serious", "critical"), f"{self.screen} {name}: {found['id']} {found['nodes'][0]['target']}")

    def new(self, **settings):
        """A game with these settings, begun as the form does it."""
        act = {"act": "new", "engine": False, "control": "", **settings}
        game = self.page.evaluate("state.version")
        answer = self.page.evaluate(
            "act => fetch('act', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(act)})"
            ".then(answer => answer.json())", act)
        check(answer["ok"], f"{settings}: {answer}")
        self.until(f"state.version > {game} && state.moves === ''")
        self.page.wait_for_timeout(100)
        check(self.page.evaluate("find('notice').textContent") == "", "a new game begins without a message")

    def square(self, name):
        return self.page.locator(f'#grid [aria-label^="{name}"]')

    def choose(self, name):
        if self.touch:
            self.square(name).tap()
        else:
            self.square(name).click()

    def click(self, move):
        """A move by two clicks."""
        count = self.count()
        for name in (move[:2], move[2:4]):
            self.choose(name)
        self.until(f"(state.moves === '' ? 0 : state.moves.split(' ').length) > {count}")

    def write(self, move):
        """A move in the field."""
        count = self.count()
        self.page.fill("#move", move)
        self.page.keyboard.press("Enter")
        self.until(f"(state.moves === '' ? 0 : state.moves.split(' ').length) > {count}")

    def count(self):
        moves = self.state()["moves"]
        return len(moves.split()) if moves else 0

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.wait_for_timeout(100)

    def over(self, score, article, seconds=60):
        self.until("state.phase === 'over'", seconds)
        outcome = self.state()["outcome"]
        check((outcome["score"], article in outcome["articles"]) == (score, True), f"{score} by {article}: {outcome}")


def first_visit(board):
    """The form: what starts a game, and what is wrong, are in sight from the top. By keyboard."""
    page = board.page
    start = page.locator("#setup-form [type=submit]")

    def check_sight(element):
        box = element.bounding_box()
        check(box["y"] + box["height"] <= page.viewport_size["height"], f"in sight: {box}")

    check_sight(start)
    page.select_option("#control", "other")
    page.fill("#control-text", "soon")
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("Enter")
    board.until("find('setup-error').textContent !== ''")
    check_sight(page.locator("#setup-error"))
    board.look("setup-error")
    page.select_option("#control", "5m")
    start.focus()
    page.keyboard.press("Enter")
    board.until("state.phase === 'playing'")
    board.until("document.activeElement.getAttribute('role') === 'gridcell'", 5)


def mate(board):
    board.new(names={"white": "Ann", "black": "Bob"})
    for move in ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"):
        board.click(move)
    board.over("1-0", "5.1.1")
    surplus = "[...document.querySelectorAll('.surplus:not([hidden])')].map(side => [side.ariaLabel, side.textContent].join(' '))"
    check(board.page.evaluate(surplus) == ["More: pawn, +1 +1"], f"White is a pawn up: {board.page.evaluate(surplus)}")
    board.look("mate")
    board.page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        board.page.keyboard.press("ArrowLeft")
        check(board.page.evaluate("plies.length - shownPly()") == 1, "the arrow keys step through the moves after a click")
        board.press("To the last position")
    board.press("Analyse")
    board.until("document.querySelector('#lines').textContent === 'The game has ended in this position.'")
    board.press("Analyse")
    board.press("Review")
    board.until("state.review", 120)
    check(board.page.evaluate("find('said').textContent") == "The review is ready.", "a screen reader hears of the review")
    board.look("reviewed")
    board.page.route("**/game.pgn", lambda route: route.fulfill(status=409))
    board.press("Copy PGN")
    check(board.page.evaluate("find('notice').textContent") == "The server does not answer.", "no error is copied as PGN")
    board.page.unroute("**/game.pgn")


def claim(board):
    board.new()
    for move in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split():
        board.write(move)
    board.press("Claim a draw…")
    board.page.check("input[value=next]")
    board.page.fill("dialog [name=move]", "Ng8")
    board.look("claim")
    board.page.keyboard.press("Enter")
    board.over("1/2-1/2", "9.2.1")
    board.look("claimed")


def wrong_claim(board):
    board.new(control="90m", laws="fide1997")
    board.click("e2e4")
    board.click("e7e5")
    board.press("Claim a draw…")
    board.page.check("input[value=next]")
    board.page.fill("dialog [name=move]", "Nc3")
    board.page.keyboard.press("Enter")
    board.until("state.must !== null")
    board.until("find('notice').textContent.includes('wrong')", 5)
    clocks = board.state()["clocks"]
    check(5_570_000 < clocks["black"]["ms"] <= 5_580_000, f"three minutes for Black: {clocks}")
    board.look("wrong-claim")
    board.click("b1c3")


def flag(board):
    board.new(fen=KNIGHT, control="1")
    board.over("1/2-1/2", "6.9")
    board.look("flag")


def dead(board):
    board.new(fen="8/8/4k3/8/8/3pK3/8/8 w - - 0 60")
    board.click("e3d3")
    board.over("1/2-1/2", "5.2.2")
    board.look("dead")


def resignation(board):
    board.new(engine=True, elo=600, side="white", control="10m+5s")
    board.click("e2e4")
    board.until("state.legal.length > 0")
    board.look("against-the-engine")
    hint = board.page.get_by_role("button", name="Hint")
    place = hint.bounding_box()
    board.press("Hint")
    board.until("find('notice').textContent.startsWith('Hint: ')")
    if not board.touch:
        check(hint.bounding_box() == place, "the button stays under the pointer")
    board.press("Hint")
    board.until("find('notice').textContent.startsWith('Hint: ')", 5)
    board.press("Analyse")
    board.until("document.querySelector('#arrows .arrow') !== null")
    board.look("analysis")
    check(board.page.evaluate("turn(), find('bar').classList.contains('turned')"), "the bar turns with the board")
    board.page.evaluate("turn()")
    board.press("Analyse")
    check(board.page.locator("#arrows path").count() == 0, "the arrow goes with the analysis")
    board.press("Resign…")
    board.page.locator("dialog").get_by_role("button", name="Resign", exact=True).click()
    board.over("0-1", "5.1.2")
    board.press("Copy PGN")
    board.until("find('notice').textContent !== ''")


def premove(board):
    """Moves made while the engine thinks."""
    board.new(engine=True, side="white", control="2m")
    board.click("e2e4")
    for name in ("d2", "d4"):
        board.choose(name)
    check(board.page.locator("#grid .premove").count() == 2, "the squares of a premove are marked")
    board.look("premove")
    board.until("state.moves.split(' ').length >= 3 && pending === null")
    check("d2d4" in board.state()["moves"], "the premove is played")
    check(board.page.locator("#grid .premove").count() == 0, "it is marked no longer")
    board.until("state.legal.length === 0 || state.moves.split(' ').length % 2 === 0")
    board.until("state.legal.length > 0")
    board.click("a2a3")
    for name in ("h2", "h4"):
        board.choose(name)
    board.page.evaluate("focusSquare(squareOf('a1'))")
    board.page.keyboard.press("Escape")
    check(board.page.evaluate("premove") is None, "Escape takes a premove back")
    for name in ("e1", "e8"):
        board.choose(name)
    moves = board.count()
    board.until("state.legal.length > 0")
    check(board.page.evaluate("premove") is None, "a premove that is not legal is forgotten")
    check(board.count() <= moves + 1, "it is not played")


def drawing(board):
    """Arrows and rings, with the right button of a mouse."""
    board.new()
    marks = board.page.locator("#arrows .drawn > *")

    def drag(start, end):
        board.square(start).hover()
        board.page.mouse.down(button="right")
        board.square(end).hover()
        board.page.mouse.up(button="right")

    for start, end in (("e2", "e4"), ("g1", "f3"), ("d5", "d5")):
        drag(start, end)
    check(marks.count() == 3, f"two arrows and a ring are drawn: {marks.count()}")
    board.look("drawing")
    drag("g1", "f3")
    check(marks.count() == 2, f"the same arrow is wiped out: {marks.count()}")
    board.square("h1").hover()
    board.page.mouse.down(button="right")
    board.page.mouse.move(5, 5)
    board.page.mouse.up(button="right")
    board.page.mouse.down(button="right")
    board.square("h3").hover()
    board.page.mouse.up(button="right")
    check(marks.count() == 2, f"an arrow that leaves the board is not drawn: {marks.count()}")
    check(board.count() == 0 and board.page.evaluate("picked") is None, "drawing moves and picks up nothing")
    board.choose("a5")
    check(marks.count() == 0, f"a click wipes out the drawings: {marks.count()}")
    drag("e2", "e4")
    board.write("e4")
    check(marks.count() == 0, f"a move wipes out the drawings: {marks.count()}")


def adjournment(board):
    board.new(control="40/90m+30s:30m+30s", mode="standard")
    board.click("d2d4")
    board.click("d7d5")
    board.press("Adjourn…")
    board.page.fill("dialog input", "c4")
    board.look("adjourn")
    board.page.keyboard.press("Enter")
    board.until("state.phase === 'adjourned'")
    board.look("adjourned")
    board.press("Resume")
    board.until("state.san === 'd4 d5 c4'")


def promotion(board):
    board.new(fen="7k/P7/8/8/8/8/8/K7 w - - 0 60", control="40/90m+30s:30m+30s")
    board.choose("a7")
    board.choose("a8")
    board.look("promotion")
    board.press("Cancel")
    check(board.page.locator("dialog").count() == 0, "the dialog closes")
    check(board.count() == 0, "no move is made")
    # The pawn is still picked up.
    board.choose("a8")
    place = board.page.locator("#grid").bounding_box()
    board.press("Queen")
    board.until("state.san === 'a8=Q+'")
    check(board.page.locator("#player-top .doing").text_content() == "in check", "a player is in check")
    check(board.page.locator("#grid").bounding_box() == place, "the board stays where it is")


def chess960(board):
    board.new(chess960=518)
    board.new(fen="4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1")
    check(board.state()["chess960"], "it is Chess960")
    board.click("e1g1")
    check(board.state()["fen"].startswith("4k3/8/8/8/8/8/8/1R3RK1"), board.state()["fen"])
    board.look("chess960")


def reload(board):
    board.new(control="5m")
    board.click("e2e4")
    before = board.state()["clocks"]
    began = time.monotonic()
    board.page.wait_for_timeout(2500)
    board.page.evaluate("turn(), turn()")
    shown = board.page.evaluate("strips.find(strip => strip.side === 'black').figures.textContent")
    check(shown in ("04:56", "04:57", "04:58"), f"a clock goes on when the board is turned: {shown}")
    board.page.reload()
    board.until("state !== null")
    board.click("e7e5")
    after = board.state()["clocks"]
    lost = (before["black"]["ms"] - after["black"]["ms"]) / 1000
    check(abs(lost - (time.monotonic() - began)) < 1, f"the clock ran on: {lost}")
    check(board.state()["san"] == "e4 e5", "the game goes on")
    board.press("Take back")
    board.until("state.san === 'e4'")
    check(board.page.evaluate("find('said').textContent") == "Taken back: e5.", "a screen reader hears what is taken back")
    board.press("New game…")
    check(board.page.input_value("#control") == "5m", "another game has the same clock")
    board.press("Back to the game")


def two_people(board):
    """By keyboard alone, with a question to the arbiter."""
    board.new(control="90m", names={"white": "Ann", "black": "Bob"})
    page = board.page
    page.evaluate("focusSquare(squareOf('e2'))")
    for key in ("Enter", "ArrowUp", "ArrowUp", "Space"):
        page.keyboard.press(key)
    board.until("state.san === 'e4'")
    board.write("e5")
    board.press("Ask the arbiter…")
    page.fill("dialog [name=move]", "Ke3")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_timeout(300)
    board.look("arbiter")
    board.press("Apply the ruling")
    board.until("state.must !== null")
    board.look("ruled")
    board.write("Ke2")


def readme(browser, program, folder, axe):
    """The picture of README: a wrong claim and its price."""
    server = Program(program, folder / "games" / "readme.json")
    board = Board(browser, "picture", folder, axe)
    board.open(server.address)
    board.new(control="90m+30s", laws="fide2023", names={"white": "Ana", "black": "Berta"})
    for move in "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7 Bd3 e5 Qc2 Re8".split():
        board.write(move)
    board.press("Claim a draw…")
    board.page.check("input[value=next]")
    board.page.fill("dialog [name=move]", "Nxe5")
    board.page.keyboard.press("Enter")
    board.until("state.must !== null")
    board.page.evaluate("document.activeElement.blur()")
    board.look("readme")
    board.page.close()
    server.kill()


def sideways(browser, program, folder, axe):
    """On a telephone that lies on its side the board and both clocks are in sight."""
    server = Program(program, folder / "games" / "sideways.json")
    board = Board(browser, "sideways", folder, axe)
    board.open(server.address)
    board.new(control="5m")
    for name in ("#grid", "#player-top .clock", "#player-bottom .clock"):
        box = board.page.locator(name).bounding_box()
        check(box["y"] + box["height"] <= 390, f"{name} is in sight: {box}")
    board.look("sideways")
    board.page.close()
    server.kill()


def remembered(browser, program, folder, axe):
    """The language of the piece letters and the sound, although the next address has another port. Clocks without a program."""
    file = folder / "games" / "remembered.json"
    server = Program(program, file)
    board = Board(browser, "monitor", folder, axe)
    board.open(server.address)
    board.new(control="5m")
    board.page.select_option("#language", "de")
    board.press("Sound")
    server.kill()
    board.until("find('connection').textContent !== ''")
    time.sleep(1)
    clocks = board.page.locator(".figures").all_text_contents()
    time.sleep(1.5)
    check(board.page.locator(".figures").all_text_contents() == clocks, "the clocks stand without a program")
    server = Program(program, file, "--resume")
    board.open(server.address)
    check(board.page.input_value("#language") == "de", "the language is remembered")
    sound = board.page.get_by_role("button", name="Sound").get_attribute("aria-pressed")
    check(sound == "false", f"the sound stays off: {sound}")
    board.page.close()
    server.kill()


def second_window(browser, program, folder, axe):
    """Another window is told soon why it shows no game."""
    server = Program(program, folder / "games" / "windows.json")
    first = Board(browser, "monitor", folder, axe)
    first.open(server.address)
    second = Board(browser, "monitor", folder, axe)
    began = time.monotonic()
    second.page.goto(server.address)
    second.until("document.querySelector('#connection').textContent !== ''")
    check(time.monotonic() - began < 3, "the second window shows that it connects")
    second.until("document.querySelector('#connection').textContent.includes('another window')")
    check(time.monotonic() - began < 5, "the second window says why it shows no game")
    for board in (first, second):
        board.page.close()
    server.kill()


def killed(browser, program, folder, axe):
    """Kills the program at random moments; the game and its clocks go on."""
    file = folder / "games" / "killed.json"
    rng = random.Random(1)
    server = Program(program, file)
    board = Board(browser, "monitor", folder, axe)
    board.open(server.address)
    board.new(control="10m+1s")
    line = chess.Board()
    for number in range(20):
        if line.is_game_over():
            break
        move = rng.choice(list(line.legal_moves))
        board.write(line.san(move).rstrip("+#"))
        line.push(move)
        time.sleep(rng.random() * 1.5)
        clocks = board.page.evaluate(
            "fetch('game.pgn').then(answer => answer.text()).then(() => state.clocks)")
        shown = board.page.evaluate("[...document.querySelectorAll('.clock')].map(clock => clock.textContent)")
        server.kill()
        server = Program(program, file, "--resume")
        board.open(server.address)
        state = board.state()
        check(len(state["moves"].split()) == number + 1, f"kill {number}: {state['moves']}")
        idle = "white" if line.turn == chess.BLACK else "black"
        check(abs(state["clocks"][idle]["ms"] - clocks[idle]["ms"]) < 1000, f"kill {number}: {clocks} {state['clocks']} {shown}")
        running = "black" if idle == "white" else "white"
        check(-200 < clocks[running]["ms"] - state["clocks"][running]["ms"] < 3000, f"kill {number}: {clocks} {state['clocks']}")
    server.kill()
    board.page.close()


def main():
    browser_path, program, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    axe = (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
    # A game of an earlier run is not to be continued.
    shutil.rmtree(folder / "games", ignore_errors=True)
    (folder / "games").mkdir()
    games = [first_visit, mate, claim, wrong_claim, flag, dead, resignation, adjournment, promotion, chess960, reload, two_people, premove]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for screen in SIZES:
            server = Program(program, folder / "games" / f"{screen}.json")
            board = Board(browser, screen, folder, axe)
            board.open(server.address)
            board.look("setup")
            for game in games if board.touch else [*games, drawing]:
                try:
                    game(board)
                    print(f"{screen}: {game.__name__}")
                except Exception as error:
                    check(False, f"{screen}: {game.__name__}: {str(error)[:500]}")
            pgn = board.page.evaluate("fetch('game.pgn').then(answer => answer.text())")
            check(bool(pgn.strip()), "there is a PGN")
            board.page.close()
            server.kill()
        readme(browser, program, folder, axe)
        sideways(browser, program, folder, axe)
        remembered(browser, program, folder, axe)
        second_window(browser, program, folder, axe)
        killed(browser, program, folder, axe)
        print("killed and resumed")
        browser.close()
    print(json.dumps({"failures": len(failures)}))
    sys.exit(bool(failures))


main()
