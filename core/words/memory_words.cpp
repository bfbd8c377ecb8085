// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/memory_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string heldByEngine(std::string_view size) {
    return fmt::format("The run holds {} at its end: the engine frees no row, because its memory is the recording.",
                       size);
}

std::string heldByTraining(std::string_view size) {
    return fmt::format("The forward pass holds {} at its end: no row is freed, because the backward pass reads them. "
                       "Their gradients come on top (LibTorch makes them; they are not counted).",
                       size);
}

std::string heldWithGradients(std::string_view size, std::string_view all) {
    return fmt::format("The forward pass holds {} at its end: no row is freed, because the backward pass reads them. "
                       "With their gradients, training holds {}: that is its peak.",
                       size, all);
}

std::string heldByBodies(std::string_view size) {
    return fmt::format("The run holds {} of values at its end: none is freed, because they are the recording.", size);
}

std::string neededAtMost(const MemoryPeakWords& peak) {
    constexpr double kPercent = 100.0;
    const std::string size = fmt::format("{} of it ({:.0f}%)", peak.size, kPercent * peak.share);
    const std::string batch = fmt::format("in batch {} ({} ×{})", peak.batch, peak.op, peak.rows);
    return peak.isForwardAlone ? fmt::format("A forward pass alone would need at most {} at one time, {}.", size, batch)
                               : fmt::format("At most {} are still needed at one time, {}.", size, batch);
}

std::string neededInStep(std::string_view needed, std::string_view written) {
    return fmt::format("{} needed of {} written so far", needed, written);
}

std::string mostNeededInStep(std::string_view needed, std::string_view written) {
    return fmt::format("{} needed, the most of all batches, of {} written so far", needed, written);
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
    return first == last ? fmt::format("read until batch {}", last)
                         : fmt::format("read until batches {} to {}", first, last);
}

std::string andAskedFor(std::string_view text, std::string_view rows) {
    return fmt::format("{}; {} of them asked for", text, rows);
}

} // namespace batchscope::words
