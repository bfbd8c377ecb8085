// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one batch computes: rows of operands, the weights that are the same for all of them, rows of results. The colors
// are numbers of the recorded run. Close up it takes the room beside the trees, and lines lead from each of its nodes
// to its row; else it is a small picture above the blocks.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace batchscope {

struct BatchCard {
    static constexpr std::size_t kCells = 12; ///< numbers that a strip shows, evenly spaced in their row
    static constexpr std::size_t kMostRows = 8;
    static constexpr std::size_t kMostInputs = 4;
    static constexpr std::size_t kMostOutputs = 2;

    /// One row of one operand or result.
    struct Strip {
        QString word;             ///< instead of numbers: what an integer stands for
        std::vector<float> cells; ///< magnitude, 0 … 1 of the largest shown on the same side; empty: not known yet
        QColor colour;
    };
    struct Row {
        NodeId node;
        QColor tree;
        QString words; ///< of the node's part of the tree; only close up
        std::vector<Strip> inputs;
        std::vector<Strip> outputs;
    };

    QRectF box; ///< pixels, as all measures here
    QFont font;
    bool isCloseUp = false;
    QRectF clip; ///< close up: of the trees, where they are not whole in sight
    QString heading;
    std::vector<Row> rows;
    QString more;    ///< how many rows are not shown; empty: none
    QString inputs;  ///< below the operands: their shape
    QString weights; ///< below the weights: how many numbers; empty: the op has none
    QString outputs; ///< below the results: their shape
    double strip = 0.0;
    double rowHeight = 0.0;
    double wordsWidth = 0.0; ///< 0: none
    double inputsWidth = 0.0;
    double weightsWidth = 0.0; ///< 0: the op has none
    double outputsWidth = 0.0;
    double opacity = 1.0;
};

/// Nothing outside the making of a batch, and where there is no room: it must be completely on the canvas and cover no
/// text that was there before. Takes its place in the scene's labels.
[[nodiscard]] std::optional<BatchCard> batchCardOf(const Scene& scene);
void paintBatchCard(QPainter& painter, const Scene& scene, const BatchCard& card);

} // namespace batchscope
