// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_document.h"

#include "core/bench/ratios.h"
#include "core/records/bench_json.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace batchscope {

BenchDocument begunBench(const Treebank& bank, const BenchConfig& config) {
    std::error_code unknown;
    BenchDocument document;
    document.config = config;
    if (!bank.complete && config.graph.picked.empty()) {
        TreeRange& trees = document.config.graph.trees;
        trees.end = std::min(trees.end, bank.trees.size());
    }
    document.read = bank.options;
    document.directory = std::filesystem::current_path(unknown).string();
    document.files = bank.files;
    document.isProgram = !bank.program.empty();
    document.build = buildIdentity();
    document.host = hostName();
    document.governor = frequencyGovernor();
    document.date = utcText(std::chrono::system_clock::now());
    document.loadBefore = loadAverages();
    return document;
}

void endBench(BenchDocument& document, const Result<BenchReport>& report) {
    document.loadAfter = loadAverages();
    document.isCancelled = !report && report.error().code == ErrorCode::Cancelled;
    if (report) {
        document.report = *report;
        return;
    }
    document.error = document.isCancelled ? std::string() : report.error().message;
    const std::vector<std::string> notes = notesOn(document.report.results);
    document.report.notes.insert(document.report.notes.end(), notes.begin(), notes.end());
}

std::string benchDocumentText(const BenchDocument& document) {
    return jsonText(benchJson(document));
}

Result<BenchDocument> parseBenchDocument(std::string_view text, const std::string& file) {
    const Result<Json> json = parseBenchJson(text, file);
    return json ? benchDocumentOf(*json, file) : Result<BenchDocument>(json.error());
}

Result<BenchDocument> readBenchDocument(const std::string& file, const RunControl& control) {
    const Result<Json> json = readBenchJson(file, control);
    return json ? benchDocumentOf(*json, file) : Result<BenchDocument>(json.error());
}

} // namespace batchscope
