// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of a benchmark as a document: every figure and sample, and everything needed to repeat the run. The window and
// the command line write and read it with the same functions, so they cannot differ. resources/bench.schema.json
// describes its JSON key by key; the keys are a contract.
//
//     BenchDocument document = begunBench(bank, config);
//     const Result<BenchReport> report = runBench(bank, document.config, control, sink);
//     endBench(document, report);
//     write(benchDocumentText(document));
#pragma once

#include "core/base/progress.h"
#include "core/bench/bench.h"
#include "core/bench/bench_context.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The schema of documents. It is raised whenever a key is added, removed or changes its meaning. Documents of another
/// schema are refused.
constexpr int kBenchSchema = 5;

struct BenchDocument {
    BenchConfig config; ///< as measured, with the graph options that fit the trees
    ReadOptions read;   ///< how the files became trees
    /// The largest instruction set that the engine and its products may use; nullopt: no limit.
    std::optional<InstructionSet> instructionSet = std::nullopt;
    std::optional<std::uint64_t> memoryLimit = std::nullopt; ///< in bytes; nullopt: that of the machine
    /// The command line that measured, starting with batchscope-cli; empty if the window measured.
    std::vector<std::string> command = {};
    std::string directory = {}; ///< file names on the command line are relative to it
    std::vector<std::string> files = {};
    bool isProgram = false; ///< the input is a program, so no net was chosen
    BuildIdentity build = {};
    std::string host = {};
    std::optional<std::string> governor = std::nullopt;
    std::string date = {}; ///< when the run began
    std::optional<LoadAverages> loadBefore = std::nullopt;
    std::optional<LoadAverages> loadAfter = std::nullopt; ///< nullopt: not ended, or not reported by the system
    BenchReport report = {};
    bool isCancelled = true; ///< stopped or still running: some batch sizes and widths have no results
    std::string error = {};  ///< any other error that ended the run early; empty: none
};

/// The document of a run on `bank` that begins now, on this machine and in this folder, without a command. If the bank
/// is the beginning of larger files, the selection ends where the bank ends.
[[nodiscard]] BenchDocument begunBench(const Treebank& bank, const BenchConfig& config);

/// Records how the run ended. Without a result, the document keeps what was measured.
void endBench(BenchDocument& document, const Result<BenchReport>& report);

/// The JSON text, ending with a newline.
[[nodiscard]] std::string benchDocumentText(const BenchDocument& document);

/// Parses the output of benchDocumentText(), `bench --json` or `bench --out`; `file` is its name in messages. The text
/// may have been edited or cut, so nothing is taken for granted. Ratios are computed again (fillRatios); fits, advice
/// and a `comparison` with another run are not read.
///
/// Parse errors: not JSON, not written by bench, another schema, a value that is missing or of the wrong kind, which
/// the message names: `results[3].samples is missing or is not …`.
[[nodiscard]] Result<BenchDocument> parseBenchDocument(std::string_view text, const std::string& file);
/// Reads a document from a file. Fails like readFileBytes (Io) and parseBenchDocument.
[[nodiscard]] Result<BenchDocument> readBenchDocument(const std::string& file, const RunControl& control);

} // namespace batchscope
