// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_json.h"

#include "core/base/budget.h"
#include "core/base/json_string.h"
#include "core/base/source_text.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/validate.h"
#include "core/words/json_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kAScheduleDocument = "a schedule";
constexpr std::string_view kABatchOfSchedule = "a batch";

constexpr std::string_view kScheduleFormat = "batchscope-schedule";
constexpr std::uint64_t kScheduleVersion = 1;

/// Letters of a text for the parser, which says nowhere where it is: whoever made the letters reads it off `read`.
class CountedLetters {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountedLetters(const char* at, std::size_t& read) : m_at(at), m_read(&read) {}
    reference operator*() const { return *m_at; }
    CountedLetters& operator++() {
        ++m_at;
        ++*m_read;
        return *this;
    }
    CountedLetters operator++(int) {
        CountedLetters before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountedLetters& other) const { return m_at == other.m_at; }
    bool operator!=(const CountedLetters& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    std::size_t* m_read;
};

/// What a file says, with the byte of each value that may be wrong.
struct WrittenSchedule {
    struct Batch {
        std::size_t byte = 0;
        std::optional<std::string> op;
        std::size_t opByte = 0;
    };
    std::string policy;
    std::uint64_t graphNodes = 0;
    std::uint64_t structure = 0;
    std::size_t graphByte = 0;
    BatchList list;
    std::vector<std::size_t> nodeBytes;
    std::vector<Batch> batches;
    std::size_t batchesEnd = 0; ///< byte of the bracket behind them
};

/// Takes the document apart as it is read, and keeps the first fault. Its places are nested four deep, so nothing
/// deeper is ever entered.
class ScheduleSax final : public nlohmann::json_sax<nlohmann::json> {
public:
    ScheduleSax(std::string_view text, const std::size_t& read) : m_text(text), m_read(read) {}

    [[nodiscard]] WrittenSchedule take() { return std::move(m_written); }
    [[nodiscard]] const std::string& message() const { return m_message; }
    [[nodiscard]] std::size_t faultByte() const { return m_faultByte; }

    bool null() override { return refuse(words::kJsonNull, behind(4)); }
    bool boolean(bool value) override { return refuse(value ? "true" : "false", behind(value ? 4 : 5)); }
    bool number_integer(number_integer_t value) override { return refuseNumber(std::to_string(value)); }
    bool number_float(number_float_t /*value*/, const string_t& text) override { return refuseNumber(text); }
    bool binary(binary_t& /*value*/) override { return false; } // never in text

    bool number_unsigned(number_unsigned_t value) override {
        const std::size_t byte = numberByte(std::to_string(value).size());
        switch (m_place) {
        case Place::Document:
            if (m_key == kVersionKey) {
                return value == kScheduleVersion || refuse(std::to_string(value), byte);
            }
            break;
        case Place::Graph:
            if (m_key == kGraphNodesKey) {
                m_written.graphNodes = value;
                return true;
            }
            break;
        case Place::Nodes:
            // What is too large for an id is no node of any graph; NodeId() stands for it.
            m_written.list.nodes.push_back(value < NodeId::kInvalid ? NodeId(static_cast<std::size_t>(value))
                                                                    : NodeId());
            m_written.nodeBytes.push_back(byte);
            return true;
        default: break;
        }
        return refuse(std::to_string(value), byte);
    }

    bool string(string_t& value) override {
        const std::size_t byte = behind(value.size() + 2);
        if (m_place == Place::Document && m_key == kFormatKey) {
            return value == kScheduleFormat || refuse(quoted(value), byte);
        }
        if (m_place == Place::Document && m_key == kPolicyKey) {
            m_written.policy = std::move(value);
            return true;
        }
        if (m_place == Place::Graph && m_key == kStructureKey) {
            return readStructure(value) || refuse(quoted(value), byte);
        }
        if (m_place == Place::Batch && m_key == kOpKey) {
            m_written.batches.back().op = std::move(value);
            m_written.batches.back().opByte = byte;
            return true;
        }
        return refuse(quoted(value), byte);
    }

    bool start_object(std::size_t /*size*/) override {
        const std::size_t byte = behind(1);
        if (m_place == Place::Outside) {
            return enter(Place::Document);
        }
        if (m_place == Place::Document && m_key == kGraphKey) {
            m_written.graphByte = byte;
            return enter(Place::Graph);
        }
        if (m_place == Place::Batches) {
            m_written.batches.push_back({byte, std::nullopt, byte});
            return enter(Place::Batch);
        }
        return refuse(words::kJsonObject, byte);
    }

    bool key(string_t& name) override {
        const std::size_t byte = behind(name.size() + 2);
        for (std::size_t key = 0; key < kKeys.size(); ++key) {
            if (kKeys[key].place == m_place && kKeys[key].name == name) {
                const bool isNew = (m_seen & 1U << key) == 0;
                m_seen |= 1U << key;
                m_key = key;
                return isNew || fail(words::duplicateKey(quoted(name)), byte);
            }
        }
        const bool isOtherFile = m_place == Place::Document && (m_seen & 1U << kFormatKey) == 0;
        return fail(
            isOtherFile
                ? fmt::format(
                      "this is another kind of file: found the key {} before \"format\": \"batchscope-schedule\", with "
                      "which a schedule begins; batchscope-cli schedule FILE --save-schedule S.json writes one",
                      quoted(name))
                : words::unknownKey(quoted(name), whatIs(m_place), keysOf(m_place)),
            byte);
    }

