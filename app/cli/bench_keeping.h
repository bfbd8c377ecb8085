// SPDX-License-Identifier: GPL-3.0-or-later
//
// `bench --keep`: the run becomes an entry of the history (core/records/bench_history.h). As the file of --out, the
// history is tried before anything is measured, and what happens to it takes nothing from the figures.
#pragma once

#include "app/cli/bench_options.h"
#include "core/records/bench_history.h"

#include <optional>

namespace batchscope {

class BenchKeeping {
public:
    /// None where --keep is not given. Errors as openHistory() and BenchHistory::checkWritable().
    [[nodiscard]] static Result<BenchKeeping> open(const BenchOutput& output);

    /// Says on stderr as which run it is kept, or why it is not. True where it is, or need not be.
    [[nodiscard]] bool keep(const BenchDocument& document);

private:
    std::optional<BenchHistory> m_history;
    std::string m_note;
};

} // namespace batchscope
