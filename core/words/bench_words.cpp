// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bench_words.h"

#include <fmt/format.h>

#include <cmath>

namespace batchscope::words {

std::string unknownArm(std::string_view name, std::string_view known) {
    return fmt::format("unknown arm '{}'; expected {}", name, known);
}

std::string armTakesNoPasses(std::string_view asked, std::string_view arm) {
    return fmt::format("the arm '{}' takes no passes: '{}' always runs LibTorch's plain bodies", asked, arm);
}

std::string armNeedsSequence(std::string_view arm, std::string_view served, std::string_view net) {
    return fmt::format("the arm '{}' supports only nets that read one sequence ({}), not '{}'", arm, served, net);
}

std::string armCannotReadDuringRun(std::string_view arm, std::string_view net) {
    return fmt::format("the arm '{}' does not support '{}': its calls depend on values that are read during the run",
                       arm, net);
}

std::string armCannotBatchOp(std::string_view arm, std::string_view net, std::string_view op) {
    return fmt::format("the arm '{}' does not support '{}': op '{}' cannot be batched", arm, net, op);
}

std::string paddingTooLarge(std::size_t needed, std::size_t rows, std::string_view arm, std::size_t most) {
    return fmt::format(
        "padding the selected trees to one size needs {} rows instead of {}; the arm '{}' takes at most {}", needed,
        rows, arm, most);
}

std::string programNamed(std::string_view name) {
    return fmt::format("program {}", name);
}

std::string ofSweptNet(std::string_view net, std::string_view error) {
    return fmt::format("net '{}': {}", net, error);
}

std::string selectionTooSmall(std::string_view selection, std::string_view sizes) {
    return fmt::format("the selection has {}, but every requested batch size is larger ({})", selection, sizes);
}

std::string moreMiniBatchesThanRepeats(std::size_t miniBatches, std::size_t repeats) {
    return fmt::format("{} mini-batches cannot each be measured in {} repeat{}; ask for at least {} repeats",
                       miniBatches, repeats, repeats == 1 ? "" : "s", miniBatches);
}

std::string atBatchSize(std::size_t size, std::string_view error) {
    return fmt::format("batch size {}: {}", size, error);
}

std::string countOf(std::string_view shown, std::size_t count, std::string_view unit) {
    return fmt::format("{} {}{}", shown, unit, count == 1 ? "" : "s");
}

std::string armsAreOne(std::string_view model, std::string_view arms) {
    return fmt::format(
        "{} has methods that could not be translated, so every arm runs on LibTorch; left out, because they "
        "would repeat another arm: {}",
        model, arms);
}

std::string listedTwice(std::string_view what, std::string_view value) {
    return fmt::format("{} {} is listed more than once but is measured only once", what, value);
}

std::string skippedSizes(std::size_t count, std::string_view sizes, std::string_view selection) {
    return fmt::format("skipped batch size{} {}: the selection has only {}", count == 1 ? "" : "s", sizes, selection);
}

std::string measuredAsWhole(std::string_view size, std::string_view why) {
    return fmt::format("measured as a whole, with batch size {}: {}", size, why);
}

std::string largerSizesReplaced(std::string_view selection) {
    return fmt::format("batch sizes larger than the selection ({}) were replaced by the whole selection", selection);
}

std::string untrainableMiniBatches(std::size_t size, std::size_t leftOut, std::size_t drawn) {
    return fmt::format(
        "batch size {}: {} of the {} mini-batches drawn {} left out, because they have no labels to train on", size,
        leftOut, drawn, leftOut == 1 ? "was" : "were");
}

std::string treesAloneNotTypical(double nodes, std::size_t batch, double usual) {
    return fmt::format("the speed-up ratio is measured against trees that are not typical: those measured alone have "
                       "{:.1f} nodes on average, while the batches of {} have {:.1f} per tree",
                       nodes, batch, usual);
}

std::string stackedColumns(std::string_view arm, std::string_view trees, std::size_t reused, std::size_t stacked,
                           std::string_view tensors) {
    return fmt::format("{}, {}: argument columns: {} reused, {} stacked from {} row tensors", arm, trees, reused,
                       stacked, tensors);
}

std::string scheduleIsOfAllTrees(std::size_t trees) {
    return fmt::format("a schedule is for all selected trees together; leave --batch out, or ask for --batch {}",
                       trees);
}

std::string samplesVary(double percent) {
    return fmt::format("the samples vary by more than {:.0f}% (coefficient of variation)", percent);
}

std::string mixedShapes(double paddingPercent) {
    return fmt::format("mixed shapes, {:.0f}% of the rows are padding", paddingPercent);
}

std::string measuringFor(double remainingSeconds) {
    constexpr double kMinute = 60.0;
    constexpr double kHour = 3600.0;
    constexpr double kFew = 5.0;
    if (remainingSeconds < kFew) {
        return fmt::format("{}, a few seconds left", kMeasuring);
    }
    if (remainingSeconds < kMinute) {
        return fmt::format("{}, about {:.0f} s left", kMeasuring, kFew * std::ceil(remainingSeconds / kFew));
    }
    if (remainingSeconds < 1.5 * kHour) {
        return fmt::format("{}, about {:.0f} min left", kMeasuring, std::ceil(remainingSeconds / kMinute));
    }
    return fmt::format("{}, about {:.1f} h left", kMeasuring, remainingSeconds / kHour);
}

} // namespace batchscope::words
