// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calls of a program as they are recorded: by name, each with its op and its instance. A program may have millions,
// so a name is not copied.
#pragma once

#include "core/base/result.h"
#include "core/graph/fold.h"
#include "core/nets/program_ops.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace batchscope {

/// What the calls and outputs of a program make.
struct RecordedProgram {
    OpGraph calls;       ///< every call as written in the file, nothing merged
    std::string sharing; ///< see ParsedProgram::sharing
};

class CallBook {
public:
    /// `ops` must outlive this.
    explicit CallBook(const ProgramOps& ops) : m_ops(ops), m_fold(ops.set, {}) {}

    enum class Reference {
        Good,
        NoCall,      ///< no earlier call has this name
        NeedsOutput, ///< the call has several outputs, and none is named
        NoOutput,    ///< the call has no such output
    };
    struct Found {
        Reference reference = Reference::NoCall;
        OpId op;                ///< of the call, where there is one
        std::int32_t width = 0; ///< of the output that is meant; only of a good reference
        Value value;            ///< that output
    };
    /// The output that "a" or "a.0" names. A good one counts as a source of the next call.
    [[nodiscard]] Found find(std::string_view text);

    /// Records a call; false where its name is taken. `name` must outlive this; the arguments are right. Its sources
    /// are what was found since the last call.
    [[nodiscard]] bool add(std::string_view name, OpId op, std::uint32_t instance, std::span<const Argument> arguments);
    /// Whether equal numbers are one row. In slots for rows they are few, such as the zeros below a stack; in slots for
    /// constants they are data, which is not worth the search.
    enum class Equal : std::uint8_t { Once, Apart };
    [[nodiscard]] Argument constant(std::span<const double> numbers, Equal equal);
    void request(Value value, std::int32_t target) {
        m_sources.clear();
        m_fold.request(value, target);
    }

    [[nodiscard]] std::size_t calls() const { return m_calls.size(); }
    /// 1 + the largest instance of a call, at least 1.
    [[nodiscard]] std::size_t instances() const { return m_instances; }
    /// The error of the fold, which a program that was checked does not meet.
    [[nodiscard]] Result<RecordedProgram> finish() &&;

private:
    struct Call {
        std::string_view name;
        OpId op;
        std::uint32_t instance = 0;
    };

    void noteSharing(std::string_view name, std::uint32_t instance);

    const ProgramOps& m_ops;
    Fold m_fold;
    std::vector<Call> m_calls; // by node: nothing is merged
    std::unordered_map<std::string_view, std::uint32_t> m_callsByName;
    std::vector<std::uint32_t> m_sources;                  // calls
    std::unordered_map<std::string, Argument> m_constants; // by their bytes, of those given as rows
    std::string m_sharing;
    std::size_t m_instances = 1;
};

} // namespace batchscope
