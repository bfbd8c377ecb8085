// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module that LibTorch has opened, seen from the outside. It lives in a process of its own (module_child.h) or, if
// the user trusts it, in this one (module_part.h).
#pragma once

#include "core/nets/user_net.h"

#include <map>
#include <string>
#include <vector>

namespace batchscope {

struct MethodFacts {
    std::string hazard;   ///< why its rows may not batch; empty where they may
    bool differs = false; ///< its translation does not give the same numbers, so it is called instead
    double seconds = 0.0; ///< of the first call
};

/// What is known of a module once it is open; much of it only a first call can tell.
struct ModuleFacts {
    Recursion recursion = Recursion::Binary;
    bool canChoose = false; ///< it has the methods of another recursion, too
    bool hasLogits = false;
    bool isPair = false;              ///< it has compare
    std::size_t embeddingRows = 0;    ///< of the smallest table that is looked up by words; 0: none is
    std::vector<std::int32_t> widths; ///< of the rows of a state
    std::int32_t classes = 0;         ///< columns of the logits; 0 without
    std::int32_t compared = 0;        ///< columns of what compare returns; 0 without
    std::map<std::string, MethodFacts> methods;
};

struct OpsRequest {
    std::string name; ///< of the net
    std::int32_t arity = 2;
    DType dtype = DType::Float32;
    bool translates = true; ///< false: every method is called, to compare with
    Unsafe unsafe = Unsafe::Alone;
};

struct HostedOps {
    UserOps ops;
    std::vector<UserMethod> methods;
};

class ModuleHost {
public:
    ModuleHost() = default;
    ModuleHost(const ModuleHost&) = delete;
    ModuleHost& operator=(const ModuleHost&) = delete;
    virtual ~ModuleHost() = default;

    /// The methods as ops. Any thread. Errors: what LibTorch says, as a Backend error; those of the process.
    [[nodiscard]] virtual Result<HostedOps> ops(const OpsRequest& request) = 0;
    /// What bounds the calls of its methods, for people; empty: nothing does.
    [[nodiscard]] virtual std::string confinement() const = 0;
};

} // namespace batchscope
