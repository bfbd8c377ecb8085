// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/memory_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string heldByEngine(std::string_view size) {
    return fmt::format("The run holds {} at its end: the engine frees no row, because its memory is the recording.",
                       size);
}

std::string heldByTraining(std::string_view size) {
    return fmt::format("The forward pass holds {} at its end: no row is freed, because the backward pass reads them.",
                       size);
}

std::string heldByBodies(std::string_view size) {
    return fmt::format("The run holds {} of values at its end: none is freed, because they are the recording.", size);
}

std::string neededAtMost(const MemoryPeakWords& peak) {
    constexpr double kPercent = 100.0;
    return fmt::format("At most {} of it ({:.0f}%) are still needed at one time, in step {} ({} ×{}).", peak.size,
                       kPercent * peak.share, peak.step, peak.op, peak.rows);
}

std::string neededInStep(std::string_view needed, std::string_view written) {
    return fmt::format("{} needed of {} written so far", needed, written);
}

std::string mostNeededInStep(std::string_view needed, std::string_view written) {
    return fmt::format("{} needed, the most of all steps, of {} written so far", needed, written);
}

std::string valueHolder(std::string_view op, std::size_t output) {
    return fmt::format("{}, output {}", op, output);
}

std::string insideHolder(std::string_view op) {
    return fmt::format("inside {}", op);
}

std::string tableHolder(std::string_view table) {
    return fmt::format("rows of {}", table);
}

std::string productHolder(std::string_view maker, std::string_view weights) {
    return fmt::format("products of {} with {}", maker, weights);
}

std::string gatheredHolder(std::string_view weights) {
    return fmt::format("gathered for {}", weights);
}

std::string readUntil(std::string_view first, std::string_view last) {
    return first == last ? fmt::format("read until step {}", last)
                         : fmt::format("read until steps {} to {}", first, last);
}

std::string andAskedFor(std::string_view text, std::string_view rows) {
    return fmt::format("{}; {} of them asked for", text, rows);
}

} // namespace batchscope::words
