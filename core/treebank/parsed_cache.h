// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the text of a program (core/nets/program.h) or of a recipe (core/nets/recipe.h) was taken apart into, kept with
// the text: a program may hold a million calls, and whoever builds a graph needs them. It is made by the first who
// asks. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace batchscope {

class ParsedProgram;
class Recipe;

/// One `Parsed` of each of `Kinds` kinds.
template <typename Parsed, std::size_t Kinds>
class ParsedCache {
public:
    static constexpr std::size_t kKinds = Kinds;

    /// Null when it was not put.
    [[nodiscard]] std::shared_ptr<const Parsed> get(std::size_t kind) const {
        const std::scoped_lock lock(m_mutex);
        return m_parsed.at(kind);
    }
    void put(std::size_t kind, std::shared_ptr<const Parsed> parsed) {
        const std::scoped_lock lock(m_mutex);
        m_parsed.at(kind) = std::move(parsed);
    }

private:
    mutable std::mutex m_mutex;
    std::array<std::shared_ptr<const Parsed>, Kinds> m_parsed;
};

using ProgramCache = ParsedCache<ParsedProgram, 2>; ///< by type of the numbers
using RecipeCache = ParsedCache<Recipe, 1>;

} // namespace batchscope
