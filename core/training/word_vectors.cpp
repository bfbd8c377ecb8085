// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/word_vectors.h"

#include "core/base/text.h"
#include "core/bytes/byte_source.h"
#include "core/formats/line_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20U;

/// The next field of a line, without the blanks before it.
std::string_view cutField(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view field = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(field.size());
    return field;
}

} // namespace

Result<FoundVectors> fillWordVectors(const std::string& path, const OpSet& ops, const Treebank& bank,
                                     Parameters& parameters, const RunControl& control) {
    std::vector<ParamId> tables;
    for (std::size_t index = 0; index < ops.params.size(); ++index) {
        if (ops.params[ParamId(index)].meaning == RowMeaning::Words) {
            tables.emplace_back(index);
        }
    }
    if (tables.empty()) {
        return Error{ErrorCode::Config, fmt::format("{} has no table of words to fill with vectors", ops.name), path};
    }
    const Result<std::shared_ptr<ByteSource>> source = ByteSource::open(path, control);
    TRY(source);
    std::vector<bool> isFound(bank.words.size());
    std::vector<float> numbers;
    std::size_t line = 0;
    std::size_t found = 0;
    std::size_t width = 0;
    const auto readLine = [&](const std::string_view whole) -> Status {
        ++line;
        std::string_view rest = whole;
        const SymbolId word = bank.words.find(cutField(rest));
        numbers.clear();
        for (std::string_view field = cutField(rest); !field.empty(); field = cutField(rest)) {
            float number = 0.0F;
            const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), number);
            if (code != std::errc() || end != field.data() + field.size()) {
                const auto column = static_cast<std::uint32_t>(field.data() - whole.data() + 1);
                return Error{ErrorCode::Parse, fmt::format("expected a number, got '{}'", field), path,
                             SourcePosition{static_cast<std::uint32_t>(line), column, 0}};
            }
            numbers.push_back(number);
        }
        const bool isHeader = line == 1 && numbers.size() == 1;
        if (isHeader || whole.empty()) {
            return Ok{};
        }
        width = width == 0 ? numbers.size() : width;
        if (numbers.size() != width || width == 0) {
            return Error{ErrorCode::Parse,
                         fmt::format("expected a word and {} numbers, got {} numbers", width, numbers.size()), path,
                         SourcePosition{static_cast<std::uint32_t>(line), 1, 0}};
        }
        if (!word.valid() || isFound[word.index()]) {
            return Ok{};
        }
        isFound[word.index()] = true;
        ++found;
        for (const ParamId table : tables) {
            const auto columns = static_cast<std::size_t>(ops.params[table].columns);
            if (width != columns) {
                return Error{ErrorCode::Config,
                             fmt::format("these vectors have {} numbers, but the words of {} have {}; choose --dim {}",
                                         width, ops.name, columns, width),
                             path};
            }
            for (std::size_t column = 0; column < columns; ++column) {
                parameters.set(table, word.index() * columns + column, numbers[column]);
            }
        }
        return Ok{};
    };
    std::string text;
    while (true) {
        const Result<std::size_t> read = (*source)->read(text, kReadBytes, control);
        TRY(read);
        std::string_view rest = text;
        while (rest.find('\n') != std::string_view::npos || (*read == 0 && !rest.empty())) {
            TRY(readLine(cutLine(rest)));
        }
        if (*read == 0) {
            return FoundVectors{found, bank.words.size() - found};
        }
        text = std::string(rest);
        control.report("word vectors", (*source)->consumed(), (*source)->fileSize());
    }
}

} // namespace batchscope
