// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what one batch computes: rows of operands, the weights that all rows share, and rows of results. The colors
// represent numbers of the recorded run. The card takes the room beside the trees in the close-up view, and lines lead
// from each node to its row.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace batchscope {

struct BatchCard {
    static constexpr std::size_t kCells = 12; ///< numbers shown per strip, evenly spaced in their row
    static constexpr std::size_t kMostRows = 8;
    static constexpr std::size_t kMostInputs = 4;
    static constexpr std::size_t kMostOutputs = 2;

    /// One row of one operand or result.
    struct Strip {
        QString word;             ///< shown instead of numbers: an integer, or the word for it
        std::vector<float> cells; ///< magnitudes, 0 … 1 relative to the largest on the same side; empty: not known yet
        QColor color;
    };
    struct Row {
        NodeId node;
        QColor tree;
        QString words; ///< the words below the node in its tree
        std::vector<Strip> inputs;
        std::vector<Strip> outputs;
    };

    QRectF box; ///< pixels, like all measures here
    QFont font;
    QRectF clip; ///< the area of the trees if they are not completely in view
    QString heading;
    std::vector<Row> rows;
    QString more;    ///< how many rows are not shown; empty: none
    QString inputs;  ///< below the operands: their shape
    QString weights; ///< below the weights: their count; empty if the op has none
    QString outputs; ///< below the results: their shape
    double strip = 0.0;
    double rowHeight = 0.0;
    double wordsWidth = 0.0; ///< 0: no words
    double inputsWidth = 0.0;
    double weightsWidth = 0.0; ///< 0: the op has none
    double outputsWidth = 0.0;
    double opacity = 1.0;
};

/// The card of the batch that is being made; nullopt outside of the close-up view, and if there is no room.
[[nodiscard]] std::optional<BatchCard> batchCardOf(const Scene& scene);
void paintBatchCard(QPainter& painter, const Scene& scene, const BatchCard& card);

} // namespace batchscope
