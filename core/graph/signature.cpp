// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/signature.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

std::string argumentText(const ArgumentType& argument) {
    if (argument.kind == ArgumentClass::Integer) {
        return "integer";
    }
    return fmt::format("{}[{}]{}", argumentClassName(argument.kind), argument.width,
                       argument.arity == Arity::Any ? std::string_view(" ×any") : std::string_view());
}

} // namespace

std::size_t SignatureHash::operator()(const Signature& signature) const {
    std::size_t hash = signature.op.value;
    const auto mix = [&hash](std::size_t value) {
        hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6U) + (hash >> 2U);
    };
    for (const ParamId param : signature.parameters) {
        mix(param.value);
    }
    for (const ArgumentType& argument : signature.arguments) {
        mix(static_cast<std::size_t>(argument.kind));
        mix(static_cast<std::size_t>(argument.width));
        mix(static_cast<std::size_t>(argument.dtype));
        mix(static_cast<std::size_t>(argument.arity));
    }
    for (const Value& value : signature.shared) {
        mix(value.node.value);
        mix(value.output);
    }
    mix(static_cast<std::size_t>(signature.device));
    return hash;
}

SignatureId SignatureTable::intern(const Signature& signature) {
    if (const auto found = m_ids.find(signature); found != m_ids.end()) {
        return found->second;
    }
    const SignatureId id = m_signatures.push_back(signature);
    m_ids.emplace(signature, id);
    return id;
}

std::string signatureText(const Signature& signature, const OpSet& ops) {
    std::string out;
    const auto& arguments = signature.arguments;
    for (std::size_t begin = 0; begin < arguments.size();) {
        std::size_t end = begin + 1;
        while (end < arguments.size() && arguments[end] == arguments[begin]) {
            ++end;
        }
        out += out.empty() ? "" : ", ";
        out += argumentText(arguments[begin]);
        out += end - begin > 1 ? fmt::format(" ×{}", end - begin) : "";
        begin = end;
    }
    return fmt::format("{}({})", ops.ops[signature.op].name, out);
}

} // namespace batchscope
