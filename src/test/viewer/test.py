"""The page to look into a graph, in a headless Chromium: on a small graph every part of it, on one of thousands of nodes that it
stays responsive. Says "skipped" where there is no Chromium. usage: test.py SERVER_JAR JAVA [SCREENSHOTS]"""

import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

CHROMIUM = next((found for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
                 if name and (found := shutil.which(name))), None)
LARGE = 5_000
TURNS = [
    ("2026-01-05", "Ana", "I live in Porto near the river."), ("2026-03-05", "Ana", "I live in Lisbon now."),
    ("2026-03-06", "Ana", "I keep bees on the roof of the library."), ("2026-03-06", "Ben", "Do you sell the honey?"),
    ("2026-03-07", "Ana", "The honey of the bees is sold at the market."), ("2026-03-08", "Ben", "I think Tomas is a terrible cook."),
    ("2026-03-09", "Ana", "I went to the Harbour Choir."), ("2026-03-16", "Ana", "I went to the Harbour Choir with a fever."),
    ("2026-03-23", "Ana", "I went to the Harbour Choir."), ("2026-03-24", "Ben", "<img src=x onerror=document.title='no'> is what I said."),
]
WORDS = "amber anchor apple arrow bakery bamboo basket beacon branch breeze bridge bronze butter button cabin camera candle".split()


def request(server, method, path, body=None):
    made = urllib.request.Request(f"{server}/v1/graphs/{path}", method=method, headers={"Content-Type": "application/json"},
                                  data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(made, timeout=120) as answer:
        return json.load(answer)


def remember(server, graph, turns):
    for first in range(0, len(turns), 100):
        request(server, "POST", f"{graph}/observations", {"observations": [
            {"id": str(first + i), "session": f"s{day[:7]}", "speaker": speaker, "text": text, "at": f"{day}T10:{i % 60:02}:00Z"}
            for i, (day, speaker, text) in enumerate(turns[first:first + 100])]})


def small(page, server, shots):
    page.fill("#question", "Where is the honey of the bees sold?")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer .item")
    assert "honey" in page.inner_text("#answer .item >> nth=0")
    assert page.evaluate("cy.nodes().length") >= 5
    assert page.evaluate("new Set(cy.nodes().map(n => n.data('kind'))).size") >= 1
    assert page.evaluate("document.querySelectorAll('#rings circle').length") >= 1
    shot(page, shots, "viewer")
    remember(server, "small", TURNS)
    # Feedback, before and after, and undo.
    page.check("#answer input[type=checkbox] >> nth=0")
    page.check("#answer input[type=checkbox] >> nth=1")
    page.click("#report")
    page.wait_for_selector("#why h2:text('Before and after')")
    assert "→" in page.inner_text("#why")
    page.click("#why summary >> nth=0")
    assert "dense" in page.inner_text("#why details >> nth=0")
    shot(page, shots, "why")
    page.click("[data-tab=edits]")
    page.click("#edits button:text('Undo') >> nth=0")
    page.wait_for_selector("#edits .undone")
    # A node, its sources and its edges; then more of the graph.
    page.keyboard.press("Escape")
    page.click("#answer .item >> nth=0")
    page.wait_for_selector("#node h2:text('Sources')")
    assert page.locator("#node .item").count() >= 1
    before = page.evaluate("cy.nodes().length")
    page.click("#node button:text('Show its edges')")
    page.wait_for_function(f"cy.nodes().length > {before}")
    # Time.
    page.evaluate("document.getElementById('time').value = 0; document.getElementById('time').dispatchEvent(new Event('input'))")
    assert page.evaluate("cy.nodes('.later').length") > 0
    page.evaluate("document.getElementById('time').value = 1000; document.getElementById('time').dispatchEvent(new Event('input'))")
    # What was said is text, whatever it looks like.
    page.fill("#question", "What did Ben say about img?")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer .item:has-text('onerror')")
    assert page.title() == "Engraph"
    assert page.locator("#answer img").count() == 0
    # Light and dark, and the keyboard.
    page.click("#theme")
    assert page.evaluate("document.documentElement.classList.contains('dark')") in (True, False)
    shot(page, shots, "other-light")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "question"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.classList.contains('item')")
    # All nodes, by words; then forget one.
    page.click("[data-tab=all]")
    page.wait_for_selector("#all .item")
    page.fill("#filter", "terrible cook")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('#all .item').length > 0 && document.querySelectorAll('#all .item').length < 5")
    page.click("#all .item >> nth=0")
    page.wait_for_selector("#node button:text('Forget…')")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#node button:text('Forget…')")
    page.wait_for_selector("#node:has-text('Forgotten: 1 turns')")


def large(page, server):
    random.seed(3)
    remember(server, "large", [(f"2026-{1 + i // 500:02}-{1 + i % 28:02}", ("Ana", "Ben")[i % 2],
                                f"There was talk of {' '.join(random.sample(WORDS, 4))} and number {i}.") for i in range(LARGE)])
    page.goto(f"{server}/viewer/?graph=large")
    page.wait_for_function("document.getElementById('counts').textContent.includes('episode')")
    start = time.monotonic()
    page.fill("#question", "Who spoke of the bakery and the candle?")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer .item")
    asked = time.monotonic() - start
    page.click("[data-tab=all]")
    page.wait_for_selector("#all .item")
    for _ in range(5):
        count = page.locator("#all .item").count()
        page.click("#all button:text('More')")
        page.wait_for_function(f"document.querySelectorAll('#all .item').length > {count}")
    # Responsive: a frame is drawn soon after it is asked for.
    frame = page.evaluate("""() => new Promise(done => { const start = performance.now();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start))); })""")
    print(f"on {LARGE} turns: an answer drawn after {asked * 1000:.0f} ms, two frames in {frame:.0f} ms")
    page.click("#all .item >> nth=0")
    page.wait_for_selector("#node h2:text('Edges')")


def shot(page, folder, name):
    if folder:
        page.wait_for_timeout(400)
        page.screenshot(path=str(pathlib.Path(folder) / f"{name}.png"))


def main(jar, java, shots=""):
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("skipped: the page is not tested without Playwright")
        return
    if CHROMIUM is None:
        print("skipped: the page is not tested without a Chromium")
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([java, "--enable-native-access=ALL-UNNAMED", f"-Dquarkus.http.port={port}",
                                    f"-Dengraph.table.file={folder}/memory.db", "-jar", jar], stdout=subprocess.DEVNULL)
        try:
            for _ in range(120):
                try:
                    urllib.request.urlopen(f"{server}/v1/graphs", timeout=2)
                    break
                except OSError:
                    time.sleep(0.5)
            remember(server, "small", TURNS[:-1])
            request(server, "POST", "small/consolidations")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                # The test evaluates text as script, which the page itself forbids.
                page = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 760}, color_scheme="light")
                failures = []
                page.on("pageerror", lambda error: failures.append(str(error)))
                page.goto(f"{server}/viewer/")
                page.wait_for_function("document.getElementById('counts').textContent.includes('episode')")
                small(page, server, shots)
                large(page, server)
                assert not failures, failures
                browser.close()
        finally:
            process.terminate()
            process.wait()
    print("the page: passed")


if __name__ == "__main__":
    main(*sys.argv[1:])
