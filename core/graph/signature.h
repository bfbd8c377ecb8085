// SPDX-License-Identifier: GPL-3.0-or-later
//
// The signature of a node: only nodes with equal signatures can run in one batch. A signature is a tuple compared by
// value; its hash only speeds up the search. (DyNet compares a 32-bit hash, so a collision merges different ops.)
#pragma once

#include "core/graph/op_set.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace batchscope {

enum class Device : std::uint8_t { Cpu, Cuda };

/// Output `output` of a node.
struct Value {
    static constexpr std::uint32_t kUnsplit = 0xFFFFFFFF; ///< a call with several outputs, none of them selected yet
    NodeId node;
    std::uint32_t output = 0;
    bool operator==(const Value&) const = default;
};

/// Attributes (Op::attributes) are not included: they belong to the op, so equal op ids imply equal attributes.
struct Signature {
    OpId op;
    std::vector<ParamId> parameters;
    std::vector<ArgumentType> arguments; ///< by slot; a variadic slot counts once for any number of arguments
    std::vector<Value> shared;           ///< values of the shared arguments, in slot order
    Device device = Device::Cpu;
    bool operator==(const Signature&) const = default;
};

struct SignatureHash {
    std::size_t operator()(const Signature& signature) const;
};

/// Gives equal signatures the same id. Ids count from 0 in order of first appearance, the last tie-break of policies.
class SignatureTable {
public:
    SignatureId intern(const Signature& signature);
    [[nodiscard]] const Signature& operator[](SignatureId id) const { return m_signatures[id]; }
    [[nodiscard]] std::size_t size() const { return m_signatures.size(); }

private:
    IdVector<SignatureId, Signature> m_signatures;
    std::unordered_map<Signature, SignatureId, SignatureHash> m_ids;
};

/// Display text of a signature, its op and arguments: `children(row[100] ×4)`.
[[nodiscard]] std::string signatureText(const Signature& signature, const OpSet& ops);

} // namespace batchscope
