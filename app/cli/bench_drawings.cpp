// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_drawings.h"

#include "app/cli/twin.h"
#include "core/bytes/file_writer.h"

#include <fmt/format.h>

#include <filesystem>

namespace batchscope {

namespace {

/// As its option would be given.
std::vector<std::string> drawingArguments(const BenchOutput& output) {
    std::vector<std::string> arguments;
    for (const PlotTarget& plot : output.plots) {
        arguments.push_back(fmt::format("--plot={}={}", plotKindEntry(plot.kind).id, plot.file));
    }
    if (!output.plots.empty()) {
        arguments.push_back(fmt::format("--plot-width={}", output.plotWidth));
    }
    if (!output.report.empty()) {
        arguments.push_back(fmt::format("--report={}", output.report));
    }
    arguments.emplace_back("-"); // the document comes as standard input
    return arguments;
}

bool isSameFile(const std::string& left, const std::string& right) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(left, ignored) == std::filesystem::weakly_canonical(right, ignored) ||
           std::filesystem::equivalent(left, right, ignored);
}

} // namespace

BenchDrawings::BenchDrawings(const BenchOutput& output) : m_output(output) {
    for (const PlotTarget& plot : output.plots) {
        m_paths.push_back(plot.file);
    }
    if (!output.report.empty()) {
        m_paths.push_back(output.report);
    }
    if (!m_paths.empty()) {
        m_program = findTwin();
    }
}

Status BenchDrawings::check() const {
    if (!m_paths.empty() && m_program.empty()) {
        return Error{
            ErrorCode::Config,
            "--plot and --report need the program batchscope, which draws them; it is neither in the folder of "
            "batchscope-cli nor on PATH (a build with BATCHSCOPE_GUI=OFF has none). --out keeps the figures, "
            "and batchscope --report OUT.html RUN.json draws them later"};
    }
    for (std::size_t place = 0; place < m_paths.size(); ++place) {
        const std::string& path = m_paths[place];
        if (Status writable = checkWritable(path); !writable) {
            return writable;
        }
        bool isTwice = !m_output.file.empty() && isSameFile(path, m_output.file);
        for (std::size_t before = 0; before < place; ++before) {
            isTwice = isTwice || isSameFile(path, m_paths[before]);
        }
        if (isTwice) {
            return Error{ErrorCode::Config,
                         "this file would be written twice; --out, --plot and --report need a file each", path};
        }
    }
    return Ok{};
}

Status BenchDrawings::draw(const BenchDocument& record) const {
    return m_paths.empty() ? Status(Ok{}) : runTwin(m_program, drawingArguments(m_output), benchDocumentText(record));
}

} // namespace batchscope
