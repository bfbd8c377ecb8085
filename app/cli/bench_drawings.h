// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of `bench --plot` and `--report`. As with --out, they are opened before anything is measured, and so is
// looked for the program that draws (twin.h).
#pragma once

#include "app/cli/bench_options.h"
#include "app/cli/document_file.h"
#include "core/records/bench_document.h"

#include <deque>
#include <string>

namespace batchscope {

class BenchDrawings {
public:
    /// Opens the files. `output` must outlive this.
    explicit BenchDrawings(const BenchOutput& output);

    /// Config error where there is no program to draw with, or one file would be written twice.
    [[nodiscard]] Status check() const;
    /// The first file that could not be opened; empty: none.
    [[nodiscard]] const std::string& unwritable() const { return m_unwritable; }
    /// Draws everything that was asked for. Backend error where something is missing; what is wrong is on stderr.
    [[nodiscard]] Status draw(const BenchDocument& record);

private:
    struct Drawing {
        explicit Drawing(const std::string& name) : path(name), file(name) {}

        std::string path;
        DocumentFile file;
    };

    const BenchOutput& m_output;
    std::deque<Drawing> m_drawings;
    std::string m_unwritable;
    std::string m_program;
};

} // namespace batchscope
