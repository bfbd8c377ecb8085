// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_keeping.h"

#include "core/records/history_place.h"

#include <fmt/format.h>

#include <utility>

namespace batchscope {

Result<BenchKeeping> BenchKeeping::open(const BenchOutput& output) {
    BenchKeeping keeping;
    if (!output.keep) {
        return keeping;
    }
    Result<BenchHistory> history = openHistory(output.historyFile);
    if (!history) {
        return history.error();
    }
    if (const Status writable = history->checkWritable(); !writable) {
        return writable.error();
    }
    keeping.m_history = std::move(*history);
    keeping.m_note = output.note;
    return keeping;
}

bool BenchKeeping::keep(const BenchDocument& document) {
    if (!m_history) {
        return true;
    }
    const Result<std::int64_t> id = m_history->add(document, m_note);
    if (id) {
        fmt::print(stderr, "kept as run {} of the history\n", *id);
    } else {
        fmt::print(stderr, "{}\nthe run was not kept; history add takes what --out or --json wrote\n",
                   id.error().text());
    }
    return id.hasValue();
}

} // namespace batchscope
