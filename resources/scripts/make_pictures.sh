#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Regenerates resources/pictures without a display. Build the program first with `./dev run` or `./dev test`; needs ImageMagick.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../pictures"
QT_QPA_PLATFORM=offscreen ../../build/release/app/batchscope --script ../scripts/pictures.json
QT_QPA_PLATFORM=offscreen ../../build/release/app/batchscope --render story.gif --trees 0:6 --size 800x500 --fps 12 \
    --seconds 24 ../../sample_data/sentences.ptb
# 256 colors are enough for flat surfaces and take a third of the bytes.
for picture in *.png; do
    convert "$picture" -strip -dither None -colors 256 -define png:compression-level=9 "PNG8:$picture"
done
