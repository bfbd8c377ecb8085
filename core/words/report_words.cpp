// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/report_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string reportTitle(std::string_view models, std::string_view files) {
    return fmt::format("Benchmark: {} on {}", models, files);
}

std::string reportTitle(std::string_view models) {
    return fmt::format("Benchmark: {}", models);
}

std::string firstOfFiles(std::string_view first, std::size_t others) {
    return fmt::format("{} and {} more file{}", first, others, others == 1 ? "" : "s");
}

std::string reportSetup(const ReportSetup& setup) {
    const std::string dims = setup.dims.empty() ? std::string() : fmt::format(", dim {}", setup.dims);
    const bool hasSeveralSizes = setup.batches.find(',') != std::string_view::npos;
    return fmt::format("{}, batch size{} {}{}, {}. {}, {}.", setup.work, hasSeveralSizes ? "s" : "", setup.batches,
                       dims, setup.threads, setup.cpu, setup.date);
}

std::string reportEndedEarly(std::string_view error) {
    return fmt::format("The run ended early: {}", error);
}

std::string reportOfBuild(std::string_view build) {
    return fmt::format("The program was built {}.", build);
}

std::string reportMarkedResults(std::size_t marked, std::size_t all) {
    return fmt::format("{} of {} results {} marked as noisy or busy: do not rely on {}.", marked, all,
                       marked == 1 ? "is" : "are", marked == 1 ? "it" : "them");
}

std::string reportFigure(std::size_t number, std::string_view about) {
    return fmt::format("Figure {}. {}.", number, about);
}

std::string reportLeftOut(std::string_view title, std::string_view reason) {
    return fmt::format("{}: {}", title, reason);
}

std::string reportListCut(std::string_view first, std::size_t all) {
    return fmt::format("{}, … ({} in all)", first, all);
}

std::string reportRunIn(std::string_view folder) {
    return fmt::format("In the folder {}, this command line measures the same again:", folder);
}

std::string reportWrittenBy(std::string_view version) {
    return fmt::format("Written by Batchscope {}.", version);
}

} // namespace batchscope::words
