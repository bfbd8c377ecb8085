// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_source.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <regex>

namespace batchscope {

namespace {

constexpr std::int64_t kLargestSize = 100'000'000;

Error faultAt(const std::string& file, std::size_t line, std::size_t column, std::string message) {
    return {ErrorCode::Parse, std::move(message), file,
            SourcePosition{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column), 0}};
}

std::optional<std::int64_t> sizeIn(const std::string& digits) {
    std::int64_t size = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    const bool isFine = failed == std::errc() && end == digits.data() + digits.size() && size >= 1;
    return isFine && size <= kLargestSize ? std::optional(size) : std::nullopt;
}

bool isLeftOut(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string::npos || line[first] == '#' || line.starts_with("import ") || line.starts_with("from ");
}

/// Parses `NAME = parameter(ROWS, COLUMNS)`, which may be followed by a comment.
Result<DeclaredTensor> declaredIn(const std::string& text, const std::string& file, std::size_t line) {
    static const std::regex kDeclaration(
        R"(^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*parameter\(\s*([0-9_]+)\s*(?:,\s*([0-9_]+)\s*)?\)\s*(?:#.*)?$)");
    std::smatch parts;
    if (!std::regex_match(text, parts, kDeclaration)) {
        return faultAt(file, line, 1,
                       "expected NAME = parameter(ROWS, COLUMNS), a comment, or def of the first method");
    }
    DeclaredTensor declared{.name = parts[1], .sizes = {}};
    for (std::size_t part = 2; part <= 3 && parts[part].matched; ++part) {
        std::string digits = parts[part];
        std::erase(digits, '_');
        const std::optional<std::int64_t> size = sizeIn(digits);
        if (!size) {
            return faultAt(file, line, static_cast<std::size_t>(parts.position(part)) + 1,
                           fmt::format("expected a whole number from 1 to {}", kLargestSize));
        }
        declared.sizes.push_back(*size);
    }
    return declared;
}

Status checkMemory(const ModuleSource& source, const std::string& file) {
    const std::uint64_t bytes = bytesOf(source);
    return bytes <= memoryLimit()
               ? Status(Ok{})
               : Error{ErrorCode::Config, words::moduleTooLarge(formatBytes(bytes), limitAdvice(memoryLimit(), bytes)),
                       file};
}

} // namespace

std::uint64_t bytesOf(const ModuleSource& source) {
    std::uint64_t bytes = 0;
    for (const DeclaredTensor& declared : source.parameters) {
        std::uint64_t numbers = sizeof(float);
        for (const std::int64_t size : declared.sizes) {
            numbers *= static_cast<std::uint64_t>(size); // less than 2^56 numbers
        }
        bytes += std::min(numbers, std::numeric_limits<std::uint64_t>::max() - bytes); // saturates at the maximum
    }
    return bytes;
}

Result<ModuleSource> parseModuleSource(std::string_view text, const std::string& file) {
    ModuleSource source;
    std::size_t line = 0;
    std::size_t begin = 0;
    while (begin < text.size() && !text.substr(begin).starts_with("def ")) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string present(text.substr(begin, end - begin));
        ++line;
        if (!isLeftOut(present)) {
            Result<DeclaredTensor> declared = declaredIn(present, file, line);
            TRY(declared);
            const bool isKnown = std::any_of(source.parameters.begin(), source.parameters.end(),
                                             [&](const DeclaredTensor& each) { return each.name == declared->name; });
            if (isKnown) {
                return faultAt(file, line, 1,
                               fmt::format("{} is declared twice; give one of the two another name", declared->name));
            }
            source.parameters.push_back(std::move(*declared));
        }
        begin = std::min(end + 1, text.size());
    }
    if (begin >= text.size()) {
        return faultAt(file, line + 1, 1,
                       "there are no methods; define leaf and compose, node, or step, each with def NAME(self, …): at "
                       "the beginning of a line");
    }
    source.methods = std::string(line, '\n') + std::string(text.substr(begin));
    TRY(checkMemory(source, file));
    return source;
}

} // namespace batchscope
