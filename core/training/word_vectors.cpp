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

class VectorLines {
public:
    VectorLines(std::string file, const Treebank& bank)
        : m_file(std::move(file)), m_bank(bank), m_isFound(bank.words.size()) {}

    /// `take(word, vector)`: of the words of the treebank.
    template <typename Take>
    Status line(std::string_view text, Take take) {
        ++m_line;
        const std::string_view whole = text;
        const std::string_view word = cutField(text);
        const SymbolId id = m_bank.words.find(word);
        m_numbers.clear();
        while (true) {
            const std::string_view field = cutField(text);
            if (field.empty()) {
                break;
            }
            float number = 0.0F;
            const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), number);
            if (code != std::errc() || end != field.data() + field.size()) {
                return error(static_cast<std::size_t>(field.data() - whole.data()),
                             fmt::format("expected a number, got '{}'", field));
            }
            m_numbers.push_back(number);
        }
        const bool isHeader = m_line == 1 && m_numbers.size() == 1;
        if (isHeader || whole.empty()) {
            return Ok{};
        }
        if (m_width == 0) {
            m_width = m_numbers.size();
        }
        if (m_numbers.size() != m_width || m_width == 0) {
            return error(0, fmt::format("expected a word and {} numbers, got {} numbers", m_width, m_numbers.size()));
        }
        if (id.valid() && !m_isFound[id.index()]) {
            m_isFound[id.index()] = true;
            ++m_found;
            return take(id, std::span<const float>(m_numbers));
        }
        return Ok{};
    }
    [[nodiscard]] std::size_t found() const { return m_found; }

private:
    [[nodiscard]] Error error(std::size_t column, std::string message) const {
        Error made{ErrorCode::Parse, std::move(message), m_file};
        made.position = {static_cast<std::uint32_t>(m_line), static_cast<std::uint32_t>(column + 1), 0};
        return made;
    }

    std::string m_file;
    const Treebank& m_bank;
    std::vector<bool> m_isFound; // by word
    std::vector<float> m_numbers;
    std::size_t m_line = 0;
    std::size_t m_width = 0;
    std::size_t m_found = 0;
};

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
    VectorLines lines(path, bank);
    const auto take = [&](SymbolId word, std::span<const float> vector) -> Status {
        for (const ParamId table : tables) {
            const auto width = static_cast<std::size_t>(ops.params[table].columns);
            if (vector.size() != width) {
                return Error{ErrorCode::Config,
                             fmt::format("these vectors have {} numbers, but the words of {} have {}; choose --dim {}",
                                         vector.size(), ops.name, width, vector.size()),
                             path};
            }
            for (std::size_t column = 0; column < width; ++column) {
                parameters.set(table, word.index() * width + column, vector[column]);
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
            TRY(lines.line(cutLine(rest), take));
        }
        if (*read == 0) {
            return FoundVectors{lines.found(), bank.words.size() - lines.found()};
        }
        text = std::string(rest);
        control.report("word vectors", (*source)->consumed(), (*source)->fileSize());
    }
}

} // namespace batchscope
