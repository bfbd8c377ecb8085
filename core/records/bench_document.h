// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of a benchmark as a document: every figure and sample, and all it takes to run the same again. The window and
// the command line write it with the same function and read it with the same function, so they cannot differ. Its JSON
// is described key by key in resources/bench.schema.json; the keys are a contract.
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

/// Of the document: rises whenever a key is added, changes its meaning or goes away. Documents of another schema are
/// refused.
constexpr int kBenchSchema = 3;

struct BenchDocument {
    BenchConfig config; ///< as measured: with the graph options that fit the trees
    ReadOptions read;   ///< how the files became trees
    /// The most that the engine and its products may use; none: no cap.
    std::optional<InstructionSet> instructionSet = std::nullopt;
    std::optional<std::uint64_t> memoryLimit = std::nullopt; ///< bytes; none: that of the machine
    /// The line of batchscope-cli that measured, the program first; empty: the window did.
    std::vector<std::string> command = {};
    std::string directory = {}; ///< that names of files on the command line count from
    std::vector<std::string> files = {};
    bool isProgram = false; ///< the input is one, so that no net was chosen
    BuildIdentity build = {};
    std::string host = {};
    std::optional<std::string> governor = std::nullopt;
    std::string date = {}; ///< when it began
    std::optional<LoadAverages> loadBefore = std::nullopt;
    std::optional<LoadAverages> loadAfter = std::nullopt; ///< none: it has not ended, or the system does not tell
    BenchReport report = {};
    bool isCancelled = true; ///< stopped, or still going on: results of batch sizes and widths are missing
    std::string error = {};  ///< what else ended it early; empty: nothing
};

/// Of a run that begins now, on this machine and in this folder, of this bank. Where the bank is the beginning of
/// larger files, the selection ends where it ends. Without a command.
[[nodiscard]] BenchDocument begunBench(const Treebank& bank, const BenchConfig& config);

/// Notes how the run ended, now. Without a result, what was measured is what `document` has.
void endBench(BenchDocument& document, const Result<BenchReport>& report);

/// The JSON, with a line end behind it.
[[nodiscard]] std::string benchDocumentText(const BenchDocument& document);

/// Reads what benchDocumentText(), `bench --json` or `bench --out` wrote; `file` stands for it in messages. It may have
/// been edited or cut, so nothing in it is taken for granted. Ratios are computed again (fillRatios), all else is read;
/// a `comparison` with another run is left out.
///
/// Parse errors: no JSON, not written by bench, another schema, a value that is missing or not of its kind, which the
/// error names: `results[3].samples is missing or is not …`.
[[nodiscard]] Result<BenchDocument> parseBenchDocument(std::string_view text, const std::string& file);
/// The same from a file; Io errors as readFileBytes.
[[nodiscard]] Result<BenchDocument> readBenchDocument(const std::string& file, const RunControl& control);

} // namespace batchscope
