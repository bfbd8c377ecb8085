// SPDX-License-Identifier: GPL-3.0-or-later
//
// What only a first call can tell of a module's methods, found in a trial (trial.h) and kept as text.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace batchscope {

struct MethodFacts {
    std::string hazard;   ///< why its rows may not batch; empty where they may
    bool differs = false; ///< its translation does not give the same numbers, so it is called instead
    double seconds = 0.0; ///< of the first call
    bool operator==(const MethodFacts&) const = default;
};

struct ModuleFacts {
    std::vector<std::int32_t> widths; ///< of the rows of a state
    std::int32_t classes = 0;         ///< columns of the logits; 0 without
    std::int32_t compared = 0;        ///< columns of what compare returns; 0 without
    std::map<std::string, MethodFacts> methods;
    bool operator==(const ModuleFacts&) const = default;
};

/// As JSON; an error's code, message and file take the place of facts.
[[nodiscard]] std::string factsText(const Result<ModuleFacts>& facts);
/// The other way round. Backend error for any other text.
[[nodiscard]] Result<ModuleFacts> factsFrom(const std::string& text);

} // namespace batchscope
