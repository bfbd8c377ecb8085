// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: views write numbers and name things in one way. The figures and their formats are core's; this only turns them
// into QString.
#pragma once

#include "core/schedule/batch_facts.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace batchscope {

struct Snapshot;

/// Whether there is no graph because trees were read that have nodes of other than two children, as they are.
[[nodiscard]] bool needsBinarisation(const Snapshot& snapshot);
[[nodiscard]] QString toText(std::string_view utf8);
/// What stands after the last slash: places are named by file, not by folder.
[[nodiscard]] QString fileName(const QString& path);
/// 12345 → "12,345".
[[nodiscard]] QString countText(std::uint64_t value);
[[nodiscard]] QString secondsText(double seconds);
[[nodiscard]] QString bytesText(std::uint64_t bytes);
/// One decimal below 100, none above: "65.9", "3,120".
[[nodiscard]] QString meanText(double value);
/// A ratio of times: "6.42×"; "–" for 0, which means not measured.
[[nodiscard]] QString timesText(double ratio);
/// The number people count a batch by, from 1, as captions do.
[[nodiscard]] QString stepText(BatchId batch);
/// "4", or "4–7" where a batch holds several levels.
[[nodiscard]] QString levelsText(const BatchFacts& facts);
/// "4 gathered", "1 view, 3 gathered", "integers".
[[nodiscard]] QString operandsText(const BatchFacts& facts);

} // namespace batchscope
