// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parsed program (core/nets/program.h), kept with its text: a program may hold a million calls, and every graph needs
// them. The first graph fills the cache. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace batchscope {

class ParsedProgram;

/// One for each type of the numbers.
class ProgramCache {
public:
    static constexpr std::size_t kKinds = 2;

    /// Null when it was not put.
    [[nodiscard]] std::shared_ptr<const ParsedProgram> get(std::size_t kind) const {
        const std::scoped_lock lock(m_mutex);
        return m_parsed.at(kind);
    }
    void put(std::size_t kind, std::shared_ptr<const ParsedProgram> parsed) {
        const std::scoped_lock lock(m_mutex);
        m_parsed.at(kind) = std::move(parsed);
    }

private:
    mutable std::mutex m_mutex;
    std::array<std::shared_ptr<const ParsedProgram>, kKinds> m_parsed;
};

} // namespace batchscope
