"""The page's kernel: a deal number is the same board in JavaScript, where only the kernel is, as in the library."""

import json
import shutil
import subprocess

import pytest

import lianliankan as llk
from support.paths import ROOT
from support.patience import PATIENCE

STATIC = ROOT / "src" / "lianliankan" / "web" / "static"

DEAL = """
import { readFileSync } from "node:fs";
import { Kernel } from "./js/kernel/kernel.js";
const kernel = await Kernel.load(readFileSync("kernel.wasm"));
const deals = JSON.parse(process.argv[1]);
console.log(JSON.stringify(deals.map((deal) => kernel.deal(deal)?.rows ?? null)));
"""


def test_deals_are_those_of_the_library() -> None:
    if not shutil.which("node") or not (STATIC / "kernel.wasm").exists():
        pytest.skip("there is no node or no kernel.wasm; run: make wasm")
    deals = [llk.Deal(8, 18, kinds=36, seed=seed) for seed in range(40)]
    deals += [llk.Deal(8, 12, kinds=24, seed=2**64 - 1 - seed) for seed in range(10)]
    deals += [
        llk.Deal(6, 8, kinds=8, seed=seed, rules=llk.Rules(gravity=gravity))
        for seed, gravity in enumerate(llk.GRAVITIES)
    ]
    deals += [llk.Deal(kinds=4, seed=seed, mask="AAAA/A##A/A__A/AAAA") for seed in range(4)]
    given = [
        {
            "rows": deal.rows,
            "cols": deal.cols,
            "kinds": deal.kinds,
            "seed": str(deal.seed),
            "rules": {"gravity": llk.GRAVITIES.index(deal.rules.gravity)},
            "mask": llk.Board.parse(deal.mask).to_rows() if deal.mask else None,
        }
        for deal in deals
    ]
    command = ["node", "--input-type=module", "-e", DEAL, json.dumps(given)]
    done = subprocess.run(command, cwd=STATIC, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    boards = json.loads(done.stdout)
    known = [(deal, board) for deal, board in zip(deals, boards, strict=True) if board]
    assert len(known) > len(deals) - 5
    for deal, board in known:
        assert board == deal.board().to_rows(), str(deal)
