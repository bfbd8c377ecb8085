// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/plot_target.h"

#include "core/words/report_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 3> kPlotEndings = {"pdf", "svg", "png"};
constexpr std::array<std::string_view, 2> kReportEndings = {"html", "htm"};

char inLowerCase(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool endsInOneOf(std::string_view file, std::span<const std::string_view> endings) {
    std::string lower(file.substr(file.find_last_of('/') + 1)); // npos + 1 is 0
    std::transform(lower.begin(), lower.end(), lower.begin(), inLowerCase);
    return std::any_of(endings.begin(), endings.end(), [&lower](std::string_view ending) {
        return lower.size() > ending.size() + 1 && lower.ends_with(ending) &&
               lower[lower.size() - ending.size() - 1] == '.';
    });
}

} // namespace

std::span<const std::string_view> plotEndings() {
    return kPlotEndings;
}

Result<PlotTarget> parsePlotTarget(std::string_view text) {
    PlotTarget target;
    target.file = text;
    const std::size_t sign = text.find('=');
    if (sign < text.find_first_of("/.")) {
        const std::string_view id = text.substr(0, sign);
        const Result<PlotKind> kind = parsePlotKind(id);
        if (!kind) {
            return kind.error();
        }
        target = {*kind, std::string(text.substr(sign + 1))};
        if (target.file.empty()) {
            return Error{ErrorCode::Config, words::plotFileMissing(id)};
        }
    }
    if (!endsInOneOf(target.file, kPlotEndings)) {
        return Error{ErrorCode::Config,
                     words::plotFileEndsOtherwise(target.file, fmt::format(".{}", fmt::join(kPlotEndings, ", .")))};
    }
    return target;
}

Result<double> parsePlotWidth(std::string_view text) {
    double width = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), width);
    if (code != std::errc() || end != text.data() + text.size() ||
        !(width >= kLeastPlotWidth && width <= kLargestPlotSide)) {
        return Error{ErrorCode::Config, words::plotWidthOutOfRange(text, kLeastPlotWidth, kLargestPlotSide)};
    }
    return width;
}

Result<std::string> parseReportFile(std::string_view text) {
    return endsInOneOf(text, kReportEndings)
               ? Result<std::string>(std::string(text))
               : Result<std::string>(Error{ErrorCode::Config, words::reportFileEndsOtherwise(text)});
}

} // namespace batchscope
