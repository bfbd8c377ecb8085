// SPDX-License-Identifier: GPL-3.0-or-later
//
// An op that is no body of primitives but a call into something else, such as a method of a user's module: an *opaque*
// op. Nothing is known of it but what it takes, what it returns and which parameters it reads. Its body is the
// arguments and one value Primitive::Call for each output (BodyBuilder::call). What runs it is core/exec's affair
// (tensor_call_torch.h), and only the plain bodies on LibTorch can: see executorFor() there. One that a program names
// without its body (core/nets/program.h) runs nowhere.
#pragma once

#include "core/base/id.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

class OpCall {
public:
    OpCall() = default;
    OpCall(const OpCall&) = delete;
    OpCall& operator=(const OpCall&) = delete;
    virtual ~OpCall() = default;

    /// Parameters of the op set that it reads, each once.
    [[nodiscard]] virtual const std::vector<ParamId>& parameters() const = 0;
    /// What is called, for people: `children of encoder.pt`.
    [[nodiscard]] virtual const std::string& title() const = 0;
    /// Why it cannot be computed, where only its place in graphs is known; else empty.
    [[nodiscard]] virtual std::string_view unknown() const { return {}; }
    /// Why its rows may not batch, with operation and line, where that was found out; else empty.
    [[nodiscard]] virtual std::string_view hazard() const { return {}; }
};

} // namespace batchscope
