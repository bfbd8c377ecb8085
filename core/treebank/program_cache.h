// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program's text was taken apart into (core/nets/program.h), kept with the text: a program may hold a million
// calls, and whoever builds a graph of it needs them. It is made by the first who asks. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>

namespace batchscope {

class ParsedProgram;

class ProgramCache {
public:
    static constexpr std::size_t kKinds = 2; ///< of numbers: one program for each

    /// Null when it was not put.
    [[nodiscard]] std::shared_ptr<const ParsedProgram> get(std::size_t kind) const {
        const std::scoped_lock lock(m_mutex);
        return m_programs.at(kind);
    }
    void put(std::size_t kind, std::shared_ptr<const ParsedProgram> program) {
        const std::scoped_lock lock(m_mutex);
        m_programs.at(kind) = std::move(program);
    }

private:
    mutable std::mutex m_mutex;
    std::array<std::shared_ptr<const ParsedProgram>, kKinds> m_programs;
};

} // namespace batchscope