    bool end_object() override {
        for (std::size_t key = 0; key < kKeys.size(); ++key) {
            const bool isMissing = kKeys[key].place == m_place && (m_seen & 1U << key) == 0;
            if (isMissing && kKeys[key].isNeeded) {
                return fail(words::missingKey(kKeys[key].name, kKeys[key].expected), behind(1));
            }
            if (kKeys[key].place == m_place) { // the next object of this kind begins without any
                m_seen &= ~(1U << key);
            }
        }
        m_place = m_place == Place::Document ? Place::Outside
                  : m_place == Place::Graph  ? Place::Document
                                             : Place::Batches;
        return true;
    }

    bool start_array(std::size_t /*size*/) override {
        if (m_place == Place::Document && m_key == kBatchesKey) {
            return enter(Place::Batches);
        }
        if (m_place == Place::Batch && m_key == kNodesKey) {
            return enter(Place::Nodes);
        }
        return refuse(words::kJsonArray, behind(1));
    }

    bool end_array() override {
        if (m_place == Place::Nodes) {
            m_written.list.offsets.push_back(static_cast<std::uint32_t>(m_written.list.nodes.size()));
            m_place = Place::Batch;
        } else {
            m_written.batchesEnd = behind(1);
            m_place = Place::Document;
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& last, const nlohmann::json::exception& fault) override {
        const bool isRange = dynamic_cast<const nlohmann::json::out_of_range*>(&fault) != nullptr;
        return isRange ? fail(std::string(words::kNumberBeyond64Bits), numberByte(last.size()))
                       : fail(std::string("this is not JSON"), position == 0 ? 0 : position - 1);
    }

private:
    enum class Place : std::uint8_t { Outside, Document, Graph, Batches, Batch, Nodes };
    struct Key {
        Place place;
        std::string_view name;
        std::string_view expected;
        bool isNeeded;
    };
    static constexpr std::array<Key, 9> kKeys = {{
        {Place::Document, "format", words::kJsonString, true},
        {Place::Document, "version", "version 1", true},
        {Place::Document, "policy", words::kJsonString, false},
        {Place::Document, "graph", words::kJsonObject, true},
        {Place::Document, "batches", words::kJsonArray, true},
        {Place::Graph, "nodes", words::kNonNegativeInteger, true},
        {Place::Graph, "structure", "16 hexadecimal digits in lower case", true},
        {Place::Batch, "op", words::kJsonString, false},
        {Place::Batch, "nodes", words::kJsonArray, true},
    }};
    // Entries of kKeys.
    static constexpr std::size_t kFormatKey = 0;
    static constexpr std::size_t kVersionKey = 1;
    static constexpr std::size_t kPolicyKey = 2;
    static constexpr std::size_t kGraphKey = 3;
    static constexpr std::size_t kBatchesKey = 4;
    static constexpr std::size_t kGraphNodesKey = 5;
    static constexpr std::size_t kStructureKey = 6;
    static constexpr std::size_t kOpKey = 7;
    static constexpr std::size_t kNodesKey = 8;

    static std::string quoted(std::string_view text) { return '\'' + shownToken(text) + '\''; }
    static std::string_view whatIs(Place place) {
        return place == Place::Graph   ? std::string_view("the graph of a schedule")
               : place == Place::Batch ? kABatchOfSchedule
                                       : kAScheduleDocument;
    }
    static std::string keysOf(Place place) {
        std::string names;
        for (const Key& key : kKeys) {
            if (key.place == place) {
                names += names.empty() ? "" : ", ";
                names += key.name;
            }
        }
        return names;
    }

    /// The byte where what was read last begins, if it is so long and nothing was read beyond it.
    [[nodiscard]] std::size_t behind(std::size_t length) const { return m_read - std::min(m_read, length); }
    /// The letter behind a number was read to find its end.
    [[nodiscard]] std::size_t numberByte(std::size_t length) const {
        const bool readsBeyond = m_read > 0 && std::isdigit(static_cast<unsigned char>(m_text[m_read - 1])) == 0;
        return behind(length + (readsBeyond ? 1 : 0));
    }

    bool enter(Place place) {
        m_place = place;
        return true;
    }
    bool fail(std::string message, std::size_t byte) {
        m_message = std::move(message);
        m_faultByte = byte;
        return false;
    }
    bool refuse(std::string_view found, std::size_t byte) { return fail(words::foundInJson(found, expected()), byte); }
    bool refuseNumber(const std::string& number) { return refuse(number, numberByte(number.size())); }

    [[nodiscard]] std::string_view expected() const {
        switch (m_place) {
        case Place::Outside: return kAScheduleDocument;
        case Place::Batches: return kABatchOfSchedule;
        case Place::Nodes: return "the number of a node";
        case Place::Document:
            if (m_key == kFormatKey) {
                return kScheduleFormat;
            }
            break;
        default: break;
        }
        return kKeys[m_key].expected;
    }

    bool readStructure(std::string_view digits) {
        constexpr std::size_t kDigits = 16;
        constexpr std::string_view kHexDigits = "0123456789abcdef";
        m_written.structure = 0;
        for (const char letter : digits) {
            const std::size_t digit = kHexDigits.find(letter);
            if (digit == std::string_view::npos) {
                return false;
            }
            m_written.structure = m_written.structure << 4U | digit;
        }
        return digits.size() == kDigits;
    }

    std::string_view m_text;
    const std::size_t& m_read;
    Place m_place = Place::Outside;
    std::size_t m_key = 0;
    std::uint32_t m_seen = 0; // keys of the open objects, as bits
    WrittenSchedule m_written;
    std::string m_message;
    std::size_t m_faultByte = 0;
};

/// Where the file breaks a rule.
std::size_t byteOf(const ScheduleFault& fault, const WrittenSchedule& written) {
    switch (fault.rule) {
    case ScheduleRule::TablesMatch:
    case ScheduleRule::AllRun: return written.batchesEnd;
    case ScheduleRule::NoEmptyBatch:
    case ScheduleRule::UnbatchableAlone:
    case ScheduleRule::RoundsInOrder: return written.batches[fault.batch.index()].byte;
    default: return written.nodeBytes[fault.entry];
    }
}

/// The batch whose op is another one than its first node's.
std::optional<std::size_t> batchOfOtherOp(const OpGraph& graph, const Schedule& schedule,
                                          const WrittenSchedule& written) {
    for (std::size_t step = 0; step < written.batches.size(); ++step) {
        const auto& op = written.batches[step].op;
        if (op && *op != graph.opOf(schedule.batchSignatures[BatchId(step)]).name) {
            return step;
        }
    }
    return std::nullopt;
}

std::string_view numberAt(std::string_view text, std::size_t byte) {
    const std::string_view rest = text.substr(byte);
    return rest.substr(0, rest.find_first_not_of("0123456789"));
}

Result<Schedule> checked(const OpGraph& graph, WrittenSchedule written, std::string_view text,
                         const std::string& file) {
    const auto fault = [&](std::string message, std::size_t byte) {
        return Error{ErrorCode::Parse, std::move(message), file, positionAt(text, byte)};
    };
    if (const Status same = checkStructure(graph, written.graphNodes, written.structure); !same) {
        return fault(same.error().message, written.graphByte);
    }
    const auto last = static_cast<std::int64_t>(graph.size()) - 1;
    Schedule schedule = arranged(graph, std::move(written.policy), std::move(written.list));
    if (const auto breach = firstFault(graph, schedule)) {
        const std::size_t byte = byteOf(*breach, written);
        return fault(breach->rule == ScheduleRule::NodesExist
                         ? words::foundInJson(numberAt(text, byte), words::integerBetween(0, last))
                         : scheduleFaultText(*breach),
                     byte);
    }
    if (const auto step = batchOfOtherOp(graph, schedule, written)) {
        const NodeId node = schedule.batch(BatchId(*step)).front();
        return fault(fmt::format("this batch is said to be of the op '{}', but node {} is of the op '{}'",
                                 *written.batches[*step].op, node.value, graph.opOf(node).name),
                     written.batches[*step].opByte);
    }
    return schedule;
}

} // namespace

std::string scheduleJson(const OpGraph& graph, const Schedule& schedule) {
    const auto appendMember = [](std::string& to, std::string_view key, std::string_view value) {
        to += key;
        to += ' ';
        appendJsonString(to, value);
    };
    std::string text;
    appendMember(text, R"({"format":)", kScheduleFormat);
    text += R"(, "version":)";
    text += fmt::format(" {}", kScheduleVersion);
    appendMember(text, R"(, "policy":)", schedule.policy);
    text += fmt::format(",\n \"graph\": {{\"nodes\": {}, \"structure\": \"{:016x}\"}},\n \"batches\": [", graph.size(),
                        structureHash(graph));
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        text += step == 0 ? "\n  " : ",\n  ";
        appendMember(text, R"({"op":)", graph.opOf(schedule.batchSignatures[batch]).name);
        text += R"(, "nodes": [)";
        bool isFirst = true;
        for (const NodeId node : schedule.batch(batch)) {
            fmt::format_to(std::back_inserter(text), "{}{}", isFirst ? "" : ", ", node.value);
            isFirst = false;
        }
        text += "]}";
    }
    return text + "]}\n";
}

Result<Schedule> parseSchedule(std::string_view text, const std::string& file, const OpGraph& graph) {
    TRY(checkJsonFits(text, file, inputLimit()));
    std::size_t read = 0;
    ScheduleSax sax(text, read);
    const CountedLetters begin(text.data(), read);
    const CountedLetters end(text.data() + text.size(), read);
    if (!nlohmann::json::sax_parse(begin, end, &sax)) {
        return Error{ErrorCode::Parse, sax.message(), file, positionAt(text, sax.faultByte())};
    }
    return checked(graph, sax.take(), text, file);
}

} // namespace batchscope
