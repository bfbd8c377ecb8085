// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/experiment_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string arrayOfLength(std::size_t length) {
    return fmt::format("an array of {}", length);
}

std::string idTwice(std::string_view id) {
    return fmt::format("there is already one with the id '{}'; ids must differ", id);
}

std::string unknownRun(std::string_view run, std::string_view known) {
    return fmt::format("there is no run '{}'; expected {}", run, known);
}

std::string armNotInRun(std::string_view arm, std::string_view run, std::string_view arms) {
    return fmt::format("run '{}' does not measure the arm '{}'; expected {}", run, arm, arms);
}

std::string batchNotInRun(std::size_t batch, std::string_view run) {
    return fmt::format("run '{}' does not measure batch size {}", run, batch);
}

std::string unknownExperiment(std::string_view name, std::string_view known) {
    return fmt::format("unknown experiment '{}'; expected {}", name, known);
}

std::string dataNotFound(std::string_view files, std::string_view folder) {
    return fmt::format("skipped: {} not found in {}", files, folder);
}

std::string dataFolderUnknown(std::string_view files) {
    return fmt::format("skipped: needs {}, and no folder of data was given", files);
}

std::string generatedInstead(std::string_view files, std::string_view folder) {
    return folder.empty() ? fmt::format("generated trees in place of {}, since no folder of data was given", files)
                          : fmt::format("generated trees in place of {}, not found in {}", files, folder);
}

std::string fromTo(std::string_view fewest, std::string_view most) {
    return fmt::format("{} to {}", fewest, most);
}

std::string measuredSize(std::string_view model, const MeasuredSize& size) {
    std::string text = fmt::format("{}, {} trees", model, size.trees);
    if (!size.leaves.empty()) {
        text += fmt::format(" of {} leaves", size.leaves);
    }
    if (size.dim > 0) {
        text += fmt::format(", dim {}", size.dim);
    }
    text += fmt::format(", batch {}, {} repeats", size.batches, size.repeats);
    return text + (size.isTraining ? ", training" : ", inference");
}

std::string ofRun(std::string_view title, std::string_view text) {
    return fmt::format("{}: {}", title, text);
}

std::string reducedFrom(std::string_view size) {
    return fmt::format("reduced from {}", size);
}

std::string publishedOn(std::string_view machine) {
    return fmt::format("published: {}", machine);
}

std::string claimLine(std::string_view outcome, std::string_view claim, std::string_view detail) {
    return fmt::format("{}: {} ({})", outcome, claim, detail);
}

std::string measuredRange(double value, double low, double high) {
    return fmt::format("measured {:.3g}, range {:.3g} to {:.3g}", value, low, high);
}

std::string measuredValue(double value) {
    return fmt::format("measured {:.4g}", value);
}

std::string neededAtLeast(double limit) {
    return fmt::format("at least {:g} expected", limit);
}

std::string neededAtMost(double limit) {
    return fmt::format("at most {:g} expected", limit);
}

std::string tooFewForProof(std::size_t needed) {
    return fmt::format("fewer than {} samples", needed);
}

std::string storyAtReducedSize(std::string_view story) {
    return fmt::format("{} (At reduced size; published figures are for the full size.)", story);
}

} // namespace batchscope::words
