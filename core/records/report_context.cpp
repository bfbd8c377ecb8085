// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/report_context.h"

#include "core/records/bench_json.h"
#include "core/words/report_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

// Groups and rows of the context.
constexpr std::string_view kReportMachine = "Machine";
constexpr std::string_view kReportProgram = "Program";
constexpr std::string_view kReportRun = "Run";

struct NamedKey {
    std::string_view group;
    std::string_view key;
    std::string_view name;
};

constexpr auto kNamedKeys = std::to_array<NamedKey>({
    {kReportMachine, "cpu", "Processor"},
    {kReportMachine, "host", "Host"},
    {kReportMachine, "governor", "Frequency governor"},
    {kReportMachine, "load_before", words::kReportLoadBefore},
    {kReportMachine, "load_after", words::kReportLoadAfter},
    {kReportMachine, "fma_flops", "Limit of multiply-adds"},
    {kReportMachine, "copy_bytes_per_s", "Limit of copying"},
    {kReportProgram, "version", "Batchscope"},
    {kReportProgram, "commit", words::kReportCommit},
    {kReportProgram, "build", "Build"},
    {kReportProgram, "compiler", "Compiler"},
    {kReportProgram, "torch", "LibTorch"},
    {kReportProgram, "blas", "Products of LibTorch"},
    {kReportProgram, "gemm", "Products of the engine"},
    {kReportProgram, "instruction_set", "Kernels of the engine"},
    {kReportRun, "date", "Begun"},
    {kReportRun, "files", "Files"},
    {kReportRun, "directory", "Folder"},
    {kReportRun, "seed", "Seed"},
    {kReportRun, "thread_counts", "Threads"},
});

/// In a section of its own, or said by another key.
constexpr std::array<std::string_view, 2> kElsewhere = {"command", "file"};

constexpr std::size_t kMostInList = 20;

std::string valueText(const Json& value) {
    if (value.is_null() || (value.is_structured() && value.empty())) {
        return std::string(words::kReportNone);
    }
    if (value.is_boolean()) {
        return std::string(value.get<bool>() ? std::string_view("yes") : words::kReportNo);
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
    return value.size() > kMostInList ? fmt::format("{}, … ({} in all)", list, value.size()) : list;
}

/// With its unit where the key names none.
std::string valueText(std::string_view key, const Json& value) {
    constexpr double kGiga = 1e-9;
    const bool isRate = value.is_number() && (key == "fma_flops" || key == "copy_bytes_per_s");
    return isRate ? fmt::format("{:.1f} G{}", kGiga * value.get<double>(), key == "fma_flops" ? "FLOP/s" : "B/s")
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
            addRow(groups, "Options, as in the JSON document", {key, valueText(key, value), true});
        }
    }
    return groups;
}

} // namespace batchscope
