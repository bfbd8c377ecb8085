// SPDX-License-Identifier: GPL-3.0-or-later
//
// The signature of a node: two nodes can run in one batch if, and only if, their signatures are equal. A signature is a
// tuple compared by value; its hash only speeds up the search. (DyNet compares a 32-bit hash, so a collision merges
// different ops.)
#pragma once

#include "core/graph/op_set.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace batchscope {

enum class Device : std::uint8_t { Cpu, Cuda };

/// Output `output` of a node.
struct Value {
    static constexpr std::uint32_t kUnsplit = 0xFFFFFFFF; ///< a call with several outputs, before one is named
    NodeId node;
    std::uint32_t output = 0;
    bool operator==(const Value&) const = default;
};

/// An op's attributes are the op's, so equal op ids mean equal attributes.
struct Signature {
    OpId op;
    std::vector<ParamId> parameters;
    std::vector<ArgumentType> arguments; ///< by slot; one variadic slot stands for any number of arguments
    std::vector<Value> shared;           ///< values of the shared arguments, in slot order
    Device device = Device::Cpu;
    bool operator==(const Signature&) const = default;
};

struct SignatureHash {
    std::size_t operator()(const Signature& signature) const;
};

/// Ids count from 0 in order of first appearance; that order is the last tie-break of every policy.
class SignatureTable {
public:
    SignatureId intern(const Signature& signature);
    [[nodiscard]] const Signature& operator[](SignatureId id) const { return m_signatures[id]; }
    [[nodiscard]] std::size_t size() const { return m_signatures.size(); }

private:
    IdVector<SignatureId, Signature> m_signatures;
    std::unordered_map<Signature, SignatureId, SignatureHash> m_ids;
};

/// `children(row[100] ×4)`: the op and what it takes, for people.
[[nodiscard]] std::string signatureText(const Signature& signature, const OpSet& ops);

} // namespace batchscope
