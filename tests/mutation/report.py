# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of each fault, as JSON for the next run and as Markdown for people; and faults that change nothing."""

import json
from collections import Counter

CAUGHT = "caught"
SURVIVED = "SURVIVED"
EQUIVALENT = "equivalent"
NOT_BUILT = "does not compile"


def read_equivalent(path):
    """Blocks of `file:`, `line:`, `change:`, `why:`, with a blank line between; {(file, line, change): why}."""
    judged = {}
    for block in path.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        fields = dict(line.split(": ", 1) for line in lines)
        if set(fields) != {"file", "line", "change", "why"}:
            raise ValueError(f"{path}: a block needs file, line, change and why:\n{block}")
        judged[(fields["file"], fields["line"], fields["change"])] = fields["why"]
    return judged


def key_of(result):
    return (result["file"], result["text"], result["change"])


def score(results):
    """Caught among those that can be caught; None where there are none."""
    verdicts = Counter(result["verdict"] for result in results)
    counted = verdicts[CAUGHT] + verdicts[SURVIVED]
    return verdicts[CAUGHT] / counted if counted else None


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    return f"`` {cell(text)} ``"


def room_of(result):
    return result["file"].rsplit("/", 1)[0]


def counts_table(results, heading, key):
    rows = [f"| {heading} | planted | caught | survived | equivalent | score |", "|---|---|---|---|---|---|"]
    for name in dict.fromkeys(map(key, results)):
        here = [result for result in results if key(result) == name]
        verdicts = Counter(result["verdict"] for result in here)
        share = score(here)
        rows.append(f"| {name} | {len(here)} | {verdicts[CAUGHT]} | {verdicts[SURVIVED]} | {verdicts[EQUIVALENT]} | "
                    f"{'–' if share is None else f'{share:.0%}'} |")
    return rows


def markdown(state):
    built = [result for result in state["results"] if result["verdict"] != NOT_BUILT]
    share = score(built)
    verdicts = Counter(result["verdict"] for result in state["results"])
    lines = [
        "# Mutation score",
        "",
        f"Commit {state['commit'][:12]}, seed {state['seed']}, preset {state['preset']}, without shared data. "
        f"{len(built)} faults planted: {verdicts[CAUGHT]} caught, {verdicts[SURVIVED]} survived, "
        f"{verdicts[EQUIVALENT]} equivalent. {verdicts[NOT_BUILT]} more did not compile. "
        f"Score: {'–' if share is None else f'{share:.1%}'}.",
        "",
        *counts_table(built, "room", room_of),
        "",
        *counts_table(built, "kind", lambda result: result["kind"]),
        "",
        "| place | kind | change | line | what became of it | build s | test s |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in built:
        fate = result["by"] if result["verdict"] == CAUGHT else f"**{result['verdict']}** {result['by']}"
        lines.append(f"| {result['file']}:{result['line']} | {result['kind']} | {code(result['change'])} | "
                     f"{code(result['text'])} | {cell(fate.strip())} | {result['build_s']:.0f} | {result['test_s']:.1f} |")
    return "\n".join(lines) + "\n"


def write(folder, state):
    """Both files; each is whole at every moment."""
    for name, text in (("results.json", json.dumps(state, indent=1, ensure_ascii=False)), ("results.md", markdown(state))):
        fresh = folder / (name + ".new")
        fresh.write_text(text)
        fresh.replace(folder / name)
