// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/program_file.h"

#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/formats/format_list.h"
#include "core/formats/format_registry.h"
#include "core/formats/json_pull.h"
#include "core/tree/tree_builder.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kLongestExactNumber = 15; // digits that any double holds

/// What the trees need to know of a program, and where its calls are. The text is passed once, and nothing of it is
/// kept.
class ProgramScan {
public:
    explicit ProgramScan(std::string_view body) : m_text(body), m_json(body) {}

    /// Whether it is JSON, as far as was looked.
    bool run() {
        bool isCalls = false; // the value of the key before
        for (JsonPiece piece = next(); piece != JsonPiece::End; piece = next()) {
            if (piece == JsonPiece::Fault || m_tooLarge) {
                return false;
            }
            if (piece == JsonPiece::Key && m_json.depth() == kTop) {
                isCalls = m_json.text() == "calls";
            } else if (piece == JsonPiece::ArrayBegin && isCalls && m_json.depth() == kTop + 1) {
                if (!calls()) {
                    return false;
                }
                isCalls = false;
            }
        }
        return true;
    }

    /// 1 + the largest number that stands as an instance, at most the number of calls: an instance without calls is a
    /// fault, which the graph's builder names.
    [[nodiscard]] std::uint64_t instances() const {
        return std::max<std::uint64_t>(std::min<std::uint64_t>(m_largest + 1, m_calls.size()), 1);
    }
    [[nodiscard]] std::vector<SourcePosition> takeCalls() { return std::move(m_calls); }
    /// Where the fault is.
    [[nodiscard]] std::size_t offset() const { return m_json.offset(); }
    [[nodiscard]] bool isNumberTooLarge() const { return m_tooLarge; }

private:
    static constexpr std::size_t kTop = 1;         // depth of the keys of the document
    static constexpr std::size_t kCall = kTop + 2; // depth of the keys of a call

    JsonPiece next() {
        const JsonPiece piece = m_json.next();
        const bool mayBeTooLarge =
            piece == JsonPiece::Number &&
            (m_json.text().size() > kLongestExactNumber || m_json.text().find_first_of("eE") != std::string_view::npos);
        if (mayBeTooLarge) {
            checkNumber();
        }
        return piece;
    }

    void checkNumber() {
        double number = 0.0;
        const std::string_view text = m_json.text();
        m_tooLarge = m_tooLarge || std::from_chars(text.data(), text.data() + text.size(), number).ec ==
                                       std::errc::result_out_of_range;
    }

    /// After the bracket that opens them, up to the one that closes them.
    bool calls() {
        bool isInstance = false;
        for (JsonPiece piece = next(); m_json.depth() > kTop; piece = next()) {
            if (piece == JsonPiece::Fault || piece == JsonPiece::End || m_tooLarge) {
                return false;
            }
            if (m_json.depth() == kCall && piece == JsonPiece::Key) {
                isInstance = m_json.text() == "instance";
            } else if (m_json.depth() == kCall && piece == JsonPiece::Number && isInstance) {
                noteInstance();
            }
            if (m_json.depth() == kCall && piece == JsonPiece::ObjectBegin) {
                noteCall();
            }
        }
        return true;
    }

    /// Lines are counted from the call before.
    void noteCall() {
        const std::size_t at = m_json.offset();
        std::string_view between = m_text.substr(m_counted, at - m_counted);
        for (std::size_t end = between.find('\n'); end != std::string_view::npos; end = between.find('\n')) {
            between.remove_prefix(end + 1);
            m_lineStart = at - between.size();
            ++m_line;
        }
        m_counted = at;
        m_calls.push_back({m_line, static_cast<std::uint32_t>(at - m_lineStart + 1), at});
    }

    void noteInstance() {
        std::uint64_t instance = 0;
        const std::string_view text = m_json.text();
        const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), instance);
        if (code == std::errc() && stop == text.data() + text.size()) {
            m_largest = std::max(m_largest, instance);
        }
    }

    std::string_view m_text;
    JsonPull m_json;
    std::uint64_t m_largest = 0;
    std::vector<SourcePosition> m_calls;
    std::size_t m_counted = 0; // lines before this byte are
    std::uint32_t m_line = 1;
    std::size_t m_lineStart = 0;
    bool m_tooLarge = false;
};

} // namespace

bool acceptsProgram(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           beginning.find(R"("batchscope_program")") != std::string_view::npos;
}

Status readProgram(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) {
    const std::string_view body = text.substr(byteOrderMarkLength(text));
    TRY(checkJsonFits(body, bank.files[file], fileLimit(bank.bytesRead)));
    ProgramScan scan(body);
    if (!scan.run()) {
        const std::string_view message =
            scan.isNumberTooLarge() ? words::kNumberBeyond64Bits
                                    : std::string_view("the file starts like a program, but the JSON is invalid here");
        bank.addDiagnostic({bank.files[file], positionAt(body, scan.offset()), std::string(message),
                            lineExcerpt(body, scan.offset())});
        return Ok{};
    }
    const std::uint64_t instances = scan.instances();
    bank.program = body;
    bank.calls = scan.takeCalls();
    for (std::uint64_t index = 0; index < instances; ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const SourcePosition start{1, 1, 0};
        TreeBuilder builder;
        builder.open({}, start);
        builder.token(bank.words.intern(fmt::format("instance {}", index + 1)), start);
        if (builder.close()) {
            Tree tree = builder.take();
            tree.file = file;
            bank.addTree(std::move(tree));
        }
    }
    return Ok{};
}

constinit const Format kProgramFormat = {
    .name = "program",
    .description = "a custom graph as JSON: ops, calls and outputs",
    .accepts = acceptsProgram,
    .whole = readProgram,
    .leaves = Leaves::Program,
    .traits = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false},
    .isJson = true,
    .files = "*.json",
};

} // namespace batchscope
