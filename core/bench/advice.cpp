// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/advice.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/bench/cost_fit.h"
#include "core/bench/plot_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace batchscope {

namespace {

/// "at batch size 8", "at batch sizes 1, 2 and 4"
std::string batchSizesText(const std::vector<std::size_t>& sizes) {
    std::vector<std::string> texts;
    std::transform(sizes.begin(), sizes.end(), std::back_inserter(texts), withThousands);
    return fmt::format("at batch size{} {}", sizes.size() == 1 ? "" : "s", listed(texts));
}

/// Says from which batch size folding pays. Empty if the samples show nothing; addDoubts() gives the reasons.
std::string breakEvenText(const BreakEven& found) {
    std::vector<std::string> sentences;
    if (!found.faster.empty()) {
        const std::string where = found.from && found.sizes() > 1
                                      ? fmt::format("from a batch size of {} on", *found.from)
                                      : batchSizesText(found.faster);
        const std::string factor =
            found.gain ? fmt::format(": {:.2g} times as fast at batch size {}", found.gain->value, found.faster.back())
                       : std::string();
        sentences.push_back(fmt::format("{} is faster than {} {}{}.", found.folded, found.regular, where, factor));
    }
    if (!found.slower.empty()) {
        sentences.push_back(
            fmt::format("{} is slower than {} {}.", found.folded, found.regular, batchSizesText(found.slower)));
    }
    if (found.isOpenSeen) {
        sentences.push_back(fmt::format("The samples do not show whether {} or {} is faster {}.", found.folded,
                                        found.regular, batchSizesText(found.open)));
    }
    return fmt::format("{}", fmt::join(sentences, " "));
}

/// One finding for each folded arm, which begins with its place if there are several.
std::vector<std::string> findingsOn(std::span<const BenchResult> results) {
    const std::vector<BreakEven> compared = breakEvens(results);
    std::vector<BenchKey> places;
    std::transform(compared.begin(), compared.end(), std::back_inserter(places),
                   [](const BreakEven& found) { return found.place; });
    const CurveNames names(places);
    std::vector<std::string> findings;
    for (const BreakEven& found : compared) {
        const std::string place = names.distinct(found.place);
        if (const std::string text = breakEvenText(found); !text.empty()) {
            findings.push_back(place.empty() ? text : fmt::format("{}: {}", place, text));
        }
    }
    return findings;
}

/// Adds the number of doubtful results for each reason.
void addDoubts(std::span<const BenchResult> results, std::vector<std::string>& lines) {
    constexpr std::string_view kPlainOnly = "only which of two is faster is told, where that is plain";
    const std::array<std::pair<BenchDoubt, std::string>, 4> reasons = {{
        {BenchDoubt::Different, "other values than the regular run; nothing is concluded from them"},
        {BenchDoubt::TooFew,
         fmt::format("too few samples; nothing is concluded from them; use at least {} repeats", kFewestForProof)},
        {BenchDoubt::Busy,
         fmt::format("noisy because other processes used the machine; {}; measure again while it is idle", kPlainOnly)},
        {BenchDoubt::Varying, fmt::format("noisy because the samples differ too much; {}; measure again with more "
                                          "repeats",
                                          kPlainOnly)},
    }};
    for (const auto& [doubt, reason] : reasons) {
        const auto count = std::count_if(results.begin(), results.end(), [doubt = doubt](const BenchResult& result) {
            return doubtAbout(result) == doubt;
        });
        if (count > 0) {
            lines.push_back(fmt::format("{} of {} results: {}.", count, results.size(), reason));
        }
    }
}

} // namespace

std::vector<std::string> adviceOn(const BenchReport& report) {
    std::vector<std::string> lines = findingsOn(report.results);
    const bool hasFindings = !lines.empty();
    if (lines.size() > kMostFindings) {
        const std::size_t more = lines.size() - kMostFindings;
        lines.resize(kMostFindings);
        lines.push_back(fmt::format(
            "{} more finding{} not listed; measure fewer widths, thread counts or arms at a time to see all of them.",
            more, more == 1 ? " is" : "s are"));
    }
    addDoubts(report.results, lines);
    const auto trains = [](const BenchResult& result) { return result.work == Work::Training; };
    const auto trained = std::count_if(report.results.begin(), report.results.end(), trains);
    const bool areAlike = trained == 0 || static_cast<std::size_t>(trained) == report.results.size();
    if (hasFindings && areAlike) { // else each finding names its work
        lines.emplace_back(trained > 0 ? "These are times of training: forward, loss and backward."
                                       : "These are times of inference; training was not measured.");
    }
    return lines;
}

std::vector<std::string> adviceByTitle(BenchReport report) {
    for (BenchResult& result : report.results) {
        result.arm = armTitle(curveKeyOf(result).arm);
    }
    return adviceOn(report);
}

} // namespace batchscope
