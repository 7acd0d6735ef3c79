"""Looks at the pages that scripts/pages made, and reads the annotated games. See scripts/pages."""

import io
import sys
from pathlib import Path

import chess.pgn
from playwright.sync_api import sync_playwright

SCREENS = {
    "telephone": {"width": 390, "height": 844},
    "sideways": {"width": 844, "height": 390},
    "monitor": {"width": 1280, "height": 900},
}

# A sheet of A4 without its margins.
PAPER = {"width": 718, "height": 1047}

failures = []


def check(is_true, what):
    """Notes what is not true."""
    if not is_true:
        failures.append(what)
        print(f"FAILED: {what}")


def read_games(path):
    """The games of a file, as python-chess reads them."""
    games = []
    with open(path, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(game)
    return games


def check_games(source, annotated):
    """The annotated games have the same moves, and every position an evaluation."""
    before, after = read_games(source), read_games(annotated)
    check(len(before) == len(after), f"{len(after)} of {len(before)} games are annotated")
    variations = 0
    for number, (old, new) in enumerate(zip(before, after), 1):
        check(not new.errors, f"game {number}: {new.errors}")
        moves = list(new.mainline_moves())
        check(moves == list(old.mainline_moves()), f"game {number}: the moves are the same")
        for old_node, node in zip(old.mainline(), new.mainline()):
            is_over = node.board().is_checkmate() or node.board().is_stalemate()
            check(is_over or node.eval() is not None, f"game {number}: {node.san()} has no evaluation")
            check(old_node.clock() == node.clock(), f"game {number}: {node.san()} has its clock")
            variations += len(node.parent.variations) - 1
    check(variations > 0, "there are better lines")
    with open(annotated, encoding="utf-8") as file:
        long = [line for line in file if len(line.rstrip("\n")) >= 80 and not line.startswith("[")]
    check(not long, f"lines are too long: {long[:3]}")
    print(f"{len(after)} games read by python-chess, {variations} better lines")


def open_page(browser, path, screen, scheme):
    """A page, with all that goes wrong noted."""
    context = browser.new_context(viewport=SCREENS[screen], color_scheme=scheme, device_scale_factor=1, has_touch=screen != "monitor")
    page = context.new_page()
    place = f"{path.name}, {screen}, {scheme}"
    page.on("pageerror", lambda error: check(False, f"{place}: {error}"))
    page.on("console", lambda message: check(message.type != "error", f"{place}: {message.text}"))
    page.on("request", lambda request: check(request.url.startswith("file:"), f"{place}: asks for {request.url}"))
    page.goto(path.as_uri())
    return page, place


def check_width(page, place):
    """Nothing is wider than the screen, apart from what scrolls by itself."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(wide <= 0, f"{place}: {wide} pixels are beyond the edge")


def position(page):
    """The position on the board, as a UCI command."""
    return page.locator(".position").input_value()


def check_board(page, place):
    """Keys, buttons and moves change the position."""
    page.keyboard.press("Home")
    start = position(page)
    page.keyboard.press("ArrowRight")
    check(position(page) != start, f"{place}: the right arrow plays a move")
    page.keyboard.press("ArrowLeft")
    check(position(page) == start, f"{place}: the left arrow takes it back")
    page.keyboard.press("End")
    end = position(page)
    check(end.count(" ") > start.count(" "), f"{place}: End goes to the last move")
    page.locator(".moves button").first.click()
    check(position(page).split(" moves ")[1].count(" ") == 0, f"{place}: a click on the first move shows it")
    page.get_by_title("To the end (End)").click()
    check(position(page) == end, f"{place}: the button goes to the last move")
    page.keyboard.press("f")
    check(page.locator(".board text").last.is_visible(), f"{place}: the board is turned")
    page.keyboard.press("f")
    page.keyboard.press("Home")


def check_signs(page, place):
    """The buttons stop at the first and at the last sign."""
    before, after = (page.get_by_role("button", name=name) for name in ["Previous sign", "Next sign"])
    check(before.is_disabled(), f"{place}: there is no sign before the game")
    count = 0
    while after.is_enabled() and count < 200:
        after.click()
        count += 1
    check(count == page.locator(".moves .sign").count(), f"{place}: {count} signs are found")
    page.keyboard.press("Home")


def check_lines(page, place):
    """A better line is played on the board, and left again."""
    for _ in range(200):
        before = position(page)
        page.keyboard.press("n")
        if page.locator(".line button").count() > 1 or position(page) == before:
            break
    game = position(page)
    buttons = page.locator(".line button")
    check(buttons.count() > 1, f"{place}: there is a better line")
    if buttons.count() < 2:
        return
    arrows = page.locator(".board .arrow")
    check(arrows.count() == 1, f"{place}: an arrow shows the better move")
    buttons.nth(1).click()
    check(position(page) != game, f"{place}: a click shows a move of the better line")
    check(arrows.count() == 0, f"{place}: the better line has no arrow")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    check(position(page) == game, f"{place}: Escape goes back to the game")


def check_copies(page, place):
    """The buttons copy the position and the game."""
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.keyboard.press("End")
    start, _, moves = position(page).removeprefix("position fen ").partition(" moves ")
    board = chess.Board(start)
    for move in moves.split():
        board.push_uci(move)
    page.get_by_role("button", name="Copy FEN").click()
    check(chess.Board(page.evaluate("copied")) == board, f"{place}: the FEN is copied")
    page.get_by_role("button", name="Copy PGN").click()
    game = chess.pgn.read_game(io.StringIO(page.evaluate("copied")))
    check(not game.errors and game.end().board() == board, f"{place}: the PGN is copied")
    page.keyboard.press("Home")


def check_head(page, place):
    """The event is told once, under the players."""
    about = page.locator("header p").inner_text()
    times = page.locator("body").inner_text().count(about)
    check(about != "" and times == 1, f"{place}: '{about}' is said {times} times")


def check_captions(page, place):
    """A caption is read without scrolling its table."""
    for caption in page.locator("caption:visible").all():
        box = caption.bounding_box()
        beyond = box["x"] + box["width"] - page.viewport_size["width"]
        check(beyond <= 0, f"{place}: '{caption.inner_text()}' is {beyond} pixels too wide")


def check_readout(page, place):
    """A click on the chart shows the move that the chart names."""
    figure = page.locator("#game figure").first
    figure.scroll_into_view_if_needed()
    for x in range(200, 220, 4):
        box = figure.locator("> svg").bounding_box()
        # Whole pixels: a browser cuts off the rest from a click, but not from a move of the pointer.
        page.mouse.click(int(box["x"]) + x, int(box["y"]) + 50)
        said = figure.locator(".readout").inner_text()
        played = len(position(page).partition(" moves ")[2].split())
        shown = f"Move {(played + 1) // 2}{'' if played % 2 else '…'}:"
        check(said.startswith(shown), f"{place}: '{said}' is not '{shown}'")
    page.keyboard.press("Home")


def check_charts(page, place):
    """The text of charts can be read, and games and moves are whole numbers."""
    for chart in page.locator("figure > svg:visible").all():
        scale = chart.evaluate("chart => chart.getBoundingClientRect().width / chart.viewBox.baseVal.width")
        check(scale > 0.75, f"{place}: a chart is shrunk to {scale}")
    places = page.locator(":is(#game, [data-charts=course]) .axis + .tick").all_text_contents()
    check(len(places) > 0 and all(text.isdecimal() for text in places), f"{place}: a chart counts {places}")


def check_room(page, place):
    """What fingers press is 44 pixels high."""
    for part in page.locator("main :is(button, select, a, summary, label):visible").all():
        height = part.bounding_box()["height"]
        check(height >= 44, f"{place}: '{part.inner_text()}' is {height} pixels high")


def check_height(page, place):
    """The board, both players and the buttons are seen together."""
    page.locator(".viewer").evaluate("viewer => viewer.scrollIntoView()")
    height = page.viewport_size["height"]
    for part in page.locator(".side, .board, .steps").all():
        box = part.bounding_box()
        check(box["y"] > -1 and box["y"] + box["height"] <= height, f"{place}: {part} is out of sight")


def check_print(page, place):
    """On paper the board and all moves are to be seen."""
    screen = page.viewport_size
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    check_width(page, f"{place}, printed")
    check(page.locator(".board svg").bounding_box()["width"] > 150, f"{place}: the board is printed")
    hidden = page.locator(".moves").evaluate("list => list.scrollHeight - list.clientHeight")
    check(hidden <= 0, f"{place}: {hidden} pixels of the moves are not printed")
    page.emulate_media(media="screen")
    page.set_viewport_size(screen)


def look(browser, folder, name, is_review):
    """One page on all screens."""
    path = folder / f"{name}.html"
    for screen in SCREENS:
        for scheme in ["light", "dark"]:
            page, place = open_page(browser, path, screen, scheme)
            check_width(page, place)
            page.screenshot(path=folder / f"{name}-{screen}-{scheme}.png", full_page=True)
            check_captions(page, place)
            if name == "game":
                check_head(page, place)
            link = page.locator("#games a").first
            if link.is_visible():
                link.click()
                # The game is shown when the address has changed.
                page.locator(".position").wait_for(state="visible")
            check_width(page, f"{place}, a game")
            if screen != "monitor":
                check_room(page, place)
            check_charts(page, place)
            check_readout(page, place)
            check_height(page, place)
            check_board(page, place)
            if is_review:
                check_signs(page, place)
                check_lines(page, place)
                check_copies(page, place)
            page.screenshot(path=folder / f"{name}-{screen}-{scheme}-game.png")
            page.screenshot(path=folder / f"{name}-{screen}-{scheme}-full.png", full_page=True)
            check_print(page, place)
            page.context.close()


def picture(browser, folder):
    """The picture of README: the last blunder of the first game."""
    context = browser.new_context(viewport={"width": 1280, "height": 905}, color_scheme="light")
    page = context.new_page()
    page.goto((folder / "review.html").as_uri() + "#game-1")
    page.locator(".position").wait_for(state="visible")
    now = None
    while now != position(page):
        now = position(page)
        page.keyboard.press("n")
    corner = page.locator("#game-head").bounding_box()
    scrolled = page.evaluate("window.scrollY")
    clip = {"x": 32, "y": corner["y"] + scrolled - 8, "width": 1216, "height": 815}
    page.screenshot(path=folder / "readme.png", full_page=True, clip=clip)
    context.close()


def main():
    browser_path, source, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).resolve()
    check_games(source, folder / "review.pgn")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        look(browser, folder, "review", True)
        look(browser, folder, "game", True)
        look(browser, folder, "match", False)
        picture(browser, folder)
        browser.close()
    print(f"{len(failures)} failures; pictures in {folder}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
