// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of `bench --plot` and `--report`. As with --out, it is found out before anything is measured whether they
// can be written, and which program draws (twin.h).
#pragma once

#include "app/cli/bench_options.h"
#include "core/records/bench_document.h"

#include <string>
#include <vector>

namespace batchscope {

class BenchDrawings {
public:
    /// `output` must outlive this.
    explicit BenchDrawings(const BenchOutput& output);

    /// Config error where there is no program to draw with, or one file would be written twice; errors of
    /// checkWritable.
    [[nodiscard]] Status check() const;
    /// Draws everything that was asked for. Backend error where something is missing; what is wrong is on stderr.
    [[nodiscard]] Status draw(const BenchDocument& record) const;

private:
    const BenchOutput& m_output;
    std::vector<std::string> m_paths;
    std::string m_program;
};

} // namespace batchscope
