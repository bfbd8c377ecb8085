// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_drawings.h"

#include "app/cli/twin.h"

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
    return left == right || std::filesystem::equivalent(left, right, ignored);
}

} // namespace

BenchDrawings::BenchDrawings(const BenchOutput& output) : m_output(output) {
    std::vector<std::string> paths;
    for (const PlotTarget& plot : output.plots) {
        paths.push_back(plot.file);
    }
    if (!output.report.empty()) {
        paths.push_back(output.report);
    }
    if (!paths.empty()) {
        m_program = findTwin();
    }
    for (const std::string& path : paths) {
        m_drawings.emplace_back(path);
        m_unwritable = m_unwritable.empty() && !m_drawings.back().file.isOpen() ? path : m_unwritable;
    }
}

Status BenchDrawings::check() const {
    if (!m_drawings.empty() && m_program.empty()) {
        return Error{
            ErrorCode::Config,
            "--plot and --report need the program batchscope, which draws them; it is neither in the folder of "
            "batchscope-cli nor on PATH (a build with BATCHSCOPE_GUI=OFF has none). --out keeps the figures, "
            "and batchscope --report OUT.html RUN.json draws them later"};
    }
    for (std::size_t place = 0; place < m_drawings.size(); ++place) {
        const std::string& path = m_drawings[place].path;
        bool isTwice = !m_output.file.empty() && isSameFile(path, m_output.file);
        for (std::size_t before = 0; before < place; ++before) {
            isTwice = isTwice || isSameFile(path, m_drawings[before].path);
        }
        if (isTwice) {
            return Error{ErrorCode::Config,
                         "this file would be written twice; --out, --plot and --report need a file each", path};
        }
    }
    return Ok{};
}

Status BenchDrawings::draw(const BenchDocument& record) {
    if (m_drawings.empty()) {
        return Ok{};
    }
    Status drawn = runTwin(m_program, drawingArguments(m_output), benchDocumentText(record));
    for (Drawing& drawing : m_drawings) {
        std::error_code gone;
        if (std::filesystem::file_size(drawing.path, gone) > 0 && !gone) {
            drawing.file.keep();
        }
    }
    return drawn;
}

} // namespace batchscope
