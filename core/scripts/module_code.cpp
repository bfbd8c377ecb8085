// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kTypesOfAttributes = "__annotations__[";
constexpr auto kRefusedNames = std::to_array<std::string_view>({"__setstate__", "__getstate__", kObjectsOfCpp});

/// Names allowed in constants that torch.jit.save writes; calls of these names make only numbers and lists.
constexpr auto kConstantNames = std::to_array<std::string_view>(
    {"True", "False", "None", "inf", "nan", "torch", "device", "annotate", "List", "Dict", "Tuple", "Optional", "int",
     "float", "bool", "str", "Tensor", "CONSTANTS", "complex"});

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The position after the string that begins at `begin`.
std::size_t endOfString(std::string_view code, std::size_t begin) {
    const char quote = code[begin];
    const std::string triple(3, quote);
    const bool isTriple = code.substr(begin, 3) == triple;
    std::size_t at = begin + (isTriple ? 3 : 1);
    while (at < code.size()) {
        if (code[at] == '\\') {
            at += 2;
        } else if (isTriple ? code.substr(at, 3) == triple : code[at] == quote) {
            return at + (isTriple ? 3 : 1);
        } else {
            ++at;
        }
    }
    return code.size();
}

/// True if the expression consists of constants only: numbers, strings, and lists of constants.
bool isConstant(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = endOfString(text, at);
        } else if (isDigit(c)) { // also 1e-05, 0x1f and 2j
            while (at < text.size() && (isLetter(text[at]) || isDigit(text[at]))) {
                ++at;
            }
        } else if (isLetter(c)) {
            const std::size_t begin = at;
            while (at < text.size() && (isLetter(text[at]) || isDigit(text[at]))) {
                ++at;
            }
            const std::string_view name = text.substr(begin, at - begin);
            const bool isOfArchive = name.size() > 1 && name[0] == 'c' && // as in CONSTANTS.c0
                                     std::all_of(name.begin() + 1, name.end(), isDigit);
            if (!isOfArchive && std::find(kConstantNames.begin(), kConstantNames.end(), name) == kConstantNames.end()) {
                return false;
            }
        } else if (std::string_view(" \t\r\n()[]{},.:-").find(c) == std::string_view::npos) {
            return false;
        } else {
            ++at;
        }
    }
    return true;
}

/// A line, including the lines that continue its brackets or strings.
struct Statement {
    std::size_t indent = 0;
    std::string_view text;
};

/// Nullopt if the code contains something that torch.jit.save does not write, such as a comment: parsers might disagree
/// about it.
std::optional<std::vector<Statement>> statementsOf(std::string_view code) {
    std::vector<Statement> statements;
    for (std::size_t begin = 0; begin < code.size();) {
        const std::size_t first = std::min(code.find_first_not_of(' ', begin), code.size());
        std::size_t depth = 0;
        std::size_t at = first;
        for (; at < code.size() && (code[at] != '\n' || depth > 0); ++at) {
            const char c = code[at];
            if (c == '"' || c == '\'') {
                at = endOfString(code, at) - 1;
            } else if (c == '#' || c == '\\' || (c != '\n' && static_cast<unsigned char>(c) < ' ')) {
                return std::nullopt;
            } else if (c == '(' || c == '[' || c == '{') {
                ++depth;
            } else if (c == ')' || c == ']' || c == '}') {
                depth -= depth > 0 ? 1 : 0;
            }
        }
        if (at > first) {
            statements.push_back({first - begin, code.substr(first, at - first)});
        }
        begin = at + 1;
    }
    return statements;
}

/// The first value assigned with `=` that is not a constant, at bracket depth `inside`; a comma at that depth ends a
/// value.
std::string_view computed(std::string_view text, std::size_t inside) {
    std::size_t depth = 0;
    std::size_t begin = std::string_view::npos;
    const auto expression = [&](std::size_t end) {
        const std::string_view found =
            begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin);
        begin = std::string_view::npos;
        return isConstant(found) ? std::string_view() : found;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = endOfString(text, at) - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == inside && inside > 0) {
                return expression(at); // end of the arguments; the result type follows
            }
            depth -= depth > 0 ? 1 : 0;
        } else if (depth == inside && c == '=' && begin == std::string_view::npos) {
            begin = at + 1;
        } else if (depth == inside && c == ',' && inside > 0) {
            if (const std::string_view found = expression(at); !found.empty()) {
                return found;
            }
        }
    }
    return expression(text.size());
}

} // namespace

std::string runsWhileReadBy(std::string_view code) {
    for (const std::string_view name : kRefusedNames) {
        if (code.find(name) != std::string_view::npos) {
            return std::string(name);
        }
    }
    const std::optional<std::vector<Statement>> statements = statementsOf(code);
    if (!statements) {
        return std::string("code that torch.jit.save does not write");
    }
    std::size_t bodyIndent = 0; // indentation of the current def, if inBody
    bool inBody = false;
    for (const Statement& statement : *statements) {
        if ((inBody && statement.indent > bodyIndent) || statement.text.starts_with(kTypesOfAttributes)) {
            continue; // runs only when it is called, or never
        }
        inBody = statement.text.starts_with("def");
        bodyIndent = statement.indent;
        const std::string_view found = computed(statement.text, inBody ? 1 : 0);
        if (!found.empty()) {
            return std::string(found.substr(std::min(found.find_first_not_of(' '), found.size() - 1)));
        }
    }
    return {};
}

} // namespace batchscope
