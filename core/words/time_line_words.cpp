// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/time_line_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string laneTitle(std::string_view run, std::string_view time) {
    return fmt::format("{} · {}", run, time);
}

std::string medianLaneTitle(std::string_view run, std::string_view time, std::size_t runs) {
    return fmt::format("{} · {}, medians of {} runs", run, time, runs);
}

std::string threadLaneTitle(std::string_view run, std::string_view thread) {
    return fmt::format("{}, thread {}", run, thread);
}

std::string busyThreadTitle(std::string_view title, double busyPercent) {
    return fmt::format("{} · {:.0f}% busy", title, busyPercent);
}

std::string underTheRoof(const RoofWords& roof) {
    constexpr double kWhole = 100.0;
    constexpr double kGiga = 1e9;
    const std::string_view of = roof.isMemoryBound ? "memory" : "multiply-adds";
    const std::string place = fmt::format("{:.3g} GFLOP/s at {:.2g} operations a byte: {:.0f}% of the roof of {}",
                                          roof.flops / kGiga, roof.intensity, roof.percent, of);
    return roof.isMemoryBound && roof.percent > kWhole ? place + ", because its rows are in a cache" : place;
}

std::string batchOfSpan(std::string_view number, std::string_view op, std::string_view size) {
    return fmt::format("batch {}: {} ×{}", number, op, size);
}

std::string nodeOfSpan(std::string_view number, std::string_view op) {
    return fmt::format("node {}: {}", number, op);
}

std::string spanOfBatch(std::string_view batch, std::string_view kind, std::string_view time, std::string_view start) {
    return fmt::format("{} · {} · {}, starting at {}", batch, kind, time, start);
}

std::string spanOfRun(std::string_view kind, std::string_view time, std::string_view start) {
    return fmt::format("{} · {}, starting at {}", kind, time, start);
}

std::string launchedNothing(std::string_view batches, std::string_view all) {
    return fmt::format(
        "Without a bar: {} of {}, because nothing was launched; the rows were already in place, or equal "
        "calls had been computed.",
        batches, all);
}

std::string regularNotRecorded(std::string_view nodes) {
    return fmt::format("The regular run is recorded only for graphs of up to {} nodes.", nodes);
}

} // namespace batchscope::words
