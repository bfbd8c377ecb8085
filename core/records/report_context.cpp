// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/report_context.h"

#include "core/records/bench_json.h"
#include "core/words/plot_words.h"
#include "core/words/report_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

struct NamedKey {
    std::string_view group;
    std::string_view key;
    std::string_view name;
};

constexpr auto kNamedKeys = std::to_array<NamedKey>({
    {words::kReportMachine, "cpu", words::kReportCpu},
    {words::kReportMachine, "host", words::kReportHost},
    {words::kReportMachine, "governor", words::kReportGovernor},
    {words::kReportMachine, "load_before", words::kReportLoadBefore},
    {words::kReportMachine, "load_after", words::kReportLoadAfter},
    {words::kReportMachine, "fma_flops", words::kReportFma},
    {words::kReportMachine, "copy_bytes_per_s", words::kReportCopy},
    {words::kReportProgram, "version", words::kReportVersion},
    {words::kReportProgram, "commit", words::kReportCommit},
    {words::kReportProgram, "build", words::kReportBuild},
    {words::kReportProgram, "compiler", words::kReportCompiler},
    {words::kReportProgram, "torch", words::kReportTorch},
    {words::kReportProgram, "blas", words::kReportBlas},
    {words::kReportProgram, "gemm", words::kReportGemm},
    {words::kReportProgram, "instruction_set", words::kReportKernels},
    {words::kReportRun, "date", words::kReportDate},
    {words::kReportRun, "files", words::kReportFiles},
    {words::kReportRun, "directory", words::kReportFolder},
    {words::kReportRun, "seed", words::kReportSeed},
    {words::kReportRun, "thread_counts", words::kReportThreads},
});

/// In a section of its own, or said by another key.
constexpr std::array<std::string_view, 2> kElsewhere = {"command", "file"};

constexpr std::size_t kMostInList = 20;

std::string valueText(const Json& value) {
    if (value.is_null() || (value.is_structured() && value.empty())) {
        return std::string(words::kReportNone);
    }
    if (value.is_boolean()) {
        return std::string(value.get<bool>() ? words::kReportYes : words::kReportNo);
    }
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        return text.empty() ? std::string(words::kReportNone) : text;
    }
    if (value.is_number_float()) {
        return fmt::format("{:g}", value.get<double>());
    }
    if (!value.is_array()) {
        return jsonLine(value);
    }
    std::vector<std::string> parts;
    for (std::size_t place = 0; place < std::min(value.size(), kMostInList); ++place) {
        parts.push_back(valueText(value[place]));
    }
    std::string list = fmt::format("{}", fmt::join(parts, ", "));
    return value.size() > kMostInList ? words::reportListCut(list, value.size()) : list;
}

/// With its unit where the key names none.
std::string valueText(std::string_view key, const Json& value) {
    constexpr double kGiga = 1e-9;
    const bool isRate = value.is_number() && (key == "fma_flops" || key == "copy_bytes_per_s");
    return isRate ? fmt::format("{:.1f} G{}", kGiga * value.get<double>(),
                                key == "fma_flops" ? words::kFlopsPerSecond : words::kBytesPerSecond)
                  : valueText(value);
}

void addRow(std::vector<ContextGroup>& groups, std::string_view title, ContextRow row) {
    if (groups.empty() || groups.back().title != title) {
        groups.push_back({std::string(title), {}});
    }
    groups.back().rows.push_back(std::move(row));
}

} // namespace

std::vector<ContextGroup> reportContext(const BenchDocument& document) {
    const Json context = benchContextJson(document);
    std::vector<ContextGroup> groups;
    for (const NamedKey& named : kNamedKeys) {
        if (const auto found = context.find(std::string(named.key)); found != context.end()) {
            addRow(groups, named.group, {std::string(named.name), valueText(named.key, *found)});
        }
    }
    for (const auto& [key, value] : context.items()) {
        const bool isNamed = std::any_of(kNamedKeys.begin(), kNamedKeys.end(),
                                         [&key = key](const NamedKey& named) { return named.key == key; });
        const bool isElsewhere = std::find(kElsewhere.begin(), kElsewhere.end(), key) != kElsewhere.end();
        if (!isNamed && !isElsewhere) {
            addRow(groups, words::kReportOptions, {key, valueText(key, value), true});
        }
    }
    return groups;
}

} // namespace batchscope
