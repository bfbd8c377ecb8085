// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and numbers, written in the same way in all views. The figures and their formats come from core; this only
// converts them to QString.
#pragma once

#include "core/plan/pass.h"
#include "core/schedule/metrics.h"
#include "core/trace/run_report.h"

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <string_view>
#include <vector>

namespace batchscope {

struct GlossaryTerm;
struct Snapshot;

/// A stage of a run that costs time.
struct NamedPhase {
    QString name;
    double PhaseSeconds::*seconds;
};
/// Those that are timed, from building the graph on, in order; backward only where it took time.
[[nodiscard]] std::vector<NamedPhase> phasesOf(const PhaseSeconds& seconds);

/// Whether there is no graph because the net takes no such numbers of children, and binarized trees would do.
[[nodiscard]] bool needsBinarisation(const Snapshot& snapshot);
[[nodiscard]] QString toText(std::string_view utf8);
/// The part after the last slash: places are named by file, not by folder.
[[nodiscard]] QString fileName(const QString& path);
/// 12345 → "12,345".
[[nodiscard]] QString countText(std::uint64_t value);
[[nodiscard]] QString secondsText(double seconds);
[[nodiscard]] QString bytesText(std::uint64_t bytes);
/// One decimal below 100, none above: "65.9", "3,120".
[[nodiscard]] QString meanText(double value);
/// A ratio of times: "6.42×"; "–" for 0, which means not measured.
[[nodiscard]] QString timesText(double ratio);
/// "all passes", "without Equal leaves", "only Push form", "3 of 7 passes".
[[nodiscard]] QString passesText(PassSet passes);
/// The number of the tree, batch or row at `index`, from 1: core/base/counted.h.
[[nodiscard]] QString ordinalText(std::size_t index);

/// The term and its meaning, as rich text that a tooltip wraps.
[[nodiscard]] QString glossaryTip(const GlossaryTerm& term);
/// That of the term that a label names, in any letter case, in singular or plural; empty where it is no term.
[[nodiscard]] QString glossaryTipOf(const QString& label);

// Nodes and rows as the window shows them (see views/README.md).

/// The name of a node: its id, which searches and the command line take, too.
[[nodiscard]] inline QString nodeNumber(NodeId node) {
    return countText(node.index());
}

/// "23 of 66": a row of a batch.
[[nodiscard]] inline QString rowText(std::size_t row, std::size_t rows) {
    return QCoreApplication::translate("batchscope::words", "%1 of %2").arg(ordinalText(row), countText(rows));
}

} // namespace batchscope
